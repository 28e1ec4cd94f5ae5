import { useId, useState } from 'react';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { keyProblemOf } from '#domain/session/key-problem.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import { useStakes } from '#ui/cache/use-stakes.ts';
import { Button } from '#ui/kit/button.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { useAccount, useSession } from '#ui/system-context.ts';
import { DeleteKey } from './delete-key.tsx';
import { NoAccounts } from './no-accounts.tsx';
import { PassphraseForm } from './passphrase-form.tsx';
import { PersonLine } from './person-line.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { UnlockFoot } from './unlock-foot.tsx';
import { UnlockWait } from './unlock-wait.tsx';
import { useIsKeyOpened } from './use-login.ts';
import { useSessionOverlay } from './use-session-overlay.ts';
import { useUnlocking } from './use-unlocking.ts';
import { WithNsec } from './with-nsec.tsx';
import './session.css';

/** What the modal asks for. */
type Step = { readonly name: 'list' } | { readonly name: 'unlock' | 'delete'; readonly pubkey: string };

const LIST: Step = { name: 'list' };

/** The step, as long as its account is saved: another tab may delete one meanwhile. */
const useStep = (accounts: readonly string[], busy: boolean) => {
  const [step, setStep] = useState<Step>(LIST);
  const isGone = step.name !== 'list' && !busy && !accounts.includes(step.pubkey);
  if (isGone) setStep(LIST);
  return [isGone ? LIST : step, setStep] as const;
};

type RowProps = { pubkey: string; onOpen: () => void; onDelete: () => void };

const AccountRow = ({ pubkey, onOpen, onDelete }: RowProps) => {
  const isCurrent = useAccount().pubkey === pubkey;
  return (
    <li className="item">
      <button type="button" className="saved__open" onClick={onOpen}>
        <PersonLine pubkey={pubkey} />
        {isCurrent && <span className="tag tag--accent">{texts.accounts.current}</span>}
      </button>
      <IconButton icon="trash" label={texts.accounts.delete(useDisplayName(pubkey))} onClick={onDelete} />
    </li>
  );
};

const AccountList = ({ accounts, onStep }: { accounts: readonly string[]; onStep: (step: Step) => void }) => (
  <>
    <p className="sheet__lead">{texts.accounts.lead}</p>
    <ul className="list saved" aria-label={texts.accounts.list}>
      {accounts.map((pubkey) => (
        <AccountRow
          key={pubkey}
          pubkey={pubkey}
          onOpen={() => onStep({ name: 'unlock', pubkey })}
          onDelete={() => onStep({ name: 'delete', pubkey })}
        />
      ))}
    </ul>
  </>
);

type Unlocking = ReturnType<typeof useUnlocking>;

/** Logs in with one saved account (KEY-16 to KEY-23). */
const UnlockStep = ({ formId, pubkey, unlocking }: { formId: string; pubkey: string; unlocking: Unlocking }) => (
  <>
    <div className="row who">
      <PersonLine pubkey={pubkey} size="m" />
    </div>
    <PassphraseForm
      id={formId}
      key={pubkey}
      npub={encodeNpub(pubkey)}
      message={unlocking.message}
      busy={unlocking.busy}
      onSubmit={(passphrase) => unlocking.unlock.send({ type: 'unlock.submit', passphrase, pubkey })}
    />
    {unlocking.busy ? <UnlockWait /> : <WithNsec />}
  </>
);

/** Deletes a saved key; what went wrong with which one. */
const useDeletion = (onDone: () => void) => {
  const { accounts } = useSession();
  const [failed, setFailed] = useState<{ pubkey: string; problem: KeyProblem }>();
  const forget = () => setFailed(undefined);
  const remove = async (pubkey: string) => {
    try {
      await accounts.remove(pubkey);
      forget();
      onDone();
    } catch (error) {
      setFailed({ pubkey, problem: keyProblemOf(error) });
    }
  };
  return {
    problemOf: (pubkey: string) => (failed?.pubkey === pubkey ? failed.problem : undefined),
    forget,
    remove: (pubkey: string) => void remove(pubkey),
  };
};

const parts = { list: texts.accounts, unlock: texts.unlock, delete: texts.deletion } as const satisfies Record<
  Step['name'],
  { title: string }
>;

type FootProps = {
  step: Step;
  formId: string;
  busy: boolean;
  /** it was looked what is lost */
  isSeen: boolean;
  onClose: () => void;
  onBack: () => void;
  onDelete: (pubkey: string) => void;
};

const Foot = ({ step, formId, busy, isSeen, onClose, onBack, onDelete }: FootProps) => {
  if (step.name === 'list') return <Button onClick={onClose}>{texts.cancel}</Button>;
  if (step.name === 'unlock') {
    const label = texts.unlock.submit(texts.unlock.logIn);
    return <UnlockFoot formId={formId} label={label} busy={busy} disabled={false} onCancel={onBack} />;
  }
  return (
    <>
      <Button onClick={onBack}>{texts.cancel}</Button>
      <Button look="danger" disabled={!isSeen} onClick={() => onDelete(step.pubkey)}>
        {texts.deletion.confirm}
      </Button>
    </>
  );
};

/** The accounts whose keys are saved on this device: log in with one, or delete one (`savedAccounts=true`, LOGIN-41). */
export const SavedAccountsSheet = () => {
  const formId = useId();
  const unlocking = useUnlocking('saved account');
  const { unlock, accounts, busy, isEmpty, isOpened } = unlocking;
  const { close } = useSessionOverlay('savedAccounts', useIsKeyOpened() || isOpened);
  const [step, setStep] = useStep(accounts, busy);
  const stakes = useStakes(step.name === 'delete' ? [step.pubkey] : []);
  const deletion = useDeletion(() => setStep(LIST));
  const go = (next: Step) => {
    deletion.forget();
    if (next.name === 'unlock') unlock.send({ type: 'unlock.choose', pubkey: next.pubkey });
    setStep(next);
  };
  const back = () => (busy ? unlock.send({ type: 'unlock.cancel' }) : setStep(LIST));
  return (
    <Sheet
      title={parts[step.name].title}
      onClose={close}
      foot={
        <Foot
          step={step}
          formId={formId}
          busy={busy}
          isSeen={stakes !== undefined}
          onClose={close}
          onBack={back}
          onDelete={deletion.remove}
        />
      }
    >
      {step.name === 'list' && (isEmpty ? <NoAccounts /> : <AccountList accounts={accounts} onStep={go} />)}
      {step.name === 'unlock' && <UnlockStep formId={formId} pubkey={step.pubkey} unlocking={unlocking} />}
      {step.name === 'delete' && (
        <DeleteKey pubkey={step.pubkey} stakes={stakes} problem={deletion.problemOf(step.pubkey)} />
      )}
    </Sheet>
  );
};
