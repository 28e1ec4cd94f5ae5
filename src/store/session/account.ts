import { createListeners } from '#domain/listeners.ts';
import type { Account, LoginMethod } from '#domain/session/account.ts';
import { isHex64 } from '#domain/protocol/event.ts';

export type { Account };

export type AccountStore = {
  get(): Account;
  set(account: Account): void;
  /** Whether to read only was chosen in this tab, though the key may be saved here. */
  isReader(): boolean;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  /** undefined where the browser blocks storage */
  readonly local: Storage | undefined;
  readonly session: Storage | undefined;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
};

/** of the local storage */
export const PUBKEY_KEY = 'nostrPubkey';
const METHOD = 'nostrLoginMethod';
const PERSISTED = 'nostrNsecPersisted';
/** whose login the method and the flag of this tab are about; earlier versions did not write it */
const OWNER = 'nostrLoginPubkey';
/** who chose to keep reading only in this tab, although an extension signs for them */
const READER = 'nostrReaderPubkey';
/** who signs by extension, for tabs that begin without a method */
const BY_EXTENSION = 'nostrExtensionPubkey';

const NOBODY: Account = { pubkey: undefined, method: 'none', persisted: false };

const attempt = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

const write = (storage: Storage | undefined, key: string, value: string | undefined) =>
  attempt(() => (value === undefined ? storage?.removeItem(key) : storage?.setItem(key, value)));

const kept = (storage: Storage | undefined, key: string) => attempt(() => storage?.getItem(key));

/**
 * The login as the storage keeps it (LOGIN-32, LOGIN-33). That an extension signs is known in new tabs and after a restart, too:
 * the extension asks whoever it asks. Storage that is blocked costs nothing but the memory of it.
 */
export const createAccountStore = ({ local, session, window }: Deps): AccountStore => {
  const { tell, subscribe } = createListeners();
  /** `isStart`: the session storage may be about whoever is logged in now */
  const read = (isStart: boolean): Account => {
    const pubkey = kept(local, PUBKEY_KEY)?.toLowerCase();
    if (!isHex64(pubkey)) return NOBODY;
    const ofTab = isStart && (kept(session, OWNER) ?? pubkey) === pubkey;
    const method = ofTab ? kept(session, METHOD) : undefined;
    const isSigner = kept(local, BY_EXTENSION) === pubkey && kept(session, READER) !== pubkey;
    const byExtension: LoginMethod = isSigner ? 'nip07' : 'none';
    return {
      pubkey,
      method: method === 'nip07' || method === 'nsec' ? method : byExtension,
      persisted: ofTab && kept(session, PERSISTED) === 'true',
    };
  };
  let account = read(true);
  let isReader = kept(session, METHOD) === 'none' && kept(session, OWNER) === account.pubkey;
  const writeLogin = ({ pubkey, method, persisted }: Account, reader = kept(session, READER)) => {
    write(session, METHOD, method === 'none' && !isReader ? undefined : method);
    write(session, PERSISTED, persisted ? 'true' : undefined);
    write(session, OWNER, pubkey);
    write(session, READER, method === 'none' && reader === pubkey ? pubkey : undefined);
  };
  // a tab that was elsewhere meanwhile did not hear of a sign-out
  writeLogin(account);
  const change = (changed: Account, chosen = false, reader?: string) => {
    account = changed;
    isReader = chosen;
    writeLogin(changed, reader);
    tell();
  };
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key !== null && key !== PUBKEY_KEY && key !== BY_EXTENSION) return;
    const changed = read(false);
    // another tab logged somebody else in or out: the method of this tab was about the one before
    if (changed.pubkey !== account.pubkey) change(changed);
    // the same person, whom this tab only reads as
    else if (account.method === 'none' && changed.method === 'nip07') change(changed);
  });
  return {
    get: () => account,
    set(changed) {
      // what did not change here may have changed in another tab meanwhile
      if (changed.pubkey !== account.pubkey || changed.method !== account.method) {
        // first, for other tabs hear of the public key alone
        write(local, BY_EXTENSION, changed.method === 'nip07' ? changed.pubkey : undefined);
      }
      if (changed.pubkey !== account.pubkey) write(local, PUBKEY_KEY, changed.pubkey);
      const wasSigner = account.method === 'nip07';
      const isChosen = isReader || wasSigner || changed.pubkey !== account.pubkey;
      change(
        changed,
        isChosen && changed.method === 'none' && changed.pubkey !== undefined,
        wasSigner ? account.pubkey : undefined,
      );
    },
    isReader: () => isReader,
    subscribe,
  };
};
