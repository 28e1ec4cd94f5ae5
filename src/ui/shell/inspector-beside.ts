import { createListeners } from '#domain/listeners.ts';
import { useSyncExternalStore } from 'react';

/** Media query: the window has room for both. The styles have the same bound. */
export const HAS_ROOM = '(min-width: 1100px)';

let beside = false;
const { tell, subscribe } = createListeners();

/** Whether the inspector is to stand beside the app, where it stays while one goes from screen to screen. */
export const isBeside = (): boolean => beside;

/** Puts the inspector beside the app, or away from there. */
export const setBeside = (next: boolean): void => {
  beside = next;
  tell();
};

/** As `isBeside`, for views. */
export const useBeside = (): boolean => useSyncExternalStore(subscribe, isBeside);
