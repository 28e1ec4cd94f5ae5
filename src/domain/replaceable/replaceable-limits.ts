import { SECOND, MINUTE, DAY } from '#domain/units.ts';

// reading one's own lists and profile
/** what is done while a list is read waits so long for that */
export const LIST_PATIENCE_MS = 10 * SECOND;
/** a list that could not be read is asked for again after so long */
export const LIST_RETRY_MS = 30 * SECOND;
/** after a list was published it is read once more: then every other device must have seen it */
export const LIST_LOOK_MS = 2 * MINUTE + 10 * SECOND;
/**
 * from so many tags on relays are asked one after another for a list that only is to be shown, each so long after the last at
 * most, and have so long to send it
 */
export const LONG_LIST_TAGS = 500;
export const LONG_LIST_TURN_MS = 5 * SECOND;
export const LONG_LIST_TIMEOUT_MS = 20 * SECOND;
/** what failed is begun again after so long */
export const OWN_EVENTS_RETRY_MS = MINUTE;
/** so far, in s, the clock of another device may be behind for what it publishes to be heard of at once */
export const CLOCK_SLACK_S = (10 * MINUTE) / SECOND;

// versions and edits kept in this browser
/** versions of one list or profile kept in this browser */
export const VERSIONS_KEPT = 100;
/**
 * of long lists fewer are kept, for all are read at once: so many tags together, for which so many characters of content
 * count, too, and some versions in any case
 */
export const VERSION_TAG_CHARACTERS = 64;
export const VERSION_TAGS_KEPT = 200_000;
export const VERSIONS_KEPT_ANYWAY = 5;
/** for so long, in s, a change that others could overwrite is looked after; sendings that are remembered */
export const EDIT_KEPT_S = (7 * DAY) / SECOND;
export const SENDINGS_KEPT = 20;
/** earlier versions of a list that are offered */
export const EARLIER_VERSIONS_SHOWN = 10;
