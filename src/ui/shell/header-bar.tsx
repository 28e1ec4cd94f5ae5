import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { later } from '#ui/kit/later.ts';
import { Logo } from '#ui/kit/logo.tsx';
import { AppLink } from '#ui/links.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { texts } from '#ui/texts/app.ts';
import { RelayStatusButton } from './relay-status-button.tsx';

const AccountEnd = later(() => import('#ui/session/account-end.tsx').then((file) => file.AccountEnd));

const exact = { exact: true, includeSearch: false };

/** Who is on the feed already is led to its top. */
const toTop = () => {
  if (location.pathname === '/') scrollTo(0, 0);
};

/** The header: under the thumb on phones, at the top from 640 px on (HEAD-01 to HEAD-07, HEAD-11 to HEAD-13). */
export const HeaderBar = () => {
  const open = useOpenOverlay();
  return (
    <header className="bar">
      <nav className="bar__in" aria-label={texts.shell.main}>
        <AppLink to="/" className="tap" aria-label={texts.shell.toFeed} activeOptions={exact} onClick={toTop}>
          <Logo />
        </AppLink>
        <ErrorBoundary fallback={null}>
          <RelayStatusButton />
        </ErrorBoundary>
        <AppLink
          to="/search"
          className="tap"
          aria-label={texts.shell.search}
          title={texts.shell.search}
          activeOptions={exact}
        >
          <Icon name="search" />
        </AppLink>
        <AppLink to="/about" className="bar__title" activeOptions={exact}>
          <span className="short">{texts.shell.name}</span>
          <span className="long">
            {texts.shell.name} <em>{texts.shell.claim}</em>
          </span>
        </AppLink>
        <ErrorBoundary fallback={null}>
          <Suspense fallback={<span className="tap" />}>
            <AccountEnd />
          </Suspense>
        </ErrorBoundary>
        <IconButton
          icon="sliders"
          label={texts.shell.settings}
          aria-haspopup="dialog"
          onClick={() => open({ settings: true })}
        />
      </nav>
    </header>
  );
};
