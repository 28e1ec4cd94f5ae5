import { DAY, toSeconds } from '#domain/units.ts';
import { byNewest, type NostrEvent } from '#domain/protocol/event.ts';
import {
  INBOX_DAYS,
  INBOX_WAITING_MOST,
  INBOX_OPEN_AT_ONCE,
  INBOX_OPEN_EVERY_MS,
  INBOX_SEEN_MOST,
  INBOX_SEEN_CHARACTERS,
} from './messages-limits.ts';

/** The time from which on wraps are asked for, in seconds. `now` in ms. */
export const inboxSince = (now: number): number => toSeconds(now - INBOX_DAYS * DAY);

type Reader = { readonly hasWallet: boolean; readonly receives: boolean; readonly awaitsPayment: boolean };

/** Messages are opened while there is a wallet, and the user wants ecash that way or a payment is awaited. */
export const areMessagesOpened = ({ hasWallet, receives, awaitsPayment }: Reader): boolean =>
  hasWallet && (receives || awaitsPayment);

/** How a wrap is remembered. */
const markOf = (id: string): string => id.slice(0, INBOX_SEEN_CHARACTERS);

/** Whether it was looked at. */
export const wasLookedAt = (seen: readonly string[], id: string): boolean => seen.includes(markOf(id));

/** With one more that was looked at; the oldest are forgotten. */
export const withSeen = (seen: readonly string[], id: string): readonly string[] =>
  wasLookedAt(seen, id) ? seen : [...seen.slice(-(INBOX_SEEN_MOST - 1)), markOf(id)];

/** With one more that waits, the newest first, and no more than there may be. */
export const withWaiting = (waiting: readonly NostrEvent[], wrap: NostrEvent): readonly NostrEvent[] =>
  waiting.some(({ id }) => id === wrap.id)
    ? waiting
    : [...waiting, wrap].toSorted(byNewest).slice(0, INBOX_WAITING_MOST);

/** So many decryptions are left now, after so many ms in which none was done. */
export const budgetAfter = (left: number, ms: number): number =>
  Math.min(INBOX_OPEN_AT_ONCE, left + ms / INBOX_OPEN_EVERY_MS);
