import type { Coded } from '#domain/coded.ts';

/** Why the profile, or a list, was not changed, read or published. */
export type ReplaceableProblem = Coded<
  | 'no-relays'
  | 'no-write-relays'
  /** no relay the user writes to told what it has */
  | 'list-not-read'
  | 'profile-not-read'
  | 'relay-list-not-read'
  /** none was found, but too few told what they have */
  | 'list-may-exist'
  | 'profile-may-exist'
  | 'relay-list-may-exist'
  /** nobody signs */
  | 'sign-in-failed'
  | 'relay-list-locked'
  /** an older version is no longer kept here */
  | 'version-gone'
  | 'relay-list-version-gone'
  /** the signer gave back something else */
  | 'list-changed'
  | 'profile-changed'
  | 'relay-list-changed'
  /** what was encrypted could not be read */
  | 'list-encrypted'
  /** what signs cannot encrypt */
  | 'list-not-encrypted'
  | 'relay-list-not-found'
  | 'signature-wrong'
>;
