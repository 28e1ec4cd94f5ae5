import { Button } from '#ui/kit/button.tsx';
import { buttonClass } from '#ui/kit/button-class.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { AppLink } from '#ui/links.tsx';
import { texts } from '#ui/texts/app.ts';
import { linkTexts } from '#ui/texts/link.ts';
import { threadTexts } from '#ui/texts/thread.ts';

const FeedLink = () => (
  <AppLink to="/" className={buttonClass({ look: 'line' })}>
    {linkTexts.toFeed}
  </AppLink>
);

/** For an address that names no note (ROUTE-03). */
export const InvalidNote = () => (
  <EmptyState art="nut" title={threadTexts.invalid} action={<FeedLink />}>
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
        <Button look="primary" onClick={onRetry}>
          {texts.error.retry}
        </Button>
        <FeedLink />
      </>
    }
  >
    {why}
  </EmptyState>
);
