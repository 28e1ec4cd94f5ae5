import { createListeners } from '#domain/listeners.ts';
import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;

const ticks = createListeners(() => {
  const timer = setInterval(() => ticks.tell(), TICK_MS);
  return () => clearInterval(timer);
});

const thisHalfMinute = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The time in ms, to half a minute: one timer for all who show how old something is. */
export const useCoarseNow = (): number => useSyncExternalStore(ticks.subscribe, thisHalfMinute);
