import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, Snapshot } from 'xstate';
import type { ActorChange, ActorState, LogEntry, EventOutcome, RunningDelay } from '#domain/inspector/recording.ts';
import { plainName, show, showField, shownAlike } from '#domain/inspector/show.ts';
import type { Shown } from '#domain/inspector/shown.ts';
import { innermost } from '#domain/inspector/states.ts';
import type { World } from '#domain/inspector/world.ts';
import { idOf, machineOf, refusalsOf, activeStates, verdictsOf } from './chart-facts.ts';
import { describeActor, endOf } from './describe-actor.ts';
import type { InFlight } from './flight.ts';

const INIT = 'xstate.init';

const delaysAfter = (
  before: readonly RunningDelay[],
  { event, ref, sender, delays }: InFlight,
): readonly RunningDelay[] => {
  const fired = sender === ref ? before.findIndex((delay) => delay.event === event.type) : -1;
  if (fired < 0 && delays.length === 0) return before;
  let after = before.filter((_, at) => at !== fired);
  for (const act of delays) {
    const id = 'cancel' in act ? act.cancel : act.id;
    after = after.filter((delay) => delay.id !== id);
    if (!('cancel' in act)) after.push({ id, event: act.event, startedAt: act.at, ms: act.ms });
  }
  return after;
};

const sameTexts = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at]);

const contextChange = (known: ActorState, before: object, after: object): Pick<ActorChange, 'context' | 'gone'> => {
  if (before === after) return {};
  const [was, is] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const context: Record<string, Shown> = {};
  for (const key of Object.keys(is)) {
    if (Object.hasOwn(was, key) && Object.is(was[key], is[key])) continue;
    const shown = showField(key, is[key]);
    if (!shownAlike(shown, known.context?.[key])) context[key] = shown;
  }
  const gone = Object.keys(known.context ?? {}).filter((key) => !Object.hasOwn(is, key));
  return { ...(Object.keys(context).length > 0 && { context }), ...(gone.length > 0 && { gone }) };
};

const chartChange = (known: ActorState, before: AnyMachineSnapshot, after: AnyMachineSnapshot): ActorChange => {
  if (before === after) return {};
  const [states, tags] = [activeStates(after), [...after.tags].map(String)];
  const verdicts = after.status === 'active' ? verdictsOf(after) : {};
  return {
    ...(!sameTexts(states, known.states) && { states }),
    ...(!sameTexts(tags, known.tags) && { tags }),
    ...contextChange(known, before.context as object, after.context as object),
    ...(!shownAlike(verdicts, known.verdicts) && { verdicts }),
  };
};

const outcomeOf = ({ event, after, transitions }: InFlight, before: Snapshot<unknown>): EventOutcome => {
  if (!after) return 'ended';
  if (after.status === 'stopped') return 'stopped';
  if (after.status === 'done' || after.status === 'error') return after.status;
  if (!machineOf(after)) return 'received';
  if (transitions.some((transition) => transition.target !== undefined)) return 'moved';
  if (transitions.length > 0) return 'stayed';
  return refusalsOf(before as AnyMachineSnapshot, event).length > 0 ? 'refused' : 'ignored';
};

/** What an event carries besides its type. */
const dataOf = ({ type: _, ...rest }: AnyEventObject): Shown | undefined =>
  Object.keys(rest).length > 0 ? show(rest) : undefined;

/** One that enters its states anew moved, too. */
const wayOf = (known: ActorState, { states }: ActorChange, outcome: EventOutcome) =>
  known.machine !== undefined && (states !== undefined || outcome === 'moved')
    ? { from: innermost(known.states, known.machine), to: innermost(states ?? known.states, known.machine) }
    : {};

const headOf = ({ seq, at, ref, sender, event }: InFlight) => ({
  seq,
  at,
  actor: ref.sessionId,
  ...(sender && { sender: sender.sessionId }),
  event: plainName(event.type),
});

