import { byText } from '#domain/by-text.ts';
import { isHex64, tagsNamed, type EventRef, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { mediaIn } from './media.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';

/** A short text note with what the views need of it. */
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
  /**
   * seconds: when the note was written or reposted, and of a repost whose note came late that of its place below what is read;
   * timelines sort by it, newest first
   */
  readonly at: number;
  readonly note: Note;
  readonly repost?: { readonly id: string; readonly pubkey: string };
  /** of a repost where notes are counted: its note came by itself, too */
  readonly own?: boolean;
};

/** The note of a verified event; `receivedAt` in ms (NOTE-01, NOTE-02). */
export const noteFromEvent = (event: NostrEvent, receivedAt: number): Note => {
  const media = mediaIn(event);
  return {
    ...event,
    imageUrls: media.filter(({ type }) => type === 'image').map(({ url }) => url),
    videoUrls: media.filter(({ type }) => type === 'video').map(({ url }) => url),
    receivedAt,
  };
};

/** The note that an event is about by its last e tag, and where to look for it (NIP-18, NIP-25). */
export const lastTarget = (event: NostrEvent): EventRef | undefined => {
  const tag = tagsNamed(event, 'e').findLast(([, id]) => isHex64(id));
  const author = tagsNamed(event, 'p').findLast(([, pubkey]) => isHex64(pubkey))?.[1];
  return tag?.[1] === undefined
    ? undefined
    : { id: tag[1], relays: relayHints([tag[2]]), ...(author !== undefined && { author }) };
};

/**
 * The note a kind 6 event reposts (NIP-18). Its content may hold that note, whose signature nobody has verified there:
 * where neither the registry nor a relay has it, it is checked as what a relay sends (actors/feed/embedded-note.ts).
 */
export const repostTarget = (event: NostrEvent): EventRef | undefined =>
  event.kind === KIND.repost ? lastTarget(event) : undefined;

/** Finds a note among the verified events. */
export type NoteLookup = (id: string) => Note | undefined;

/**
 * The timeline row of an event: of a note (kind 1), or of a repost (kind 6) whose target `lookup` knows. Undefined
 * otherwise; for a repost `repostTarget` then says what to fetch.
 */
export const feedItemFromEvent = (event: NostrEvent, receivedAt: number, lookup: NoteLookup): FeedItem | undefined => {
  if (event.kind === KIND.textNote) {
    return { id: event.id, at: event.created_at, note: noteFromEvent(event, receivedAt) };
  }
  const target = repostTarget(event);
  const note = target && lookup(target.id);
  return note?.kind === KIND.textNote
    ? { id: event.id, at: event.created_at, note, repost: { id: event.id, pubkey: event.pubkey } }
    : undefined;
};

/** Newest first, at equal times the lower id: the order of a timeline. */
export const byItemTime = (a: FeedItem, b: FeedItem): number => b.at - a.at || byText(a.id, b.id);

/** The rows in the order of a timeline. */
export const sortItems = (items: readonly FeedItem[]): readonly FeedItem[] => items.toSorted(byItemTime);
