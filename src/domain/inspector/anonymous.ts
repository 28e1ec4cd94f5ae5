import { isMark } from './show.ts';
import type { ActorState, LogEntry, Recording } from './recording.ts';
import type { Shown, ShownObject } from './shown.ts';

/** What was replaced by what: names in the order in which they were met, then texts. */
export type Replacements = ReadonlyMap<string, string>;

const HEX = /\b[0-9a-f]{64}\b/gi;
const BECH32 = /\b(npub|nprofile|note|nevent|naddr|nrelay)1[02-9ac-hj-np-z]{6,}/gi;
const ADDRESS = /\b(wss?|https?):\/\/([^\s/?#"'<>]+)([^\s"'<>]*)/gi;
/** Keys of people: what stands under them is a person, and so it is wherever it stands. */
const PERSON_KEYS = /pubkey|author|owner|person|people|follow|mute|account|contact|sender|recipient|reader/i;
/** What stands under these is somebody's words, however short. */
const WORD_KEYS =
  /^(content|text|start|name|names|display_?name|about|nip05|lud16|lud06|title|query|draft|hashtags?|subject|label|notice|message|description|summary|alt|note|bio|website|reason)$/i;
/** Under these stand words of the code, which may be several. */
const CODE_KEYS = /^(actorId|type|kind|how|what|why|as|status|state|connections|permission|signing|code|mode|src)$/;
const CODE_WORDS = /^[a-z][a-z ]{0,40}$/;
/** Under these stand names of the code that have a dot, as hosts do. */
const DOT_KEYS = /^(actorId|type|event|src)$/;
/** One word or name of the code; whoever writes to somebody uses more than one. */
const CODE_WORD = /^[\w$.:#/-]{0,48}$/;
/** A key that says what stands under it. */
const FIELD = /^[a-z_$][\w$]{0,47}$/i;
/** A host without its scheme. */
const HOST = /^[\w-]+((\.[\w-]+){2,}|\.[a-z][a-z-]+)(:\d+)?$/;
const HOSTS = /[\w-]+(?:(?:\.[\w-]+)+(?::\d+)?|:\d+)/g;

/** What was met, and what it becomes; looked for in all of a recording before anything is replaced. */
const createTables = () => ({
  /** names, addresses and ids: no two become the same */
  names: new Map<string, string>(),
  /** what anybody wrote becomes its length */
  texts: new Map<string, string>(),
  counts: new Map<string, number>(),
  people: new Set<string>(),
  hosts: new Set<string>(),
  relays: new Set<string>(),
  /** keys that are no words of the code */
  keys: new Set<string>(),
});

type Tables = ReturnType<typeof createTables>;

const nameFor = ({ names, counts }: Tables, what: string, kind: string): string => {
  const known = names.get(what);
  if (known !== undefined) return known;
  const count = (counts.get(kind) ?? 0) + 1;
  const name = `${kind} ${count}`;
  counts.set(kind, count);
  names.set(what, name);
  return name;
};

const nameOfHost = (tables: Tables, host: string): string =>
  nameFor(tables, host, tables.relays.has(host) ? 'relay' : 'site');

const nameOfAddress = (tables: Tables, host: string, rest: string): string => {
  const name = nameOfHost(tables, host);
  return rest === '' || rest === '/' ? name : nameFor(tables, host + rest, `${name} path`);
};

/** Names and addresses within a text; the words around them stay. */
const withoutAddresses = (tables: Tables, text: string): string =>
  text
    .replace(ADDRESS, (_, __, host: string, rest: string) => nameOfAddress(tables, host.toLowerCase(), rest))
    .replace(HOSTS, (host) => (tables.hosts.has(host.toLowerCase()) ? nameOfHost(tables, host.toLowerCase()) : host))
    .replace(HEX, (hex) => nameFor(tables, hex.toLowerCase(), tables.people.has(hex.toLowerCase()) ? 'person' : 'id'))
    .replace(BECH32, (code, prefix: string) =>
      nameFor(tables, code.toLowerCase(), /^npub|^nprofile/i.test(prefix) ? 'person' : 'id'),
    );

/** Whether a text is nothing but a name or an address. */
const isName = ({ hosts }: Tables, text: string): boolean =>
  hosts.has(text.toLowerCase()) || [ADDRESS, HEX, BECH32].some((part) => text.replace(part, '') === '');

/** A text of a value: words somebody wrote become their length. */
const withoutWords = (tables: Tables, text: string, key: string): string => {
  if (text === '' || (CODE_KEYS.test(key) && CODE_WORDS.test(text))) return text;
  if (tables.keys.has(text)) return nameFor(tables, text, 'name');
  const bare = withoutAddresses(tables, text);
  const isWords = WORD_KEYS.test(key) || (bare === text && !CODE_WORD.test(text));
  if (!isWords || isName(tables, text)) return bare;
  const shown = `text of ${text.length}`;
  tables.texts.set(text, shown);
  return shown;
};

const bareMark = (tables: Tables, mark: Shown & { $: string }, key: string): Shown => {
  const go = (value: Shown) => bareValue(tables, value, key);
  const fields = mark as unknown as Record<string, Shown>;
  switch (mark.$) {
    case 'text':
      return { ...fields, $: 'text', start: '' } as Shown;
    case 'map':
      return { $: 'map', entries: (fields['entries'] as Shown[]).map(go) } as Shown;
    case 'set':
      return { $: 'set', values: (fields['values'] as Shown[]).map(go) };
    case 'actor':
    case 'error':
      return Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [
          field,
          typeof value === 'string' && field !== '$' && field !== 'id' ? withoutAddresses(tables, value) : value,
        ]),
      );
    default:
      return mark;
  }
};

const bareKey = (tables: Tables, key: string): string =>
  tables.keys.has(key) ? nameFor(tables, key, 'name') : withoutAddresses(tables, key);

/** The key by which a value is judged: one that is a name itself says nothing of it. */
const keyWithin = (outer: string, key: string): string => (FIELD.test(key) ? key : outer);

const bareObject = (tables: Tables, value: ShownObject, outer = ''): ShownObject =>
  Object.fromEntries(
    Object.entries(value).map(
      ([key, held]) => [bareKey(tables, key), bareValue(tables, held, keyWithin(outer, key))] as const,
    ),
  );

const bareValue = (tables: Tables, value: Shown, key: string): Shown => {
  if (typeof value === 'string') return withoutWords(tables, value, key);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Shown[]).map((item) => bareValue(tables, item, key));
  return isMark(value) ? bareMark(tables, value as never, key) : bareObject(tables, value as ShownObject, key);
};

