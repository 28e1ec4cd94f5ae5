import { DAY, SECOND } from '#domain/units.ts';
import { byNewest, type NostrEvent } from '#domain/protocol/event.ts';

/** not in the specification: private messages of so many days are looked at */
const INBOX_DAYS = 60;
/** wraps that are asked for */
export const INBOX_LIMIT = 500;
/** wraps that wait to be opened, at most: the oldest are left out */
export const WAITING_MOST = 500;
/** each wrap costs two decryptions: so many at once, then one every so many ms */
export const OPEN_AT_ONCE = 60;
export const OPEN_EVERY_MS = 2 * SECOND;
/** ids of wraps that were looked at, kept so that none is opened twice */
export const SEEN_MOST = 2_000;
const SEEN_CHARACTERS = 20;

/** The time from which on wraps are asked for, in seconds. `now` in ms. */
export const inboxSince = (now: number): number => Math.floor((now - INBOX_DAYS * DAY) / SECOND);

/** How a wrap is remembered. */
const markOf = (id: string): string => id.slice(0, SEEN_CHARACTERS);

/** Whether it was looked at. */
export const isSeen = (seen: readonly string[], id: string): boolean => seen.includes(markOf(id));

/** With one more that was looked at; the oldest are forgotten. */
export const withSeen = (seen: readonly string[], id: string): readonly string[] =>
  isSeen(seen, id) ? seen : [...seen.slice(-(SEEN_MOST - 1)), markOf(id)];

/** With one more that waits, the newest first, and no more than there may be. */
export const withWaiting = (waiting: readonly NostrEvent[], wrap: NostrEvent): readonly NostrEvent[] =>
  waiting.some(({ id }) => id === wrap.id) ? waiting : [...waiting, wrap].toSorted(byNewest).slice(0, WAITING_MOST);

/** So many decryptions are left now, after so many ms in which none was done. */
export const budgetAfter = (left: number, ms: number): number => Math.min(OPEN_AT_ONCE, left + ms / OPEN_EVERY_MS);
