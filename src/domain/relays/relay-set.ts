import { isPublicRelay } from './public-host.ts';
import type { RelayPermission } from './relay-permission.ts';

/**
 * How a relay came into the set: by the defaults, by the user's published list, by the user's own hand, or added by the
 * app in place of dead ones. Only `default` and `advisor` may be taken out without asking the user.
 */
export type RelaySource = 'default' | 'list' | 'user' | 'advisor';

/** A relay of the configured set. `url` is normalised (RELAY-13); no `source` means `default`. */
export type RelayEntry = {
  readonly url: string;
  readonly permission: RelayPermission;
  readonly source?: RelaySource;
};

/** The relays the app starts with (RELAY-05). */
export type RelayDefaults = {
  readonly entries: readonly RelayEntry[];
  /** asked for kind 0 besides the others */
  readonly profile: readonly string[];
  /** may take the place of dead ones (RELAY-69); left out for the public ones */
  readonly fallback?: readonly string[];
  /** the page shows the sample network, whose pictures, names and relays are on loopback */
  readonly loopback?: boolean;
};

/** The set of the user, and what the page is configured with. */
type KnownRelays = { readonly entries: readonly RelayEntry[]; readonly defaults: RelayDefaults };

/**
 * Whether a relay may be asked, whoever named it: one of the public network, or exactly one that the user or the page's
 * configuration named. A local relay in the set opens no door to another one.
 */
export const mayAskRelay = (url: string, { entries, defaults }: KnownRelays): boolean =>
  isPublicRelay(url) ||
  [...entries, ...defaults.entries].some((entry) => entry.url === url) ||
  [...defaults.profile, ...(defaults.fallback ?? [])].includes(url);

/** What changes the set by one step. */
export type SetChange =
  | { type: 'relay.add'; entry: RelayEntry }
  /** the user takes a relay out, whoever brought it in */
  | { type: 'relay.remove'; url: string }
  /** the user uses the relay so from now on */
  | { type: 'relay.permit'; url: string; permission: RelayPermission }
  /** back to the relays of the start */
  | { type: 'relays.restore' };

/** The set after a change; a relay is in it once. */
export const entriesAfter = ({ entries, defaults }: KnownRelays, change: SetChange): readonly RelayEntry[] => {
  switch (change.type) {
    case 'relay.add':
      return entries.some(({ url }) => url === change.entry.url) ? entries : [...entries, change.entry];
    case 'relay.remove':
      return entries.filter(({ url }) => url !== change.url);
    case 'relay.permit':
      return entries.map((entry) =>
        entry.url === change.url ? { ...entry, permission: change.permission, source: 'user' } : entry,
      );
    case 'relays.restore':
      return defaults.entries;
  }
};
