import { isHex64, tagsNamed, type EventRef, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { EVENT_MAX_REFERENCES } from '#domain/protocol/protocol-limits.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';

/** What an event says about its place in a conversation (NIP-10, NIP-18). */
export type ThreadRefs = {
  readonly root?: EventRef;
  readonly parent?: EventRef;
  readonly mentions: readonly EventRef[];
  readonly quotes: readonly EventRef[];
};

type Marked = { readonly ref: EventRef; readonly marker: string };

const refOf = ([, id, relay, third, fourth]: readonly string[]): EventRef => {
  const author = [fourth, third].find(isHex64);
  return { id: id ?? '', relays: relayHints([relay]), ...(author !== undefined && { author }) };
};

const refsNamed = (event: Pick<NostrEvent, 'tags'> & { readonly id?: string }, name: string): (readonly string[])[] =>
  tagsNamed(event, name)
    .filter(([, id]) => isHex64(id) && id !== event.id)
    .slice(0, EVENT_MAX_REFERENCES);

/** The events that q tags quote (NIP-18). */
export const quoteRefs = (event: Pick<NostrEvent, 'tags'> & { readonly id?: string }): readonly EventRef[] =>
  refsNamed(event, 'q').map(refOf);

/** Ids of the tags that the text cites as '#[3]' (NIP-08): cited, not answered. */
const citedIds = (event: NostrEvent): Set<string | undefined> =>
  new Set(Array.from(event.content.matchAll(/#\[(\d{1,4})\]/g), ([, index]) => event.tags[Number(index)]?.[1]));

const positional = (tags: readonly EventRef[], mentions: readonly EventRef[]): Omit<ThreadRefs, 'quotes'> => {
  const root = tags[0];
  const parent = tags.at(-1);
  return root === undefined || parent === undefined
    ? { mentions }
    : { root, parent, mentions: [...mentions, ...tags.slice(1, -1)] };
};

const byMarkers = (tags: readonly Marked[], root?: EventRef, reply?: EventRef): Omit<ThreadRefs, 'quotes'> => {
  const others = tags.filter(({ marker }) => marker !== 'root' && marker !== 'reply').map(({ ref }) => ref);
  const start = root ?? reply;
  const parent = reply ?? root;
  return start && parent ? { root: start, parent, mentions: others } : { mentions: others };
};

const readRefs = (event: NostrEvent): ThreadRefs => {
  const quotes = quoteRefs(event);
  const quoted = new Set(quotes.map(({ id }) => id));
  const tags: Marked[] = refsNamed(event, 'e').map((tag) => ({ ref: refOf(tag), marker: tag[3] ?? '' }));
  const root = tags.find(({ marker }) => marker === 'root')?.ref;
  const reply = tags.findLast(({ marker }) => marker === 'reply')?.ref;
  if (root !== undefined || reply !== undefined) return { ...byMarkers(tags, root, reply), quotes };
  const cited = citedIds(event);
  const mentions = tags.filter(({ ref, marker }) => marker === 'mention' || cited.has(ref.id)).map(({ ref }) => ref);
  const mentioned = new Set(mentions.map(({ id }) => id));
  const rest = tags.map(({ ref }) => ref).filter(({ id }) => !mentioned.has(id) && !quoted.has(id));
  return { ...positional(rest, mentions), quotes };
};

/** Events never change; a thread looks at hundreds, with hundreds of tags each, whenever one more comes. */
const known = new WeakMap<NostrEvent, ThreadRefs>();

/** Reads the place of an event in its thread: marked e tags, else by position; q tags are quotes (NIP-10). */
export const threadRefs = (event: NostrEvent): ThreadRefs => {
  const refs = known.get(event) ?? readRefs(event);
  known.set(event, refs);
  return refs;
};

/** Whether a note answers another (FEED-05): kind 1 with an e tag that is no mere mention or quote. */
export const isReply = (event: NostrEvent): boolean =>
  event.kind === KIND.textNote && threadRefs(event).parent !== undefined;
