import type { FeedItem, Note } from './note.ts';

/** The rows without those of muted people: neither what they wrote nor what they reposted. */
export const rowsWithout = (muted: ReadonlySet<string>, items: readonly FeedItem[]): readonly FeedItem[] =>
  muted.size === 0
    ? items
    : items.filter(({ note, repost }) => !muted.has(note.pubkey) && (!repost || !muted.has(repost.pubkey)));

/** The notes without those of muted people; the one that somebody opened, `openId`, stays. */
export const notesWithout = (muted: ReadonlySet<string>, notes: readonly Note[], openId: string): readonly Note[] =>
  muted.size === 0 ? notes : notes.filter(({ id, pubkey }) => id === openId || !muted.has(pubkey));
