import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { AtStake } from '#ui/cache/at-stake.tsx';
import { WalletsGo } from '#ui/cache/wallets-go.tsx';
import { useStakes } from '#ui/cache/use-stakes.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useAccount, useArea } from '#ui/system-context.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { cacheTexts } from '#ui/texts/cache.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { useClosing } from './use-closing.ts';
import { useSavedAccounts } from './use-login.ts';
import './session.css';

type Choice = 'keep' | 'delete';

type ChoiceProps = { value: Choice; title: string; why: string; checked: boolean; onChoose: (choice: Choice) => void };

const ChoiceLine = ({ value, title, why, checked, onChoose }: ChoiceProps) => (
  <label className="item">
    <input
      className="radio"
      type="radio"
      name="saved-key"
      value={value}
      checked={checked}
      aria-labelledby={`${value}-key`}
      aria-describedby={`${value}-key-why`}
      onChange={() => onChoose(value)}
    />
    <span className="item__txt">
      <b id={`${value}-key`}>{title}</b>
      <small id={`${value}-key-why`}>{why}</small>
    </span>
  </label>
);

/** The two ways out for somebody whose key is saved (LOGIN-38). */
const Choices = ({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) => (
  <>
    <p className="sheet__lead">{texts.signOut.leadSaved}</p>
    <div className="list" role="radiogroup" aria-label={texts.signOut.choice}>
      <ChoiceLine
        value="keep"
        title={texts.signOut.keep}
        why={texts.signOut.keepWhy}
        checked={choice === 'keep'}
        onChoose={onChoose}
      />
      <ChoiceLine
        value="delete"
        title={texts.signOut.delete}
        why={texts.signOut.deleteWhy}
        checked={choice === 'delete'}
        onChoose={onChoose}
      />
    </div>
  </>
);

/** The question as long as the view is there. */
const useSignOut = () => {
  const signOut = useArea('sign-out');
  const [{ pubkey, method, persisted }] = useState(useAccount());
  const accounts = useSavedAccounts();
  useEffect(() => {
    if (pubkey !== undefined) signOut.send({ type: 'signOut.open', pubkey, saved: method === 'nsec' && persisted });
    return () => signOut.send({ type: 'signOut.close' });
  }, [signOut, pubkey, method, persisted]);
  const isOpen = useSelector(signOut, (snapshot) => snapshot.hasTag('open'));
  const isDone = useSelector(signOut, (snapshot) => snapshot.hasTag('done'));
  // the end of the sign-out before this one does not count
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return {
    signOut,
    stakes: useStakes([pubkey]),
    isByKey: method === 'nsec',
    // another tab may hold the key
    isReader: method === 'none' && pubkey !== undefined && !accounts.includes(pubkey),
    hasChoice: useSelector(signOut, (snapshot) => snapshot.context.saved),
    isNobody: pubkey === undefined,
    isDone: wasOpen && isDone,
    busy: useSelector(signOut, (snapshot) => snapshot.hasTag('busy')),
    message: useSelector(signOut, ({ context }) => problemText(context.problem)),
  };
};

/** Asks before signing out (`signOut=true`, LOGIN-38 to LOGIN-40). */
export const SignOutSheet = () => {
  const { close } = useOverlay('signOut');
  const { signOut, stakes, isByKey, isReader, hasChoice, isNobody, isDone, busy, message } = useSignOut();
  const [choice, setChoice] = useState<Choice>('keep');
  useClosing(isDone || isNobody, close);
  const deletes = hasChoice && choice === 'delete';
  const needsKey = deletes || isReader || (isByKey && !hasChoice);
  return (
    <Sheet
      title={texts.signOut.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button
            look={deletes ? 'danger' : 'primary'}
            busy={busy}
            disabled={stakes === undefined}
            onClick={() => signOut.send({ type: deletes ? 'signOut.delete' : 'signOut.confirm' })}
          >
            {deletes ? texts.signOut.delete : texts.signOut.confirm}
          </Button>
        </>
      }
    >
      {hasChoice ? (
        <Choices choice={choice} onChoose={setChoice} />
      ) : (
        <p className="sheet__lead">{isByKey ? texts.signOut.leadUnsaved : texts.signOut.lead}</p>
      )}
      {isReader && <p>{texts.signOut.otherTabs}</p>}
      <AtStake stakes={stakes} fate={needsKey ? cacheTexts.stake.needsKey : cacheTexts.stake.stays} isLoss={needsKey} />
      <WalletsGo />
      {message !== '' && <Problem>{message}</Problem>}
    </Sheet>
  );
};
