import { useSelector } from '@xstate/react';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { LogEntry } from '#domain/inspector/recording.ts';
import type { Extent, OpenRecording } from '#ports/inspector.ts';
import { lazyView } from '#ui/kit/later.ts';
import { BackButton } from '#ui/kit/back-button.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { inspectorTexts as texts } from '#ui/texts/inspector.ts';
import { ActorTree } from './actor-tree.tsx';
import { ChartPane } from './chart-pane.tsx';
import { DataPane } from './data-pane.tsx';
import { EventLog } from './event-log.tsx';
import { InspectingContext, useChanging, useInspecting, type Inspecting } from './inspector-context.ts';
import { RecordBar } from './record-bar.tsx';
import { ReplayBar } from './replay-bar.tsx';
import './inspector.css';

/** Only while the app is developed: the built app holds nothing of it. */
const StatelyButton = import.meta.env.DEV ? lazyView(() => import('./stately-button.tsx'), 'StatelyButton') : undefined;

const TABS = ['actors', 'chart', 'log', 'data'] as const;
type Tab = (typeof TABS)[number];

type TabsProps = { tab: Tab; onTab: (tab: Tab) => void };

/** On phones one part is shown at a time. */
const Tabs = ({ tab, onTab }: TabsProps) => {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = (TABS.indexOf(tab) + by + TABS.length) % TABS.length;
    onTab(TABS[next]!);
    (list.current!.children[next] as HTMLElement).focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus
    <div ref={list} className="seg seg--tabs" role="tablist" aria-label={texts.views} onKeyDown={move}>
      {TABS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === tab}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {texts.tabs[one]}
        </button>
      ))}
    </div>
  );
};

const Summary = ({ recording }: { recording: OpenRecording | undefined }) => {
  const { inspector } = useInspecting();
  const { actors, eventsPerSecond } = useChanging(inspector.activity);
  if (!recording) return texts.summary(actors, eventsPerSecond);
  return texts.recordingSummary(recording.name ?? texts.lastMinutes, recording.actors, recording.steps);
};

const FileButton = ({ onFile }: { onFile: (file: File) => void }) => {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon="file" label={texts.openFile} onClick={() => field.current!.click()} />
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
    </>
  );
};

const PauseButton = () => {
  const { ref } = useInspecting();
  const paused = useSelector(ref, (snapshot) => snapshot.hasTag('paused'));
  return (
    <IconButton
      icon={paused ? 'play' : 'pause'}
      label={paused ? texts.resume : texts.pause}
      aria-pressed={paused}
      onClick={() => ref.send({ type: paused ? 'inspector.resume' : 'inspector.pause' })}
    />
  );
};

/** How a recording differs from this version of the app. */
const Difference = ({ otherApp, app, changedCharts, unknownCharts }: OpenRecording) => {
  if (otherApp === undefined && changedCharts.length === 0 && unknownCharts.length === 0) return null;
  const words = texts.replay;
  return (
    <output className="ver">
      <Icon name="alert" size="s" />
      <span>
        <b>{otherApp === undefined ? words.chartsChanged : words.otherVersion(app, otherApp)}</b>{' '}
        {changedCharts.length > 0 && words.differ(changedCharts)}{' '}
        {unknownCharts.length > 0 && words.unknown(unknownCharts)}
      </span>
    </output>
  );
};

const Problem = () => {
  const { ref } = useInspecting();
  const problem = useSelector(ref, ({ context }) => context.problem);
  if (!problem) return null;
  const words = texts.problems[problem.code] as string | ((problem: object) => string);
  return (
    <div className="insp__problem">
      <Banner tone="bad" icon="alert" title={texts.notOpened}>
        {typeof words === 'string' ? words : words(problem)}
      </Banner>
    </div>
  );
};

/** A file that is dropped anywhere is opened; the page must not go there. */
const useDrop = (onFile: (file: File) => void) => {
  const [over, setOver] = useState(false);
  const hasFile = ({ dataTransfer }: DragEvent) => [...dataTransfer.items].some(({ kind }) => kind === 'file');
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        const file = event.dataTransfer.files[0];
        setOver(false);
        if (!file) return;
        event.preventDefault();
        onFile(file);
      },
    },
  };
};

