import { CACHE_GROUPS, type CacheGroup } from '#domain/cache/cache-groups.ts';
import { REQUEST_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { URL_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { SEARCH_QUERY_MAX_CHARACTERS } from '#domain/search/search-limits.ts';

/** What a search finds. */
export const SEARCH_PARTS = ['people', 'notes', 'hashtags'] as const;
export type SearchPart = (typeof SEARCH_PARTS)[number];

/** Parameters that open nothing over the screen. */
export const isOverlayParameter = (name: string): boolean => name !== 'q' && name !== 'in';

/** The parameters of every address: overlays that are open, and what is searched for (ROUTE-17 to ROUTE-20). */
export type AppSearch = {
  /** the settings; the fragment of the address may name a section */
  settings?: true;
  /** the settings at the relays and how each stands */
  relayStatus?: true;
  /** URL of the relay to look at closely */
  relay?: string;
  /** URL of the relay that is to be removed (ROUTE-27) */
  removeRelay?: string;
  restoreRelays?: true;
  /** what the statecharts do; 'replay': did, in a recording; 'stately': while the app is developed, also in Stately's inspector */
  inspect?: true | 'replay' | 'stately';
  /** a recording of it is saved, the whole or the last minutes; over the inspector */
  saveRecording?: 'all' | 'last';
  /** which keys do what */
  shortcuts?: true;
  relayHealth?: true;
  /** which one relay the feed is read from */
  feedRelay?: true;
  auxiliaryRelays?: true;
  /** login and keys (ROUTE-25) */
  login?: true;
  savedAccounts?: true;
  unlockKey?: true;
  nsecLogin?: true;
  keyGeneration?: true;
  /** the first steps with a new key */
  welcome?: 'name' | 'follow';
  /** a passphrase for a new key */
  passphrasePrompt?: true;
  viewNsec?: true;
  /** Lightning wallets (ROUTE-26) */
  walletConnect?: true;
  savedWallets?: true;
  /** an invoice of the connected wallet */
  receive?: true;
  /** what became of the money: a page of it, or the id of one payment */
  money?: string;
  /** id of the note that is zapped, or the npub of the person */
  zap?: string;
  exportKey?: true;
  signOut?: true;
  /** the whole query cache or a group of it (ROUTE-24) */
  clearCache?: true | CacheGroup;
  clearContactsCache?: true;
  clearAllCaches?: true;
  clearSavedKeys?: true;
  clearStoredWallet?: true;
  resetPreferences?: true;
  /** id of the note whose thread is open */
  thread?: string;
  /** id of the note that is answered (ROUTE-21) */
  reply?: string;
  /** id of the note that is reposted or quoted (ROUTE-22) */
  repost?: string;
  /** with words of one's own from the start */
  quote?: true;
  /** id of the note with which something can be done */
  noteMenu?: string;
  /** id of the note whose event is shown as it is */
  noteEvent?: string;
  /** id of the note to which one reacts */
  react?: string;
  /** id of the own note that is to be deleted */
  deleteNote?: string;
  /** one's own profile is edited (ROUTE-23) */
  edit?: true;
  contacts?: 'followers' | 'following';
  relayDiscovery?: true;
  /** what else can be done with the profile that is open */
  profileMenu?: true;
  /** picture of the viewer, from 0, and the id of the note it stands in */
  image?: number;
  of?: string;
  /** what `/search` looks for */
  q?: string;
  /** which of what it found is shown */
  in?: SearchPart;
};

const flag = (value: unknown): true | undefined => String(value) === 'true' || undefined;

const text = (value: unknown, most = URL_MAX_CHARACTERS): string | undefined =>
  typeof value === 'string' && value && value.length <= most ? value : undefined;

const index = (value: unknown): number | undefined => {
  const number = Number(text(String(value)));
  return Number.isInteger(number) && number >= 0 ? number : undefined;
};

const oneOf =
  <const Name>(names: readonly Name[]) =>
  (value: unknown): Name | undefined =>
    names.find((name) => name === value);

const cacheGroup = oneOf(CACHE_GROUPS);

const readers: { readonly [Name in keyof AppSearch]-?: (value: unknown) => AppSearch[Name] } = {
  settings: flag,
  relayStatus: flag,
  relay: text,
  removeRelay: text,
  restoreRelays: flag,
  inspect: (value) => (value === 'replay' || (import.meta.env.DEV && value === 'stately') ? value : flag(value)),
  saveRecording: oneOf(['all', 'last']),
  shortcuts: flag,
  relayHealth: flag,
  feedRelay: flag,
  auxiliaryRelays: flag,
  login: flag,
  savedAccounts: flag,
  unlockKey: flag,
  nsecLogin: flag,
  keyGeneration: flag,
  welcome: oneOf(['name', 'follow']),
  passphrasePrompt: flag,
  viewNsec: flag,
  walletConnect: flag,
  savedWallets: flag,
  receive: flag,
  money: (value) => text(value, REQUEST_MAX_CHARACTERS),
  zap: text,
  exportKey: flag,
  signOut: flag,
  clearCache: (value) => flag(value) ?? cacheGroup(value),
  clearContactsCache: flag,
  clearAllCaches: flag,
  clearSavedKeys: flag,
  clearStoredWallet: flag,
  resetPreferences: flag,
  thread: text,
  reply: text,
  repost: text,
  quote: flag,
  noteMenu: text,
  noteEvent: text,
  react: text,
  deleteNote: text,
  edit: flag,
  contacts: oneOf(['followers', 'following']),
  relayDiscovery: flag,
  profileMenu: flag,
  image: index,
  of: text,
  q: (value) => text(value, SEARCH_QUERY_MAX_CHARACTERS),
  in: oneOf(SEARCH_PARTS),
};

/** Reads the parameters of an address; what is unknown or makes no sense is left out. */
export const readSearch = (raw: Readonly<Record<string, unknown>>): AppSearch => {
  const read = Object.entries(readers).map(([name, reader]) => [name, reader(raw[name])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as AppSearch;
};
