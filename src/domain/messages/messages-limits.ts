import { SECOND } from '#domain/units.ts';

/** not in the specification: private messages of so many days are looked at */
export const INBOX_DAYS = 60;
/** wraps that are asked for at once; those behind them are read page by page, so many of one relay */
export const INBOX_LIMIT = 500;
export const INBOX_READ_MOST = 10_000;
/** wraps that wait to be opened, at most: the oldest are left out */
export const INBOX_WAITING_MOST = 500;
/** each wrap costs two decryptions: so many at once, then one every so many ms */
export const INBOX_OPEN_AT_ONCE = 60;
export const INBOX_OPEN_EVERY_MS = 2 * SECOND;
/** ids of wraps that were looked at, kept so that none is opened twice */
export const INBOX_SEEN_MOST = 10_000;
export const INBOX_SEEN_CHARACTERS = 20;
/** wraps that are opened before it is written down that they were */
export const INBOX_SAVE_EVERY = 20;
/** not in the specification: ms until relays that did not say where somebody reads messages are asked again */
export const INBOX_AGAIN_MS = 30 * SECOND;
/** NIP-17: a list of relays for messages is to be short */
export const MESSAGE_RELAYS_MOST = 3;
