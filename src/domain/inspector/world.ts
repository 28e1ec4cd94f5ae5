import { ENDED_MAX, ENDED_SHOWN_MS } from './inspector-limits.ts';
import type { ActorChange, ActorState, LogEntry } from './recording.ts';
import type { Shown, ShownObject } from './shown.ts';

/** All actors as they stand at a moment, those that ended a short while ago included. */
export type World = {
  readonly actors: ReadonlyMap<string, ActorState>;
  get(id: string): ActorState | undefined;
  /** Puts an actor in that lives already. */
  add(actor: ActorState): void;
  /** Lets an entry happen. */
  apply(entry: LogEntry): void;
  /** one that goes on for itself */
  copy(): World;
};

const contextAfter = (before: ShownObject | undefined, { context, gone }: ActorChange): ShownObject | undefined => {
  if (!context && !gone) return before;
  const after: Record<string, Shown> = { ...before, ...context };
  for (const key of gone ?? []) delete after[key];
  return after;
};

const changedBy = (before: ShownObject | undefined, { context, gone }: ActorChange): ActorState['changed'] =>
  Object.fromEntries([...Object.keys(context ?? {}), ...(gone ?? [])].map((key) => [key, before?.[key]]));

/** An actor after an entry of its own. */
const actorAfter = (before: ActorState, { now, at, transitions }: LogEntry): ActorState => {
  const { gone: _, context: __, ...rest } = now ?? {};
  const after: ActorState = {
    ...before,
    ...rest,
    ...(now && { context: contextAfter(before.context, now)!, changed: changedBy(before.context, now) }),
    ...(transitions && { last: transitions }),
  };
  if (after.context === undefined) delete (after as { context?: unknown }).context;
  return after.status === 'active' ? after : { ...after, delays: [], verdicts: {}, endedAt: before.endedAt ?? at };
};

/** The same rules make the tree of the page, the beginning of what is kept and each step of a recording. */
const worldOf = (actors: Map<string, ActorState>, ended: { id: string; at: number }[]): World => {
  const drop = (id: string) => {
    actors.delete(id);
    for (const actor of actors.values()) if (actor.parent === id) drop(actor.id);
  };
  const forget = (now: number) => {
    while (ended.length > 0 && (ended.length > ENDED_MAX || now - ended[0]!.at > ENDED_SHOWN_MS))
      drop(ended.shift()!.id);
  };
  return {
    actors,
    get: (id) => actors.get(id),
    add: (actor) => void actors.set(actor.id, actor),
    apply(entry) {
      const before = entry.started ?? actors.get(entry.actor);
      if (before) {
        const after = actorAfter(before, entry);
        actors.set(after.id, after);
        const isOver = after.status !== 'active' && (entry.started || before.status === 'active');
        if (isOver) ended.push({ id: after.id, at: entry.at });
      }
      forget(entry.at);
    },
    copy: () => worldOf(new Map(actors), [...ended]),
  };
};

/** A world with these actors. */
export const createWorld = (actors: Iterable<ActorState> = []): World =>
  worldOf(new Map(Array.from(actors, (actor) => [actor.id, actor])), []);
