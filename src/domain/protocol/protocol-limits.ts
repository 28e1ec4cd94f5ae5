import { SECOND, DAY } from '#domain/units.ts';

// what strangers may write
/** what the note parser makes of one note at most; the rest stays plain text or is left out */
export const CONTENT_MAX_CHARACTERS = 65_536;
export const CONTENT_MAX_REFERENCES = 500;
export const CONTENT_MAX_MEDIA = 64;
/** pictures that stand for words, of one note (NIP-30) */
export const EMOJIS_MAX = 200;
/** the blurred picture that a tag brings (NIP-92) */
export const BLURHASH_MAX_CHARACTERS = 200;
export const LINK_LABEL_CHARACTERS = 48;
export const URL_MAX_CHARACTERS = 2_048;
export const NAME_MAX_CHARACTERS = 100;
export const ABOUT_MAX_CHARACTERS = 5_000;
export const METADATA_FIELD_MAX_CHARACTERS = 512;
/** an LNURL as long as it may be (LNURL-02), behind `lightning://` */
export const LUD06_MAX_CHARACTERS = 2_060;
export const THREAD_MAX_DEPTH = 100;
/** e or q tags read of one event */
export const EVENT_MAX_REFERENCES = 200;
export const CONTACTS_MAX = 10_000;

// events and messages of relays
/** an event with a longer content or more tags is dropped */
export const EVENT_MAX_CONTENT_CHARACTERS = 65_536;
export const EVENT_MAX_TAGS = 10_000;
/** an event dated further ahead of the local clock is dropped */
export const EVENT_MAX_FUTURE_S = 900;
/** what a relay says of a request or an event, in characters */
export const RELAY_WORDS_MAX = 300;
/** a relay that is said to take shorter messages is not believed */
export const RELAY_MESSAGE_MIN_BYTES = 1_024;
/** longer codes are not read, as NIP-19 has it */
export const BECH32_MAX_CHARACTERS = 5_000;
/** not in the specification: cost of an encrypted key (NIP-49), as the exponent of 2; the highest takes 1 GiB of memory */
export const NCRYPTSEC_LOG_N = 16;
export const NCRYPTSEC_MAX_LOG_N = 20;

// private messages
/** NIP-59: times of seal and wrap lie up to so far back, so that they tell nothing */
export const WRAP_BACK_S = (2 * DAY) / SECOND;
/** bytes of a rumor: what is encrypted twice must stay below the 65,535 that NIP-44 can hold */
export const RUMOR_MAX_BYTES = 40_000;
/** characters of what NIP-44 makes of as much as it can hold */
export const CIPHERTEXT_MAX_CHARACTERS = 87_472;
/** tags of a rumor, and texts in one */
export const RUMOR_TAGS_MOST = 100;

/** of the description of a zap receipt, which is the whole request for it */
export const ZAP_DESCRIPTION_MAX_CHARACTERS = 65_536;
