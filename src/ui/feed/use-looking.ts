import { useState } from 'react';
import { FEED_PAGES_IN_VAIN } from '#domain/feed/feed-limits.ts';

/** How long the feed has looked for a note to show. */
type Looking = {
  /** pages without a note to show were loaded: somebody must want to look further */
  readonly isPaused: boolean;
  /** notes read since the last one that is shown */
  readonly vain: number;
  /** a page is asked for */
  readonly asked: () => void;
  readonly goOn: () => void;
};

/** Keeps a feed whose filters hide all that comes from reading for ever. */
export const useLooking = (shown: number, read: number): Looking => {
  const [since, setSince] = useState({ shown, read, pages: 0 });
  if (since.shown !== shown || since.read > read) setSince({ shown, read, pages: 0 });
  return {
    isPaused: since.pages >= FEED_PAGES_IN_VAIN,
    vain: read - since.read,
    asked: () => setSince((before) => ({ ...before, pages: before.pages + 1 })),
    goOn: () => setSince((before) => ({ ...before, pages: 0 })),
  };
};
