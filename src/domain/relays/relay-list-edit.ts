import { tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { EditRules } from '#domain/replaceable/journal.ts';
import { timeAfter } from '#domain/replaceable/versions.ts';
import { withoutSecrets } from '#domain/session/leaked-secret.ts';
import { parseRelayList, type RelayListEntry } from '#domain/profile/lists.ts';
import { readsFrom, writesTo, type RelayPermission } from './relay-permission.ts';
import { mayAskRelay, type RelayDefaults, type RelayEntry } from './relay-set.ts';
import { normalizeRelayUrl } from './relay-url.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { POOL_MAX_CONNECTIONS } from './relays-limits.ts';

/** What the user made of relays by hand, by URL; null where they took one out. */
export type RelayListEdits = Readonly<Record<string, RelayPermission | null>>;

/** What the user made of one relay by hand; null when they took it out. */
export type RelayEdit = { readonly url: string; readonly permission: RelayPermission | null };

type Tag = readonly string[];
type Indexers = ReadonlySet<string>;

const urlOf = (tag: Tag): string | undefined => (tag[0] === 'r' ? normalizeRelayUrl(tag[1] ?? '') : undefined);

const isUnmarked = ([, , marker = '']: Tag) => marker !== 'read' && marker !== 'write';

const permissionOf = ({ url, read, write }: RelayListEntry, unmarked: ReadonlySet<string>, indexers: Indexers) => {
  if (unmarked.has(url) && indexers.has(url)) return 'indexer';
  if (read && write) return 'readwrite';
  return read ? 'read' : 'write';
};

/**
 * The relays of a published list with their permissions: by their marker, without a marker both (RELAY-29, RELAY-31), or
 * indexer where the relay is known to be one (RELAY-30).
 */
export const listedRelays = (list: Pick<NostrEvent, 'tags'>, indexers: Indexers): readonly RelayEntry[] => {
  const tags = tagsNamed(list, 'r');
  const unmarked = new Set(tags.filter(isUnmarked).map((tag) => urlOf(tag) ?? ''));
  return parseRelayList(list, Infinity).map((entry) => ({
    url: entry.url,
    permission: permissionOf(entry, unmarked, indexers),
    source: 'list',
  }));
};

const MARKERS: Readonly<Record<RelayPermission, readonly string[]>> = {
  read: ['read'],
  write: ['write'],
  readwrite: [''],
  indexer: [],
};

/** The markers of the tags that name a relay; a known indexer without one would be an indexer again. */
const markersOf = (url: string, permission: RelayPermission | null, indexers: Indexers): readonly string[] => {
  if (permission === null) return [];
  return permission === 'readwrite' && indexers.has(url) ? ['read', 'write'] : MARKERS[permission];
};

/** An r tag with another marker; whatever else it carries stays. */
const marked = ([name = 'r', url = '', , ...rest]: Tag, marker: string): Tag =>
  marker === '' && rest.length === 0 ? [name, url] : [name, url, marker, ...rest];

/** One relay gets another permission in the tags of a list; every other tag stays as and where it is. */
const editTags = (tags: readonly Tag[], url: string, permission: RelayPermission | null, indexers: Indexers) => {
  const now = listedRelays({ tags }, indexers).find((entry) => entry.url === url)?.permission;
  if (now === (permission ?? undefined)) return tags;
  const markers = markersOf(url, permission, indexers);
  const first = tags.findIndex((tag) => urlOf(tag) === url);
  if (first < 0) return markers.length === 0 ? tags : [...tags, ...markers.map((marker) => marked(['r', url], marker))];
  const named = markers.map((marker) => marked(tags[first]!, marker));
  return tags.flatMap((tag, index) => (index === first ? named : urlOf(tag) === url ? [] : [tag]));
};

const tagsOf = (entries: readonly RelayEntry[], indexers: Indexers): readonly Tag[] =>
  entries
    .filter(({ source }) => source !== 'advisor')
    .flatMap(({ url, permission }) => markersOf(url, permission, indexers).map((marker) => marked(['r', url], marker)));

const withEdits = (tags: readonly Tag[], edits: RelayListEdits, indexers: Indexers): readonly Tag[] =>
  Object.entries(edits).reduce((edited, [url, permission]) => editTags(edited, url, permission, indexers), tags);

/** Where a list says that its author writes. */
export const writeRelaysOf = (list: Pick<NostrEvent, 'tags'> | undefined): readonly string[] =>
  list === undefined
    ? []
    : parseRelayList(list, Infinity)
        .filter(({ write }) => write)
        .map(({ url }) => url);

/** Whether a list names a relay to write to: one that is known to keep lists only is none, unless the list says so (RLIST-05). */
export const namesWriter = (list: Pick<NostrEvent, 'tags'>, indexers: Indexers): boolean =>
  listedRelays(list, indexers).some(({ permission }) => writesTo(permission));

export type RelayListDraft =
  | { readonly outcome: 'changed'; readonly template: EventTemplate }
  /** the newest list says all of it already */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'no write relays' };

