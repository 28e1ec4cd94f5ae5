import type { AnyStateMachine, StateNode } from 'xstate';
import type { ChartState, ChartTransition } from '#domain/inspector/chart.ts';
import { eventName } from '#domain/inspector/chart-words.ts';

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

const label = ({ event, guard, actions }: ChartTransition) =>
  `${eventName(event)}${guard ? ` [${guard}]` : ''}${actions.length ? ` / ${actions.join(', ')}` : ''}`;

const safeId = (id: string) => id.replaceAll(/[^A-Za-z0-9]/g, '_');
const safeText = (text: string) => text.replaceAll(':', '').replaceAll(';', ',');

const stateLines = (state: ChartState, depth: number): string[] => {
  const pad = '  '.repeat(depth);
  const name = `${pad}state "${safeText(state.key)}" as ${safeId(state.id)}`;
  if (!state.states.length) return state.type === 'final' ? [name, `${pad}${safeId(state.id)} --> [*]`] : [name];
  const children = state.states.flatMap((child, index) => [
    ...(state.type === 'parallel' && index > 0 ? [`${pad}  --`] : []),
    ...stateLines(child, depth + 1),
  ]);
  const start = state.initial && state.type !== 'parallel' ? [`${pad}  [*] --> ${safeId(state.initial)}`] : [];
  return [`${name} {`, ...children, ...start, `${pad}}`];
};

const edgeLines = (state: ChartState): string[] => [
  ...state.transitions.flatMap((transition) =>
    (transition.targets.length ? transition.targets : [state.id]).map(
      (target) => `  ${safeId(state.id)} --> ${safeId(target)} : ${safeText(label(transition))}`,
    ),
  ),
  ...state.states.flatMap(edgeLines),
];

/** The chart as a Mermaid `stateDiagram-v2`. */
export const mermaidOf = (chart: ChartState): string =>
  ['stateDiagram-v2', ...stateLines(chart, 1), ...edgeLines(chart), ''].join('\n');
