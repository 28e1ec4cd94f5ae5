import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RetryButton } from '#ui/kit/retry-button.tsx';
import { ToFeed } from '#ui/kit/to-feed.tsx';
import { threadTexts } from '#ui/texts/thread.ts';

/** For an address that names no note (ROUTE-03). */
export const InvalidNote = () => (
  <EmptyState art="nut" title={threadTexts.invalid} action={<ToFeed />}>
    {threadTexts.invalidWhy}
  </EmptyState>
);

/** For a note that no relay sent. */
export const MissingNote = ({ why, onRetry }: { why: string; onRetry: () => void }) => (
  <EmptyState
    art="mast"
    title={threadTexts.missing}
    action={
      <>
        <RetryButton look="primary" onRetry={onRetry} />
        <ToFeed />
      </>
    }
  >
    {why}
  </EmptyState>
);
