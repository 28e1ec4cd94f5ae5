import { memo, useState, type CSSProperties } from 'react';
import { arrowPath } from '#domain/inspector/arrow-path.ts';
import { headX, MEASURE, type ArrowPlace, type Box } from '#domain/inspector/chart-layout.ts';
import { isActive, transitionLight, type TransitionLight } from '#domain/inspector/chart-lights.ts';
import { arrowLines, stateLines, statesOf, type StateLine } from '#domain/inspector/chart-words.ts';
import type { ChartState } from '#domain/inspector/chart.ts';
import { shadeOf, type ReachCounts } from '#domain/inspector/coverage.ts';
import type { ActorState, RunningDelay } from '#domain/inspector/recording.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import type { DrawnChart } from './charts.ts';

const HEADS = ['off', 'last', 'next'] as const;

/** The heads of arrows; marks of an SVG do not take on the colour of their line everywhere. */
const Heads = ({ id }: { id: string }) => (
  <defs>
    {HEADS.map((light) => (
      <marker
        key={light}
        id={`${id}-${light}`}
        className={`sc__head is-${light}`}
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerUnits="userSpaceOnUse"
        markerWidth="9"
        markerHeight="9"
        orient="auto"
      >
        <path d="M0 .5 8 4 0 7.5z" />
      </marker>
    ))}
  </defs>
);

const headOf = (light: TransitionLight) =>
  light === 'last' ? 'last' : light === 'next' || light === 'asks' ? 'next' : 'off';

const Arrow = memo(
  ({
    id,
    place,
    light,
    lines,
    count,
  }: {
    id: string;
    place: ArrowPlace;
    light: TransitionLight;
    lines: readonly string[];
    /** how often it was taken, where that is what is shown */
    count: number | undefined;
  }) => {
    const [x, y] = place.label;
    return (
      <g className={count === undefined ? `sc__a is-${light}` : `sc__a is-cov n${shadeOf(count)}`}>
        <path className="sc__e" d={arrowPath(place.way)} markerEnd={`url(#${id}-${headOf(light)})`} />
        <text className="sc__l">
          {lines.map((line, index) => (
            <tspan key={line} x={x} y={y + 12 + index * MEASURE.line}>
              {line}
            </tspan>
          ))}
          {count !== undefined && (
            // on a line of its own: labels stand so close that a longer one would run into the next
            <tspan className="sc__x" x={x} y={y + 12 + lines.length * MEASURE.line}>
              {inspectorTexts.chart.times(count)}
            </tspan>
          )}
        </text>
      </g>
    );
  },
);

/** How far a delay has run, as a bar; it runs on by itself while what is shown goes on. */
const DelayBar = ({
  x,
  y,
  width,
  delay,
  now,
  goesOn,
}: {
  x: number;
  y: number;
  width: number;
  delay: RunningDelay;
  now: () => number;
  goesOn: boolean;
}) => {
  const [at] = useState(() => Math.max(0, Math.min(1, (now() - delay.startedAt) / Math.max(1, delay.ms))));
  const style = { '--at': at, '--left': `${Math.round((1 - at) * delay.ms)}ms` } as CSSProperties;
  return (
    <>
      <rect className="sc__t sc__t--bg" x={x} y={y} width={width} height="3" rx="1.5" />
      <rect
        className={goesOn ? 'sc__t is-running' : 'sc__t'}
        x={x}
        y={y}
        width={width}
        height="3"
        rx="1.5"
        style={style}
      />
    </>
  );
};

type Timing = { readonly now: () => number; readonly goesOn: boolean };

const delayFor = (actor: ActorState, state: ChartState, line: StateLine): RunningDelay | undefined =>
  line.kind === 'delay'
    ? actor.delays.find(({ event }) => event === `xstate.after.${line.delay}.${state.id}`)
    : undefined;

type StateProps = {
  chart: ChartState;
  state: ChartState;
  box: Box;
  /** where the words of its head begin, when it holds others */
  head: number;
  actor: ActorState;
  timing: Timing;
  counts?: ReachCounts | undefined;
  onPoint: (state: ChartState | undefined) => void;
};

const Lines = ({
  chart,
  state,
  box: [x, y, width],
  head,
  actor,
}: Omit<StateProps, 'timing' | 'counts' | 'onPoint'>) => {
  const holds = state.states.length > 0;
  return stateLines(state).map((line, index) => (
    <text
      key={`${line.kind} ${line.text} ${index}`}
      className={line.kind === 'stays' ? `sc__s is-${transitionLight(chart, state, line.transition, actor)}` : 'sc__s'}
      x={holds ? head : x + width / 2}
      y={y + MEASURE.head + (holds ? 14 : 9) + index * MEASURE.line}
    >
      {line.text}
    </text>
  ));
};

const shadeClass = (chart: ChartState, state: ChartState, counts: ReachCounts | undefined) =>
  counts && state.id !== chart.id ? `is-cov n${shadeOf(counts.state(state.id))}` : '';

