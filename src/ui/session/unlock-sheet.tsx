import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useAccount, useArea } from '#ui/system-context.ts';
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

type OthersProps = { accounts: readonly string[]; disabled: boolean; onChoose: (pubkey: string) => void };

/** The other accounts of this device (KEY-25). */
const Others = ({ accounts, disabled, onChoose }: OthersProps) => (
  <section className="stack others" aria-labelledby="other-accounts">
    <h3 className="t-sm c-2" id="other-accounts">
      {texts.accounts.others}
    </h3>
    <div className="list">
      {accounts.map((pubkey) => (
        <button key={pubkey} type="button" className="item opt" disabled={disabled} onClick={() => onChoose(pubkey)}>
          <PersonLine pubkey={pubkey} />
          <Icon name="next" size="s" />
        </button>
      ))}
    </div>
  </section>
);

/** The word for what happens once the key is unlocked: the waiting action, else the login, or that one goes on. */
const useActionTitle = (pubkey: string | undefined): string => {
  const account = useAccount();
  const title = useSelector(useArea('login-gate'), (snapshot) =>
    snapshot.hasTag('asking unlock') ? snapshot.context.action.title : '',
  );
  if (title !== '') return texts.unlock.submit(title);
  const isLocked = account.pubkey === pubkey && account.method === 'nsec';
  return texts.unlock.submit(isLocked ? texts.unlock.goOn : texts.unlock.logIn);
};

/** Unlocks a saved key (`unlockKey=true`, KEY-24 to KEY-30). */
export const UnlockSheet = () => {
  const formId = useId();
  const [pubkey] = useState(useAccount().pubkey);
  const { unlock, chosen, accounts, message, busy, isEmpty, isOpened } = useUnlocking('unlock', pubkey);
  const { close } = useSessionOverlay('unlockKey', useIsKeyOpened() || isOpened);
  const label = useActionTitle(chosen);
  const others = accounts.filter((account) => account !== chosen);
  const cancel = () => (busy ? unlock.send({ type: 'unlock.cancel' }) : close());
  return (
    <Sheet
      title={texts.unlock.title}
      onClose={close}
      foot={<UnlockFoot formId={formId} label={label} busy={busy} disabled={isEmpty} onCancel={cancel} />}
    >
      {chosen !== undefined && !isEmpty && (
        <>
          <div className="row who">
            <PersonLine pubkey={chosen} size="m" />
          </div>
          <PassphraseForm
            id={formId}
            key={chosen}
            npub={encodeNpub(chosen)}
            message={message}
            busy={busy}
            onSubmit={(passphrase) => unlock.send({ type: 'unlock.submit', passphrase })}
          />
          {!busy && <WithNsec />}
        </>
      )}
      {busy && <UnlockWait />}
      {others.length > 0 && (
        <Others
          accounts={others}
          disabled={busy}
          onChoose={(pubkey) => unlock.send({ type: 'unlock.choose', pubkey })}
        />
      )}
      {isEmpty && <NoAccounts />}
    </Sheet>
  );
};
