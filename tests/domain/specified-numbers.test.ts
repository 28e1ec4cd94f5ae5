import { describe, expect, it } from 'vitest';
import * as limits from '#domain/limits.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const MB = 1_000_000;

// other tests speak of these by their names: they would follow a number that is wrong
describe('the numbers of the specification', () => {
  it.each([
    ['[ROUTE-32] [ROUTE-33] prefetch', [limits.PREFETCH_HOVER_DELAY_MS], [80]],
    [
      '[ROUTE-39] a prefetched note',
      [limits.PREFETCHED_NOTE_STALE_MS, limits.PREFETCHED_NOTE_GC_MS],
      [30 * SECOND, 10 * MINUTE],
    ],
    [
      '[ROUTE-40] the metadata of a profile',
      [limits.PROFILE_METADATA_STALE_MS, limits.PROFILE_METADATA_GC_MS],
      [0, 10 * MINUTE],
    ],
    ['[HEAD-03] lights', [limits.STATUS_LIGHTS_MAX], [9]],
    ['[HEAD-10] tiers of the glow', limits.NOTIFICATION_GLOW_TIERS, [0, 2, 5, 10]],
    ['[FEED-02] [PROF-07] a page', [limits.NOTES_PAGE_SIZE], [10]],
    ['[FEED-03] [FEED-04] relays of an author', [limits.RELAYS_PER_AUTHOR, limits.RELAY_SELECTION_LRU_SIZE], [2, 25]],
    [
      '[FEED-16] placeholders',
      [
        limits.PLACEHOLDER_NPUB_LENGTH,
        limits.PLACEHOLDER_HEX_LENGTH,
        limits.PLACEHOLDER_NAME_LENGTH,
        limits.PLACEHOLDER_SHORT_HEX_LENGTH,
      ],
      [63, 64, 20, 9],
    ],
    ['[NOTE-03] [NOTE-04] a single note', [limits.SINGLE_NOTE_LIMIT, limits.SINGLE_EVENT_TIMEOUT_MS], [1, 10 * SECOND]],
    ['[PROF-01] [PROF-08] metadata and contacts', [limits.METADATA_LIMIT, limits.CONTACTS_LIMIT], [10, 1]],
    [
      '[NAME-03] [NAME-04] [NAME-06] names',
      [
        limits.DISPLAY_NAME_TTL_MS,
        limits.DISPLAY_NAME_FETCH_TIMEOUT_MS,
        limits.DISPLAY_NAME_MAX_FAILURES,
        limits.DISPLAY_NAME_RETRY_MS,
      ],
      [7 * DAY, 10 * SECOND, 3, 30 * SECOND],
    ],
    ['[NAME-07] [NAME-08] ends of keys', [limits.SHORT_NPUB_END, limits.SHORT_HEX_END], [13, 9]],
    [
      '[NOTIF-02] [NOTIF-03] notifications',
      [
        limits.NOTIFICATIONS_LIMIT,
        limits.NOTIFICATIONS_WINDOW_MS,
        limits.NOTIFICATIONS_STALE_MS,
        limits.NOTIFICATIONS_GC_MS,
      ],
      [100, DAY, 30 * SECOND, 2 * MINUTE],
    ],
    ['[SET-33] Copied', [limits.COPIED_FEEDBACK_MS], [1_500]],
    [
      '[POW-03] [POW-06] [POW-08] bits',
      [limits.POW_MIN_BITS, limits.POW_DEFAULT_BITS, limits.POW_MAX_BITS],
      [1, 16, 24],
    ],
    ['[POW-11] relay information', [limits.RELAY_INFO_TIMEOUT_MS], [3 * SECOND]],
    ['[POW-17] a finished session', [limits.POW_FINISHED_SESSION_KEPT_MS], [5 * SECOND]],
    [
      '[POW-20] [POW-21] [POW-22] reports of miners',
      [
        limits.POW_PROGRESS_HASHES,
        limits.POW_PROGRESS_WORKER_MS,
        limits.POW_PROGRESS_MAIN_THREAD_MS,
        limits.POW_WORKER_TIMEOUT_MS,
      ],
      [1_024, 500, 50, 5 * SECOND],
    ],
    ['[CACHE-09] the saved cache', [limits.PERSISTED_CACHE_MAX_AGE_MS], [DAY]],
    ['[CACHE-34] the largest cache', [limits.CACHE_MAX_BYTES], [100 * MB]],
    ['[PWA-10] [PWA-11] updates', [limits.UPDATE_CHECK_MS, limits.IOS_RELOAD_DELAY_MS], [30 * MINUTE, 300]],
    ['[PWA-12] the splash', [limits.SPLASH_SHOWN_MS, limits.SPLASH_FADE_MS], [1_200, 400]],
    ['[PWA-16] the last route', [limits.LAST_ROUTE_WINDOW_MS], [30 * DAY]],
    ['[PWA-21] the scroll position', [limits.SCROLL_SAVE_DEBOUNCE_MS], [100]],
  ])('%s', (_, ours, specified) => {
    expect(ours).toEqual(specified);
  });
});
