import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { AppLink } from '#ui/links.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useDisplayName } from '#ui/queries.ts';
import { useAccount, useArea, useSession } from '#ui/system-context.ts';
import { ExtensionWait } from './extension-wait.tsx';
import { PersonLine } from './person-line.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { useExtensionLogin } from './use-extension-login.ts';
import { useAccountState } from './use-login.ts';

type StatusProps = { icon: IconName; tone: string; title: string; why?: string; action?: ReactNode };

const Status = ({ icon, tone, title, why, action }: StatusProps) => (
  <div className="spread keyline">
    <span className="item__txt">
      <output className={`row keyline__said ${tone}`}>
        <Icon name={icon} size="s" />
        <b>{title}</b>
      </output>
      {why !== undefined && <small>{why}</small>}
    </span>
    {action}
  </div>
);

/** The extension has the key of somebody else. */
const OtherKey = () => {
  const login = useArea('login');
  const extension = useExtensionLogin(false);
  if (extension.isAsking)
    return (
      <>
        <ExtensionWait />
        <Button onClick={extension.stop}>{texts.cancel}</Button>
      </>
    );
  return (
    <>
      <Status
        icon="alert"
        tone="c-warn"
        title={texts.status.extension}
        why={texts.status.other}
        action={
          <span className="row keyline__acts">
            <Button look="line" size="s" onClick={() => login.send({ type: 'account.keep' })}>
              {texts.status.keep}
            </Button>
            <Button look="primary" size="s" onClick={extension.ask}>
              {texts.status.takeOther}
            </Button>
          </span>
        }
      />
      {extension.problem !== undefined && <Problem>{extension.problem}</Problem>}
    </>
  );
};

const Unlocked = () => {
  const session = useSession();
  const { persisted } = useAccount();
  const minutes = useSelector(useArea('idle-lock'), ({ context }) => context.minutes);
  const lock = (
    <Button look="line" size="s" onClick={session.lock}>
      {texts.status.lock}
    </Button>
  );
  if (persisted) return <Status icon="unlock" tone="c-ok" title={texts.status.unlocked} action={lock} />;
  const why = minutes > 0 ? texts.status.memoryIdle(minutes) : texts.status.memory;
  return <Status icon="unlock" tone="c-ok" title={texts.status.unlocked} why={why} />;
};

const Locked = () => {
  const open = useOpenOverlay();
  const unlock = (
    <Button look="line" size="s" aria-haspopup="dialog" onClick={() => open({ unlockKey: true })}>
      {texts.status.unlock}
    </Button>
  );
  return <Status icon="lock" tone="c-warn" title={texts.status.locked} action={unlock} />;
};

const ByExtension = () => {
  const wasMissing = useSelector(useArea('login'), (snapshot) => snapshot.hasTag('extension missing'));
  const isThere = useSelector(useArea('extension-watch'), (snapshot) => snapshot.hasTag('available'));
  if (isThere && !wasMissing) return <Status icon="ext" tone="c-ok" title={texts.status.extension} />;
  return <Status icon="ext" tone="c-warn" title={texts.status.extension} why={texts.status.missing} />;
};

const ReadOnly = () => {
  const open = useOpenOverlay();
  const logIn = (
    <Button look="line" size="s" aria-haspopup="dialog" onClick={() => open({ login: true })}>
      {texts.header.logIn}
    </Button>
  );
  return <Status icon="eye" tone="c-2" title={texts.status.readOnly} why={texts.status.readOnlyWhy} action={logIn} />;
};

/** Whether the key can sign now (SET-22 to SET-25). */
const KeyStatus = () => {
  const state = useAccountState();
  const isOther = useSelector(useArea('login'), (snapshot) => snapshot.hasTag('other key'));
  if (isOther) return <OtherKey />;
  if (state === 'unlocked') return <Unlocked />;
  if (state === 'locked') return <Locked />;
  return state === 'extension' ? <ByExtension /> : <ReadOnly />;
};

/** Who is logged in and how (SET-20 to SET-25); leads to the own profile (ROUTE-31). */
export const AccountCard = ({ pubkey }: { pubkey: string }) => {
  const npub = encodeNpub(pubkey);
  const backToPath = useLocation({ select: ({ pathname }) => pathname });
  return (
    <div className="wcard">
      <div className="row who">
        <AppLink
          to="/npub/$npub"
          params={{ npub }}
          state={{ fromNoteView: true, backToPath }}
          className="row who grow"
          aria-label={texts.status.profile(useDisplayName(pubkey))}
        >
          <PersonLine pubkey={pubkey} size="m" />
        </AppLink>
        <CopyButton bare text={npub} label={texts.status.copyNpub} />
      </div>
      <KeyStatus />
    </div>
  );
};
