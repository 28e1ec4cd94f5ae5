import { IDLE_LOCK_MINUTES } from '#domain/session/session-limits.ts';

const KEY = 'keyIdleLockMinutes';

/** After how many minutes without a touch the key is locked; 0 is never. */
export type IdleLockChoice = {
  get(): number;
  set(minutes: number): void;
};

/** See `IdleLockChoice`; `storage` is undefined where the browser blocks it. */
export const createIdleLockChoice = (storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): IdleLockChoice => ({
  get() {
    try {
      const minutes = Number(storage?.getItem(KEY) ?? 0);
      return IDLE_LOCK_MINUTES.includes(minutes) ? minutes : 0;
    } catch {
      return 0;
    }
  },
  set: (minutes) => storage?.setItem(KEY, String(minutes)),
});
