import type { AccountStore } from './account.ts';

/** Whom the user of this browser mutes; nobody when nobody is logged in. */
export type Muted = {
  /** public keys; another object after each change */
  get(): ReadonlySet<string>;
  /** Replaces the muted people of one user, also for the next visit. */
  set(owner: string, pubkeys: readonly string[]): void;
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  /** undefined where the browser blocks storage */
  readonly storage: Storage | undefined;
  readonly account: AccountStore;
};

const PREFIX = 'nostrMuted_';

/** The muted people as this browser last knew them: they stay away from the first note on. */
export const createMuted = ({ storage, account }: Deps): Muted => {
  const listeners = new Set<() => void>();
  const known = new Map<string, string>();
  const read = (owner = ''): string => {
    try {
      return known.get(owner) ?? storage?.getItem(PREFIX + owner) ?? '';
    } catch {
      return '';
    }
  };
  let saved = '';
  let muted: ReadonlySet<string> = new Set();
  const look = () => {
    const found = read(account.get().pubkey);
    if (found === saved) return;
    saved = found;
    muted = new Set(found.split(' ').filter(Boolean));
    for (const listener of listeners) listener();
  };
  look();
  account.subscribe(look);
  return {
    get: () => muted,
    set(owner, pubkeys) {
      const text = pubkeys.join(' ');
      known.set(owner, text);
      try {
        storage?.setItem(PREFIX + owner, text);
      } catch {
        // they are known until the page is closed
      }
      look();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
