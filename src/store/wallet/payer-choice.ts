import type { EcashRoute } from '#domain/wallet/payment.ts';
import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';
import { parseJson } from '#store/storage/browser-storage.ts';

/** local storage: which mint pays for which account; of all others the wallet that is connected pays */
const KEY = 'payWith';

/** With what the user pays unless they say otherwise: ecash at a mint; undefined: the wallet that is connected. */
export type PayerChoice = {
  get(): EcashRoute | undefined;
  set(route: EcashRoute | undefined): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = StoredIn & {
  /** who is logged in, hex */
  readonly account: () => string | undefined;
};

const readAll = (value: unknown): ReadonlyMap<string, string> =>
  new Map(Object.entries(Object(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** The choice of each account, in this browser. */
export const createPayerChoice = ({ account, ...place }: Deps): PayerChoice => {
  const all = storedValue(place, [KEY], (text) => readAll(parseJson(text(KEY))));
  const routes = new Map<string, EcashRoute>();
  /** the same object as long as it is the same mint */
  const routeOf = (mint: string): EcashRoute => {
    const route = routes.get(mint) ?? { kind: 'ecash', mint };
    routes.set(mint, route);
    return route;
  };
  return {
    get() {
      const mint = all.get().get(account() ?? '');
      return mint === undefined ? undefined : routeOf(mint);
    },
    set(route) {
      const owner = account();
      if (owner === undefined) return;
      const next = new Map(all.read());
      if (route) next.set(owner, route.mint);
      else next.delete(owner);
      all.write({ [KEY]: JSON.stringify(Object.fromEntries(next)) });
    },
    subscribe: all.subscribe,
  };
};
