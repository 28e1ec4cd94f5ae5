import { SECOND } from '#domain/units.ts';

/** people that a reply names at most; one that names hundreds is refused as spam */
export const REPLY_PEOPLE_MAX = 100;
/** characters of a name with which relays are asked */
export const MENTION_SEARCH_MIN = 2;
/** characters that are kept free for the code of a note that is quoted: as long as one with its author and one relay can be */
export const QUOTED_CODE_MAX = 600;
/** people offered while a name is being written, and how long such a beginning may be, in characters */
export const MENTION_CHOICES = 5;
export const MENTION_QUERY_MAX = 30;
/** a post that every relay took is shown as sent for so long */
export const PUBLISH_SENT_SHOWN_MS = 5 * SECOND;
/** characters that can be typed of the reason for a warning */
export const WARNING_REASON_MAX = 200;
/** characters that are shown of a post under way */
export const FIRST_WORDS_CHARACTERS = 80;
/** characters that are shown of a text from another app */
export const SHARED_TEXT_SHOWN_CHARACTERS = 300;
