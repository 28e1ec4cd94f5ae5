import type { Note } from '#domain/note/note.ts';
import type { ThreadData } from '#domain/cache/query-keys.ts';
import { THREAD_MAX_DEPTH } from '#domain/protocol/protocol-limits.ts';
import { inOrder, THREAD_ORDERS, type SatsOf, type ThreadOrder } from './thread-order.ts';
import { threadRefs } from './thread.ts';

/** Why a note of a conversation is not shown, though others answer it. */
export type Gap = 'muted' | 'missing';

/** The place of a note in a conversation, or of one that is not shown. */
export type ThreadPlace = { readonly id: string; readonly note: Note | Gap };

/** A reply with the replies to it. `depth` counts from 0 for replies to the focus. */
export type ThreadNode = ThreadPlace & { readonly depth: number; readonly replies: readonly ThreadNode[] };

/** A conversation seen from one note. `ancestors` run from the root down. */
export type ThreadView = {
  readonly ancestors: readonly ThreadPlace[];
  readonly focus: Note | undefined;
  readonly replies: readonly ThreadNode[];
};

/** The note of a place; undefined where it is not shown. */
export const shownNote = ({ note }: ThreadPlace): Note | undefined => (typeof note === 'string' ? undefined : note);

/** How many of these places count as replies: what is muted or missing does not. */
export const shownCount = (places: readonly ThreadPlace[]): number =>
  places.filter((place) => shownNote(place) !== undefined).length;

type Notes = ReadonlyMap<string, Note>;
type Parents = ReadonlyMap<string, string>;

/** What each note answers. A note that nobody has is taken for an answer to the root of its thread. */
const parentsOf = (notes: Notes, focusId: string): Parents => {
  const parents = new Map<string, string>();
  for (const note of notes.values()) {
    const { parent, root } = threadRefs(note);
    if (parent === undefined) continue;
    parents.set(note.id, parent.id);
    if (parent.id === focusId || notes.has(parent.id) || parents.has(parent.id)) continue;
    if (root !== undefined && root.id !== parent.id && notes.has(root.id)) parents.set(parent.id, root.id);
  }
  return parents;
};

const ancestorsOf = (focusId: string, parents: Parents): string[] => {
  const path: string[] = [];
  const seen = new Set([focusId]);
  let id = parents.get(focusId);
  while (id !== undefined && !seen.has(id) && path.length < THREAD_MAX_DEPTH) {
    path.unshift(id);
    seen.add(id);
    id = parents.get(id);
  }
  return path;
};

/** Which notes have a place: those that are shown, and all that these answer. */
const placedIds = (shown: readonly Note[], parents: Parents): ReadonlySet<string> => {
  const placed = new Set<string>();
  for (const note of shown)
    for (let id: string | undefined = note.id; id !== undefined && !placed.has(id); id = parents.get(id))
      placed.add(id);
  return placed;
};

/** The replies to each note in the order of `sorted`; a missing one stands where the first reply to it would. */
const childrenOf = (
  sorted: readonly Note[],
  notes: Notes,
  parents: Parents,
): ReadonlyMap<string, readonly string[]> => {
  const children = new Map<string, string[]>();
  const missing = new Set<string>();
  const add = (id: string): void => {
    const parent = parents.get(id);
    if (parent === undefined) return;
    if (!notes.has(parent) && !missing.has(parent)) {
      missing.add(parent);
      add(parent);
    }
    const siblings = children.get(parent) ?? [];
    siblings.push(id);
    children.set(parent, siblings);
  };
  for (const { id } of sorted) add(id);
  return children;
};

/** Which place each of these has, and all that they answer: that of the first of them. */
const ranksOf = (kept: readonly string[], parents: Parents): ReadonlyMap<string, number> => {
  const ranks = new Map<string, number>();
  for (const [rank, first] of kept.entries())
    for (let id: string | undefined = first; id !== undefined && !ranks.has(id); id = parents.get(id))
      ranks.set(id, rank);
  return ranks;
};

type Growing = ThreadPlace & { depth: number; replies: Growing[] };

type Branches = {
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly skip: ReadonlySet<string>;
  readonly placeOf: (id: string) => ThreadPlace;
};

/** Breadth first and without recursion; what lies deeper than THREAD_MAX_DEPTH hangs from the last level. */
const repliesOf = (focusId: string, { children, skip, placeOf }: Branches) => {
  const top: Growing[] = [];
  const seen = new Set(skip).add(focusId);
  const queue: { id: string; depth: number; into: Growing[] }[] = [{ id: focusId, depth: 0, into: top }];
  for (const { id, depth, into } of queue) {
    for (const child of children.get(id) ?? []) {
      if (seen.has(child)) continue;
      seen.add(child);
      const node: Growing = { ...placeOf(child), depth, replies: [] };
      into.push(node);
      const deeper = depth < THREAD_MAX_DEPTH - 1;
      queue.push({ id: child, depth: deeper ? depth + 1 : depth, into: deeper ? node.replies : into });
    }
  }
  return top;
};

type Options = {
  readonly order?: ThreadOrder;
  readonly satsOf?: SatsOf;
  /** ids of replies that stand in this order before the others at their level, whatever the order of those is */
  readonly kept?: readonly string[];
  /** whether a note is kept from who reads; the focus never is */
  readonly isHidden?: (note: Note) => boolean;
};

/**
 * The conversation around one note as a tree. Cycles and duplicates do no harm; what is muted or missing keeps its place as
 * a gap as long as something shown answers it.
 */
export const buildThread = (
  data: ThreadData,
  focusId: string,
  { order = THREAD_ORDERS[0], satsOf = () => 0, kept = [], isHidden = () => false }: Options = {},
): ThreadView => {
  const notes = new Map(data.notes.map((note) => [note.id, note]));
  const parents = parentsOf(notes, focusId);
  const isShown = (note: Note) => note.id === focusId || !isHidden(note);
  const placeOf = (id: string): ThreadPlace => {
    const note = notes.get(id);
    return { id, note: note === undefined ? 'missing' : isShown(note) ? note : 'muted' };
  };
  const placed = placedIds([...notes.values()].filter(isShown), parents);
  const ranks = ranksOf(kept, parents);
  const rankOf = ({ id }: Note) => ranks.get(id) ?? kept.length;
  const byOrder = inOrder(order, satsOf);
  const sorted = [...notes.values()]
    .filter(({ id }) => placed.has(id))
    .sort((a, b) => rankOf(a) - rankOf(b) || byOrder(a, b));
  const ancestors = ancestorsOf(focusId, parents);
  const children = childrenOf(sorted, notes, parents);
  return {
    ancestors: ancestors.map(placeOf),
    focus: notes.get(focusId),
    replies: repliesOf(focusId, { children, skip: new Set(ancestors), placeOf }),
  };
};
