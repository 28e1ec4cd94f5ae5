import { SECOND, MINUTE, HOUR } from '#domain/units.ts';

export const PERSISTED_CACHE_MAX_AGE_MS = 24 * HOUR;
export const QUERY_STALE_MS = 5 * MINUTE;
export const PERSISTED_CACHE_KEY = 'rq-cache-v1';
/** not in the specification: the buster since something was cleared (local storage) */
export const PERSISTED_BUSTER_KEY = 'rq-cache-buster';
/** not in the specification: how much is saved, how often, and how long a start waits for it */
export const PERSIST_MAX_QUERIES = { feed: 60, metadata: 200, 'zap-totals': 100, thread: 10, contacts: 10, other: 0 };
export const PERSIST_SAVE_DELAY_MS = 2 * SECOND;
export const PERSIST_RETRY_MS = 60 * SECOND;
export const PERSIST_RESTORE_LIMIT_MS = 5 * SECOND;
export const CLEANUP_PROACTIVE_MS = 2 * MINUTE;
export const CLEANUP_BACKGROUND_MS = 5 * MINUTE;
export const CLEANUP_AGGRESSIVE_MS = 10 * MINUTE;
export const PRESSURE_CHECK_MS = 30 * SECOND;
export const IOS_CHECK_MS = 10 * SECOND;
export const IOS_HIGH_READINGS = 2;
