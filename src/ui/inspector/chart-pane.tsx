import { useSelector } from '@xstate/react';
import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import type { Box } from '#domain/inspector/chart-layout.ts';
import { statesOf } from '#domain/inspector/chart-words.ts';
import type { ChartState } from '#domain/inspector/chart.ts';
import { countsOf, type ReachCounts } from '#domain/inspector/coverage.ts';
import type { ActorState } from '#domain/inspector/recording.ts';
import { Button } from '#ui/kit/button.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { inspectorTexts as texts } from '#ui/texts/inspector.ts';
import { ActorLight } from './actor-light.tsx';
import { ChartPicture } from './chart-picture.tsx';
import { ChartText } from './chart-text.tsx';
import { drawnChart, type DrawnChart } from './charts.ts';
import { NOTHING, useChanging, useChosenActor, useInspecting } from './inspector-context.ts';
import { shortName } from './short-name.ts';
import { usePanZoom } from './use-pan-zoom.ts';

/** Active states that hold no others, without the name of the chart. */
const leavesOf = (chart: ChartState, { states }: ActorState): readonly ChartState[] =>
  statesOf(chart).filter(
    ({ id, states: inner }) => states.includes(id) && !inner.some((child) => states.includes(child.id)),
  );

/** Where the eye should be: the state entered last, else the first that is active. */
const activeBox = ({ chart, layout }: DrawnChart, actor: ActorState): Box | undefined => {
  const states = statesOf(chart);
  const targets = actor.last.flatMap((id) => {
    const [state, transition] = id.split('#');
    return states.find((one) => one.id === state)?.transitions[Number(transition)]?.targets ?? [];
  });
  const leaves = leavesOf(chart, actor);
  const entered = leaves.find(({ id }) => targets.some((target) => `${id}.`.startsWith(`${target}.`)));
  const shown = entered ?? leaves[0];
  return shown && layout.states[states.indexOf(shown)];
};

const useGoesOn = () => {
  const { ref } = useInspecting();
  return useSelector(ref, (snapshot) => snapshot.hasTag('live'));
};

type ZoomActs = Readonly<Record<'zoomIn' | 'zoomOut' | 'fit' | 'follow', () => void>>;

const Zoom = ({ acts }: { acts: RefObject<ZoomActs | null> }) => (
  <>
    <IconButton icon="minus" label={texts.chart.zoomOut} onClick={() => acts.current?.zoomOut()} />
    <IconButton icon="plus" label={texts.chart.zoomIn} onClick={() => acts.current?.zoomIn()} />
    <IconButton icon="grid" label={texts.chart.fit} onClick={() => acts.current?.fit()} />
    <IconButton icon="scan" label={texts.chart.follow} onClick={() => acts.current?.follow()} />
  </>
);

type DrawingProps = { drawn: DrawnChart; actor: ActorState; counts: ReachCounts | undefined };

const Picture = ({ drawn, actor, counts, ref }: DrawingProps & { ref: Ref<ZoomActs> }) => {
  const { inspector } = useInspecting();
  const goesOn = useGoesOn();
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState<ChartState>();
  const { view, handlers, ...zoom } = usePanZoom(frame, drawn.layout.size, activeBox(drawn, actor));
  useImperativeHandle(ref, () => zoom);
  const active = leavesOf(drawn.chart, actor).map((leaf) => leaf.id.slice(drawn.chart.id.length + 1));
  const label = texts.chart.label(drawn.chart.id, active.join(', ') || texts.chart.nothing);
  return (
    <>
      <section
        ref={frame}
        className="scbox__frame"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move and zoom it
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        {...handlers}
      >
        <svg className="sc">
          <g
            transform={view && `translate(${view.x} ${view.y}) scale(${view.scale})`}
            visibility={view ? undefined : 'hidden'}
          >
            <ChartPicture
              id={id}
              drawn={drawn}
              actor={actor}
              timing={{ now: inspector.now, goesOn }}
              counts={counts}
              onPoint={setPointed}
            />
          </g>
        </svg>
      </section>
      <span className="vh" id={`${id}-keys`}>
        {texts.chart.keys}
      </span>
      {pointed?.description !== undefined && (
        <p className="scbox__why">
          <b>{pointed.key}</b> {pointed.description}
        </p>
      )}
      <ChartText chart={drawn.chart} actor={actor} counts={counts} hidden />
    </>
  );
};

const AsText = ({ drawn, actor, counts }: DrawingProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
  <section className="scbox__text" tabIndex={0} aria-label={texts.chart.title}>
    <ChartText chart={drawn.chart} actor={actor} counts={counts} hidden={false} />
  </section>
);