type DraftInput = {
  /** the newest list that any relay holds; undefined when relays answered and have none */
  readonly newest: NostrEvent | undefined;
  readonly edits: RelayListEdits;
  /** the set in use: a first list is made of it */
  readonly entries: readonly RelayEntry[];
  readonly indexers: Indexers;
  /** seconds */
  readonly now: number;
};

/**
 * The next version of a relay list: the newest one with the edits, all else byte for byte, so that nothing another device
 * wrote is lost (RLIST-04). A list without a relay to write to is refused (RLIST-05).
 */
export const draftRelayList = ({ newest, edits, entries, indexers, now }: DraftInput): RelayListDraft => {
  const before = newest?.tags ?? tagsOf(entries, indexers);
  const kept = withoutSecrets(before);
  const tags = withEdits(kept, edits, indexers);
  if (newest && tags === kept) return { outcome: 'unchanged' };
  if (!namesWriter({ tags }, indexers)) return { outcome: 'no write relays' };
  const template = { kind: KIND.relayList, created_at: timeAfter(newest, now), tags, content: newest?.content ?? '' };
  return { outcome: 'changed', template };
};

type ApplyInput = Pick<DraftInput, 'edits' | 'entries' | 'indexers'> & {
  readonly list: Pick<NostrEvent, 'tags'>;
  readonly defaults: RelayDefaults;
  /** defaults that the user took out by hand */
  readonly left: readonly string[];
};

/** Of the defaults, but for those that were taken out by hand: the indexers, and those for a use that the set has no relay for. */
const helpers = ({ defaults, left }: Pick<ApplyInput, 'defaults' | 'left'>, set: readonly RelayEntry[]) => {
  const reads = set.some(({ permission }) => readsFrom(permission));
  const writes = set.some(({ permission }) => writesTo(permission));
  return defaults.entries.filter(
    ({ url, permission }) =>
      !left.includes(url) &&
      !set.some((entry) => entry.url === url) &&
      (permission === 'indexer' || (!reads && readsFrom(permission)) || (!writes && writesTo(permission))),
  );
};

/** The first relays of a set, and in any case one to read from and one to write to where it has them. */
const firstOf = (set: readonly RelayEntry[], most: number): readonly RelayEntry[] => {
  const needed = [readsFrom, writesTo].flatMap((uses) => set.find(({ permission }) => uses(permission)) ?? []);
  return [...new Set([...needed, ...set])].slice(0, most);
};

/**
 * The set of a user whose list was found. What they set here stays until the list says the same, also against the list; what
 * the list no longer names goes; defaults stay where the list leaves a gap. A list may be of somebody else, for whom one
 * only reads: it brings no relay of a local network that was not here before. At most as many as there can be sockets, and
 * a long list loses no use by that.
 */