/** Whoever goes by keys keeps a place when another part is shown than that with what they pressed. */
const usePlace = (box: RefObject<HTMLElement | null>, tab: Tab, recording: OpenRecording | undefined) => {
  const shown = useRef<{ tab: Tab; recording: OpenRecording | undefined }>(undefined);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { tab, recording };
    const focused = document.activeElement;
    if (!before || (before.tab === tab && before.recording === recording)) return;
    if (focused && focused !== document.body && focused.checkVisibility()) return;
    // an actor without a chart leaves what is below it
    const places = ['.play input', '.scbox__frame', '.pane--c button'];
    const wanted = before.tab === tab ? places : places.slice(1);
    const found = wanted.flatMap((place) => [...box.current!.querySelectorAll<HTMLElement>(place)]);
    found.find((place) => place.checkVisibility())?.focus();
  });
};

const Parts = ({ onSave, tab, onTab }: TabsProps & { onSave: (extent: Extent) => void }) => {
  const { inspector, ref } = useInspecting();
  const recording = useChanging(inspector.recording);
  const step = useSelector(ref, ({ context }) => context.step);
  const box = useRef<HTMLDivElement>(null);
  usePlace(box, tab, recording);
  const toChart = () => {
    if (tab === 'actors' || tab === 'log') onTab('chart');
  };
  return (
    <div ref={box} className="insp" data-tab={tab}>
      <ActorTree onChosen={toChart} />
      <ChartPane above={recording && <Difference {...recording} />} />
      <EventLog step={recording && step} onChosen={toChart} />
      <DataPane />
      {recording ? <ReplayBar recording={recording} /> : <RecordBar onSave={onSave} />}
    </div>
  );
};

/** Escape leaves a recording before it closes the inspector. */
const useEscape = ({ ref }: Pick<Inspecting, 'ref'>, recording: OpenRecording | undefined) =>
  useEffect(() => {
    if (!recording) return;
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || !(event.target as Element).closest('.full--insp')) return;
      // or the dialog around it would close
      event.preventDefault();
      ref.send({ type: 'inspector.leave' });
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [ref, recording]);

/** What somebody chose to look at, and of which file it is. */
type Wanted = { actor: string; entry: LogEntry | undefined; file: string | undefined };

type Props = Pick<Inspecting, 'inspector' | 'ref'> & {
  onClose: () => void;
  /** puts it beside the app; left out: it is there */
  onSide?: () => void;
};

/** The inspector: actors, the chart of one, the log of events and the data of that actor; live or from a recording. */
export const InspectorScreen = ({ inspector, ref, onClose, onSide }: Props) => {
  const rows = useChanging(inspector.tree);
  const recording = useChanging(inspector.recording);
  const reading = useSelector(ref, (snapshot) => snapshot.hasTag('reading'));
  const [wanted, setWanted] = useState<Wanted>();
  const [tab, setTab] = useState<Tab>('chart');
  const open = useOpenOverlay();
  const { name } = recording ?? {};
  // a file calls other actors by the same ids
  const isOfThis = wanted !== undefined && wanted.file === name;
  const chosen = isOfThis ? wanted.actor : rows[0]?.id;
  const entry = isOfThis ? wanted.entry : undefined;
  const inspecting = useMemo(
    () => ({
      inspector,
      ref,
      chosen,
      entry,
      choose: (actor: string, one?: LogEntry) => setWanted({ actor, entry: one, file: name }),
    }),
    [inspector, ref, chosen, entry, name],
  );
  useEscape({ ref }, recording);
  const openFile = (file: File) => ref.send({ type: 'inspector.openFile', file });
  const drop = useDrop(openFile);
  return (
    <InspectingContext value={inspecting}>
      <div className="dock">
        <BackButton onBack={recording ? () => ref.send({ type: 'inspector.leave' }) : onClose} />
        <h1 className="hide-s">
          {recording ? texts.recordingTitle : texts.title}{' '}
          <small>{reading ? texts.starting : <Summary recording={recording} />}</small>
        </h1>
        <Tabs tab={tab} onTab={setTab} />
        <FileButton onFile={openFile} />
        {!recording && <PauseButton />}
        {StatelyButton && <StatelyButton />}
        {onSide && (
          <span className="insp__side">
            <IconButton icon="next" label={texts.beside} onClick={onSide} />
          </span>
        )}
      </div>
      <div className="scroll" {...drop.handlers}>
        <Problem />
        <Parts tab={tab} onTab={setTab} onSave={(saveRecording) => open({ saveRecording })} />
        {drop.over && <p className="insp__drop">{texts.dropFile}</p>}
      </div>
    </InspectingContext>
  );
};
