import type { ChartState, TransitionId } from './chart.ts';
import type { ActorState, GuardVerdict } from './recording.ts';

/**
 * How a transition is drawn. 'last': it was taken by the last event; 'next': it can be taken now; 'asks': its guard looks at
 * what the event brings; 'no': its guard forbids it now; 'behind': another one comes first; 'off': its state is not active.
 */
export type TransitionLight = 'last' | 'next' | Exclude<GuardVerdict, 'yes'> | 'off';

type Lit = Pick<ActorState, 'states' | 'status' | 'verdicts' | 'last'>;

/** Whether a state is active in an actor; the chart itself is while the actor runs. */
export const isActive = (chart: ChartState, { id }: Pick<ChartState, 'id'>, { states, status }: Lit): boolean =>
  id === chart.id ? status === 'active' : states.includes(id);

/** How a transition of a state is drawn for an actor. */
export const transitionLight = (
  chart: ChartState,
  state: Pick<ChartState, 'id'>,
  transition: number,
  actor: Lit,
): TransitionLight => {
  const id: TransitionId = `${state.id}#${transition}`;
  if (actor.last.includes(id)) return 'last';
  if (actor.status !== 'active' || !isActive(chart, state, actor)) return 'off';
  return actor.verdicts[id] ?? 'next';
};
