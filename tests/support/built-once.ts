import {
  createActor,
  type Actor,
  type ActorOptions,
  type AnyActorLogic,
  type ActorSystem,
  type ActorSystemInfo,
  type AnyStateMachine,
} from 'xstate';

type System = ActorSystem<ActorSystemInfo>;
type Slots = {
  readonly actors: Readonly<Record<string, AnyActorLogic>>;
  readonly actions?: Readonly<Record<string, (scope: { system: System }, params: never) => void>>;
};

/**
 * Starts a chart with slots of its own, time and again. `provide` builds all of a chart anew, which takes longer than most of what
 * a schedule does with it: here it is built once, and what fills its slots is found by the system of the actor.
 */
export const builtOnce = <Machine extends AnyStateMachine>(machine: Machine) => {
  const filled = new WeakMap<System, Slots>();
  let chart: Machine | undefined;
  let starting: Slots;
  const slotsOf = (system: System): Slots => {
    // an actor acts as soon as it is made
    const slots = filled.get(system) ?? starting;
    filled.set(system, slots);
    return slots;
  };
  const actorOf = (name: string): AnyActorLogic => {
    const logic = ({ system }: { system: System }) => slotsOf(system).actors[name]!;
    return {
      getInitialSnapshot: (scope, input) => logic(scope).getInitialSnapshot(scope, input),
      start: (snapshot, scope) => logic(scope).start?.(snapshot, scope),
      transition: (snapshot, event, scope) => logic(scope).transition(snapshot, event, scope),
      getPersistedSnapshot: (snapshot) => snapshot,
    };
  };
  const build = ({ actors, actions = {} }: Slots) => {
    const named = <Slot>(slots: object, of: (name: string) => Slot) =>
      Object.fromEntries(Object.keys(slots).map((name) => [name, of(name)]));
    const acting = (name: string) => (scope: { system: System }, params: never) =>
      slotsOf(scope.system).actions![name]!(scope, params);
    return machine.provide({ actors: named(actors, actorOf), actions: named(actions, acting) } as never) as Machine;
  };
  return (slots: Slots, options?: ActorOptions<Machine>): Actor<Machine> => {
    chart ??= build(slots);
    starting = slots;
    return createActor(chart, options as never);
  };
};
