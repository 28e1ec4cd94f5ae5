import { mayDo } from '#domain/session/account.ts';
import { Button } from '#ui/kit/button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useAccount } from '#ui/system-context.ts';
import { AccountCard } from './account-card.tsx';
import { ChoiceRow } from '#ui/kit/choice-row.tsx';
import { ExtensionWait } from './extension-wait.tsx';
import { IdleLockRow } from './idle-lock-row.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { PubkeyForm } from './pubkey-form.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { useExtensionLogin } from './use-extension-login.ts';
import { useAccountState, useSavedAccounts } from './use-login.ts';
import './session.css';

/** The ways to log in (SET-13 to SET-16). */
const Ways = ({ extension }: { extension: ReturnType<typeof useExtensionLogin> }) => {
  const open = useOpenOverlay();
  const saved = useSavedAccounts().length;
  const openNsec = () => {
    extension.forget();
    open({ nsecLogin: true });
  };
  return (
    <div className="list">
      <ChoiceRow
        icon="plus"
        tone="accent"
        title={texts.visitor.generate}
        why={texts.visitor.generateWhy}
        onPress={() => open({ keyGeneration: true })}
      />
      {saved > 0 && (
        <ChoiceRow
          icon="users"
          title={texts.visitor.saved}
          why={texts.saved.count(saved)}
          onPress={() => open({ savedAccounts: true })}
        />
      )}
      <ChoiceRow
        icon="ext"
        title={texts.options.extension}
        why={extension.isThere ? texts.extension.ready : texts.visitor.extensionMissing}
        disabled={!extension.isThere || extension.isAsking}
        opens={false}
        onPress={extension.ask}
      />
      <ChoiceRow icon="key" title={texts.options.nsec} why={texts.options.nsecWhy} onPress={openNsec} />
    </div>
  );
};

/** The panel of somebody who is not logged in (SET-13 to SET-19). */
const VisitorPanel = () => {
  const extension = useExtensionLogin(false);
  return (
    <>
      {extension.isAsking && (
        <>
          <ExtensionWait />
          <Button onClick={extension.stop}>{texts.cancel}</Button>
        </>
      )}
      <Ways extension={extension} />
      {extension.problem !== undefined && <Problem>{extension.problem}</Problem>}
      <PubkeyForm />
    </>
  );
};

/** What somebody who is logged in can do with the account (SET-26, SET-27). */
const AccountActions = () => {
  const open = useOpenOverlay();
  const state = useAccountState();
  const { persisted } = useAccount();
  const saved = useSavedAccounts().length;
  return (
    <div className="list">
      {mayDo('view nsec', state, persisted).allowed && (
        <>
          <ChoiceRow
            icon="eye"
            title={texts.view.title}
            why={texts.view.why}
            onPress={() => open({ viewNsec: true })}
          />
          <ChoiceRow
            icon="save"
            title={texts.export.title}
            why={texts.export.why}
            onPress={() => open({ exportKey: true })}
          />
        </>
      )}
      {(state === 'locked' || state === 'unlocked') && <IdleLockRow />}
      {saved > 0 && (
        <ChoiceRow
          icon="users"
          title={texts.switch.title}
          why={texts.switch.why(saved)}
          onPress={() => open({ savedAccounts: true })}
        />
      )}
      <ChoiceRow icon="logout" tone="bad" title={texts.signOut.row} onPress={() => open({ signOut: true })} />
    </div>
  );
};

/** User Login & Keys in both its forms (SET-13 to SET-27). */
export const LoginPanel = () => {
  const { pubkey } = useAccount();
  if (pubkey === undefined) return <VisitorPanel />;
  return (
    <>
      <AccountCard pubkey={pubkey} />
      <AccountActions />
    </>
  );
};
