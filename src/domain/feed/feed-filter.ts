import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { hashtagFilter } from './chosen-hashtags.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { isHidden, type Mutes } from '#domain/social/muted.ts';
import type { FeedItem } from '#domain/note/note.ts';
import { coverOf } from './nsfw.ts';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import { isReply } from '#domain/thread/thread.ts';

/** What relays are asked for a feed: notes and reposts (FEED-01, FEED-09). */
export const feedQuery = ({ hashtags }: FeedFilter): Filter => ({
  kinds: [KIND.textNote, KIND.repost],
  ...(hashtags.length > 0 && { '#t': hashtagFilter(hashtags) }),
});

/** The feed of everything that the relays of this one have: what its filter leaves out is hidden of that. */
export const unfiltered = ({ relay }: FeedFilter): FeedFilter => ({ hashtags: [], relay });

/** Whether a note has no place in a feed: not safe for work by a hashtag or a word, whether its author warns or not. */
export const isUnfit = (event: NostrEvent): boolean => coverOf(event)?.kind === 'nsfw';

/** What of the notes that were read is shown. It needs no relay: a change of it acts at once on what is there. */
export type FeedView = {
  readonly showReplies: boolean;
  readonly showReposts: boolean;
  readonly imageNotesOnly: boolean;
  /** only notes that have something to look at, a picture or a video (FEED-11) */
  readonly gallery: boolean;
  readonly muted: Mutes;
};

const known = new WeakMap<FeedItem, boolean>();

/** Whether the note of a row is not safe for work; found out once, for its words are searched (FEED-08). */
export const isUnfitRow = (row: FeedItem): boolean => {
  const unfit = known.get(row) ?? isUnfit(row.note);
  known.set(row, unfit);
  return unfit;
};

/** Whether a row is there only because somebody reposted its note. */
export const isMereRepost = ({ repost, own }: FeedItem): boolean => repost !== undefined && !own;

/** Whether a row is by one of these people, or reposted by one. */
export const isOfPeople =
  (people: ReadonlySet<string>) =>
  ({ note, repost }: FeedItem): boolean =>
    people.has(note.pubkey) || (repost !== undefined && people.has(repost.pubkey));

const isMutedRepost = (row: FeedItem, muted: Mutes): boolean => isMereRepost(row) && muted.has(row.repost!.pubkey);

/** Whether the note of a row is muted, or only muted people reposted it. */
export const isMutedRow = (row: FeedItem, muted: Mutes): boolean =>
  isHidden(muted, row.note) || isMutedRepost(row, muted);

/** Whether a row gives its place to another repost of its note: who reposted it is muted, and who did the other is not. */
export const givesWay = (row: FeedItem, other: FeedItem, { muted }: FeedView): boolean =>
  isMutedRepost(row, muted) && !isMutedRepost(other, muted);

/** Whether a row is shown (FEED-05, FEED-06, FEED-08, FEED-10). */
export const isInView = (
  row: FeedItem,
  { showReplies, showReposts, imageNotesOnly, gallery, muted }: FeedView,
): boolean =>
  (showReplies || !isReply(row.note)) &&
  (showReposts || !isMereRepost(row)) &&
  (!imageNotesOnly || row.note.imageUrls.length > 0) &&
  (!gallery || row.note.imageUrls.length + row.note.videoUrls.length > 0) &&
  !isMutedRow(row, muted) &&
  !isUnfitRow(row);

/** The rows that are shown; where pictures are all there is to see, those of a note once. */
export const rowsInView = (rows: readonly FeedItem[], view: FeedView): readonly FeedItem[] => {
  const shown = rows.filter((row) => isInView(row, view));
  if (!view.imageNotesOnly && !view.gallery) return shown;
  const own = new Set(shown.filter(({ repost }) => !repost).map(({ id }) => id));
  return shown.filter(({ note, repost }) => !repost || !own.has(note.id));
};
