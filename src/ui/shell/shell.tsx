import { Outlet, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { later, lazyView } from '#ui/kit/later.ts';
import { useOpenOnPress } from '#ui/note/press-note.ts';
import { isOverlayParameter } from '#ui/search-params.ts';
import { useSystem } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { BrokenScreen } from './broken-screen.tsx';
import { focusMain, useFocusOnScreenChange } from './focus.ts';
import { HeaderBar } from './header-bar.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { useScrollRestore } from './use-scroll-restore.ts';

const AfterStart = later(() => import('./after-start.tsx').then((file) => file.AfterStart));
const Shortcuts = later(() => import('./shortcuts.tsx').then((file) => file.Shortcuts));
const Overlays = lazyView(() => import('./overlays.tsx'), 'Overlays');

/** Overlays are parameters of the address. */
const useHasOverlay = (): boolean =>
  useSearch({ strict: false, select: (search) => Object.keys(search).some(isOverlayParameter) });

const SkipLink = () => (
  <a
    className="skip"
    href="#main"
    onClick={(event) => {
      event.preventDefault();
      focusMain();
    }}
  >
    {texts.shell.skip}
  </a>
);

/** What stands around every screen (ROUTE-01). */
export const Shell = () => {
  const { app } = useSystem();
  const broken = useSelector(app, (snapshot) => snapshot.hasTag('broken'));
  const hasStarted = useSelector(app, (snapshot) => 'publish-desk' in snapshot.children || snapshot.hasTag('notice'));
  const hearsKeys = useSelector(app, ({ children }) => 'shortcuts' in children);
  const hasOverlay = useHasOverlay();
  useOpenOnPress();
  useFocusOnScreenChange();
  useScrollRestore();
  return (
    <>
      <SkipLink />
      <HeaderBar />
      <OfflineBanner />
      {broken ? <BrokenScreen /> : <Outlet />}
      {hearsKeys && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <Shortcuts />
          </Suspense>
        </ErrorBoundary>
      )}
      {hasStarted && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <AfterStart />
          </Suspense>
        </ErrorBoundary>
      )}
      {!broken && hasOverlay && (
        <ErrorBoundary renderNotice={(notice) => <div className="toast">{notice}</div>}>
          <Suspense>
            <Overlays />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
};
