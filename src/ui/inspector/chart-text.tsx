import { isActive, transitionLight } from '#domain/inspector/chart-lights.ts';
import { arrowLines, stateLines } from '#domain/inspector/chart-words.ts';
import type { ChartState } from '#domain/inspector/chart.ts';
import type { ReachCounts } from '#domain/inspector/coverage.ts';
import type { ActorState } from '#domain/inspector/recording.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';

type Props = { chart: ChartState; state: ChartState; actor: ActorState; counts: ReachCounts | undefined };

const Transitions = ({ chart, state, actor, counts }: Props) => {
  const texts = inspectorTexts.chart;
  const told = state.transitions.flatMap((transition, index) => {
    const light = transitionLight(chart, state, index, actor);
    if (transition.targets.length === 0 && light === 'off' && !counts) return [];
    const event = arrowLines(state, transition).join(' ');
    const targets = transition.targets.map((id) => id.slice(chart.id.length + 1)).join(', ');
    const lit = { last: texts.last, next: texts.next, no: texts.no, asks: texts.asks, behind: '', off: '' }[light];
    const words = counts ? texts.times(counts.transition(`${state.id}#${index}`)) : lit;
    return { key: index, light, text: targets === '' ? event : texts.to(event, targets), words };
  });
  return told.map(({ key, light, text, words }) => (
    <li key={key} className={`sct__t is-${light}`}>
      {text}
      {words !== '' && <i> ({words})</i>}
    </li>
  ));
};

const State = ({ chart, state, actor, counts }: Props) => {
  const active = isActive(chart, state, actor);
  return (
    <li className={active ? 'sct__s is-on' : 'sct__s'}>
      <p>
        <b>{state.key}</b>
        {counts && state.id !== chart.id && <small> {inspectorTexts.chart.times(counts.state(state.id))} </small>}
        {active && <span className="tag tag--value">{inspectorTexts.chart.active}</span>}{' '}
        <small>
          {stateLines(state)
            .filter(({ kind }) => kind !== 'stays')
            .map(({ text }) => text)
            .join(', ')}
        </small>
      </p>
      {state.description !== undefined && <p className="sct__why">{state.description}</p>}
      <ul>
        <Transitions chart={chart} state={state} actor={actor} counts={counts} />
        {state.states.map((inner) => (
          <State key={inner.id} chart={chart} state={inner} actor={actor} counts={counts} />
        ))}
      </ul>
    </li>
  );
};

/** A chart as text: the same as its picture. `hidden`: for screen readers alone. */
export const ChartText = ({ hidden, ...of }: Omit<Props, 'state'> & { hidden: boolean }) => (
  <ul className={hidden ? 'vh' : 'sct'} aria-label={inspectorTexts.chart.states}>
    <State {...of} state={of.chart} />
  </ul>
);
