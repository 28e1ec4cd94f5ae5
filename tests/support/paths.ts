import { expect } from 'vitest';
import {
  createActor,
  fromCallback,
  SimulatedClock,
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type InspectionEvent,
  type StateNode,
} from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { createReached } from './reached.ts';

type AnyNode = StateNode<any, any>;
type Transition = AnyNode['transitions'] extends Map<string, (infer T)[]> ? T : never;

export type CoverageOptions = {
  input?: unknown;
  /** instead of `input`, when the machine chooses its states by it: together they must reach everything */
  inputs?: readonly unknown[];
  /**
   * Every event the machine can meet, with payloads: also `xstate.done.actor.<invoke id>`,
   * `xstate.error.actor.<invoke id>` and `xstate.after.<delay>.<state id>`.
   */
  events: readonly (EventObject & Record<string, unknown>)[];
  /** The counters and flags that guards read; together with the state value they tell states apart. */
  identity?: (context: any) => unknown;
  /** Most states to explore. */
  limit?: number;
} & Seen;

/** What a person would see in the states: that they can be reached is not enough. */
type Seen =
  | {
      /** Invariants that hold in every reached state, such as which tags stand for what the context holds. */
      check: (snapshot: AnyMachineSnapshot) => void;
    }
  | {
      /** Every state that has tags, by its way from the root as in `watching.version.asking`, and which; others have none. */
      tags: Readonly<Record<string, readonly string[]>>;
    };

/** Compares the tags of each reached state with the table; at the end, whether every row was met. */
const againstTable = (tags: Readonly<Record<string, readonly string[]>>) => {
  const unmet = new Set(Object.keys(tags));
  return {
    check: (snapshot: AnyMachineSnapshot) => {
      const active = snapshot._nodes.map((node) => node.path.join('.')).filter((path) => path in tags);
      for (const path of active) unmet.delete(path);
      const expected = new Set(active.flatMap((path) => tags[path]!));
      expect([...snapshot.tags].sort(), `tags in ${JSON.stringify(snapshot.value)}`).toEqual([...expected].sort());
    },
    end: () => expect([...unmet], 'states of the table that are not met').toEqual([]),
  };
};

/** Never settles and does nothing: invoked work is played by the events of the path instead. */
const silent: AnyActorLogic = fromCallback(() => {});

const nodesOf = (node: AnyNode): AnyNode[] => [
  node,
  ...Object.values(node.states).flatMap((child) => nodesOf(child as AnyNode)),
];

const transitionsOf = (node: AnyNode): Transition[] => [
  ...[...node.transitions.values()].flat(),
  ...((node.always as Transition[] | undefined) ?? []),
];

/** Every state that can be reached, with what each event makes of it; the nearest first. */
type Adjacency = Readonly<
  Record<
    string,
    { state: AnyMachineSnapshot; transitions: Record<string, { event: EventObject; state: AnyMachineSnapshot }> }
  >
>;

/** What the chart says of a transition, which tells it from all others. */
const nameOf = (transition: Transition) => {
  const guard = typeof transition.guard === 'string' ? transition.guard : (transition.guard as { type?: string })?.type;
  const targets = transition.target?.map((node) => node.id).join(', ') ?? '(stays)';
  return `${transition.source.id} --${transition.eventType || 'always'}${guard ? ` [${guard}]` : ''}--> ${targets}`;
};

const withSilentActors = (machine: AnyStateMachine): AnyStateMachine => {
  const slots = Object.keys((machine.implementations as { actors?: object }).actors ?? {});
  return machine.provide({ actors: Object.fromEntries(slots.map((slot) => [slot, silent])) } as never);
};

/**
 * Walks every state and transition of a machine by shortest paths and replays each on a real actor with silent actors: every
 * state, and every step of the chart once, whatever the context is besides.
 * Fails with the names of what no path reaches, or where the real actor ends elsewhere than the path said.
 */
export function expectFullCoverage(original: AnyStateMachine, options: CoverageOptions): void {
  const machine = withSilentActors(original);
  const seen = 'tags' in options ? againstTable(options.tags) : { check: options.check, end: () => {} };
  const serializeState = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, options.identity?.(snapshot.context)]);
  const traversal = (input: unknown) => ({
    input,
    // an event nobody handles changes nothing, except that an unhandled failure of a child would end the machine
    events: (snapshot: AnyMachineSnapshot) =>
      options.events.filter((event) => snapshot.status === 'active' && snapshot.can(event)),
    serializeState,
    limit: options.limit ?? 5_000,
  });

  const taken = new Set<string>();
  const reached = new Set<string>();
  const counted = createReached(machine.id);
  const replay = (input: unknown, events: readonly EventObject[], expected: AnyMachineSnapshot) => {
    const met = new Set<string>();
    const inspect = (event: InspectionEvent) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of (event as unknown as { _transitions: Transition[] })._transitions) {
        taken.add(nameOf(transition));
        counted.take(`${transition.source.id}#${transitionsOf(transition.source).indexOf(transition)}`);
        // a state left at once by an eventless transition is in no snapshot
        met.add(transition.source.id);
      }
    };
    const actor = createActor(machine, { input, clock: new SimulatedClock(), inspect } as never);
    actor.subscribe({ error: () => {} });
    actor.start();
    for (const event of events) actor.send(event as never);
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    expect(snapshot.value, `after ${events.map((event) => event.type).join(' -> ')}`).toEqual(expected.value);
    for (const node of snapshot._nodes) met.add(node.id);
    for (const id of met) {
      reached.add(id);
      counted.enter(id);
    }
    seen.check(snapshot);
    actor.stop();
  };

  const explore = (input: unknown) => {
    const map = getAdjacencyMap(machine as never, traversal(input) as never) as unknown as Adjacency;
    const ways = new Map<string, readonly EventObject[]>([[Object.keys(map)[0]!, []]]);
    const replayed = new Set<string>();
    // the nearest states come first, so each is met by a shortest way
    for (const [key, { state: from, transitions: exits }] of Object.entries(map)) {
      const way = ways.get(key)!;
      replay(input, way, from);
      if (from.status !== 'active') continue;
      for (const { event, state } of Object.values(exits)) {
        const next = serializeState(state);
        if (!ways.has(next)) ways.set(next, [...way, event]);
        const transitions = machine.getTransitionData(from as never, event as never).map(nameOf);
        const step = JSON.stringify([from.value, event, transitions, state.value]);
        if (replayed.has(step)) continue;
        replayed.add(step);
        replay(input, [...way, event], state);
      }
    }
  };
  for (const input of options.inputs ?? [options.input]) explore(input);

  const nodes = nodesOf(machine.root as AnyNode);
  const unreached = nodes.filter((node) => node.parent && !reached.has(node.id)).map((node) => node.id);
  const untaken = nodes
    .flatMap(transitionsOf)
    .map(nameOf)
    .filter((name) => !taken.has(name));
  expect([...unreached, ...untaken], 'states and transitions that no path reaches').toEqual([]);
  counted.write();
  seen.end();
}
