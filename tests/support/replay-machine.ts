import {
  createActor,
  fromCallback,
  SimulatedClock,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type StateNode,
} from 'xstate';
import type { TransitionId } from '#domain/inspector/chart.ts';
import type { ActorChange, ActorState, LogEntry, Recording } from '#domain/inspector/recording.ts';
import { innermost } from '#domain/inspector/states.ts';
import type { Shown, ShownObject } from '#domain/inspector/shown.ts';
import { endOf, shownContext } from '#actors/inspector/describe-actor.ts';
import { contextDifference, type Difference } from './context-difference.ts';
import { revive } from './revive.ts';

type AnyNode = StateNode<any, any>;

/** One actor of a recording: how it began, and all that came to it. */
export type Story = {
  readonly name: string;
  readonly machine: string;
  readonly input?: Shown;
  /** of an actor that lived when the recording began; otherwise it starts anew */
  readonly before?: {
    readonly states: readonly string[];
    readonly context: ShownObject;
    /** the actors under it, by the slots they came from */
    readonly children: Readonly<Record<string, string>>;
    /** the delays that ran */
    readonly delays: readonly string[];
  };
  /** how it stood at first, when it starts anew; without `context` what it holds is not compared */
  readonly first?: Stand;
  readonly steps: readonly StoryStep[];
};

/** How an actor stood; after an event only what it changed. */
type Stand = {
  readonly states?: readonly string[];
  readonly status?: ActorState['status'];
  /** of the context only the keys that changed, and those that went */
  readonly context?: ShownObject;
  readonly gone?: readonly string[];
  /** what it ended with */
  readonly output?: Shown;
  readonly error?: Shown;
};

/** An event, and what it changed. */
type StoryStep = Stand & {
  /** the step of the recording */
  readonly step: number;
  readonly event: string;
  readonly data?: Shown;
  /** the transitions that were taken: they answer for guards that are slots */
  readonly transitions?: readonly TransitionId[];
};

/** What an actor holds, or what it ended with, is otherwise than it was recorded. */
export type OtherValue = Difference & { readonly step: number; readonly event: string };

/** Where a machine goes another way than was recorded. */
export type Parting = {
  readonly step: number;
  readonly event: string;
  readonly recorded: string;
  readonly now: string;
};

const standOf = ({ states, status, context, gone, output, error }: ActorChange): Stand => ({
  ...(states && { states }),
  ...(status && { status }),
  ...(context && { context }),
  ...(gone && { gone }),
  ...(output !== undefined && { output }),
  ...(error !== undefined && { error }),
});

const stepOf = ({ seq, event, data, transitions, now = {} }: LogEntry): StoryStep => ({
  step: seq,
  event,
  ...(data !== undefined && { data }),
  ...(transitions && { transitions }),
  ...standOf(now),
});

const beforeOf = ({ id, states, context, delays }: ActorState, { actors }: Recording): Story['before'] => ({
  states,
  context: context ?? {},
  delays: delays.map((delay) => delay.id),
  children: Object.fromEntries(
    actors
      .filter(({ parent, src, status }) => parent === id && src !== undefined && status === 'active')
      .map(({ name, src }) => [name, src!]),
  ),
});

/** The stories of all actors of a recording that are charts, those to which nothing came left out. */
export const storiesOf = (recording: Recording): Story[] => {
  const started = recording.entries.flatMap((entry) => (entry.started ? [entry.started] : []));
  const byActor = new Map<string, LogEntry[]>();
  for (const entry of recording.entries) {
    byActor.set(entry.actor, [...(byActor.get(entry.actor) ?? []), entry]);
  }
  const lived = new Set(recording.actors.map(({ id }) => id));
  return [...recording.actors, ...started].flatMap((actor) => {
    const own = byActor.get(actor.id) ?? [];
    if (actor.machine === undefined || own.length === 0) return [];
    const steps = own.filter(({ outcome, started }) => !started && outcome !== 'stopped' && outcome !== 'ended');
    return {
      name: actor.name,
      machine: actor.machine,
      ...(actor.input !== undefined && { input: actor.input }),
      ...(lived.has(actor.id) ? { before: beforeOf(actor, recording)! } : { first: standOf(actor) }),
      steps: steps.map(stepOf),
    };
  });
};

const silent: AnyActorLogic = fromCallback(() => {});

