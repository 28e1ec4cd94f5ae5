import type { AnyStateMachine, EventObject } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';

/** What of a state's neighbours is used here. */
type Reached = { readonly state: { readonly value: unknown } };
type Neighbours = Reached & {
  readonly transitions: Readonly<Record<string, Reached & { readonly event: EventObject }>>;
};

/** From a state by an event to a state. */
type Step = { readonly from: string; readonly event: EventObject; readonly to: string };

const stepsOf = (machine: AnyStateMachine): { start: string; steps: readonly Step[] } => {
  const entries = Object.entries(getAdjacencyMap(machine, {}) as unknown as Readonly<Record<string, Neighbours>>);
  const nameOf = new Map(entries.map(([key, { state }]) => [key, JSON.stringify(state.value)]));
  const steps = entries.flatMap(([key, { transitions }]) =>
    Object.values(transitions).map(({ event, state }) => ({
      from: nameOf.get(key)!,
      event,
      to: JSON.stringify(state.value),
    })),
  );
  return { start: nameOf.get(entries[0]![0])!, steps: steps.filter(({ from, to }) => from !== to) };
};

/** The shortest way from a state to one of the steps, that step included. */
const wayTo = (start: string, steps: readonly Step[], wanted: ReadonlySet<Step>): readonly Step[] => {
  const ways: (readonly Step[])[] = [[]];
  const seen = new Set([start]);
  for (const way of ways) {
    const at = way.at(-1)?.to ?? start;
    for (const step of steps.filter(({ from }) => from === at)) {
      if (wanted.has(step)) return [...way, step];
      if (!seen.has(step.to)) ways.push([...way, step]);
      seen.add(step.to);
    }
  }
  throw new Error(`No way back from ${start} to what was not walked yet`);
};

/**
 * One walk over every transition of a machine whose states can all be reached again. Each transition leads to another state.
 */
export const tourOf = (machine: AnyStateMachine): readonly EventObject[] => {
  const { start, steps } = stepsOf(machine);
  const left = new Set(steps);
  const walked: Step[] = [];
  while (left.size > 0) {
    const way = wayTo(walked.at(-1)?.to ?? start, steps, left);
    for (const step of way) left.delete(step);
    walked.push(...way);
  }
  return walked.map(({ event }) => event);
};
