import type { Mutes } from '#domain/muted.ts';
import type { AccountStore } from './account.ts';

/** Whom and what the user of this browser mutes; nobody when nobody is logged in. */
export type Muted = {
  /** another object after each change */
  get(): Mutes;
  /** Replaces what one user mutes; the next visit begins with the people of `kept`, which may be read by others. */
  set(owner: string, mutes: Mutes, kept: readonly string[]): void;
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
  const known = new Map<string, Mutes>();
  let muted: Mutes = new Set();
  const read = (owner: string): Mutes => {
    let text = '';
    try {
      text = storage?.getItem(PREFIX + owner) ?? '';
    } catch {
      // nobody is known
    }
    return new Set(text.split(' ').filter(Boolean));
  };
  const look = () => {
    const { pubkey = '' } = account.get();
    const found = known.get(pubkey) ?? read(pubkey);
    known.set(pubkey, found);
    if (found === muted) return;
    muted = found;
    for (const listener of listeners) listener();
  };
  look();
  account.subscribe(look);
  return {
    get: () => muted,
    set(owner, mutes, kept) {
      known.set(owner, mutes);
      try {
        storage?.setItem(PREFIX + owner, kept.join(' '));
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
