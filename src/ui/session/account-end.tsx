import { Suspense } from 'react';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { later } from '#ui/kit/later.ts';
import { AppLink } from '#ui/links.tsx';
import { PersonPicture } from '#ui/note/person-avatar.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useDisplayName } from '#ui/queries.ts';
import { useAccount } from '#ui/system-context.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { HEADER_FLOW } from './header-flow.ts';

const ExtensionToast = later(() => import('./extension-toast.tsx').then((file) => file.ExtensionToast));
const UnreadCount = later(() => import('#ui/notifications/unread-count.tsx').then((file) => file.UnreadCount));

const Me = ({ pubkey }: { pubkey: string }) => {
  const name = texts.status.profile(useDisplayName(pubkey));
  return (
    <AppLink to="/npub/$npub" params={{ npub: encodeNpub(pubkey) }} className="tap" aria-label={name} title={name}>
      <span className="avatar">
        <PersonPicture pubkey={pubkey} />
      </span>
    </AppLink>
  );
};

/** The user's notifications and their picture, which leads to their profile; of a visitor the way to log in (HEAD-08 to HEAD-12). */
export const AccountEnd = () => {
  const { pubkey, method } = useAccount();
  const open = useOpenOverlay();
  return (
    <>
      {pubkey === undefined ? (
        <IconButton
          icon="login"
          label={texts.header.logIn}
          aria-haspopup="dialog"
          onClick={() => open({ login: true }, HEADER_FLOW)}
        />
      ) : (
        <>
          <ErrorBoundary fallback={null}>
            <Suspense fallback={<span className="tap" />}>
              <UnreadCount pubkey={pubkey} />
            </Suspense>
          </ErrorBoundary>
          <Me pubkey={pubkey} />
        </>
      )}
      {method === 'nip07' && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <ExtensionToast />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
};
