import { useSyncExternalStore } from 'react';
import { createListeners } from '#domain/listeners.ts';

/** Whom the user muted last, or unmuted. `pubkey` in hex. */
type MuteAsked = { readonly pubkey: string; readonly wanted: boolean };

const { tell, subscribe } = createListeners();
let last: MuteAsked | undefined;

export const askedToMute = (pubkey: string, wanted: boolean): void => {
  last = { pubkey, wanted };
  tell();
};

export const useMuteAsked = (): MuteAsked | undefined => useSyncExternalStore(subscribe, () => last);
