import { useSelector } from '@xstate/react';
import { useId, useRef, type FormEvent } from 'react';
import { sealed } from '#domain/protocol/sealed.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useArea, useSession } from '#ui/system-context.ts';
import { NewPassphraseFields, type PassphraseFields } from './new-passphrase.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { useSessionOverlay } from './use-session-overlay.ts';
import { WaitPanel } from './wait-panel.tsx';
import './session.css';

/** There is no new key that a passphrase could protect (KEY-38). */
const NoKey = ({ onClose }: { onClose: () => void }) => (
  <Sheet title={texts.prompt.title} onClose={onClose} foot={<Button onClick={onClose}>{texts.done}</Button>}>
    <Problem>{problemText({ code: 'key', key: 'no-key' })}</Problem>
  </Sheet>
);

const Why = ({ message }: { message: string }) => {
  const problem = useSession().savingProblem();
  return (
    <>
      <p className="sheet__lead">{texts.prompt.lead}</p>
      <Banner tone="warn" icon="alert" title={texts.passphrase.lost}>
        {texts.passphrase.lostWhy}
      </Banner>
      {problem !== undefined && <Problem>{problemText({ code: 'key', key: problem })}</Problem>}
      {message !== '' && <Problem>{message}</Problem>}
    </>
  );
};

/** Asks for the passphrase that protects a new key on this device, and logs in with it (`passphrasePrompt=true`, KEY-37). */
export const PassphrasePromptSheet = () => {
  const formId = useId();
  const generation = useArea('key-generation');
  const canSave = useSession().savingProblem() === undefined;
  const message = useSelector(generation, ({ context }) => problemText(context.problem));
  const busy = useSelector(generation, (snapshot) => snapshot.hasTag('busy'));
  const hasKey = useSelector(generation, (snapshot) => snapshot.hasTag('generated'));
  const isLoggedIn = useSelector(generation, (snapshot) => snapshot.hasTag('logged in'));
  const { close } = useSessionOverlay('passphrasePrompt', isLoggedIn);
  const fields = useRef<PassphraseFields>(null);
  if (!hasKey && !isLoggedIn) return <NoKey onClose={close} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = busy ? undefined : fields.current?.read();
    if (typed) generation.send({ type: 'generation.logIn', saving: sealed(typed) });
  };
  return (
    <Sheet
      title={texts.prompt.title}
      onClose={close}
      foot={
        <>
          <Button disabled={busy} onClick={() => generation.send({ type: 'generation.logIn' })}>
            {texts.prompt.skip}
          </Button>
          <Button look="primary" type="submit" form={formId} busy={busy} disabled={!canSave}>
            {texts.prompt.submit}
          </Button>
        </>
      }
    >
      <Why message={message} />
      {canSave && (
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          <NewPassphraseFields ref={fields} />
        </form>
      )}
      {busy && <WaitPanel title={texts.nsec.encrypting} why={texts.unlock.busyWhy} />}
    </Sheet>
  );
};
