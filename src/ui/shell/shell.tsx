import { Outlet } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { usePrefetchOnIntent } from '#ui/links.tsx';
import { useSystem } from '#ui/system-context.ts';
import { texts } from '#ui/texts.ts';
import { BrokenScreen } from './broken-screen.tsx';
import { focusMain, useFocusOnScreenChange } from './focus.ts';
import { HeaderBar } from './header-bar.tsx';
import { NoticeToast } from './notice-toast.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Overlays } from './overlays.tsx';
import { useScrollRestore } from './use-scroll-restore.ts';

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
  const broken = useSelector(useSystem().app, (snapshot) => snapshot.hasTag('broken'));
  usePrefetchOnIntent();
  useFocusOnScreenChange();
  useScrollRestore();
  return (
    <>
      <SkipLink />
      <HeaderBar />
      <OfflineBanner />
      {broken ? <BrokenScreen /> : <Outlet />}
      {!broken && <Overlays />}
      <NoticeToast />
    </>
  );
};
