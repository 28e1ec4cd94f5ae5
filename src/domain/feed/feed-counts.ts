import { isMereRepost, isMutedRow, isUnfitRow, type FeedView } from './feed-filter.ts';
import { hashtagFilter } from './chosen-hashtags.ts';
import { tagsNamed } from '#domain/protocol/event.ts';
import type { FeedItem } from '#domain/note/note.ts';
import { isReply } from '#domain/thread/thread.ts';

/** How many of the notes that were read so far each filter is about, whether it is on or not. */
export type FeedCounts = {
  /** distinct notes */
  readonly read: number;
  readonly replies: number;
  /** notes that are there only because they were reposted, and all with a repost */
  readonly reposts: number;
  readonly reposted: number;
  readonly withoutPicture: number;
  readonly nsfw: number;
  readonly muted: number;
  /** by nobody the user follows */
  readonly unfollowed: number;
  /** with one of the user's hashtags */
  readonly tagged: number;
};

type Options = {
  readonly muted: FeedView['muted'];
  readonly follows: ReadonlySet<string>;
  readonly hashtags: readonly string[];
};

const hasTag = (row: FeedItem, wanted: ReadonlySet<string>): boolean =>
  tagsNamed(row.note, 't').some(([, tag]) => wanted.has((tag ?? '').toLowerCase()));

/** One row for a note that has two: that of its repost, which says that the note came by itself, too. */
const joined = (known: FeedItem, row: FeedItem): FeedItem => {
  const repost = known.repost ? known : row;
  const own = known.own === true || !known.repost || !row.repost;
  return repost.repost && own ? { ...repost, own } : repost;
};

/** The rows of the lists, one for each note. */
export const rowsRead = (lists: readonly (readonly FeedItem[])[]): readonly FeedItem[] => {
  const rows = new Map<string, FeedItem>();
  for (const row of lists.flat()) {
    const known = rows.get(row.note.id);
    rows.set(row.note.id, known ? joined(known, row) : row);
  }
  return [...rows.values()];
};

/** Counts the rows that were read, one for each note. */
export const feedCounts = (rows: readonly FeedItem[], { muted, follows, hashtags }: Options): FeedCounts => {
  const wanted = new Set(hashtagFilter(hashtags));
  const count = (belongs: (row: FeedItem) => boolean) => rows.filter(belongs).length;
  return {
    read: rows.length,
    replies: count(({ note }) => isReply(note)),
    reposts: count(isMereRepost),
    reposted: count(({ repost }) => repost !== undefined),
    withoutPicture: count(({ note }) => note.imageUrls.length === 0),
    nsfw: count(isUnfitRow),
    muted: count((row) => isMutedRow(row, muted)),
    unfollowed: count(({ note, repost, own }) => !follows.has(repost && !own ? repost.pubkey : note.pubkey)),
    tagged: count((row) => hasTag(row, wanted)),
  };
};
