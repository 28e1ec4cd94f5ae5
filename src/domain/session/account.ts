import { Failure, type Problem } from '#domain/problem.ts';

/** How the user logged in (LOGIN-01); a login by public key alone is 'none' with a public key (LOGIN-04). */
export type LoginMethod = 'none' | 'nip07' | 'nsec';

/** Who uses the app in this browser. */
export type Account = {
  /** hex; shared between tabs */
  readonly pubkey: string | undefined;
  /** of this tab */
  readonly method: LoginMethod;
  /** the secret key is saved on this device, also while it is locked */
  readonly persisted: boolean;
};

/** An account whose key is saved on this device (KEY-14). */
export type SavedAccount = { readonly pubkey: string };

/**
 * The account as a page begins with it. A new tab and a browser that was closed know who it is but not the method: with a saved
 * key it is a locked one. A key that is not saved, or no longer, is gone after a reload.
 */
export const accountAfterReload = ({ pubkey, method }: Account, isKeySaved: boolean): Account => {
  if (isKeySaved && method !== 'nip07') return { pubkey, method: 'nsec', persisted: true };
  return { pubkey, method: method === 'nsec' ? 'none' : method, persisted: false };
};

/** All that a permission depends on (ROLE-01); 'locked' and 'unlocked' are logins by secret key. */
export type AccountState = 'visitor' | 'read only' | 'extension' | 'locked' | 'unlocked';

/** What not everybody may do. */
export type ProtectedAction =
  /** reactions, reposts, mutes, follows, lists, notes, zaps (ROLE-02) */
  'sign' | 'connect wallet' | 'follow only' | 'see notifications' | 'view nsec';

export type ActVerdict = { readonly allowed: true } | { readonly allowed: false; readonly problem: Problem };

/** The login cannot sign at all (LOGIN-18), or its key is locked (LOGIN-19). */
const NO_SIGNING_METHOD: Problem = { code: 'no-signing-method' };
const SIGNER_REQUIRED: Problem = { code: 'signer-required' };
const LOGIN_REQUIRED: Problem = { code: 'login-required' };

const YES: ActVerdict = { allowed: true };
const no = (problem: Problem): ActVerdict => ({ allowed: false, problem });

const SIGNING: Readonly<Record<AccountState, ActVerdict>> = {
  visitor: no(NO_SIGNING_METHOD),
  'read only': no(NO_SIGNING_METHOD),
  extension: YES,
  locked: no(SIGNER_REQUIRED),
  unlocked: YES,
};

/** Why there is nobody who signs: nothing to sign with at all, or a key that is locked. */
export const noSigner = ({ method }: Pick<Account, 'method'>): Failure =>
  new Failure(method === 'none' ? NO_SIGNING_METHOD : SIGNER_REQUIRED);

/** Whether somebody in this state may do it, else why not (ROLE-01 to ROLE-05). There are no roles beside these. */
export const mayDo = (action: ProtectedAction, state: AccountState, persisted = false): ActVerdict => {
  const byKey = state === 'locked' || state === 'unlocked';
  switch (action) {
    case 'sign':
      return SIGNING[state];
    case 'connect wallet':
      return byKey || state === 'extension' ? YES : no(LOGIN_REQUIRED);
    case 'follow only':
    case 'see notifications':
      return state === 'visitor' ? no(LOGIN_REQUIRED) : YES;
    case 'view nsec':
      return byKey && persisted ? YES : no({ code: 'key', key: 'no-record', flow: 'view' });
  }
};
