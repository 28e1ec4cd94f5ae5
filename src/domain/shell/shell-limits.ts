import { SECOND, MINUTE, DAY } from '#domain/units.ts';

/** not in the specification: a restart of an area counts no more after so long */
export const AREA_CALM_MS = 2 * MINUTE;
/** not in the specification: code that could not be loaded is not asked for again within this time */
export const CODE_RETRY_MS = 500;
/** of what an error says, where it is shown */
export const ERROR_MESSAGE_CHARACTERS = 300;
/** a part that nobody waits for is tried again after twice as long each time, at most so long */
export const CODE_RETRY_MAX_MS = 32 * SECOND;
/** areas that start by themselves after the first screen start at the latest so long after the page has loaded */
export const AREAS_START_LIMIT_MS = 5 * SECOND;
export const AREAS_START_BLIND_MS = 200;
export const SPLASH_SHOWN_MS = 1_200;
export const SPLASH_FADE_MS = 400;
/** not in the specification: a quiet notice goes by itself after so long */
export const NOTICE_SHOWN_MS = 10 * SECOND;
/** so many at the same time; older ones make room */
export const NOTICES_MOST = 3;
/** a placeholder appears only when there is nothing to show for so long */
export const SKELETON_DELAY_MS = 150;
/** the field of a new note comes before the next key, and not where the whole screen comes as soon */
export const EARLY_FIELD_DELAY_MS = 30;
export const UPDATE_CHECK_MS = 30 * MINUTE;
export const IOS_RELOAD_DELAY_MS = 300;
/** not in the specification: a new version that does not take over within this time is not waited for */
export const UPDATE_TAKEOVER_LIMIT_MS = 10 * SECOND;
/** the page is gone before; still here after so long, the reload did not happen */
export const UPDATE_RELOAD_LIMIT_MS = 10 * SECOND;
/** the second key of a shortcut of two is waited for so long */
export const SHORTCUT_CHORD_MS = 1_500;
/** not in the specification: an update that waits for a post or a text looks so often whether it may go on */
export const WORK_LOOKED_AT_MS = 500;
/** an app that is started again opens where it was left within so long (PWA-15) */
export const LAST_ROUTE_WINDOW_MS = 30 * DAY;
/** of a text that another app shares, in characters */
export const SHARED_TEXT_MAX = 10_000;
/** characters of the form it comes in, where one of the text may take nine: %E2%82%AC */
export const SHARED_FORM_MAX = 12 * SHARED_TEXT_MAX;
/** keys pressed before the code of the shortcuts is there */
export const EARLY_KEYS_KEPT = 20;
/** a place in a list is saved once it rests for so long; places that are kept */
export const SCROLL_SAVE_DEBOUNCE_MS = 100;
export const SCROLL_PATHS_KEPT = 50;
/** who does not want to install now is not asked again before this time is over */
export const INSTALL_ASKED_AGAIN_MS = 30 * DAY;
/** restarts of one area that are not forgotten yet */
export const AREA_RESTARTS = 5;
/** one frame where animation frames do not come, and the longest wait for one that was asked for */
export const FRAME_MS = 16;
export const FRAME_WAIT_MS = 250;

// presses, and what is shown for a moment
/** how long it is said that something was copied */
export const COPIED_FEEDBACK_MS = 1_500;
/** not in the specification: a press that lasts so long is a long one */
export const LONG_PRESS_MS = 500;
/** a link over which a pointer rests for so long is loaded ahead (ROUTE-32) */
export const PREFETCH_HOVER_DELAY_MS = 80;
/** how long the browser has to begin with the file */
export const SAVED_FILE_GONE_MS = 60_000;
/** screens of which it is remembered which note was in focus */
export const NOTE_PLACES_KEPT = 50;
/** at most this many read relays as lights, in three rows (HEAD-03) */
export const STATUS_LIGHTS_MAX = 9;
/** files of code of earlier versions that stay stored, for pages that still run those */
export const EARLIER_CODE_FILES_MAX = 400;
/** files of the app that are fetched at once: in a row each would wait for the one before */
export const APP_FILES_AT_ONCE = 6;
/** ms in which two presses are one double press */
export const STRAY_PRESS_MS = 500;
/** px between two presses of a double press, at most */
export const STRAY_PRESS_PX = 24;
