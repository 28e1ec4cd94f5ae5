import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { entryName } from '#domain/inspector/chart-words.ts';
import { isFailure } from '#domain/inspector/log-filter.ts';
import type { LogEntry } from '#domain/inspector/recording.ts';
import type { LogReader } from '#ports/inspector.ts';
import { Button } from '#ui/kit/button.tsx';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { outcomeText } from './entry-words.ts';
import { useInspecting } from './inspector-context.ts';
import { shortName } from './short-name.ts';
import { LogFilterForm } from './log-filter.tsx';
import { clockTime } from './times.ts';

const ROW_REM = 3.125;

/** How high a row is with letters of this size, in px. */
const rowHeight = (): number => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const isWarning = ({ outcome }: LogEntry) => outcome === 'refused';

type RowProps = {
  entry: LogEntry;
  name: string;
  place: { readonly index: number; readonly start: number; readonly size: number };
  current: boolean;
  onChoose: () => void;
};

const Row = ({ entry, name, place: { index, start, size }, current, onChoose }: RowProps) => {
  const look = current ? 'is-last' : isFailure(entry) ? 'is-bad' : isWarning(entry) ? 'is-warn' : '';
  return (
    <li style={{ transform: `translateY(${start}px)`, blockSize: size }}>
      <button
        type="button"
        className={`ev ${look}`}
        data-index={index}
        tabIndex={-1}
        aria-current={current || undefined}
        onClick={onChoose}
      >
        <time>{clockTime(entry.at)}</time>
        <b className="clip">{entryName(entry.event)}</b>
        <span className="ev__a clip">{name}</span>
        <span className="ev__t clip">{outcomeText(entry)}</span>
      </button>
    </li>
  );
};

/** How many entries there are, anew whenever the log changes. */
const useLog = (log: LogReader): number => {
  const [changes, setChanges] = useState(0);
  const subscribe = useCallback(
    (listener: () => void) =>
      log.subscribe(() => {
        setChanges((count) => count + 1);
        listener();
      }),
    [log],
  );
  const count = useSyncExternalStore(subscribe, () => log.count());
  return changes < 0 ? 0 : count;
};

/** Whoever reads further down keeps the entry at the top where it is, while newer ones come above it. */
const useSteadyPlace = (log: LogReader, count: number, box: RefObject<HTMLElement | null>, rowPx: number) => {
  const seen = useRef<{ seq: number; rest: number }>(undefined);
  useLayoutEffect(() => {
    const list = box.current;
    const held = seen.current;
    if (!list || !held || list.scrollTop < rowPx) return;
    const index = log.indexOf(held.seq);
    if (index >= 0) list.scrollTo({ top: (count - 1 - index) * rowPx + held.rest });
  });
  return () => {
    const list = box.current!;
    const row = Math.floor(list.scrollTop / rowPx);
    const entry = log.at(log.count() - 1 - row);
    seen.current = entry && { seq: entry.seq, rest: list.scrollTop - row * rowPx };
  };
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Tab leads to the log and past it; arrow keys go from entry to entry, at first to the one at the top. */
const useArrows = (box: RefObject<HTMLElement | null>, count: number, rowPx: number, show: (index: number) => void) => {
  const wanted = useRef<number>(undefined);
  const isIn = useRef(false);
  useLayoutEffect(() => {
    const entry = box.current?.querySelector<HTMLElement>(`.ev[data-index="${wanted.current}"]`);
    if (entry) {
      wanted.current = undefined;
      entry.focus();
    }
    // the entry that had the focus went out of sight
    if (isIn.current && document.activeElement === document.body) box.current?.focus();
  });
  return {
    onFocus: () => void (isIn.current = true),
    onBlur: () => void (isIn.current = false),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = STEPS[event.key];
      if (step === undefined || count === 0) return;
      event.preventDefault();
      const at = (document.activeElement as HTMLElement).dataset['index'];
      const top = Math.ceil(box.current!.scrollTop / rowPx);
      wanted.current = Math.max(0, Math.min(count - 1, at === undefined ? top : Number(at) + step));
      show(wanted.current);
    },
  };
};

const Entries = ({ step, onChosen }: { step: number | undefined; onChosen: () => void }) => {
  const texts = inspectorTexts.log;
  const { inspector, choose, ref } = useInspecting();
  const { log } = inspector;
  const count = useLog(log);
  const box = useRef<HTMLElement>(null);
  const [rowPx] = useState(rowHeight);
  const keepPlace = useSteadyPlace(log, count, box, rowPx);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 6,
  });
  const [, drawAgain] = useState(0);
  const arrows = useArrows(box, count, rowPx, (index) => {
    rows.scrollToIndex(index);
    drawAgain((times) => times + 1);
  });
  const chosenBy = (entry: LogEntry) => () => {
    choose(entry.actor, step === undefined ? entry : undefined);
    if (step !== undefined) ref.send({ type: 'replay.seek', step: entry.seq });
    onChosen();
  };
  const filtered = Object.keys(log.filter()).length > 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- its keys
    <section ref={box} className="fill" tabIndex={0} aria-label={texts.events} onScroll={keepPlace} {...arrows}>
      {count === 0 && <p className="insp__none">{filtered ? texts.noneLeft : texts.empty}</p>}
      <ol className="evs" reversed style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const entry = log.at(count - 1 - index);
          return (
            entry && (
              <Row
                key={entry.seq}
                entry={entry}
                name={shortName(log.nameOf(entry.actor))}
                place={{ index, start, size }}
                current={entry.seq === step}
                onChoose={chosenBy(entry)}
              />
            )
          );
        })}
      </ol>
    </section>
  );
};

/** Every event with what it led to, the newest first. `step`: of the recording that is open. */
export const EventLog = ({ step, onChosen }: { step: number | undefined; onChosen: () => void }) => {
  const texts = inspectorTexts.log;
  const { inspector } = useInspecting();
  const [filtering, setFiltering] = useState(false);
  const isOn = Object.keys(inspector.log.filter()).length > 0;
  return (
    <section className="pane pane--l" aria-label={texts.title}>
      <h2>
        {texts.title}
        <Button look="ghost" size="s" icon="filter" aria-expanded={filtering} onClick={() => setFiltering(!filtering)}>
          {texts.filter}
          {isOn && <i className="ev__on" />}
        </Button>
      </h2>
      {filtering && <LogFilterForm />}
      <Entries step={step} onChosen={onChosen} />
    </section>
  );
};
