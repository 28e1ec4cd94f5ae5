import { useSyncExternalStore } from 'react';

let beside = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the inspector stands beside the app, where it stays while one goes from screen to screen. */
export const isBeside = (): boolean => beside;

/** Puts the inspector beside the app, or away from there. */
export const setBeside = (next: boolean): void => {
  beside = next;
  for (const listener of listeners) listener();
};

/** As `isBeside`, for views. */
export const useBeside = (): boolean => useSyncExternalStore(subscribe, isBeside);
