export const METADATA_LIMIT = 10;
export const CONTACTS_LIMIT = 1;
export const DISPLAY_NAME_BATCHES_AT_ONCE = 4;
export const DISPLAY_NAMES_KEY = 'display-names-v1';
/** asked for within `_BATCH_MS`, up to `_BATCH_MAX` of them go out as one REQ per relay */
export const METADATA_BATCH_MS = 30;
export const METADATA_BATCH_MAX = 200;
