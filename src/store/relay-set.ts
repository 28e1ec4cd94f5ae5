import { SAVED_RELAYS_MAX } from '#domain/limits.ts';
import type { RelayDefaults, RelayEntry, RelayPermission, RelaySource } from '#domain/relay-set.ts';
import { normalizeRelayUrl } from '#domain/relay-url.ts';

/** Undefined where the browser blocks storage. */
type Readable = Pick<Storage, 'getItem'> | undefined;
type Writable = Pick<Storage, 'setItem' | 'removeItem'> | undefined;
type Entries = readonly RelayEntry[];

const PERMISSIONS: readonly unknown[] = ['read', 'write', 'readwrite', 'indexer'] satisfies RelayPermission[];
const SOURCES: readonly unknown[] = ['default', 'list', 'user', 'advisor'] satisfies RelaySource[];

/** Where the set of a user is kept (RLIST-08); visitors share one place. */
export const relaySetKey = (pubkey: string | undefined): string =>
  pubkey === undefined ? 'nostrRelays' : `nostrRelays:${pubkey}`;

const readEntry = (value: unknown): RelayEntry | undefined => {
  const { url, permission, source } = Object(value) as Readonly<Record<string, unknown>>;
  const normalized = typeof url === 'string' ? normalizeRelayUrl(url) : undefined;
  if (normalized === undefined || !PERMISSIONS.includes(permission)) return undefined;
  const known = { url: normalized, permission: permission as RelayPermission };
  return SOURCES.includes(source) ? { ...known, source: source as RelaySource } : known;
};

const readEntries = (json: string): Entries | undefined => {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list) || list.length > SAVED_RELAYS_MAX) return undefined;
  const entries = list.map(readEntry).filter((entry) => entry !== undefined);
  // a set with a part that cannot be read is not what the user left
  if (entries.length !== list.length) return undefined;
  return [...new Map(entries.map((entry) => [entry.url, entry])).values()];
};

const entriesAt = (storage: Readable, pubkey: string | undefined): Entries | undefined => {
  try {
    const json = storage?.getItem(relaySetKey(pubkey)) ?? null;
    return json === null ? undefined : readEntries(json);
  } catch {
    return undefined;
  }
};

/**
 * The set as the user left it, with the relays of the start for a restore. A user without one gets that of the visitors
 * of this browser. What is missing or makes no sense leaves the defaults.
 */
export const savedRelays = (
  storage: Readable,
  pubkey: string | undefined,
  defaults: RelayDefaults,
): RelayDefaults & { readonly saved?: Entries | undefined } => ({
  ...defaults,
  saved: entriesAt(storage, pubkey) ?? entriesAt(storage, undefined),
});

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
