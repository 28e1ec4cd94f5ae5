import type { AnyActorRef, AnyMachineSnapshot, Snapshot } from 'xstate';
import type { ActorKind, ActorState, ActorStatus, RunningDelay } from '#domain/inspector/recording.ts';
import { plainName, showField } from '#domain/inspector/show.ts';
import type { Shown, ShownObject } from '#domain/inspector/shown.ts';
import { machineOf, activeStates, verdictsOf } from './chart-facts.ts';

/** XState's own kinds of logic say what they are only by what they do with an event of theirs. */
type Logic = { transition(state: object, event: object, scope: object): unknown };

const kinds = new WeakMap<object, ActorKind>();

const kindOfLogic = (logic: Logic): ActorKind => {
  const known = kinds.get(logic);
  if (known) return known;
  let kind: ActorKind = 'other';
  try {
    // a promise is done with it, a callback does not know whom it is for; neither does anything
    const answer = logic.transition({ status: 'active' }, { type: 'xstate.promise.resolve' }, { self: {} });
    if ((answer as { status?: string } | undefined)?.status === 'done') kind = 'promise';
  } catch {
    kind = 'callback';
  }
  kinds.set(logic, kind);
  return kind;
};

const kindOf = (ref: AnyActorRef, snapshot: unknown): ActorKind =>
  machineOf(snapshot) ? 'machine' : kindOfLogic((ref as unknown as { logic: Logic }).logic);

/** A context as it is shown, key by key. */
export const shownContext = (context: Readonly<Record<string, unknown>>): ShownObject => {
  const shown: Record<string, Shown> = {};
  for (const key of Object.keys(context)) shown[key] = showField(key, context[key]);
  return shown;
};

const optional = <Key extends string>(key: Key, value: unknown): { readonly [K in Key]?: Shown } =>
  (value === undefined ? {} : { [key]: showField(key, value) }) as never;

/** How an actor ended, and with what. */
export const endOf = (snapshot: Snapshot<unknown>): Pick<ActorState, 'output' | 'error'> => ({
  ...optional('output', snapshot.output),
  ...optional('error', snapshot.error),
});

const chartPart = (snapshot: AnyMachineSnapshot) => ({
  machine: snapshot.machine.id,
  states: activeStates(snapshot),
  tags: [...snapshot.tags].map(String),
  context: shownContext(snapshot.context as Readonly<Record<string, unknown>>),
  verdicts: snapshot.status === 'active' ? verdictsOf(snapshot) : {},
});

const inputOf = (ref: AnyActorRef) => (ref as unknown as { options?: { input?: unknown } }).options?.input;

/** One that nobody named is called by its chart. */
const nameOf = (ref: AnyActorRef, snapshot: unknown) =>
  plainName(ref.id === ref.sessionId ? (machineOf(snapshot)?.id ?? ref.id) : ref.id);

/** An actor as it stands, as plain data. */
export const describeActor = (
  ref: AnyActorRef,
  snapshot: Snapshot<unknown>,
  { at, delays }: { readonly at: number; readonly delays: readonly RunningDelay[] },
): ActorState => ({
  id: ref.sessionId,
  name: nameOf(ref, snapshot),
  ...(ref._parent && { parent: ref._parent.sessionId }),
  kind: kindOf(ref, snapshot),
  ...(typeof ref.src === 'string' && { src: ref.src }),
  status: snapshot.status as ActorStatus,
  states: [],
  tags: [],
  verdicts: {},
  ...(machineOf(snapshot) && chartPart(snapshot as AnyMachineSnapshot)),
  ...optional('input', inputOf(ref)),
  ...endOf(snapshot),
  delays,
  last: [],
  changed: {},
  startedAt: at,
});
