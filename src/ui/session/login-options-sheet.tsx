import { useLocation, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { useAccount, useArea } from '#ui/system-context.ts';
import { ChoiceRow } from '#ui/kit/choice-row.tsx';
import { ExtensionWait } from './extension-wait.tsx';
import { HEADER_FLOW } from './header-flow.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { PubkeyForm } from './pubkey-form.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { useExtensionLogin } from './use-extension-login.ts';
import { useLoginMark, useSavedAccounts } from './use-login.ts';
import { useOnLeave } from './use-on-leave.ts';
import { useSessionOverlay } from './use-session-overlay.ts';
import './session.css';

const SavedChoice = ({ accounts }: { accounts: readonly [string, ...string[]] }) => {
  const open = useOpenOverlay();
  const name = useNameInText(accounts[0]);
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

type Asking = ReturnType<typeof useExtensionLogin>;

const extensionWhy = ({ isThere, hasFailed }: Asking): string => {
  if (!isThere) return texts.extension.missing;
  return hasFailed ? texts.extension.failed : texts.extension.ready;
};

/** Without its key the account can only read; `first`: no other key is saved here. */
const MissedKey = ({ pubkey, first, onPress }: { pubkey: string; first: boolean; onPress: () => void }) => (
  <ChoiceRow
    icon="key"
    {...(first && { tone: 'accent' as const })}
    title={texts.options.nsec}
    why={texts.options.nsecFor(useNameInText(pubkey))}
    onPress={onPress}
  />
);

/** The ways to log in (LOGIN-08 to LOGIN-10); the likeliest is the first. */
const Choices = ({ extension }: { extension: Asking }) => {
  const open = useOpenOverlay();
  const { pubkey } = useAccount();
  const [newest, ...others] = useSavedAccounts();
  const isNew = newest === undefined && pubkey === undefined;
  const openNsec = () => {
    extension.forget();
    open({ nsecLogin: true });
  };
  const byExtension = (
    <ChoiceRow
      icon="ext"
      title={texts.options.extension}
      why={extensionWhy(extension)}
      disabled={!extension.isThere}
      opens={false}
      onPress={extension.ask}
    />
  );
  return (
    <div className="list">
      {newest !== undefined && <SavedChoice accounts={[newest, ...others]} />}
      {isNew && <NewHere first />}
      {/* an extension gives this page no key */}
      {extension.isThere && byExtension}
      {pubkey !== undefined && (
        <MissedKey pubkey={pubkey} first={newest === undefined && !extension.isThere} onPress={openNsec} />
      )}
      {!extension.isThere && byExtension}
      {pubkey === undefined && (
        <ChoiceRow icon="key" title={texts.options.nsec} why={texts.options.nsecWhy} onPress={openNsec} />
      )}
      {!isNew && <NewHere />}
    </div>
  );
};

/** For who has an account it comes last, for anybody else first. */
const NewHere = ({ first = false }: { first?: boolean }) => {
  const open = useOpenOverlay();
  return (
    <ChoiceRow
      icon="plus"
      {...(first && { tone: 'accent' as const })}
      title={texts.options.generate}
      why={texts.visitor.generateWhy}
      onPress={() => open({ keyGeneration: true })}
    />
  );
};

/** A title inside a sentence; the nouns of other languages stay as they are. */
const beginSmall = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

/** The action that waits for a login (LOGIN-05). */
const usePendingTitle = (): string =>
  useSelector(useArea('login-gate'), (snapshot) =>
    snapshot.hasTag('asking login') ? beginSmall(snapshot.context.action.title) : '',
  );

/** A zap is sent at once, or its sheet opens, by the same word. */
const useIsZap = (): boolean =>
  useSelector(
    useArea('login-gate'),
    (snapshot) => snapshot.hasTag('asking login') && snapshot.context.action.area === 'zap-desk',
  );

const Lead = ({ action }: { action: string }) => {
  const { lead, leadFor, zapGoesOn } = texts.options;
  const isZap = useIsZap();
  if (isZap) return zapGoesOn;
  return action === '' ? lead : leadFor(action);
};

/** To the passphrase, where another tab logged in by a key that is saved: the action still waits. */
const useGiveWay = (): (() => void) | undefined => {
  const router = useRouter();
  const isLocked = useSelector(useArea('login-gate'), (snapshot) => snapshot.hasTag('asking unlock'));
  // in one step: without any sheet of the login the action is dropped
  const search = ({ login: _, ...others }: AppSearch): AppSearch => ({ ...others, unlockKey: true });
  return isLocked ? () => void router.navigate({ to: '.', search, state: true, replace: true }) : undefined;
};

/** Login options (`login=true`, LOGIN-05 to LOGIN-10, HEAD-12). */
export const LoginOptionsSheet = () => {
  const login = useArea('login');
  const mark = useLoginMark();
  const [before] = useState(mark);
  const { close } = useSessionOverlay('login', mark !== '' && mark !== before, useGiveWay());
  const action = usePendingTitle();
  const extension = useExtensionLogin(useLocation({ select: ({ hash }) => hash === HEADER_FLOW }));
  useOnLeave(() => login.send({ type: 'login.cancel' }));
  return (
    <Sheet
      title={action === '' ? texts.options.title : texts.options.titleFor(action)}
      onClose={close}
      foot={<Button onClick={extension.isAsking ? extension.stop : close}>{texts.cancel}</Button>}
    >
      <p className="sheet__lead">
        <Lead action={action} />
      </p>
      {extension.isAsking ? <ExtensionWait /> : <Choices extension={extension} />}
      {extension.problem !== undefined && <Problem>{extension.problem}</Problem>}
      {!extension.isAsking && <PubkeyForm />}
    </Sheet>
  );
};
