import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';

const CALLED_AT = 'keyLockedAt';

/** A lock by hand, which holds in all tabs. */
export type LockCall = {
  /** Tells this tab and all others to lock. */
  make(): void;
  /** Calls back at each one, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** See `LockCall`. */
export const createLockCall = ({ now, ...place }: StoredIn & { readonly now: () => number }): LockCall => {
  // of the same value no other tab would hear
  const { write, subscribe } = storedValue(place, [CALLED_AT], () => undefined);
  return { make: () => void write({ [CALLED_AT]: String(now()) }), subscribe };
};
