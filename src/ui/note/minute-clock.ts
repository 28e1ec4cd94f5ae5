import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const tell of listeners) tell();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

const thisHalfMinute = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The time in ms, to half a minute: one timer for all who show how old something is. */
export const useCoarseNow = (): number => useSyncExternalStore(subscribe, thisHalfMinute);