const noteHosts = (tables: Tables, text: string): void => {
  for (const [, scheme, host] of text.matchAll(ADDRESS)) {
    tables.hosts.add(host!.toLowerCase());
    if (/^ws/i.test(scheme!)) tables.relays.add(host!.toLowerCase());
  }
};

const noteText = (tables: Tables, text: string, key: string): void => {
  if (PERSON_KEYS.test(key)) for (const [hex] of text.matchAll(HEX)) tables.people.add(hex.toLowerCase());
  noteHosts(tables, text);
  if (HOST.test(text.toLowerCase()) && !DOT_KEYS.test(key)) tables.hosts.add(text.toLowerCase());
};

const hasAddress = (text: string) => [ADDRESS, HEX, BECH32].some((part) => text.search(part) >= 0);

const noteKey = (tables: Tables, key: string, outer: string): void => {
  noteText(tables, key, outer);
  if (!CODE_WORD.test(key) && key !== '…' && !hasAddress(key)) tables.keys.add(key);
};

/** What a map or a set tells its values apart by: a key of its own. */
const keysOf = (value: object): readonly unknown[] => {
  const mark = value as { readonly $?: unknown; readonly entries?: readonly Shown[][]; readonly values?: Shown[] };
  if (mark.$ === 'map') return mark.entries!.map(([key]) => key);
  if (mark.$ === 'set') return mark.values!;
  return mark.$ === undefined && !Array.isArray(value) ? Object.keys(value) : [];
};

/** Finds what is a person, a host, somebody's words or a key, so that it is one also where the code does not say so. */
const noteNames = (tables: Tables, value: unknown, key: string): void => {
  if (typeof value === 'string') noteText(tables, value, key);
  if (typeof value !== 'object' || value === null) return;
  for (const own of keysOf(value)) if (typeof own === 'string') noteKey(tables, own, key);
  const isInside = Array.isArray(value) || '$' in value;
  for (const [inner, held] of Object.entries(value)) noteNames(tables, held, isInside ? key : keyWithin(key, inner));
};

const noteActor = (tables: Tables, { name, context, changed, input, output, error }: Partial<ActorState>): void => {
  noteHosts(tables, name ?? '');
  for (const part of [context, changed, { input, output, error }]) noteNames(tables, part, '');
};

const noteEntry = (tables: Tables, { data, started, now }: LogEntry): void => {
  noteNames(tables, data, '');
  for (const actor of [started, now]) if (actor) noteActor(tables, actor);
};

const someBare = <Fields extends object>(fields: Fields, bare: (value: never, key: string) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value === undefined ? value : bare(value as never, key)]),
  ) as Fields;

const bareActor = (tables: Tables, actor: ActorState): ActorState =>
  someBare(actor, (value, key) => {
    if (key === 'name') return withoutAddresses(tables, value);
    if (key === 'context' || key === 'changed') return bareObject(tables, value);
    if (key === 'input' || key === 'output' || key === 'error') return bareValue(tables, value, key);
    return key === 'delays' ? bareDelays(tables, value) : value;
  });

const bareDelays = (tables: Tables, delays: ActorState['delays']) =>
  delays.map((delay) => ({
    ...delay,
    id: withoutAddresses(tables, delay.id),
    event: withoutAddresses(tables, delay.event),
  }));

const bareEntry = (tables: Tables, entry: LogEntry): LogEntry =>
  someBare(entry, (value, key) => {
    if (key === 'event') return withoutAddresses(tables, value);
    if (key === 'data') return bareValue(tables, value, key);
    if (key === 'started' || key === 'now') return bareActor(tables, value);
    return value;
  });

/** The same for what comes bit by bit: what was replaced once is replaced by the same from then on. */
export const createNameless = () => {
  const tables = createTables();
  return {
    actor(actor: ActorState): ActorState {
      noteActor(tables, actor);
      return bareActor(tables, actor);
    },
    entry(entry: LogEntry): LogEntry {
      noteEntry(tables, entry);
      return bareEntry(tables, entry);
    },
  };
};

/**
 * A recording without names of people, addresses of relays and sites, ids and what anybody wrote. The same name is replaced by
 * the same everywhere, so that the story stays readable.
 */
export const withoutNames = (recording: Recording): { recording: Recording; replaced: Replacements } => {
  const tables = createTables();
  for (const actor of recording.actors) noteActor(tables, actor);
  for (const entry of recording.entries) noteEntry(tables, entry);
  const bare: Recording = {
    ...recording,
    anonymous: true,
    actors: recording.actors.map((actor) => bareActor(tables, actor)),
    entries: recording.entries.map((entry) => bareEntry(tables, entry)),
  };
  return { recording: bare, replaced: new Map([...tables.names, ...tables.texts]) };
};
