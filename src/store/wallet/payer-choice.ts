import type { EcashRoute } from '#domain/wallet/payment.ts';
import { lasting, parseJson } from '#store/storage/lasting.ts';

/** local storage: which mint pays for which account; of all others the wallet that is connected pays */
const KEY = 'payWith';

/** With what the user pays unless they say otherwise: ecash at a mint; undefined: the wallet that is connected. */
export type PayerChoice = {
  get(): EcashRoute | undefined;
  set(route: EcashRoute | undefined): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  readonly storage: Storage | undefined;
  readonly window: EventTarget;
  /** who is logged in, hex */
  readonly account: () => string | undefined;
};

const readAll = (value: unknown): ReadonlyMap<string, string> =>
  new Map(Object.entries(Object(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** The choice of each account, in this browser. */
export const createPayerChoice = ({ storage, window, account }: Deps): PayerChoice => {
  const kept = lasting(storage);
  const listeners = new Set<() => void>();
  const read = () => readAll(parseJson(kept.get(KEY)));
  const routes = new Map<string, EcashRoute>();
  /** the same object as long as it is the same mint */
  const routeOf = (mint: string): EcashRoute => {
    const route = routes.get(mint) ?? { kind: 'ecash', mint };
    routes.set(mint, route);
    return route;
  };
  let all = read();
  const change = (next: ReadonlyMap<string, string>) => {
    all = next;
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key === null || key === KEY) change(read());
  });
  return {
    get() {
      const mint = all.get(account() ?? '');
      return mint === undefined ? undefined : routeOf(mint);
    },
    set(route) {
      const owner = account();
      if (owner === undefined) return;
      const next = new Map(all);
      if (route) next.set(owner, route.mint);
      else next.delete(owner);
      kept.set(KEY, JSON.stringify(Object.fromEntries(next)));
      change(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
