import { SECOND, MINUTE } from '#domain/units.ts';

export const KEY_PBKDF2_ITERATIONS = 250_000;
export const KEY_SALT_BYTES = 16;
export const PASSPHRASE_MIN_LENGTH = 8;
/** not in the specification: from so many words on, what is typed for a key is a recovery phrase */
export const RECOVERY_WORDS_MIN = 12;
export const EXTENSION_PUBLIC_KEY_TIMEOUT_MS = 15 * SECOND;
export const EXTENSION_SIGN_TIMEOUT_MS = 20 * SECOND;
export const EXTENSION_SIGN_POW_TIMEOUT_MS = 30 * SECOND;
/** how often the presence of a signing extension is looked at (LOGIN-11) */
export const EXTENSION_WATCH_MS = 5 * SECOND;
/** not in the specification: how long a secret key is shown before it is hidden again */
export const NSEC_SHOWN_MS = 60 * SECOND;
/** a wait is shown in steps of so long */
export const WAIT_STEP_MS = 1 * SECOND;
/** session storage: the relays of the user's list in this tab, and by public key whether they were applied */
export const SESSION_RELAYS_KEY = 'nostrSessionRelays';
export const RELAYS_APPLIED_PREFIX = 'nostrRelaysApplied_';
/** minutes without a touch after which the key is locked, as the user may choose; 0 is never */
export const IDLE_LOCK_MINUTES: readonly number[] = [0, 1, 5, 15, 60];
/** not in the specification: what a saved record may ask for at most */
export const KEY_MAX_ITERATIONS = 10_000_000;
export const KEY_MAX_CIPHERTEXT_BYTES = 8_192;
/** not in the specification: how long the signer may take, also to load, for a signature and for a derivation */
export const SIGNER_TIMEOUT_MS = 15 * SECOND;
export const KEY_DERIVATION_TIMEOUT_MS = 2 * MINUTE;
/** iterations timed to estimate how long a derivation takes here */
export const KEY_CALIBRATION_ITERATIONS = 20_000;
/** of what an extension says when it refuses */
export const EXTENSION_MESSAGE_MAX_CHARACTERS = 200;
/** not in the specification: how long the database of saved keys may take to answer */
export const KEYSTORE_TIMEOUT_MS = 10 * SECOND;
