import { SECOND, MINUTE, HOUR } from '#domain/units.ts';

export const NOTIFICATIONS_LIMIT = 100;
/** not in the specification: so many are kept, however many come while the app is open */
export const NOTIFICATIONS_MAX = 1_000;
export const NOTIFICATIONS_WINDOW_MS = 24 * HOUR;
/** unread counts up to which each glow tier of the header reaches; above the last is the brightest (HEAD-10) */
export const NOTIFICATION_GLOW_TIERS: readonly number[] = [0, 2, 5, 10];
/** the square has room for no more than this */
export const UNREAD_SHOWN_MOST = 10;
export const NOTIFICATIONS_STALE_MS = 30 * SECOND;
export const NOTIFICATIONS_GC_MS = 2 * MINUTE;
/** faces in a row of several people */
export const NOTIFICATION_FACES_MAX = 3;
/** different reactions in such a row */
export const NOTIFICATION_REACTIONS_MAX = 5;
