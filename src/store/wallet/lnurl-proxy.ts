import { readProxyChoice, type ProxyChoice } from '#domain/wallet/lnurl-proxy.ts';

const KEY = 'lnurlProxy';

/** The proxy that the user chose for Lightning addresses; undefined: none, as at first. */
export type LnurlProxy = {
  get(): ProxyChoice | undefined;
  /** undefined: none any more */
  set(choice: ProxyChoice | undefined): void;
  subscribe(listener: () => void): () => void;
};

/** Keeps the choice in this browser; `storage` is undefined where the browser keeps nothing. */
export const createLnurlProxy = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined,
): LnurlProxy => {
  const listeners = new Set<() => void>();
  const read = () => {
    try {
      return readProxyChoice(JSON.parse(storage?.getItem(KEY) ?? 'null'));
    } catch {
      return undefined;
    }
  };
  let choice = read();
  return {
    get: () => choice,
    set(chosen) {
      choice = chosen;
      try {
        if (chosen) storage?.setItem(KEY, JSON.stringify(chosen));
        else storage?.removeItem(KEY);
      } catch {
        // it holds until the page goes
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
