import type { Coded } from '#domain/coded.ts';

/** What can go wrong with a secret key; none of it says anything about the key. */
export type KeyProblem =
  | 'no-secret'
  | 'nsec-format'
  | 'secret-length'
  | 'nsec-encoding'
  | 'secret-format'
  /** typed where a secret key belongs */
  | 'public-key'
  /** an address, or what pairs with a remote signer */
  | 'remote-signer'
  | 'recovery-words'
  | 'no-passphrase'
  | 'short-passphrase'
  /** of an ncryptsec, which is to be saved under it */
  | 'short-own-passphrase'
  | 'passphrases-differ'
  | 'no-randomness'
  | 'no-webcrypto'
  | 'no-key'
  | 'no-record'
  | 'wrong-passphrase'
  | 'corrupted'
  | 'not-hex'
  | 'wallet'
  | 'decrypt'
  | 'environment'
  | 'ios'
  | 'ncryptsec'
  | 'ncryptsec-cost'
  | 'locked'
  | 'worker'
  | 'timeout'
  | 'cancelled'
  | 'newer-database'
  | 'foreign-database'
  | 'database-blocked'
  | 'no-database'
  | 'failed'
  | 'unknown';

/** What the user was doing, since the same problem has other words there. */
export type KeyFlow = 'login' | 'saved account' | 'unlock' | 'view' | 'generate' | 'save' | 'import';

/** What can go wrong with logins, keys and signatures. */
export type SessionProblem =
  | Coded<
      | 'no-signing-method'
      /** the key is locked */
      | 'signer-required'
      | 'login-required'
      /** what was to leave the device holds a secret key */
      | 'secret-inside'
      | 'invalid-pubkey'
      | 'extension-missing'
      /** it did not tell its public key in time */
      | 'extension-silent'
      | 'extension-login-failed'
      /** it did not sign in time */
      | 'extension-unsigned'
      /** it neither encrypted nor decrypted */
      | 'extension-no-answer'
      | 'extension-refused'
      | 'extension-cancelled'
      | 'extension-other-account'
      | 'extension-other-event'
      /** it uses another key than the one of the login */
      | 'extension-other-key'
      | 'logged-in-elsewhere'
      /** a key that was only in memory is gone */
      | 'key-gone'
      /** so is one that was locked after the chosen time without a touch */
      | 'key-idle'
      /** the worker with the key is gone */
      | 'key-lost'
      | 'tabs-unseen'
      /** the browser keeps nothing: the login lasts until the page is closed */
      | 'login-not-kept'
      | 'sign-out-failed'
    >
  /** the extension's own words */
  | { readonly code: 'extension-said'; readonly words: string }
  | { readonly code: 'key'; readonly key: KeyProblem; readonly flow?: KeyFlow | undefined }
  /** logged in, but the key is not kept */
  | { readonly code: 'key-not-saved'; readonly because: KeyProblem }
  /** `because`: when something is known of it */
  | { readonly code: 'key-not-deleted'; readonly because: KeyProblem | undefined };
