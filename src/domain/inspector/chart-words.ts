import type { ChartState, ChartTransition } from './chart.ts';

/** All states of a chart, each before those in it. */
export const statesOf = (chart: ChartState): readonly ChartState[] => [chart, ...chart.states.flatMap(statesOf)];

const AFTER = /^xstate\.after\.(.+?)\./;

/** The name or the milliseconds of the delay that a transition waits for. */
export const delayOf = (event: string): string | undefined => AFTER.exec(event)?.[1];

/** An event as people read it. */
export const eventName = (event: string): string =>
  event
    .replace(/^xstate\.done\.actor\.(.*)$/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.*)$/, '$1 failed')
    .replace(/^xstate\.done\.state\..*$/, 'all done')
    .replace(/^xstate\.after\.(.+?)\..*$/, 'after $1') || 'at once';

/** The same in the log, where what is of XState alone comes too. */
export const entryName = (event: string): string => eventName(event).replace(/^xstate\.(?:promise\.)?/, '');

/** What stands at an arrow: the event, shorter where the state says the rest, and below it the guard. */
export const arrowLines = (state: ChartState, { event, guard }: ChartTransition): readonly string[] => {
  const lone = state.invoke.length === 1 ? state.invoke[0]!.id : undefined;
  const name = eventName(event);
  const short = lone !== undefined && name.startsWith(`${lone} `) ? name.slice(lone.length + 1) : name;
  return guard === undefined ? [short] : [short, `[${guard}]`];
};

/** The delays that run while a state is active, each once. */
export const delaysOf = (state: ChartState): readonly string[] => [
  ...new Set(state.transitions.flatMap(({ event }) => delayOf(event) ?? [])),
];

/** A line in the box of a state. */
export type StateLine =
  | { readonly kind: 'invoke'; readonly text: string }
  | { readonly kind: 'delay'; readonly text: string; readonly delay: string }
  /** what it does without leaving; `transition`: its place among the transitions of the state */
  | { readonly kind: 'stays'; readonly text: string; readonly transition: number };

/** What stands in the box of a state below its name. */
export const stateLines = (state: ChartState): readonly StateLine[] => [
  ...state.invoke.map(({ id, src }) => ({
    kind: 'invoke' as const,
    text: `invoke ${src.startsWith('xstate.invoke') ? id : src}`,
  })),
  ...delaysOf(state).map((delay) => ({
    kind: 'delay' as const,
    text: `after ${delay}${/^\d+$/.test(delay) ? ' ms' : ''}`,
    delay,
  })),
  ...state.transitions.flatMap((transition, index) =>
    transition.targets.length > 0 || delayOf(transition.event) !== undefined
      ? []
      : { kind: 'stays' as const, text: `on ${arrowLines(state, transition).join(' ')}`, transition: index },
  ),
];
