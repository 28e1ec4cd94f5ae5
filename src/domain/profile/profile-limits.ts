export const METADATA_LIMIT = 10;
export const CONTACTS_LIMIT = 1;
/** placeholder loading texts: npub, hex key, name, short hex */
export const PLACEHOLDER_NPUB_LENGTH = 63;
export const PLACEHOLDER_HEX_LENGTH = 64;
export const PLACEHOLDER_NAME_LENGTH = 20;
export const PLACEHOLDER_SHORT_HEX_LENGTH = 9;
export const DISPLAY_NAME_BATCHES_AT_ONCE = 4;
export const DISPLAY_NAMES_KEY = 'display-names-v1';
/** asked for within `_BATCH_MS`, up to `_BATCH_MAX` of them go out as one REQ per relay */
export const METADATA_BATCH_MS = 30;
export const METADATA_BATCH_MAX = 200;
