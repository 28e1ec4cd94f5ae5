import { textsIn } from '#domain/record.ts';
import { DEFAULT_RELAYS } from './default-relays.ts';
import type { RelayPermission } from './relay-permission.ts';
import type { RelayDefaults, RelayEntry } from './relay-set.ts';
import { normalizeRelayUrls } from './relay-url.ts';
import { POOL_MAX_CONNECTIONS } from './relays-limits.ts';

const PERMISSIONS: readonly RelayPermission[] = ['readwrite', 'read', 'write', 'indexer'];

const urlsOf = (value: unknown): string[] => normalizeRelayUrls(textsIn(value));

const recordOf = (content: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/**
 * The relays a page is configured with: a JSON object of URL lists by permission, with `profile` and `fallback` besides.
 * Such a page never turns to public relays. `loopback` says that it is one of the sample network. Anything that names no usable relay gives the public defaults (RELAY-05,
 * RELAY-06).
 */
export const relayConfig = (content: string | null | undefined): RelayDefaults => {
  if (!content?.trim()) return DEFAULT_RELAYS;
  const record = recordOf(content);
  const entries = new Map<string, RelayEntry>();
  for (const permission of PERMISSIONS)
    for (const url of urlsOf(record[permission])) if (!entries.has(url)) entries.set(url, { url, permission });
  if (!entries.size) return DEFAULT_RELAYS;
  return {
    entries: [...entries.values()].slice(0, POOL_MAX_CONNECTIONS),
    profile: urlsOf(record['profile']),
    fallback: urlsOf(record['fallback']),
    ...(record['loopback'] === true && { loopback: true }),
  };
};

/** A relay with what it is used for; 'profile': asked for profiles alone. */
export type RelayUse = { readonly url: string; readonly use: RelayPermission | 'profile' };

/** Relays in the order in which they are listed: the set, then those that are only asked for profiles. */
export const relayUses = ({ entries, profile }: Pick<RelayDefaults, 'entries' | 'profile'>): readonly RelayUse[] => [
  ...entries.map(({ url, permission }): RelayUse => ({ url, use: permission })),
  ...profile
    .filter((url) => !entries.some((entry) => entry.url === url))
    .map((url): RelayUse => ({ url, use: 'profile' })),
];
