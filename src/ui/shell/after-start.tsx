import { useSelector } from '@xstate/react';
import { Suspense, useEffect } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { later } from '#ui/kit/later.ts';
import { useSystem } from '#ui/system-context.ts';
import { PostStrip } from '#ui/publish/post-strip.tsx';
import { MuteTold } from '#ui/social/mute-told.tsx';
import { holdStrayPresses } from './hold-stray-presses.ts';
import { NoticeToast } from './notice-toast.tsx';
import { usePrefetchOnIntent } from './prefetch-on-intent.ts';
import { keepFocusInRows } from './row-focus.ts';

const InspectorAside = later(() => import('#ui/inspector/inspector-aside.tsx').then((file) => file.InspectorAside));
const AppPrompts = later(() => import('./app-prompts.tsx').then((file) => file.AppPrompts));

/** What stands around every screen once the first one is there; without what acts, notices are told all the same. */
export const AfterStart = () => {
  const { app } = useSystem();
  const acts = useSelector(app, ({ children }) => 'publish-desk' in children);
  const inspects = useSelector(app, ({ children }) => 'inspector' in children);
  usePrefetchOnIntent();
  useEffect(() => {
    const leaving = new AbortController();
    holdStrayPresses(window, leaving.signal);
    keepFocusInRows(document, leaving.signal);
    return () => leaving.abort();
  }, []);
  return (
    <>
      <ErrorBoundary fallback={null}>
        <NoticeToast />
      </ErrorBoundary>
      {acts && (
        <ErrorBoundary fallback={null}>
          <PostStrip />
        </ErrorBoundary>
      )}
      {acts && (
        <ErrorBoundary fallback={null}>
          <MuteTold />
        </ErrorBoundary>
      )}
      {acts && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <AppPrompts />
          </Suspense>
        </ErrorBoundary>
      )}
      {inspects && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <InspectorAside />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
};