type Answers = { guards: ReadonlySet<string> };

const namesOfGuards = (machine: AnyStateMachine, transitions: readonly TransitionId[]): ReadonlySet<string> => {
  const names = transitions.map((id) => {
    const [state, at] = [id.slice(0, id.lastIndexOf('#')), Number(id.slice(id.lastIndexOf('#') + 1))];
    const node = machine.getStateNodeById(state) as AnyNode;
    const { guard } = [...[...node.transitions.values()].flat(), ...(node.always ?? [])][at] ?? {};
    return typeof guard === 'string' ? guard : (guard as { type?: string } | undefined)?.type;
  });
  return new Set(names.filter((name) => name !== undefined));
};

type Slots = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** A slot throws; what it would have said is in the recording, or of no matter. */
const orElse = (slots: Slots, answer: (name: string) => unknown) =>
  Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => {
      if (typeof slot !== 'function' || 'check' in slot) return [name, slot];
      const safe = (...args: unknown[]) => {
        try {
          return slot(...args);
        } catch {
          return answer(name);
        }
      };
      return [name, safe];
    }),
  );

/** Everything outside the chart is what was recorded: slots do nothing, and their answers come from the recording. */
const alone = (machine: AnyStateMachine, answers: Answers): AnyStateMachine => {
  const {
    actors = {},
    actions = {},
    guards = {},
    delays = {},
  } = machine.implementations as unknown as Record<string, Slots>;
  const acts = Object.entries(actions).filter(([, action]) => !('resolve' in action));
  return machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((name) => [name, silent])),
    actions: Object.fromEntries(acts.map(([name]) => [name, () => {}])),
    guards: orElse(guards, (name) => answers.guards.has(name)),
    delays: orElse(delays, () => 1_000),
  } as never);
};

const valueOf = (node: AnyNode, active: ReadonlySet<string>): unknown => {
  const children = (Object.values(node.states) as AnyNode[]).filter(({ type }) => type !== 'history');
  if (node.type === 'parallel') return Object.fromEntries(children.map((one) => [one.key, valueOf(one, active)]));
  const child = children.find(({ id }) => active.has(id));
  if (!child) return {};
  return Object.keys(child.states).length > 0 ? { [child.key]: valueOf(child, active) } : child.key;
};

const snapshotOf = (machine: AnyStateMachine, { states, context, children }: NonNullable<Story['before']>) => ({
  status: 'active',
  value: valueOf(machine.root as AnyNode, new Set(states)),
  context: revive(context),
  historyValue: {},
  children: Object.fromEntries(
    Object.entries(children).map(([id, src]) => [id, { src, snapshot: { status: 'active' }, syncSnapshot: false }]),
  ),
});

const statesOf = (actor: AnyActorRef): string[] =>
  ((actor.getSnapshot() as AnyMachineSnapshot)._nodes as AnyNode[])
    .filter((node) => node.parent)
    .sort((a, b) => a.order - b.order)
    .map(({ id }) => id);

const runningDelays = (actor: AnyActorRef): string[] => {
  const { _scheduledEvents: scheduled } = actor.system.getSnapshot() as {
    _scheduledEvents: Record<string, { id: string; source: AnyActorRef }>;
  };
  return Object.values(scheduled).flatMap(({ id, source }) => (source === actor ? id : []));
};

const wordsOf = (states: readonly string[], machine: string, status: string) =>
  `${innermost(states, machine).join(', ')}${status === 'active' ? '' : ` (${status})`}`;

type Held = {
  readonly context: ShownObject | undefined;
  readonly output?: Shown | undefined;
  readonly error?: Shown | undefined;
};

const heldAfter = (before: Held, { context, gone = [], output, error }: Stand): Held => {
  if (!before.context) return { ...before, output, error };
  const after: Record<string, Shown> = { ...before.context, ...context };
  for (const key of gone) delete after[key];
  return { context: after, output, error };
};

/** Each value that is compared with its name: what is in the context, and how the actor ended. */
const valuesOf = ({ context = {}, output, error }: Held): ReadonlyMap<string, Shown> => {
  const ends = Object.entries({ '(output)': output, '(error)': error });
  return new Map(
    [...Object.entries(context), ...ends].filter((pair): pair is [string, Shown] => pair[1] !== undefined),
  );
};

