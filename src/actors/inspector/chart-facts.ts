import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, StateNode } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import type { TransitionId } from '#domain/inspector/chart.ts';
import type { ActorState, GuardVerdict } from '#domain/inspector/recording.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the nodes of any machine
type AnyNode = StateNode<any, any>;

const listed = new WeakMap<AnyNode, readonly AnyTransitionDefinition[]>();

/** The transitions of a state in the order in which `statecharts/*.json` lists them. */
const transitionsOf = (node: AnyNode): readonly AnyTransitionDefinition[] => {
  const known = listed.get(node);
  if (known) return known;
  const list = [...[...node.transitions.values()].flat(), ...(node.always ?? [])] as AnyTransitionDefinition[];
  listed.set(node, list);
  return list;
};

/** Which transition of its chart one is. */
export const idOf = (transition: AnyTransitionDefinition): TransitionId | undefined => {
  const at = transitionsOf(transition.source as AnyNode).indexOf(transition);
  return at < 0 ? undefined : `${transition.source.id}#${at}`;
};

const nameOfGuard = (guard: unknown): string =>
  typeof guard === 'string' ? guard : ((guard as { type?: string } | undefined)?.type ?? 'guard');

/** An event of this type that tells whether anybody looked at what it brings. */
const unknownEvent = (type: string) => {
  let looked = false;
  const event = new Proxy(
    { type },
    {
      get(target, key) {
        if (key !== 'type') looked = true;
        return key === 'type' ? target.type : undefined;
      },
      has: () => (looked = true),
      ownKeys: (target) => {
        looked = true;
        return Reflect.ownKeys(target);
      },
    },
  );
  return { event, looked: () => looked };
};

/** What the guard of a transition says now, to an event of which only the type is known. Guards are pure. */
const verdictOf = (snapshot: AnyMachineSnapshot, { guard, eventType }: AnyTransitionDefinition): GuardVerdict => {
  if (guard === undefined) return 'yes';
  const { event, looked } = unknownEvent(eventType);
  let says = false;
  try {
    says = evaluateGuard(guard as never, snapshot.context, event, snapshot);
  } catch {
    return 'asks';
  }
  if (looked()) return 'asks';
  return says ? 'yes' : 'no';
};

/** Active states, inner ones first. */
const fromInside = (snapshot: AnyMachineSnapshot): readonly AnyNode[] =>
  [...(snapshot._nodes as AnyNode[])].sort((a, b) => b.path.length - a.path.length || a.order - b.order);

const isAround = (outer: AnyNode, inner: AnyNode): boolean => {
  for (let node = inner.parent; node; node = node.parent) if (node === outer) return true;
  return false;
};

/** The transitions of the active states that are not simply to be taken at their event. */
export const verdictsOf = (snapshot: AnyMachineSnapshot): ActorState['verdicts'] => {
  const verdicts: Record<TransitionId, Exclude<GuardVerdict, 'yes'>> = {};
  const sure: { node: AnyNode; event: string }[] = [];
  for (const node of fromInside(snapshot)) {
    transitionsOf(node).forEach((transition, at) => {
      const event = transition.eventType;
      const isBehind = sure.some(
        (first) => first.event === event && (first.node === node || isAround(node, first.node)),
      );
      const verdict = isBehind ? 'behind' : verdictOf(snapshot, transition);
      if (verdict === 'yes') sure.push({ node, event });
      else verdicts[`${node.id}#${at}`] = verdict;
    });
  }
  return verdicts;
};

const isFor = (descriptor: string, event: string) =>
  descriptor === event ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && `${event}.`.startsWith(descriptor.slice(0, -1)));

/** Why no transition was taken at an event: the guards that said no; none when the active states have no transition for it. */
export const refusalsOf = (snapshot: AnyMachineSnapshot, event: AnyEventObject): readonly string[] => {
  const guards = new Set<string>();
  for (const node of snapshot._nodes as AnyNode[]) {
    for (const transition of transitionsOf(node)) {
      if (transition.guard && transition.eventType && isFor(transition.eventType, event.type)) {
        guards.add(nameOfGuard(transition.guard));
      }
    }
  }
  return [...guards];
};

/** The ids of the active states, outer ones before those inside, in the order of the chart; the chart itself not. */
export const activeStates = (snapshot: AnyMachineSnapshot): readonly string[] =>
  (snapshot._nodes as AnyNode[])
    .filter((node) => node.parent)
    .sort((a, b) => a.order - b.order)
    .map((node) => node.id);

export const machineOf = (snapshot: unknown): AnyStateMachine | undefined =>
  (snapshot as Partial<AnyMachineSnapshot> | undefined)?.machine as AnyStateMachine | undefined;
