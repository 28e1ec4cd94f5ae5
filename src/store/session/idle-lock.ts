import type { IdleLock } from '#domain/session/idle-lock.ts';
import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';

const MINUTES = 'keyIdleLockMinutes';
const CHOSEN_BY = 'keyIdleLockPubkey';

/** When keys are locked that nobody touches: one choice for all tabs. */
export type IdleLockChoice = {
  get(): IdleLock;
  set(choice: IdleLock): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** See `IdleLockChoice`. */
export const createIdleLockChoice = (place: StoredIn): IdleLockChoice => {
  const kept = storedValue(place, [MINUTES, CHOSEN_BY], (text): IdleLock => ({
    minutes: Number(text(MINUTES) ?? 0),
    by: text(CHOSEN_BY) ?? undefined,
  }));
  return {
    get: kept.get,
    set: ({ minutes, by = null }) => void kept.write({ [MINUTES]: String(minutes), [CHOSEN_BY]: by }),
    subscribe: kept.subscribe,
  };
};
