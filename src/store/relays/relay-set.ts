import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import type { RelayDefaults, RelayEntry, RelaySource } from '#domain/relays/relay-set.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import { SAVED_RELAYS_MAX } from '#domain/relays/relays-limits.ts';

/** Undefined where the browser blocks storage. */
type Readable = Pick<Storage, 'getItem'> | undefined;
type Entries = readonly RelayEntry[];

const PERMISSIONS: readonly unknown[] = ['read', 'write', 'readwrite', 'indexer'] satisfies RelayPermission[];
const SOURCES: readonly unknown[] = ['default', 'list', 'user', 'advisor'] satisfies RelaySource[];

/** Where the set of a user is kept (RLIST-08); visitors share one place. */
export const relaySetKey = (pubkey: string | undefined): string =>
  pubkey === undefined ? 'nostrRelays' : `nostrRelays:${pubkey}`;

const isEntry = (value: unknown): value is RelayEntry => {
  const { url, permission, source = 'default' } = Object(value) as Readonly<Record<string, unknown>>;
  const isRelay = typeof url === 'string' && normalizeRelayUrl(url) === url;
  return isRelay && PERMISSIONS.includes(permission) && SOURCES.includes(source);
};

/** Versions before took a pasted secret key, and any identifier, for a host: it is not connected to again. */
const isRefused = (value: unknown): boolean => {
  const { url } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof url === 'string' && /^wss?:/.test(url) && URL.canParse(url) && normalizeRelayUrl(url) === undefined;
};

/** A set with a part that cannot be read is not what the user left. */
const isSet = (list: unknown): list is Entries =>
  Array.isArray(list) &&
  list.length <= SAVED_RELAYS_MAX &&
  list.every(isEntry) &&
  new Set(list.map(({ url }) => url)).size === list.length;

const entriesAt = (storage: Readable, pubkey: string | undefined): Entries | undefined => {
  try {
    const saved: unknown = JSON.parse(storage?.getItem(relaySetKey(pubkey)) ?? 'null');
    const list: unknown = Array.isArray(saved) ? saved.filter((entry) => !isRefused(entry)) : saved;
    return isSet(list) ? list : undefined;
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
