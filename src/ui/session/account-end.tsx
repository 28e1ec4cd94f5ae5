import { Suspense, lazy } from 'react';
import { encodeNpub } from '#domain/identifiers.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { AppLink } from '#ui/links.tsx';
import { PersonPicture } from '#ui/note/person-avatar.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useDisplayName } from '#ui/queries.ts';
import { useAccount } from '#ui/system-context.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';

const ExtensionToast = lazy(async () => ({ default: (await import('./extension-toast.tsx')).ExtensionToast }));

const NotificationSquare = lazy(async () => ({
  default: (await import('#ui/notifications/notification-square.tsx')).NotificationSquare,
}));

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
          onClick={() => open({ login: true })}
        />
      ) : (
        <>
          <ErrorBoundary fallback={null}>
            <Suspense fallback={<span className="tap" />}>
              <NotificationSquare pubkey={pubkey} />
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
