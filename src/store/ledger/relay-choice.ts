import { createListeners } from '#domain/listeners.ts';
import { lasting, parseJson } from '#store/storage/lasting.ts';

/** local storage: since when, by account, ecash is kept on relays again (ms since the epoch), or false where it is not */
const KEY = 'ecashOnRelays';

/** Whether the user wants a copy of their ecash on their relays; by itself they do. */
export type RelayChoice = {
  /** `since`: what happened before is not told; ms since the epoch */
  get(pubkey: string): { readonly isOn: boolean; readonly since: number };
  set(pubkey: string, isOn: boolean): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  readonly storage: Storage | undefined;
  readonly window: EventTarget;
  readonly now: () => number;
};

const isChoice = (entry: [string, unknown]): entry is [string, number | false] =>
  entry[1] === false || typeof entry[1] === 'number';

/** The choice of each account, in this browser. */
export const createRelayChoice = ({ storage, window, now }: Deps): RelayChoice => {
  const kept = lasting(storage);
  const { tell, subscribe } = createListeners();
  const read = () => new Map(Object.entries(Object(parseJson(kept.get(KEY)))).filter(isChoice));
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key === null || key === KEY) tell();
  });
  return {
    get(pubkey) {
      const choice = read().get(pubkey) ?? 0;
      return { isOn: choice !== false, since: choice === false ? 0 : choice };
    },
    set(pubkey, isOn) {
      const all = read().set(pubkey, isOn ? now() : false);
      kept.set(KEY, JSON.stringify(Object.fromEntries(all)));
      tell();
    },
    subscribe,
  };
};