const changeOf = (rec: InFlight, known: ActorState, before: Snapshot<unknown>): ActorChange => {
  const { after } = rec;
  if (!after) return {};
  const delays = delaysAfter(known.delays, rec);
  return {
    ...(machineOf(after) && chartChange(known, before as AnyMachineSnapshot, after as AnyMachineSnapshot)),
    ...(after.status !== known.status && { status: after.status as ActorState['status'], ...endOf(after) }),
    ...(delays !== known.delays && { delays }),
  };
};

/**
 * Makes entries of the log of what happened and lets them happen in the world. All values become plain data here; of an
 * actor that ended nothing is kept.
 */
export const createEntries = (world: World) => {
  /** of each living actor how it was after its last event */
  const living = new Map<string, Snapshot<unknown>>();

  const snapshotOf = ({ after, ref }: InFlight) => after ?? (ref.getSnapshot() as Snapshot<unknown>);
  /** those in between may have begun, unseen, beside the children of what was there when the inspector was opened */
  const knownAbove = ({ _parent: parent }: AnyActorRef): string | undefined =>
    parent && (world.get(parent.sessionId) ? parent.sessionId : knownAbove(parent));
  const isFirstSeen = (rec: InFlight) =>
    rec.event.type === INIT || (!world.get(rec.ref.sessionId) && snapshotOf(rec).status === 'active');
  const beginning = (rec: InFlight): LogEntry => {
    const snapshot = snapshotOf(rec);
    const parent = knownAbove(rec.ref);
    const told = describeActor(rec.ref, snapshot, { at: rec.at, delays: delaysAfter([], rec) });
    const started = { ...told, ...(parent !== undefined && { parent }) };
    const isActive = started.status === 'active';
    if (isActive) living.set(started.id, snapshot);
    return { ...headOf(rec), outcome: isActive ? 'started' : (started.status as EventOutcome), started };
  };
  /** how the actor is after it; of one that threw there is no word */
  const afterOf = ({ after, ref }: InFlight, before: Snapshot<unknown> | undefined) => {
    if (after || !before) return after;
    const snapshot = ref.getSnapshot() as Snapshot<unknown>;
    return snapshot.status === 'error' ? snapshot : undefined;
  };
  const keep = (id: string, after: Snapshot<unknown> | undefined) => {
    if (after?.status === 'active') living.set(id, after);
    else if (after) living.delete(id);
  };
  const entryOf = (rec: InFlight): LogEntry => {
    if (isFirstSeen(rec)) return beginning(rec);
    const id = rec.ref.sessionId;
    const [before, known] = [living.get(id), world.get(id)];
    rec.after = afterOf(rec, before);
    const data = known?.kind === 'promise' ? undefined : dataOf(rec.event);
    const head = { ...headOf(rec), ...(data !== undefined && { data }) };
    if (!before || !known) return { ...head, outcome: 'ended' };
    const outcome = outcomeOf(rec, before);
    const now = changeOf(rec, known, before);
    keep(id, rec.after);
    const transitions = rec.transitions.map(idOf).filter((found) => found !== undefined);
    return {
      ...head,
      outcome,
      ...(outcome === 'refused' && { guards: refusalsOf(before as AnyMachineSnapshot, rec.event) }),
      ...wayOf(known, now, outcome),
      ...(transitions.length > 0 && { transitions }),
      ...(Object.keys(now).length > 0 && { now }),
    };
  };

  return {
    /** Takes an actor in that lives already. */
    adopt(ref: AnyActorRef, at: number, delays: readonly RunningDelay[]) {
      const snapshot = ref.getSnapshot() as Snapshot<unknown>;
      world.add(describeActor(ref, snapshot, { at, delays }));
      keep(ref.sessionId, snapshot);
    },
    /** The entry of an event, which has happened in the world then. */
    tell(rec: InFlight): LogEntry {
      const entry = entryOf(rec);
      world.apply(entry);
      return entry;
    },
  };
};