const heldBy = (actor: AnyActorRef, isCompared: boolean): Held => {
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
  const context = isCompared ? shownContext(snapshot.context as Readonly<Record<string, unknown>>) : undefined;
  return { context, ...endOf(snapshot) };
};

/** Follows what was recorded, and tells of each value once where the machine holds or gives something else. */
const compareValues = (actor: AnyActorRef, story: Story, tell: (other: OtherValue) => void) => {
  let recorded: Held = { context: story.before?.context ?? story.first?.context };
  const told = new Set<string>();
  return (step: number, event: string, after: Stand = {}) => {
    recorded = heldAfter(recorded, after);
    const [was, is] = [valuesOf(recorded), valuesOf(heldBy(actor, recorded.context !== undefined))];
    for (const key of new Set([...was.keys(), ...is.keys()])) {
      const only = (values: ReadonlyMap<string, Shown>) => (values.has(key) ? { [key]: values.get(key)! } : {});
      const difference = told.has(key) ? undefined : contextDifference(only(was), only(is));
      if (!difference) continue;
      told.add(key);
      tell({ step, event, ...difference });
    }
  };
};

const begun = (machine: AnyStateMachine, story: Story) => {
  const host = createActor(
    fromCallback(() => {}),
    { clock: new SimulatedClock() },
  ).start();
  const begin = story.before ? { snapshot: snapshotOf(machine, story.before) } : { input: revive(story.input ?? null) };
  const actor = createActor(machine, { parent: host, id: story.name, ...begin } as never) as AnyActorRef;
  (actor as unknown as { start(): void }).start();
  return { actor, end: () => host.stop() };
};

/** Whether a machine stands where it stood when it was recorded. */
const compareStates = (actor: AnyActorRef, story: Story) => {
  let [states, life]: [readonly string[], string] = [story.before?.states ?? [], 'active'];
  return (step: number, event: string, after: Stand = {}): Parting | undefined => {
    [states, life] = [after.states ?? states, after.status ?? life];
    const { status, error } = actor.getSnapshot() as { status: string; error?: unknown };
    const recorded = wordsOf(states, story.machine, life);
    const now = wordsOf(statesOf(actor), story.machine, status);
    if (recorded === now) return undefined;
    const why = error instanceof Error ? error.message : typeof error;
    return { step, event, recorded, now: error === undefined ? now : `${now}: ${why}` };
  };
};

/**
 * Leads a machine through a story: sends it what came, with a clock that stands still, and compares where it stands after
 * each event. Gives where they part for the first time; `tell` hears of what it holds, or ends with, that is otherwise than
 * recorded.
 */
export const replayMachine = (
  original: AnyStateMachine,
  story: Story,
  tell: (other: OtherValue) => void = () => {},
): Parting | undefined => {
  const answers: Answers = { guards: new Set() };
  const machine = alone(original, answers);
  const { actor, end } = begun(machine, story);
  const [states, values] = [compareStates(actor, story), compareValues(actor, story, tell)];
  try {
    const parting = states(0, 'its beginning', story.first);
    if (parting) return parting;
    values(0, 'its beginning', story.first);
    const old = new Set(story.before?.delays);
    for (const { step, event, data, transitions, ...after } of story.steps) {
      if (event.startsWith('xstate.after.') && !old.has(event) && !runningDelays(actor).includes(event)) {
        return { step, event, recorded: 'the delay ran', now: 'it does not run' };
      }
      answers.guards = namesOfGuards(machine, transitions ?? []);
      actor.send({ ...(data === undefined ? {} : (revive(data) as object)), type: event });
      const other = states(step, event, after);
      if (other) return other;
      values(step, event, after);
    }
    return undefined;
  } finally {
    end();
  }
};

/** Fails where a machine goes another way than was recorded, or holds or gives something else. */
export const expectReplay = (machine: AnyStateMachine, story: Story): void => {
  const others: OtherValue[] = [];
  const parting = replayMachine(machine, story, (other) => void others.push(other));
  const [other] = others;
  const found =
    parting ?? (other && { ...other, recorded: JSON.stringify(other.recorded), now: JSON.stringify(other.now) });
  if (!found) return;
  const what = parting ? '' : ` ${other!.path}:`;
  throw new Error(`Step ${found.step}, ${found.event}:${what} recorded ${found.recorded}, now ${found.now}`);
};
