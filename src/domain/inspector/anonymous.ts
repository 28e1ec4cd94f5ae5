import { isMark } from './show.ts';
import type { ActorState, LogEntry, Recording } from './recording.ts';
import type { Shown, ShownObject } from './shown.ts';

/** What was replaced by what, in the order in which it was met. */
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
const CODE_KEYS = /^(actorId|type|kind|how|what|why|as|status|state|permission|signing|code|mode|src)$/;
const CODE_WORDS = /^[a-z][a-z ]{0,40}$/;
/** One word or name of the code; whoever writes to somebody uses more than one. */
const CODE_WORD = /^[\w$.:#/-]{0,48}$/;

type Tables = {
  readonly all: Map<string, string>;
  readonly counts: Map<string, number>;
  readonly people: Set<string>;
};

const nextName = ({ counts }: Tables, kind: string) => {
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  return `${kind} ${count}`;
};

const nameFor = (tables: Tables, what: string, kind: string): string => {
  const known = tables.all.get(what);
  if (known !== undefined) return known;
  const name = nextName(tables, kind);
  tables.all.set(what, name);
  return name;
};

/** A host without its scheme; names of the code have a dot at most once. */
const HOST = /^[\w-]+(\.[\w-]+){2,}(:\d+)?$/;

/** Names and addresses within a text; the words around them stay. */
const withoutAddresses = (tables: Tables, text: string): string =>
  text
    .replace(ADDRESS, (_, scheme: string, host: string) => {
      const isRelay = scheme.toLowerCase().startsWith('ws');
      return nameFor(tables, host.toLowerCase(), isRelay ? 'relay' : 'site');
    })
    .replace(HEX, (hex) => nameFor(tables, hex.toLowerCase(), tables.people.has(hex.toLowerCase()) ? 'person' : 'id'))
    .replace(BECH32, (code, prefix: string) =>
      nameFor(tables, code.toLowerCase(), /^npub|^nprofile/i.test(prefix) ? 'person' : 'id'),
    );

/** A text of a value: words somebody wrote become their length. */
const withoutWords = (tables: Tables, text: string, key: string): string => {
  const host = text.toLowerCase();
  if (tables.all.has(host) || HOST.test(host)) return nameFor(tables, host, 'site');
  if (CODE_KEYS.test(key) && CODE_WORDS.test(text)) return text;
  const bare = withoutAddresses(tables, text);
  const isWords = bare === text ? !CODE_WORD.test(text) || WORD_KEYS.test(key) : WORD_KEYS.test(key);
  if (text === '' || !isWords) return bare;
  const shown = `text of ${text.length}`;
  tables.all.set(text, shown);
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
  CODE_WORD.test(key) || key === '…' ? withoutAddresses(tables, key) : withoutAddressesOrWords(tables, key);

const withoutAddressesOrWords = (tables: Tables, key: string): string => {
  const bare = withoutAddresses(tables, key);
  return bare === key ? nameFor(tables, key, 'name') : bare;
};

const bareObject = (tables: Tables, value: ShownObject): ShownObject =>
  Object.fromEntries(
    Object.entries(value).map(([key, held]) => [bareKey(tables, key), bareValue(tables, held, key)] as const),
  );

const bareValue = (tables: Tables, value: Shown, key: string): Shown => {
  if (typeof value === 'string') return withoutWords(tables, value, key);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Shown[]).map((item) => bareValue(tables, item, key));
  return isMark(value) ? bareMark(tables, value as never, key) : bareObject(tables, value as ShownObject);
};

/** Finds the keys of people, so that a person is one also where the code does not say so. */
const notePeople = (tables: Tables, value: unknown, key: string): void => {
  if (typeof value === 'string' && PERSON_KEYS.test(key)) {
    for (const [hex] of value.matchAll(HEX)) tables.people.add(hex.toLowerCase());
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [inner, held] of Object.entries(value)) {
    if (PERSON_KEYS.test(key)) notePeople(tables, inner, key);
    notePeople(tables, held, Array.isArray(value) ? key : inner);
  }
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
  const tables: Tables = { all: new Map(), counts: new Map(), people: new Set() };
  return {
    actor(actor: ActorState): ActorState {
      notePeople(tables, actor, '');
      return bareActor(tables, actor);
    },
    entry(entry: LogEntry): LogEntry {
      notePeople(tables, entry, '');
      return bareEntry(tables, entry);
    },
  };
};

/**
 * A recording without names of people, addresses of relays and sites, ids and what anybody wrote. The same name is replaced by
 * the same everywhere, so that the story stays readable.
 */
export const withoutNames = (recording: Recording): { recording: Recording; replaced: Replacements } => {
  const tables: Tables = { all: new Map(), counts: new Map(), people: new Set() };
  notePeople(tables, recording.actors, '');
  notePeople(tables, recording.entries, '');
  const bare: Recording = {
    ...recording,
    anonymous: true,
    actors: recording.actors.map((actor) => bareActor(tables, actor)),
    entries: recording.entries.map((entry) => bareEntry(tables, entry)),
  };
  return { recording: bare, replaced: tables.all };
};
