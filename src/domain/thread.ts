import { isHex64, tagsNamed, type EventRef, type NostrEvent } from './event.ts';
import { KIND } from './kinds.ts';
import { EVENT_MAX_REFERENCES, THREAD_MAX_DEPTH } from './limits.ts';
import type { Note } from './note.ts';
import type { ThreadData } from './query-keys.ts';
import { relayHints } from './relay-hints.ts';

/** What an event says about its place in a conversation (NIP-10, NIP-18). */
export type ThreadRefs = {
  readonly root?: EventRef;
  readonly parent?: EventRef;
  readonly mentions: readonly EventRef[];
  readonly quotes: readonly EventRef[];
};

/** A reply with the replies to it. `depth` counts from 0 for replies to the focus. */
export type ThreadNode = { readonly note: Note; readonly depth: number; readonly replies: readonly ThreadNode[] };

/** A conversation seen from one note. `ancestors` run from the root down. */
export type ThreadView = {
  readonly ancestors: readonly Note[];
  readonly focus: Note | undefined;
  readonly replies: readonly ThreadNode[];
};

export type ThreadOrder = 'newest' | 'oldest';

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

/** Reads the place of an event in its thread: marked e tags, else by position; q tags are quotes (NIP-10). */
export const threadRefs = (event: NostrEvent): ThreadRefs => {
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

/** Whether a note answers another (FEED-05): kind 1 with an e tag that is no mere mention or quote. */
export const isReply = (event: NostrEvent): boolean =>
  event.kind === KIND.textNote && threadRefs(event).parent !== undefined;

const parentsOf = (notes: ReadonlyMap<string, Note>): Map<string, string> => {
  const parents = new Map<string, string>();
  for (const note of notes.values()) {
    const { parent, root } = threadRefs(note);
    // A reply to a note that nobody has left hangs from the root of its thread.
    const id = [parent?.id, root?.id].find((candidate) => candidate !== undefined && notes.has(candidate));
    if (id !== undefined && id !== note.id) parents.set(note.id, id);
  }
  return parents;
};

const ancestorsOf = (
  focusId: string,
  notes: ReadonlyMap<string, Note>,
  parents: ReadonlyMap<string, string>,
): Note[] => {
  const path: Note[] = [];
  const seen = new Set([focusId]);
  let id = parents.get(focusId);
  while (id !== undefined && !seen.has(id) && path.length < THREAD_MAX_DEPTH) {
    const note = notes.get(id);
    if (note !== undefined) path.unshift(note);
    seen.add(id);
    id = parents.get(id);
  }
  return path;
};

type Growing = { note: Note; depth: number; replies: Growing[] };

/** Breadth first and without recursion; what lies deeper than THREAD_MAX_DEPTH hangs from the last level. */
const repliesOf = (focusId: string, children: ReadonlyMap<string, readonly Note[]>, skip: ReadonlySet<string>) => {
  const top: Growing[] = [];
  const seen = new Set(skip).add(focusId);
  const queue: { id: string; depth: number; into: Growing[] }[] = [{ id: focusId, depth: 0, into: top }];
  for (const { id, depth, into } of queue) {
    for (const note of children.get(id) ?? []) {
      if (seen.has(note.id)) continue;
      seen.add(note.id);
      const node: Growing = { note, depth, replies: [] };
      into.push(node);
      const deeper = depth < THREAD_MAX_DEPTH - 1;
      queue.push({ id: note.id, depth: deeper ? depth + 1 : depth, into: deeper ? node.replies : into });
    }
  }
  return top;
};

const compare = (order: ThreadOrder) => (a: Note, b: Note) => {
  const byTime = order === 'oldest' ? a.created_at - b.created_at : b.created_at - a.created_at;
  return byTime || (a.id < b.id ? -1 : 1);
};

/** The conversation around one note as a tree. Cycles, missing parents and duplicates do no harm. */
export const buildThread = (data: ThreadData, focusId: string, order: ThreadOrder = 'oldest'): ThreadView => {
  const notes = new Map(data.notes.map((note) => [note.id, note]));
  const parents = parentsOf(notes);
  const sorted = [...notes.values()].sort(compare(order));
  const children = Map.groupBy(sorted, ({ id }) => parents.get(id) ?? '');
  const ancestors = ancestorsOf(focusId, notes, parents);
  const skip = new Set(ancestors.map(({ id }) => id));
  return { ancestors, focus: notes.get(focusId), replies: repliesOf(focusId, children, skip) };
};
