import { useSyncExternalStore } from 'react';
import { SECOND } from '#domain/units.ts';

const clockOf = (stepMs: number) => ({
  subscribe(listener: () => void) {
    const timer = setInterval(listener, stepMs);
    return () => clearInterval(timer);
  },
  now: () => Math.floor(Date.now() / stepMs) * stepMs,
});

const [SECONDS, SLOWLY] = [clockOf(SECOND), clockOf(5 * SECOND)];

/** The time in ms, in steps of some seconds. */
export const useClock = (): number => useSyncExternalStore(SLOWLY.subscribe, SLOWLY.now);

/** The time in ms, in steps of a second. */
export const useSeconds = (): number => useSyncExternalStore(SECONDS.subscribe, SECONDS.now);
