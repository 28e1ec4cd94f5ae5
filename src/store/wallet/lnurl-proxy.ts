import { readProxyChoice, type ProxyChoice } from '#domain/wallet/lnurl-proxy.ts';
import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';
import { parseJson } from '#store/storage/browser-storage.ts';

/** local storage */
const KEY = 'lnurlProxy';

/** The proxy that the user chose for Lightning addresses; undefined: none, as at first. */
export type LnurlProxy = {
  get(): ProxyChoice | undefined;
  /** undefined: none any more */
  set(choice: ProxyChoice | undefined): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** The choice, in this browser. */
export const createLnurlProxy = (place: StoredIn): LnurlProxy => {
  const choice = storedValue(place, [KEY], (text) => readProxyChoice(parseJson(text(KEY))));
  return {
    get: choice.get,
    set: (chosen) => void choice.write({ [KEY]: chosen ? JSON.stringify(chosen) : null }),
    subscribe: choice.subscribe,
  };
};
