import { saysDislike } from '#domain/note/dislike.ts';
import { isHex64, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { repostTarget } from '#domain/note/note.ts';
import type { NoteStats } from '#domain/cache/query-keys.ts';
import { threadRefs } from '#domain/thread/thread.ts';

/** The sum of what was seen about one note; `addToStats` grows it, `statsOf` reads it. */
export type StatsTally = {
  readonly noteId: string;
  readonly replies: Set<string>;
  /** people, each once */
  readonly reposts: Set<string>;
  readonly likes: Set<string>;
};

/** A tally with nothing in it. */
export const newTally = (noteId: string): StatsTally => ({
  noteId,
  replies: new Set(),
  reposts: new Set(),
  likes: new Set(),
});

/** What kind 7 reacts to: the last e tag (NIP-25); a dislike is no like. */
const likedId = (event: NostrEvent): string | undefined =>
  saysDislike(event.content) ? undefined : tagsNamed(event, 'e').findLast(([, id]) => isHex64(id))?.[1];

const isReplyIn = (noteId: string, event: NostrEvent): boolean => {
  const { parent, root } = threadRefs(event);
  return parent?.id === noteId || root?.id === noteId;
};

/** Which set of the tally an event belongs in, and as what. Undefined when it says nothing about the note. */
const place = (tally: StatsTally, event: NostrEvent): readonly [set: Set<string>, member: string] | undefined => {
  switch (event.kind) {
    case KIND.textNote:
      return isReplyIn(tally.noteId, event) ? [tally.replies, event.id] : undefined;
    case KIND.repost:
      return repostTarget(event)?.id === tally.noteId ? [tally.reposts, event.pubkey] : undefined;
    case KIND.reaction:
      return likedId(event) === tally.noteId ? [tally.likes, event.pubkey] : undefined;
    default:
      return undefined;
  }
};

/**
 * Counts one verified event; true when a number changed. Replies are direct and indirect ones; a repost and a like count
 * once per person; quotes count as nothing, and zaps are counted by `tallyZaps`, which knows whose receipts count.
 */
export const addToStats = (tally: StatsTally, event: NostrEvent): boolean => {
  const [set, member] = place(tally, event) ?? [];
  if (set === undefined || member === undefined || set.has(member)) return false;
  set.add(member);
  return true;
};

/** The numbers under the note. */
export const statsOf = ({ replies, reposts, likes }: StatsTally): NoteStats => ({
  replies: replies.size,
  reposts: reposts.size,
  likes: likes.size,
  zaps: 0,
  zapSats: 0,
});

/** The numbers of a note from the events about it. */
export const tallyStats = (noteId: string, events: Iterable<NostrEvent>): NoteStats => {
  const tally = newTally(noteId);
  for (const event of events) addToStats(tally, event);
  return statsOf(tally);
};
