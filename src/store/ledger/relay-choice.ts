import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';
import { parseJson } from '#store/storage/browser-storage.ts';

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

type Deps = StoredIn & {
  /** ms since the epoch */
  readonly now: () => number;
};

const isChoice = (entry: [string, unknown]): entry is [string, number | false] =>
  entry[1] === false || typeof entry[1] === 'number';

/** The choice of each account, in this browser. */
export const createRelayChoice = ({ now, ...place }: Deps): RelayChoice => {
  const all = storedValue(
    place,
    [KEY],
    (text): ReadonlyMap<string, number | false> =>
      new Map(Object.entries(Object(parseJson(text(KEY)))).filter(isChoice)),
  );
  return {
    get(pubkey) {
      const choice = all.get().get(pubkey) ?? 0;
      return { isOn: choice !== false, since: choice === false ? 0 : choice };
    },
    set(pubkey, isOn) {
      const next = new Map(all.read()).set(pubkey, isOn ? now() : false);
      all.write({ [KEY]: JSON.stringify(Object.fromEntries(next)) });
    },
    subscribe: all.subscribe,
  };
};
