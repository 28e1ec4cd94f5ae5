import { useSyncExternalStore } from 'react';
import { SECOND } from '#domain/units.ts';

const STEP_MS = 5 * SECOND;

const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, STEP_MS);
  return () => clearInterval(timer);
};
const now = () => Math.floor(Date.now() / STEP_MS) * STEP_MS;

/** The time in ms, in steps of some seconds. */
export const useClock = (): number => useSyncExternalStore(subscribe, now);
