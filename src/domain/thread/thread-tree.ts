import type { Note } from '#domain/note/note.ts';
import type { ThreadData } from '#domain/cache/query-keys.ts';
import { THREAD_MAX_DEPTH } from '#domain/protocol/protocol-limits.ts';
import { inOrder, THREAD_ORDERS, type SatsOf, type ThreadOrder } from './thread-order.ts';
import { threadRefs } from './thread.ts';

/** A reply with the replies to it. `depth` counts from 0 for replies to the focus. */
export type ThreadNode = { readonly note: Note; readonly depth: number; readonly replies: readonly ThreadNode[] };

/** A conversation seen from one note. `ancestors` run from the root down. */
export type ThreadView = {
  readonly ancestors: readonly Note[];
  readonly focus: Note | undefined;
  readonly replies: readonly ThreadNode[];
};

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

type Sorting = { readonly order?: ThreadOrder; readonly satsOf?: SatsOf };

/** The conversation around one note as a tree. Cycles, missing parents and duplicates do no harm. */
export const buildThread = (
  data: ThreadData,
  focusId: string,
  { order = THREAD_ORDERS[0], satsOf = () => 0 }: Sorting = {},
): ThreadView => {
  const notes = new Map(data.notes.map((note) => [note.id, note]));
  const parents = parentsOf(notes);
  const sorted = [...notes.values()].sort(inOrder(order, satsOf));
  const children = Map.groupBy(sorted, ({ id }) => parents.get(id) ?? '');
  const ancestors = ancestorsOf(focusId, notes, parents);
  const skip = new Set(ancestors.map(({ id }) => id));
  return { ancestors, focus: notes.get(focusId), replies: repliesOf(focusId, children, skip) };
};
