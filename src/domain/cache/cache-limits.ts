import { SECOND, MINUTE, HOUR, MB } from '#domain/units.ts';

export const PERSISTED_CACHE_MAX_AGE_MS = 24 * HOUR;
/** not in the specification: how much later than now a record may have been saved, for a clock that was set back */
export const PERSISTED_CACHE_AHEAD_MS = 5 * MINUTE;
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
export const PERSIST_IDLE_TIMEOUT_MS = 1 * SECOND;
/** notes and people in them all */
export const PERSIST_MAX_ENTRIES = 1_000;
export const PERSIST_MAX_TIMELINE_ITEMS = 100;

// what is in memory
/** what nothing shows any more stays for so long */
export const QUERY_GC_MS = 10 * MINUTE;
export const QUERY_RETRIES = 1;
/** a feed outlives the other queries, so that what is saved of it stays while another screen is open */
export const FEED_GC_MS = 24 * HOUR;
/** events kept; the replaceable ones count on their own */
export const REGISTRY_CAPACITY = 20_000;
/** not in the specification: an event nothing holds any more is remembered so long, so that a copy of it is known */
export const REGISTRY_KEEPS_MS = 5 * MINUTE;
/** both are memory still available, where the browser tells its limit (CACHE-33) */
export const MEMORY_CRITICAL_BYTES = 50 * MB;
export const MEMORY_WARNING_BYTES = 80 * MB;
export const CACHE_MAX_BYTES = 100 * MB;
export const CACHE_MAX_FEED_QUERIES = 200;
export const CACHE_MAX_THREAD_QUERIES = 50;
export const CACHE_MAX_METADATA_QUERIES = 1_000;
export const QUERY_MAX_AGE_MS = 30 * MINUTE;
export const THREAD_QUERY_MAX_AGE_MS = 15 * MINUTE;
export const PRESSURE_HIGH_QUERIES = 500;
export const PRESSURE_MEDIUM_QUERIES = 300;
export const PRESSURE_MEDIUM_BYTES = 50 * MB;
export const IOS_HIGH_BYTES = 45 * MB;
export const IOS_SPIKE_BYTES = 10 * MB;
export const IOS_CLEANUP_KEEPS_FEED_QUERIES = 100;
export const IOS_CLEANUP_MAX_AGE_MS = 10 * MINUTE;
export const EMERGENCY_KEEPS_QUERIES = 50;
export const EMERGENCY_MAX_AGE_MS = 5 * MINUTE;
export const SELECTIVE_TARGET_BYTES = 40 * MB;
/** not in the specification: how often the settings look anew at what the caches hold while they are open */
export const CACHE_REPORT_MS = 2 * SECOND;
/** ms after which somebody may log out, or clear, without an answer to what would be lost: a database that is kept busy must hold nobody */
export const STAKES_PATIENCE_MS = 5 * SECOND;
