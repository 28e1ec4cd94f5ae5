import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { later } from '#ui/kit/later.ts';
import { PostStrip } from '#ui/publish/post-strip.tsx';
import { NoticeToast } from './notice-toast.tsx';

const AppPrompts = later(() => import('./app-prompts.tsx').then((file) => file.AppPrompts));

/** What stands around every screen once the first one is there. */
export const AfterStart = () => (
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
  </>
);
