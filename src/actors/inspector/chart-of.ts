import type { AnyStateMachine, StateNode } from 'xstate';
import type { ChartState } from '#domain/inspector/chart.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the nodes of any machine
type AnyNode = StateNode<any, any>;

const nameOf = (part: unknown): string =>
  typeof part === 'string' ? part : ((part as { type?: string }).type ?? '(inline)');

const chartState = (node: AnyNode): ChartState => {
  const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
  const initial = node.initial?.target?.[0]?.id;
  return {
    id: node.id,
    key: node.key,
    type: node.type,
    ...(node.description ? { description: node.description } : {}),
    ...(initial ? { initial } : {}),
    tags: node.tags,
    entry: node.entry.map(nameOf),
    exit: node.exit.map(nameOf),
    invoke: node.invoke.map(({ id, src }) => ({ id, src: nameOf(src) })),
    transitions: transitions.map((transition) => ({
      event: transition.eventType,
      ...(transition.guard ? { guard: nameOf(transition.guard) } : {}),
      actions: transition.actions.map(nameOf),
      targets: transition.target?.map((target) => target.id) ?? [],
    })),
    states: Object.values(node.states).map((child) => chartState(child as AnyNode)),
  };
};

/** The chart of a machine as plain data, transitions without event (`always`) included. */
export const chartOf = (machine: AnyStateMachine): ChartState => chartState(machine.root as AnyNode);
