import { createListeners } from '#domain/listeners.ts';
import { useSyncExternalStore } from 'react';

let beside = false;
const { tell, subscribe } = createListeners();

/** Whether the inspector stands beside the app, where it stays while one goes from screen to screen. */
export const isBeside = (): boolean => beside;

/** Puts the inspector beside the app, or away from there. */
export const setBeside = (next: boolean): void => {
  beside = next;
  tell();
};

/** As `isBeside`, for views. */
export const useBeside = (): boolean => useSyncExternalStore(subscribe, isBeside);
