import { createListeners } from '#domain/listeners.ts';
import { useSyncExternalStore } from 'react';
import { AGE_TICK_MS } from '#domain/note/note-limits.ts';

const ticks = createListeners(() => {
  const timer = setInterval(() => ticks.tell(), AGE_TICK_MS);
  return () => clearInterval(timer);
});

const thisHalfMinute = (): number => Math.floor(Date.now() / AGE_TICK_MS) * AGE_TICK_MS;

/** The time in ms, to half a minute: one timer for all who show how old something is. */
export const useCoarseNow = (): number => useSyncExternalStore(ticks.subscribe, thisHalfMinute);
