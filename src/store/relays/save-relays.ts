import type { RelayDefaults, RelayEntry } from '#domain/relays/relay-set.ts';
import { relaySetKey } from './relay-set.ts';

/** Undefined where the browser blocks storage. */
type Readable = Pick<Storage, 'getItem'> | undefined;
type Writable = Pick<Storage, 'setItem' | 'removeItem'> | undefined;
type Entries = readonly RelayEntry[];

const line = ({ url, permission, source = 'default' }: RelayEntry) => [url, permission, source].join(' ');

/** Whether two sets hold the same relays with the same uses in the same order. */
export const isSameSet = (one: Entries, other: Entries): boolean =>
  one.length === other.length && one.every((entry, index) => line(entry) === line(other[index]!));

/** Whether something is saved for this user alone, or nothing can be. */
export const hasRelays = (storage: Readable, pubkey: string): boolean => {
  try {
    return storage?.getItem(relaySetKey(pubkey)) !== null;
  } catch {
    return true;
  }
};

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

/** What became of a set from `before` to `after`, done to another set. */
export const changedSet = (before: Entries, after: Entries, set: Entries): Entries => {
  if (isSameSet(before, set)) return after;
  const former = new Map(before.map((entry) => [entry.url, line(entry)]));
  const changed = new Map(
    after.flatMap((entry) => (former.get(entry.url) === line(entry) ? [] : [[entry.url, entry]])),
  );
  const stays = new Set(after.map(({ url }) => url));
  const kept = set.filter(({ url }) => stays.has(url) || !former.has(url));
  const known = new Set(kept.map(({ url }) => url));
  return [
    ...kept.map((entry) => changed.get(entry.url) ?? entry),
    ...[...changed.values()].filter(({ url }) => !known.has(url)),
  ];
};