const Chart = ({ actor, counts }: { actor: ActorState; counts: ReachCounts | undefined }) => {
  const [asText, setAsText] = useState(false);
  const zoom = useRef<ZoomActs>(null);
  if (actor.machine === undefined) return <p className="insp__none">{texts.noChart}</p>;
  const drawn = drawnChart(actor.machine);
  if (drawn === undefined) return <p className="insp__none">{texts.chartUnknown}</p>;
  return (
    <div className="fill scbox">
      {asText ? (
        <AsText drawn={drawn} actor={actor} counts={counts} />
      ) : (
        <Picture key={actor.machine} ref={zoom} drawn={drawn} actor={actor} counts={counts} />
      )}
      <div className="scbox__acts">
        {!asText && <Zoom acts={zoom} />}
        <IconButton
          icon={asText ? 'chart' : 'ascii'}
          label={asText ? texts.chart.asPicture : texts.chart.asText}
          onClick={() => setAsText(!asText)}
        />
      </div>
    </div>
  );
};

/** The actor that was chosen is not there any more, or not at this step: the way to where it is. */
const Gone = ({ actor }: { actor: string }) => {
  const { inspector, ref } = useInspecting();
  const recording = useChanging(inspector.recording);
  const name = shortName(inspector.log.nameOf(actor));
  const seek = () => {
    let step = recording!.steps;
    while (step > 0 && inspector.stepAt(step)?.actor !== actor) step -= 1;
    ref.send({ type: 'replay.seek', step });
  };
  return (
    <div className="insp__none">
      <p>{recording ? texts.notAtStep(name) : texts.gone(name)}</p>
      <Button onClick={recording ? seek : () => ref.send({ type: 'inspector.rewind' })}>
        {recording ? texts.toItsLast : texts.record.rewind}
      </Button>
    </div>
  );
};

const LEGEND = { on: 'active', last: 'last', next: 'next', asks: 'asks', no: 'no' } as const;

/** What a chart is shaded by: what stands now, or how often something was seen here, or is reached by the tests. */
type Shading = 'now' | 'seen' | 'tests';

const COUNTS = ['never', 'once', 'often'] as const;

/** Counts of the tests are only of the chart they were run with. */
const useCounts = (shading: Shading, machine: string | undefined): ReachCounts | 'of another chart' | undefined => {
  const { inspector } = useInspecting();
  // it changes with every event
  const seen = useChanging<ReachCounts | undefined>(shading === 'seen' ? inspector.seen : NOTHING);
  const tested = useChanging(inspector.tested);
  if (shading === 'now' || machine === undefined) return undefined;
  if (shading === 'seen') return seen;
  const counted = tested?.[machine];
  return counted && counted.hash === inspector.hashOf(machine) ? countsOf(counted) : 'of another chart';
};

const Shadings = ({ shading, onShading }: { shading: Shading; onShading: (shading: Shading) => void }) => {
  const { inspector } = useInspecting();
  const tested = useChanging(inspector.tested);
  const choices: readonly Shading[] = tested ? ['now', 'seen', 'tests'] : ['now', 'seen'];
  return (
    <fieldset className="seg seg--shade" aria-label={texts.chart.shading}>
      {choices.map((one) => (
        <button key={one} type="button" aria-pressed={one === shading} onClick={() => onShading(one)}>
          {texts.chart.shadings[one]}
        </button>
      ))}
    </fieldset>
  );
};

const Legend = ({ shading, children }: { shading: Shading; children: ReactNode }) => (
  <div className="legend">
    {shading === 'now'
      ? Object.entries(LEGEND).map(([key, word]) => (
          <span key={key}>
            <i className={`k-${key}`} />
            {texts.chart[word]}
          </span>
        ))
      : COUNTS.map((word) => (
          <span key={word}>
            <i className={`k-${word}`} />
            {texts.chart[word]}
          </span>
        ))}
    {children}
  </div>
);

const pathsOf = ({ machine, states }: ActorState): string =>
  states
    .filter((id) => !states.some((other) => other.startsWith(`${id}.`)))
    .map((id) => id.slice((machine ?? '').length + 1))
    .join(', ');

/** The chart of the actor that is looked at; `above`: what is said of the recording. */
export const ChartPane = ({ above }: { above?: ReactNode }) => {
  const actor = useChosenActor();
  const { chosen } = useInspecting();
  const [wanted, setWanted] = useState<Shading>();
  const tested = useChanging(useInspecting().inspector.tested);
  // whoever opens counts wants to see them
  const shading = wanted ?? (tested ? 'tests' : 'now');
  const counts = useCounts(shading, actor?.machine);
  return (
    <section className="pane pane--c" aria-label={texts.chart.title}>
      <h2>
        {actor === undefined ? (
          texts.chart.title
        ) : (
          <>
            <span className="row">
              <ActorLight {...actor} />
              <span className="clip">{actor.name}</span>
            </span>
            <span className="mono c-value clip">{pathsOf(actor)}</span>
          </>
        )}
      </h2>
      {above}
      {counts === 'of another chart' && <output className="ver">{texts.chart.otherChart}</output>}
      {actor === undefined ? (
        chosen === undefined ? (
          <p className="insp__none">{texts.chooseActor}</p>
        ) : (
          <Gone actor={chosen} />
        )
      ) : (
        <Chart actor={actor} counts={typeof counts === 'string' ? undefined : counts} />
      )}
      <Legend shading={shading}>
        <Shadings shading={shading} onShading={setWanted} />
      </Legend>
    </section>
  );
};
