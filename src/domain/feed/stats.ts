import { isHex64, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { repostTarget } from '#domain/note/note.ts';
import type { NoteStats } from '#domain/cache/query-keys.ts';
import { threadRefs } from '#domain/thread/thread.ts';
import { noProviderIsKnown, parseZapReceipt, type AcceptsZap, type Zap } from '#domain/wallet/zap.ts';

/** The sum of what was seen about one note; `addToStats` grows it, `statsOf` reads it. */
export type StatsTally = {
  readonly noteId: string;
  /** whose receipts count: nobody's unless told otherwise */
  readonly acceptsZap: AcceptsZap;
  readonly replies: Set<string>;
  /** people, each once */
  readonly reposts: Set<string>;
  readonly likes: Set<string>;
  /** by request: it is paid once, however many receipts quote it */
  readonly zaps: Map<string, Zap>;
};

/** A tally with nothing in it. */
export const newTally = (noteId: string, acceptsZap: AcceptsZap = noProviderIsKnown): StatsTally => ({
  noteId,
  acceptsZap,
  replies: new Set(),
  reposts: new Set(),
  likes: new Set(),
  zaps: new Map(),
});

/** What kind 7 reacts to: the last e tag (NIP-25); a dislike is no like. */
const likedId = (event: NostrEvent): string | undefined =>
  event.content === '-' ? undefined : tagsNamed(event, 'e').findLast(([, id]) => isHex64(id))?.[1];

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

const addZap = (tally: StatsTally, event: NostrEvent): boolean => {
  const zap = parseZapReceipt(event);
  if (zap?.noteId !== tally.noteId || tally.zaps.has(zap.requestId) || !tally.acceptsZap(zap)) return false;
  tally.zaps.set(zap.requestId, zap);
  return true;
};

/**
 * Counts one verified event; true when a number changed. Replies are direct and indirect ones; a repost and a like count
 * once per person; quotes count as nothing.
 */
export const addToStats = (tally: StatsTally, event: NostrEvent): boolean => {
  if (event.kind === KIND.zap) return addZap(tally, event);
  const [set, member] = place(tally, event) ?? [];
  if (set === undefined || member === undefined || set.has(member)) return false;
  set.add(member);
  return true;
};

/** The numbers under the note. */
export const statsOf = (tally: StatsTally): NoteStats => {
  const zaps = [...tally.zaps.values()];
  const top = zaps.reduce<Zap | undefined>((best, zap) => (best && best.sats >= zap.sats ? best : zap), undefined);
  return {
    replies: tally.replies.size,
    reposts: tally.reposts.size,
    likes: tally.likes.size,
    zaps: zaps.length,
    zapSats: zaps.reduce((sum, { sats }) => sum + sats, 0),
    ...(top && { topZap: { pubkey: top.sender, sats: top.sats, comment: top.comment } }),
  };
};

/** The numbers of a note from the events about it. */
export const tallyStats = (noteId: string, events: Iterable<NostrEvent>, acceptsZap?: AcceptsZap): NoteStats => {
  const tally = newTally(noteId, acceptsZap);
  for (const event of events) addToStats(tally, event);
  return statsOf(tally);
};
