import { useState } from 'react';
import { keyProblemText, problemOf, type KeyProblem } from '#domain/key-problem.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useSession } from '#ui/system-context.ts';
import { Problem } from './problem.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { useSavedAccounts } from './use-login.ts';
import './session.css';

/** Asks before all saved keys are deleted (`clearSavedKeys=true`, CACHE-23, ROUTE-24). */
export const ClearKeysSheet = () => {
  const { close } = useOverlay('clearSavedKeys');
  const { accounts } = useSession();
  const count = useSavedAccounts().length;
  const [problem, setProblem] = useState<KeyProblem>();
  const clear = async () => {
    try {
      await accounts.clear();
      close();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <Sheet
      title={texts.clear.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button look="danger" disabled={count === 0} onClick={() => void clear()}>
            {texts.clear.confirm}
          </Button>
        </>
      }
    >
      <p className="sheet__lead">{texts.clear.lead}</p>
      <dl className="kv">
        <dt>{texts.clear.count}</dt>
        <dd className={count === 0 ? 'num' : 'num c-bad'}>{count}</dd>
      </dl>
      <Banner tone="bad" icon="alert" title={texts.clear.warning}>
        {texts.clear.warningWhy}
      </Banner>
      {problem !== undefined && <Problem>{keyProblemText(problem, 'save')}</Problem>}
    </Sheet>
  );
};
