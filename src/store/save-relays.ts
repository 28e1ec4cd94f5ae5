import type { RelayDefaults, RelayEntry } from '#domain/relay-set.ts';
import { relaySetKey } from './relay-set.ts';

/** Undefined where the browser blocks storage. */
type Writable = Pick<Storage, 'setItem' | 'removeItem'> | undefined;
type Entries = readonly RelayEntry[];

const line = ({ url, permission, source = 'default' }: RelayEntry) => [url, permission, source].join(' ');

/** Whether two sets hold the same relays with the same uses in the same order. */
export const isSameSet = (one: Entries, other: Entries): boolean =>
  one.length === other.length && one.every((entry, index) => line(entry) === line(other[index]!));

/**
 * Keeps the set for the next start; visitors with the defaults have none, so that they get other defaults when those
 * change. False when the browser would not keep it.
 */
export const saveRelays = (
  storage: Writable,
  pubkey: string | undefined,
  entries: Entries,
  defaults: RelayDefaults,
): boolean => {
  try {
    if (storage === undefined) return false;
    const key = relaySetKey(pubkey);
    if (pubkey === undefined && isSameSet(entries, defaults.entries)) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(entries));
    return true;
  } catch {
    return false;
  }
};
