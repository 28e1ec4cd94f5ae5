import { isRecord } from '#domain/record.ts';
import { storedValue, type StoredIn } from './stored-value.ts';
import { parseJson } from './browser-storage.ts';

/** What each account chose in this browser. */
export type AccountSettings<Settings> = {
  of(pubkey: string): Settings;
  change(pubkey: string, next: Partial<Settings>): void;
  /** Calls back after each change, also one made in another tab, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};

const readAll = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** Settings by account under one key of the local storage; `read` makes sense of whatever is there. */
export const accountSettings = <Settings extends object>(
  place: StoredIn,
  key: string,
  read: (value: unknown) => Settings,
): AccountSettings<Settings> => {
  const all = storedValue(place, [key], (text) => readAll(parseJson(text(key))));
  return {
    of: (pubkey) => read(all.get()[pubkey]),
    change(pubkey, next) {
      const known = all.read();
      const changed = read({ ...read(known[pubkey]), ...next });
      all.write({ [key]: JSON.stringify({ ...known, [pubkey]: changed }) });
    },
    subscribe: all.subscribe,
  };
};
