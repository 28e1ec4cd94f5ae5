/** what the note parser makes of one note at most; the rest stays plain text or is left out */
export const CONTENT_MAX_CHARACTERS = 65_536;
export const CONTENT_MAX_REFERENCES = 500;
export const CONTENT_MAX_MEDIA = 64;
export const LINK_LABEL_CHARACTERS = 48;
export const URL_MAX_CHARACTERS = 2_048;
export const NAME_MAX_CHARACTERS = 100;
export const ABOUT_MAX_CHARACTERS = 5_000;
export const METADATA_FIELD_MAX_CHARACTERS = 512;
export const THREAD_MAX_DEPTH = 100;
/** e or q tags read of one event */
export const EVENT_MAX_REFERENCES = 200;
export const CONTACTS_MAX = 10_000;