const boxClass = (chart: ChartState, state: ChartState, actor: ActorState, counts: ReachCounts | undefined) =>
  [
    state.states.length > 0 ? 'sc__c' : 'sc__n',
    shadeClass(chart, state, counts),
    isActive(chart, state, actor) ? 'is-on' : '',
    state.type === 'final' ? 'is-final' : '',
    state.tags.some((tag) => /bad|fail|error/.test(tag)) || /fail|error|refused/i.test(state.key) ? 'is-bad' : '',
  ].join(' ');

const StateBox = ({ chart, state, box, head, actor, timing, counts, onPoint }: StateProps) => {
  const [x, y, width, height] = box;
  const holds = state.states.length > 0;
  const told = state.description !== undefined;
  const lines = stateLines(state);
  const running = lines.map((line) => delayFor(actor, state, line)).find((delay) => delay !== undefined);
  const region = chart.id !== state.id && isRegion(chart, state);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it shows what is written of the state
    <g
      className={boxClass(chart, state, actor, counts)}
      {...(told && { tabIndex: 0, role: 'img', 'aria-label': `${state.key}: ${state.description}` })}
      onPointerEnter={() => onPoint(state)}
      onPointerLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(state)}
      onBlur={() => onPoint(undefined)}
    >
      <rect
        className={region ? 'is-region' : undefined}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={holds ? 16 : 12}
      />
      {state.type === 'final' && (
        <rect className="sc__in" x={x + 4} y={y + 4} width={width - 8} height={height - 8} rx="9" />
      )}
      {holds && <path className="sc__hd" d={headPath(box)} />}
      <text x={holds ? head : x + width / 2} y={y + 22}>
        {state.key}
      </text>
      {counts && state.id !== chart.id && (
        <text className="sc__x sc__x--s" x={x + width - (holds ? MEASURE.pad : 4)} y={holds ? y + 22 : y - 4}>
          {inspectorTexts.chart.times(counts.state(state.id))}
        </text>
      )}
      <Lines chart={chart} state={state} box={box} head={head} actor={actor} />
      {running && (
        <DelayBar
          key={`${running.id} ${running.startedAt} ${timing.goesOn} ${timing.goesOn ? '' : timing.now()}`}
          x={holds ? head : x + 12}
          y={y + MEASURE.head + lines.length * MEASURE.line - 1}
          width={(holds ? Math.min(width, 160) : width) - 24}
          delay={running}
          {...timing}
        />
      )}
    </g>
  );
};

const isRegion = (chart: ChartState, state: ChartState): boolean =>
  statesOf(chart).some(({ type, states }) => type === 'parallel' && states.includes(state));

const headPath = ([x, y, width]: Box) => {
  const [right, bottom] = [x + width - 0.75, y + MEASURE.head];
  return `M${x + 0.75} ${bottom}V${y + 16}a15.25 15.25 0 0 1 15.25-15.25H${right - 15.25}a15.25 15.25 0 0 1 15.25 15.25V${bottom}z`;
};

const RANK: Readonly<Record<TransitionLight, number>> = { off: 0, behind: 0, no: 1, asks: 2, next: 3, last: 4 };

type Props = {
  id: string;
  drawn: DrawnChart;
  actor: ActorState;
  timing: Timing;
  /** shades by how often, instead of by what is possible now */
  counts: ReachCounts | undefined;
  onPoint: (state: ChartState | undefined) => void;
};

/** A chart as a picture, lit as an actor stands. */
export const ChartPicture = ({ id, drawn: { chart, layout }, actor, timing, counts, onPoint }: Props) => {
  const states = statesOf(chart);
  const boxes = states.map((state, index) => (
    <StateBox
      key={state.id}
      chart={chart}
      state={state}
      box={layout.states[index]!}
      head={headX(layout, index)}
      actor={actor}
      timing={timing}
      counts={counts}
      onPoint={onPoint}
    />
  ));
  const arrows = layout.arrows
    .map((place) => ({ place, light: transitionLight(chart, states[place.of]!, place.transition, actor) }))
    .sort((a, b) => RANK[a.light] - RANK[b.light]);
  return (
    <>
      <Heads id={id} />
      {boxes.filter((_, index) => states[index]!.states.length > 0)}
      {layout.starts.map((way) => (
        <g key={way.join(' ')}>
          <circle className="sc__d" cx={way[0]} cy={way[1]! - MEASURE.dot} r={MEASURE.dot} />
          <path className="sc__e" d={arrowPath(way)} markerEnd={`url(#${id}-off)`} />
        </g>
      ))}
      {arrows.map(({ place, light }) => (
        <Arrow
          key={`${place.of} ${place.transition} ${place.target}`}
          id={id}
          place={place}
          light={light}
          lines={arrowLines(states[place.of]!, states[place.of]!.transitions[place.transition]!)}
          count={counts?.transition(`${states[place.of]!.id}#${place.transition}`)}
        />
      ))}
      {boxes.filter((_, index) => states[index]!.states.length === 0)}
    </>
  );
};