export const appliedRelays = ({
  list,
  edits,
  entries,
  defaults,
  indexers,
  left,
}: ApplyInput): readonly RelayEntry[] => {
  const named = listedRelays(list, indexers);
  const byHand = new Map<string, RelayEntry>();
  for (const entry of entries) if (entry.source === 'user') byHand.set(entry.url, entry);
  for (const [url, permission] of Object.entries(edits))
    if (permission === null) byHand.delete(url);
    else byHand.set(url, { url, permission, source: 'user' });
  for (const { url, permission } of named) if (byHand.get(url)?.permission === permission) byHand.delete(url);
  const listed = named.filter(
    ({ url }) => edits[url] !== null && !byHand.has(url) && mayAskRelay(url, { entries, defaults }),
  );
  const place = new Map(entries.map(({ url }, index) => [url, index]));
  const placeOf = ({ url }: RelayEntry) => place.get(url) ?? entries.length;
  const set = [...byHand.values(), ...listed];
  const helping = helpers({ defaults, left }, set);
  const chosen = new Set(firstOf(set, POOL_MAX_CONNECTIONS - helping.length));
  return [...set.filter((entry) => chosen.has(entry)).sort((a, b) => placeOf(a) - placeOf(b)), ...helping];
};

type UndoInput = Omit<ApplyInput, 'list'> & {
  readonly list: Pick<NostrEvent, 'tags'> | undefined;
  /** what is to be as if it had not been done */
  readonly undone: readonly string[];
};

/** The set without some changes made by hand: as the list, or else the defaults, have those relays. */
export const undoneRelays = ({ undone, ...input }: UndoInput): readonly RelayEntry[] => {
  const gone = new Set(undone);
  const entries = input.entries.filter(({ url }) => !gone.has(url));
  const { list } = input;
  if (list) return appliedRelays({ ...input, list, entries });
  return [...entries, ...input.defaults.entries.filter(({ url }) => gone.has(url))];
};

/**
 * What a change of the set says the user did by hand: one relay of theirs came, changed, left, or took the place of another
 * of theirs. The app takes defaults out by itself, too: only `removed` is known to have left by hand. Several at once are a
 * change of the whole set, which nobody publishes.
 */
export const editsBetween = (
  before: readonly RelayEntry[],
  after: readonly RelayEntry[],
  removed?: string,
): RelayListEdits => {
  const known = new Map(before.map((entry) => [entry.url, entry]));
  const left = new Map(known);
  const changed: RelayEntry[] = [];
  for (const entry of after) {
    const former = known.get(entry.url);
    left.delete(entry.url);
    if (former?.permission !== entry.permission || former.source !== entry.source) changed.push(entry);
  }
  const gone = [...left.values()];
  const put = changed.filter(({ source }) => source === 'user');
  const taken = gone.filter(
    ({ url, source = 'default' }) =>
      source === 'user' || source === 'list' || (source === 'default' && url === removed),
  );
  const isReplaced = put.length === 1 && taken.length === 1 && !known.has(put[0]!.url);
  if (changed.length + gone.length !== (isReplaced ? 2 : 1)) return {};
  return Object.fromEntries([
    ...taken.map(({ url }): [string, null] => [url, null]),
    ...put.map(({ url, permission }): [string, RelayPermission] => [url, permission]),
  ]);
};

/** Which defaults were taken out by hand, after some edits. */
export const leftAfter = (
  left: readonly string[],
  edits: readonly RelayEdit[],
  { entries }: Pick<RelayDefaults, 'entries'>,
): readonly string[] =>
  entries
    .map(({ url }) => url)
    .filter((url) => {
      const edit = edits.find((one) => one.url === url);
      return edit ? edit.permission === null : left.includes(url);
    });

/** Whether a list shows all of some edits. */
export const showsEdits = (list: NostrEvent | undefined, edits: RelayListEdits, indexers: Indexers): boolean =>
  list !== undefined && withEdits(list.tags, edits, indexers) === list.tags;

/** Single edits by relay; of two of one relay the later counts. */
export const editsByUrl = (edits: readonly RelayEdit[]): RelayListEdits =>
  Object.fromEntries(edits.map(({ url, permission }) => [url, permission]));

/** Edits of relays in a journal: each is about one relay, and safe as soon as every write relay has it. */
export const relayEdits = (indexers: () => Indexers): EditRules<RelayEdit> => ({
  keyOf: ({ url }) => url,
  isSame: (one, other) => one.permission === other.permission,
  adds: ({ permission }) => permission !== null,
  shows: (version, { url, permission }) => showsEdits(version, { [url]: permission }, indexers()),
  raceS: -Infinity,
});
