import { useSyncExternalStore } from 'react';
import { createListeners } from '#domain/listeners.ts';

const { tell, subscribe } = createListeners();
let shown: readonly HTMLDialogElement[] = [];

/** A modal dialog was shown: it lies above all others. */
export const cameOnTop = (dialog: HTMLDialogElement): void => {
  shown = [...shown.filter((other) => other !== dialog), dialog];
  tell();
};

/** It is closed. */
export const wentAway = (dialog: HTMLDialogElement): void => {
  shown = shown.filter((other) => other !== dialog);
  tell();
};

/**
 * The modal dialog above all others; undefined where there is none. What is to be seen and pressed whatever is open belongs into it:
 * a modal dialog covers what is outside of it, and makes it inert.
 */
export const useTopmost = (): HTMLDialogElement | undefined => useSyncExternalStore(subscribe, () => shown.at(-1));
