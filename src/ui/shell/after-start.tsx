import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { later } from '#ui/kit/later.ts';
import { useSystem } from '#ui/system-context.ts';
import { PostStrip } from '#ui/publish/post-strip.tsx';
import { NoticeToast } from './notice-toast.tsx';

const InspectorAside = later(() => import('#ui/inspector/inspector-aside.tsx').then((file) => file.InspectorAside));
const AppPrompts = later(() => import('./app-prompts.tsx').then((file) => file.AppPrompts));

/** What stands around every screen once the first one is there. */
export const AfterStart = () => {
  const { app } = useSystem();
  const inspects = useSelector(app, ({ children }) => 'inspector' in children);
  return (
    <>
      <ErrorBoundary fallback={null}>
        <NoticeToast />
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <PostStrip />
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <Suspense>
          <AppPrompts />
        </Suspense>
      </ErrorBoundary>
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
