import type { ChartState } from './chart.ts';
import type { ActorState, LogEntry } from './recording.ts';
import type { Shown } from './shown.ts';

/** Where Stately's inspector is. */
export const STATELY = { origin: 'https://stately.ai', address: 'https://stately.ai/inspect' } as const;

/** What that page says once it listens. */
export const STATELY_CONNECTED = '@statelyai.connected';

/** The version of @statelyai/inspect whose messages these are. */
const PROTOCOL = '0.7.2';

/** A message of the protocol of @statelyai/inspect. */
export type StatelyMessage = {
  readonly type: `@xstate.${'actor' | 'event' | 'snapshot'}`;
  readonly sessionId: string;
  readonly [field: string]: unknown;
};

type Value = string | { readonly [key: string]: Value };

/** Which states are active, as XState writes it. */
const valueOf = (state: ChartState, active: ReadonlySet<string>): Value => {
  const inside = state.states.filter(({ id }) => active.has(id));
  const [only] = inside;
  if (state.type !== 'parallel' && only?.states.length === 0) return only.key;
  return Object.fromEntries(inside.map((child) => [child.key, valueOf(child, active)]));
};

const transitionsOf = (state: ChartState, isOf: (event: string) => boolean) => {
  const lists: Record<string, unknown[]> = {};
  for (const { event, guard, actions, targets } of state.transitions) {
    if (!isOf(event)) continue;
    const target = targets.map((id) => `#${id}`);
    (lists[event] ??= []).push({ target, actions, ...(guard !== undefined && { guard }) });
  }
  return lists;
};

/** A chart as the configuration of a machine, from which a picture can be drawn. */
export const definitionOf = (state: ChartState): object => ({
  id: state.id,
  type: state.type,
  ...(state.initial !== undefined && { initial: state.initial.slice(state.id.length + 1) }),
  ...(state.description !== undefined && { description: state.description }),
  tags: state.tags,
  entry: state.entry,
  exit: state.exit,
  invoke: state.invoke,
  on: transitionsOf(state, (event) => event !== ''),
  always: transitionsOf(state, (event) => event === '')[''] ?? [],
  states: Object.fromEntries(state.states.map((child) => [child.key, definitionOf(child)])),
});

/** As XState writes it; who restores a machine from it looks for all of its parts. The actors under it are told of by themselves. */
const snapshotOf = ({ status, states, tags, context, output, error }: ActorState, chart: ChartState | undefined) => ({
  status,
  ...(chart && { value: valueOf(chart, new Set(states)), tags, children: {}, historyValue: {} }),
  ...(context && { context }),
  ...(output !== undefined && { output }),
  ...(error !== undefined && { error }),
});

const headOf = (rootId: string, at: number) => ({ rootId, createdAt: String(at), _version: PROTOCOL });

/** Tells of an actor as it stands. */
export const actorMessage = (actor: ActorState, chart: ChartState | undefined, rootId: string): StatelyMessage => ({
  type: '@xstate.actor',
  sessionId: actor.id,
  ...headOf(rootId, actor.startedAt),
  name: actor.name,
  id: null,
  parentId: actor.parent,
  definition: JSON.stringify(chart ? definitionOf(chart) : { id: actor.name }),
  snapshot: snapshotOf(actor, chart),
});

const eventOf = ({ event, data }: LogEntry) => ({
  ...(typeof data === 'object' && data !== null && !Array.isArray(data) && (data as Readonly<Record<string, Shown>>)),
  type: event,
});

/** Tells of an event, and of how its actor stands after it; of one that began, of the actor first. */
export const entryMessages = (
  entry: LogEntry,
  after: ActorState | undefined,
  chart: ChartState | undefined,
  rootId: string,
): readonly StatelyMessage[] => {
  const head = { sessionId: entry.actor, ...headOf(rootId, entry.at), event: eventOf(entry) };
  return [
    ...(entry.started ? [actorMessage(entry.started, chart, rootId)] : []),
    { type: '@xstate.event', ...head, id: null, sourceId: entry.sender },
    ...(after ? [{ type: '@xstate.snapshot' as const, ...head, id: null, snapshot: snapshotOf(after, chart) }] : []),
  ];
};
