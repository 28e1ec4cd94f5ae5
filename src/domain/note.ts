import type { NostrEvent } from './event.ts';

/** A short text note with what the views need of it (doc A section 3). */
export type Note = NostrEvent & {
  readonly imageUrls: readonly string[];
  readonly videoUrls: readonly string[];
  /** ms since the epoch, local clock, when the note first arrived */
  readonly receivedAt: number;
};

/** One row of a timeline: a note, or a note that somebody reposted. */
export type FeedItem = {
  /** id of the note, or of the repost event: unique in a timeline */
  readonly id: string;
  /** seconds: when the note was written or reposted; timelines sort by it, newest first */
  readonly at: number;
  readonly note: Note;
  readonly repost?: { readonly id: string; readonly pubkey: string };
};
