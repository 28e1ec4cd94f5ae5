import { describe, expect, it } from 'vitest';
import {
  NOTIFICATION_GLOW_TIERS,
  NOTIFICATIONS_WINDOW_MS,
  NOTIFICATIONS_LIMIT,
  NOTIFICATIONS_STALE_MS,
  NOTIFICATIONS_GC_MS,
} from '#domain/notifications/notifications-limits.ts';
import {
  SINGLE_EVENT_TIMEOUT_MS,
  RELAY_SELECTION_LRU_SIZE,
  RELAYS_PER_AUTHOR,
  RELAY_INFO_TIMEOUT_MS,
} from '#domain/relays/relays-limits.ts';
import {
  UPDATE_CHECK_MS,
  IOS_RELOAD_DELAY_MS,
  SPLASH_SHOWN_MS,
  SPLASH_FADE_MS,
  LAST_ROUTE_WINDOW_MS,
  SCROLL_SAVE_DEBOUNCE_MS,
  COPIED_FEEDBACK_MS,
  PREFETCH_HOVER_DELAY_MS,
  STATUS_LIGHTS_MAX,
} from '#domain/shell/shell-limits.ts';
import { NOTES_PAGE_SIZE, SINGLE_NOTE_LIMIT } from '#domain/feed/feed-limits.ts';
import {
  METADATA_LIMIT,
  CONTACTS_LIMIT,
  DISPLAY_NAME_TTL_MS,
  DISPLAY_NAME_MAX_FAILURES,
  DISPLAY_NAME_RETRY_MS,
  DISPLAY_NAME_FETCH_TIMEOUT_MS,
  PREFETCHED_NOTE_STALE_MS,
  PREFETCHED_NOTE_GC_MS,
  PROFILE_METADATA_STALE_MS,
  PROFILE_METADATA_GC_MS,
} from '#domain/profile/profile-limits.ts';
import { SHORT_NPUB_END, SHORT_HEX_END } from '#domain/protocol/identifiers.ts';
import {
  POW_DEFAULT_BITS,
  POW_FINISHED_SESSION_KEPT_MS,
  POW_MAX_BITS,
  POW_MIN_BITS,
  POW_PROGRESS_MAIN_THREAD_MS,
  POW_PROGRESS_WORKER_MS,
  POW_WORKER_TIMEOUT_MS,
  POW_PROGRESS_HASHES,
} from '#domain/pow/pow-limits.ts';
import { EXTENSION_WATCH_MS } from '#domain/session/session-limits.ts';
import { PERSISTED_CACHE_MAX_AGE_MS, CACHE_MAX_BYTES } from '#domain/cache/cache-limits.ts';
import {
  PLACEHOLDER_NPUB_LENGTH,
  PLACEHOLDER_HEX_LENGTH,
  PLACEHOLDER_NAME_LENGTH,
  PLACEHOLDER_SHORT_HEX_LENGTH,
} from '#ui/profile/loading-placeholder.tsx';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const MB = 1_000_000;

// other tests speak of these by their names: they would follow a number that is wrong
describe('the numbers of the specification', () => {
  it.each([
    ['[ROUTE-32] [ROUTE-33] prefetch', [PREFETCH_HOVER_DELAY_MS], [80]],
    ['[ROUTE-39] a prefetched note', [PREFETCHED_NOTE_STALE_MS, PREFETCHED_NOTE_GC_MS], [30 * SECOND, 10 * MINUTE]],
    ['[ROUTE-40] the metadata of a profile', [PROFILE_METADATA_STALE_MS, PROFILE_METADATA_GC_MS], [0, 10 * MINUTE]],
    ['[LOGIN-11] looks for an extension', [EXTENSION_WATCH_MS], [5 * SECOND]],
    ['[HEAD-03] lights', [STATUS_LIGHTS_MAX], [9]],
    ['[HEAD-10] tiers of the glow', NOTIFICATION_GLOW_TIERS, [0, 2, 5, 10]],
    ['[FEED-02] [PROF-07] a page', [NOTES_PAGE_SIZE], [10]],
    ['[FEED-03] [FEED-04] relays of an author', [RELAYS_PER_AUTHOR, RELAY_SELECTION_LRU_SIZE], [2, 25]],
    [
      '[FEED-16] placeholders',
      [PLACEHOLDER_NPUB_LENGTH, PLACEHOLDER_HEX_LENGTH, PLACEHOLDER_NAME_LENGTH, PLACEHOLDER_SHORT_HEX_LENGTH],
      [63, 64, 20, 9],
    ],
    ['[NOTE-03] [NOTE-04] a single note', [SINGLE_NOTE_LIMIT, SINGLE_EVENT_TIMEOUT_MS], [1, 10 * SECOND]],
    ['[PROF-01] [PROF-08] metadata and contacts', [METADATA_LIMIT, CONTACTS_LIMIT], [10, 1]],
    [
      '[NAME-03] [NAME-04] [NAME-06] names',
      [DISPLAY_NAME_TTL_MS, DISPLAY_NAME_FETCH_TIMEOUT_MS, DISPLAY_NAME_MAX_FAILURES, DISPLAY_NAME_RETRY_MS],
      [7 * DAY, 10 * SECOND, 3, 30 * SECOND],
    ],
    ['[NAME-07] [NAME-08] ends of keys', [SHORT_NPUB_END, SHORT_HEX_END], [13, 9]],
    [
      '[NOTIF-02] [NOTIF-03] notifications',
      [NOTIFICATIONS_LIMIT, NOTIFICATIONS_WINDOW_MS, NOTIFICATIONS_STALE_MS, NOTIFICATIONS_GC_MS],
      [100, DAY, 30 * SECOND, 2 * MINUTE],
    ],
    ['[SET-33] Copied', [COPIED_FEEDBACK_MS], [1_500]],
    ['[POW-03] [POW-06] [POW-08] bits', [POW_MIN_BITS, POW_DEFAULT_BITS, POW_MAX_BITS], [1, 16, 24]],
    ['[POW-11] relay information', [RELAY_INFO_TIMEOUT_MS], [3 * SECOND]],
    ['[POW-17] a finished session', [POW_FINISHED_SESSION_KEPT_MS], [5 * SECOND]],
    [
      '[POW-20] [POW-21] [POW-22] reports of miners',
      [POW_PROGRESS_HASHES, POW_PROGRESS_WORKER_MS, POW_PROGRESS_MAIN_THREAD_MS, POW_WORKER_TIMEOUT_MS],
      [1_024, 500, 50, 5 * SECOND],
    ],
    ['[CACHE-09] the saved cache', [PERSISTED_CACHE_MAX_AGE_MS], [DAY]],
    ['[CACHE-34] the largest cache', [CACHE_MAX_BYTES], [100 * MB]],
    ['[PWA-10] [PWA-11] updates', [UPDATE_CHECK_MS, IOS_RELOAD_DELAY_MS], [30 * MINUTE, 300]],
    ['[PWA-12] the splash', [SPLASH_SHOWN_MS, SPLASH_FADE_MS], [1_200, 400]],
    ['[PWA-16] the last route', [LAST_ROUTE_WINDOW_MS], [30 * DAY]],
    ['[PWA-21] the scroll position', [SCROLL_SAVE_DEBOUNCE_MS], [100]],
  ])('%s', (_, ours, specified) => {
    expect(ours).toEqual(specified);
  });
});
