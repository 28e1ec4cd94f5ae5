import { FAILED_ENTRIES_MAX } from './inspector-limits.ts';
import type { ActorState, LogEntry } from './recording.ts';
import { innermost } from './states.ts';

/** A row of the tree of actors. */
export type TreeRow = { readonly actor: ActorState; readonly depth: number; readonly at: readonly string[] };

/** The tree, each parent before its children; who has lost its parent stands at the edge. */
export const treeOf = (actors: ReadonlyMap<string, ActorState>): readonly TreeRow[] => {
  const children = new Map<string | undefined, ActorState[]>();
  for (const actor of actors.values()) {
    const parent = actor.parent !== undefined && actors.has(actor.parent) ? actor.parent : undefined;
    const siblings = children.get(parent) ?? [];
    if (siblings.length === 0) children.set(parent, siblings);
    siblings.push(actor);
  }
  const rows: TreeRow[] = [];
  const walk = (parent: string | undefined, depth: number) => {
    for (const actor of children.get(parent) ?? []) {
      rows.push({ actor, depth, at: actor.machine === undefined ? [] : innermost(actor.states, actor.machine) });
      walk(actor.id, depth + 1);
    }
  };
  walk(undefined, 0);
  return rows;
};

/** The actors, by their ids, that are marked as failed though they may go on: those with an error not long ago. */
export const failedLately = (entries: readonly LogEntry[]): ReadonlySet<string> =>
  new Set(entries.slice(-FAILED_ENTRIES_MAX).flatMap(({ actor, outcome }) => (outcome === 'error' ? actor : [])));
