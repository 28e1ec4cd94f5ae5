import { createListeners } from '#domain/listeners.ts';
import type { SavedAccount } from '#domain/session/account.ts';
import { isHex64 } from '#domain/protocol/event.ts';
import type { Keystore } from './keystore.ts';

/** The accounts whose keys are saved on this device, newest first (LOGIN-32, KEY-14). The keys are in the keystore. */
export type SavedAccounts = {
  get(): readonly SavedAccount[];
  has(pubkey: string): boolean;
  /** Puts an account first. `pubkey` in hex. */
  add(pubkey: string): void;
  remove(pubkey: string): void;
  /** Nothing is saved any more. */
  clear(): void;
  /** Takes the list of what the keystore really has. A keystore that cannot be read changes nothing. */
  readAgain(): Promise<void>;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  /** undefined where the browser blocks storage; the list then lasts until the page is closed */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
  /** loses nothing when two tabs save at the same moment, while of two lists in the storage one is lost */
  readonly keystore: Pick<Keystore, 'list'>;
};

const KEY = 'nostrSavedAccounts';

const readAccount = (value: unknown): string[] => {
  const pubkey = typeof value === 'object' && value !== null && 'pubkey' in value ? value.pubkey : value;
  const hex = typeof pubkey === 'string' ? pubkey.toLowerCase() : undefined;
  return isHex64(hex) ? [hex] : [];
};

const accountsOf = (pubkeys: readonly string[]): readonly SavedAccount[] =>
  [...new Set(pubkeys)].map((pubkey) => ({ pubkey }));

const parse = (json: string | null | undefined): readonly SavedAccount[] => {
  try {
    const list: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(list) ? accountsOf(list.flatMap(readAccount)) : [];
  } catch {
    return [];
  }
};

/** See `SavedAccounts`. A list that makes no sense is an empty one. */
export const createSavedAccounts = ({ storage, window, keystore }: Deps): SavedAccounts => {
  const { tell, subscribe } = createListeners();
  const read = () => {
    try {
      return parse(storage?.getItem(KEY));
    } catch {
      return [];
    }
  };
  let accounts = read();
  const pubkeys = () => accounts.map(({ pubkey }) => pubkey);
  const show = (changed: readonly SavedAccount[]) => {
    if (JSON.stringify(changed) === JSON.stringify(accounts)) return;
    accounts = changed;
    tell();
  };
  const change = (changed: readonly string[]) => {
    const text = JSON.stringify(accountsOf(changed));
    try {
      if (storage && storage.getItem(KEY) !== text) storage.setItem(KEY, text);
    } catch {
      // the keystore is what counts; the list is made of it again at the next start
    }
    show(accountsOf(changed));
  };
  /** With what another tab wrote that was not told yet. */
  const withOthers = () => [...pubkeys(), ...read().map(({ pubkey }) => pubkey)];
  const readAgain = async (): Promise<void> => {
    const before = accounts;
    const saved = await keystore.list().catch(() => undefined);
    // what was saved meanwhile may be missing in it
    if (saved && accounts !== before) return readAgain();
    if (saved) change(saved.flatMap(({ pubkey }) => pubkey ?? []));
  };
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key !== null && key !== KEY) return;
    const told = read();
    // who is missing was deleted, or saved here while the other tab wrote
    show(accountsOf([...told, ...accounts].map(({ pubkey }) => pubkey)));
    void readAgain();
  });
  return {
    get: () => accounts,
    has: (pubkey) => pubkeys().includes(pubkey),
    add: (pubkey) => change([pubkey, ...withOthers()]),
    remove: (pubkey) => change(withOthers().filter((one) => one !== pubkey)),
    clear: () => change([]),
    readAgain,
    subscribe,
  };
};
