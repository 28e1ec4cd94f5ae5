import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useDisplayName } from '#ui/queries.ts';
import { useArea } from '#ui/system-context.ts';
import { ChoiceRow } from './choice-row.tsx';
import { ExtensionWait, useHasExtension, useIsAskingExtension } from './extension-wait.tsx';
import { Problem } from './problem.tsx';
import { PubkeyForm } from './pubkey-form.tsx';
import { sessionTexts as texts } from './texts.ts';
import { useLoginMark, useLoginMessage, useSavedAccounts } from './use-login.ts';
import { useOnLeave } from './use-on-leave.ts';
import { useSessionOverlay } from './use-session-overlay.ts';
import './session.css';

const SavedChoice = ({ accounts }: { accounts: readonly [string, ...string[]] }) => {
  const open = useOpenOverlay();
  const name = useDisplayName(accounts[0]);
  return (
    <ChoiceRow
      icon="users"
      tone="accent"
      title={texts.options.saved}
      why={accounts.length === 1 ? texts.saved.one(name) : texts.saved.more(name, accounts.length - 1)}
      onPress={() => open({ savedAccounts: true })}
    />
  );
};

/** The ways to log in (LOGIN-08 to LOGIN-10). `quiet`: a failure of the extension is not told (LOGIN-21). */
const Choices = ({ quiet }: { quiet: boolean }) => {
  const login = useArea('login');
  const open = useOpenOverlay();
  const [newest, ...others] = useSavedAccounts();
  const hasExtension = useHasExtension();
  return (
    <div className="list">
      {newest !== undefined && <SavedChoice accounts={[newest, ...others]} />}
      <ChoiceRow
        icon="ext"
        title={texts.options.extension}
        why={hasExtension ? texts.extension.ready : texts.extension.missing}
        disabled={!hasExtension}
        opens={false}
        onPress={() => login.send({ type: 'login.extension', quiet })}
      />
      <ChoiceRow
        icon="key"
        title={texts.options.nsec}
        why={texts.options.nsecWhy}
        onPress={() => open({ nsecLogin: true })}
      />
    </div>
  );
};

const NewHere = () => {
  const open = useOpenOverlay();
  return (
    <p className="center t-sm c-2">
      {texts.options.newHere}{' '}
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => open({ keyGeneration: true })}>
        {texts.options.generate}
      </button>
    </p>
  );
};

/** The action that waits for a login, and a way to drop it when the modal goes without one (LOGIN-05, LOGIN-07). */
const usePendingTitle = (): string => {
  const gate = useArea('login-gate');
  useOnLeave(() => gate.send({ type: 'gate.cancel' }));
  return useSelector(gate, (snapshot) =>
    snapshot.hasTag('asking login') ? snapshot.context.action.title.toLowerCase() : '',
  );
};

/** Login options (`login=true`, LOGIN-05 to LOGIN-10, HEAD-12). */
export const LoginOptionsSheet = () => {
  const login = useArea('login');
  const mark = useLoginMark();
  const [before] = useState(mark);
  const { close } = useSessionOverlay('login', mark !== '' && mark !== before);
  const action = usePendingTitle();
  const message = useLoginMessage();
  const isAsking = useIsAskingExtension();
  useOnLeave(() => login.send({ type: 'login.cancel' }));
  const isTold = message !== '' && message !== texts.pubkey.invalid;
  return (
    <Sheet
      title={action === '' ? texts.options.title : texts.options.titleFor(action)}
      onClose={close}
      foot={
        <Button block onClick={isAsking ? () => login.send({ type: 'login.cancel' }) : close}>
          {texts.cancel}
        </Button>
      }
    >
      <p className="sheet__lead">{action === '' ? texts.options.lead : texts.options.leadFor}</p>
      {isAsking ? <ExtensionWait /> : <Choices quiet={action === ''} />}
      {isTold && <Problem>{message}</Problem>}
      {!isAsking && <NewHere />}
      {!isAsking && <PubkeyForm />}
    </Sheet>
  );
};
