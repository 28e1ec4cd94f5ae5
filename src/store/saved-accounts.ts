import type { SavedAccount } from '#domain/account.ts';
import { isHex64 } from '#domain/event.ts';

/** The accounts whose keys are saved on this device, newest first (LOGIN-32, KEY-14). The keys are in the keystore. */
export type SavedAccounts = {
  get(): readonly SavedAccount[];
  has(pubkey: string): boolean;
  /** Puts an account first. `pubkey` in hex. */
  add(pubkey: string): void;
  remove(pubkey: string): void;
  /** Takes the list of what the keystore really has. */
  replace(pubkeys: readonly string[]): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  /** undefined where the browser blocks storage; the list then lasts until the page is closed */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
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
export const createSavedAccounts = ({ storage, window }: Deps): SavedAccounts => {
  const listeners = new Set<() => void>();
  const read = () => {
    try {
      return parse(storage?.getItem(KEY));
    } catch {
      return [];
    }
  };
  let accounts = read();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const change = (pubkeys: readonly string[]) => {
    const changed = accountsOf(pubkeys);
    if (JSON.stringify(changed) === JSON.stringify(accounts)) return;
    accounts = changed;
    try {
      storage?.setItem(KEY, JSON.stringify(accounts));
    } catch {
      // the keystore is what counts; the list is made of it again at the next start
    }
    tell();
  };
  const pubkeys = () => accounts.map(({ pubkey }) => pubkey);
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key !== null && key !== KEY) return;
    accounts = read();
    tell();
  });
  return {
    get: () => accounts,
    has: (pubkey) => pubkeys().includes(pubkey),
    add: (pubkey) => change([pubkey, ...pubkeys()]),
    remove: (pubkey) => change(pubkeys().filter((one) => one !== pubkey)),
    replace: change,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
