import type { FeedFilter } from '#domain/cache/query-keys.ts';
import type { FeedItem } from '#domain/note/note.ts';
import { isInView, type FeedView } from './feed-filter.ts';

/** Whether a line above the notes tells how many are hidden: where the user chose what hides some. */
export const isHiddenTold = ({ hashtags, followOnly }: FeedFilter, view: FeedView): boolean =>
  followOnly !== undefined ||
  hashtags.length > 0 ||
  !view.showReplies ||
  !view.showReposts ||
  view.imageNotesOnly ||
  view.gallery ||
  view.muted.size > 0 ||
  view.muted.hides !== undefined;

/** How many of the rows that were read are not shown: those that are not in the feed, and those not in view. */
export const countHidden = (read: readonly FeedItem[], feed: readonly FeedItem[], view: FeedView): number => {
  const shown = new Set(feed.filter((row) => isInView(row, view)).map(({ note }) => note.id));
  return read.filter(({ note }) => !shown.has(note.id)).length;
};
