import { useWindowVirtualizer, type ReactVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { FEED_OVERSCAN, FEED_REST_MS, FEED_TOP_PX } from '#domain/feed/feed-limits.ts';
import { SCROLL_INPUTS } from '#ui/kit/scroll-inputs.ts';
import { useIsPainted } from '#ui/kit/use-painted.ts';
import { useOnline } from '#ui/system-context.ts';
import { feedPosition, keepFeedPosition, saveFeedPositions } from './feed-position.ts';
import {
  offsetOf,
  ownRowOf,
  rowOf,
  type FeedLook,
  type FeedPosition,
  type FeedRow,
  type ReadingPlace,
} from './feed-rows.ts';

/** The rows of a feed in the window. */
export type FeedRows = ReactVirtualizer<Window, HTMLDivElement>;

type Options = { look: FeedLook; lead: boolean; name: string; startIndex: number | undefined; hasMore: boolean };

/** What is read, and in which row; the note stays the same as long as nobody scrolls to another row. */
type Read = ReadingPlace & Pick<FeedRow, 'key'>;

const heightsOf = (rows: FeedRows): FeedPosition['heights'] =>
  Object.fromEntries(rows.takeSnapshot().map(({ key, size }) => [String(key), size]));

const measuredRows = (rows: readonly FeedRow[], heights: FeedPosition['heights']): VirtualItem[] =>
  rows.flatMap(({ key }, index) => {
    const size = heights[key];
    return size === undefined ? [] : [{ index, key, start: 0, end: size, size, lane: 0 }];
  });

/** Whether the list must go on until the place is there: only the first rows of a long one were saved. */
const isBelow = ({ look, hasMore }: Options, kept: FeedPosition, found: number | undefined): boolean => {
  if (!hasMore || found === undefined || ownRowOf(look.rows, kept.id) < 0) return hasMore;
  const whole = look.rows.reduce((sum, row) => sum + (kept.heights[row.key] ?? look.heightOf(row)), 0);
  return found + window.innerHeight > whole;
};

/** Where to start: at the place this feed was left, else at the row asked for (ROUTE-29), else at its top. */
const placeToStart = (options: Options) => {
  const { look, name, startIndex = 0 } = options;
  const kept = feedPosition(name);
  const found = kept && offsetOf(look, kept);
  const below = kept && isBelow(options, kept, found) ? kept : undefined;
  const asked = look.rows.filter(({ from, items }) => below || from + items.length <= startIndex);
  const above = found ?? asked.reduce((sum, row) => sum + look.heightOf(row), 0);
  const [margin, heights] = [kept?.margin ?? 0, kept?.heights ?? {}];
  return { offset: above > 0 ? above + margin : 0, margin, heights, measured: measuredRows(look.rows, heights), below };
};

const isAtPageEnd = (): boolean => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;

/**
 * Goes one step to a place as the rows stand now: not all are as tall as they were. Until its note is in the list it goes
 * as far as there are newer ones, or others of the same second.
 */
const stepTo = (rows: FeedRows, look: FeedLook, place: FeedPosition): 'there' | 'on the way' | 'waits' => {
  const own = ownRowOf(look.rows, place.id);
  const index = own < 0 ? look.rows.findIndex(({ items }) => items.some(({ at }) => at < place.at)) : own;
  if (index < 0) {
    rows.scrollToIndex(look.rows.length - 1, { align: 'end' });
    return 'waits';
  }
  const row = rows.getVirtualItems().find((item) => item.index === index);
  if (row === undefined) {
    rows.scrollToIndex(index, { align: 'start' });
    return 'on the way';
  }
  const offset = row.start + place.into;
  if (Math.abs(window.scrollY - offset) <= 1) return own < 0 ? 'waits' : 'there';
  rows.scrollToOffset(offset);
  return isAtPageEnd() ? 'waits' : 'on the way';
};

/** Goes to a place that is not in the list yet: to the end of the list as it grows, until somebody presses something. */
const usePlaceBelow = (rows: FeedRows, look: FeedLook, below: FeedPosition | undefined) => {
  const wanted = useRef(below);
  useLayoutEffect(() => {
    const forget = () => void (wanted.current = undefined);
    for (const press of SCROLL_INPUTS) window.addEventListener(press, forget, { passive: true });
    return () => SCROLL_INPUTS.forEach((press) => window.removeEventListener(press, forget));
  }, []);
  useLayoutEffect(() => {
    let frame = 0;
    let since: number | undefined;
    const go = (now: number) => {
      if (!wanted.current) return;
      const step = stepTo(rows, look, wanted.current);
      since = step === 'there' ? (since ?? now) : undefined;
      if (since !== undefined && now - since >= FEED_REST_MS) wanted.current = undefined;
      // the list goes on with the next page
      else if (step !== 'waits') frame = requestAnimationFrame(go);
    };
    go(performance.now());
    return () => cancelAnimationFrame(frame);
  }, [rows, look]);
  return wanted;
};

type Kept = {
  name: string;
  rows: FeedRows;
  reading: RefObject<Read | undefined>;
  /** a place that is not reached yet */
  wanted: RefObject<FeedPosition | undefined>;
};

/** Remembers the place when the list goes, and for a reload of the page. */
const useKeptPlace = ({ name, rows, reading, wanted }: Kept): void =>
  useLayoutEffect(() => {
    const keep = () => {
      // on the way there it is the place that was kept before
      if (wanted.current) return;
      const { id, at, into } = reading.current ?? {};
      if (id === undefined || at === undefined || into === undefined) return keepFeedPosition(name, undefined);
      keepFeedPosition(name, { id, at, into, margin: rows.options.scrollMargin, heights: heightsOf(rows) });
    };
    const keepForReload = () => {
      keep();
      saveFeedPositions();
    };
    window.addEventListener('pagehide', keepForReload);
    return () => {
      window.removeEventListener('pagehide', keepForReload);
      keepForReload();
    };
  }, [name, rows, reading, wanted]);

/** `short`: the list ends before the row can be at the top; it goes on as the list grows. */
type Move = 'wanted' | 'under way' | 'short' | undefined;

/** How a move to a row goes on: it is over once the row is there, or somebody leaves the end of the list that it came to. */
const moveOn = (move: Move, isThere: boolean, isScrolling: boolean): Move => {
  if (isThere) return undefined;
  if (isScrolling && move === 'short') return isAtPageEnd() ? move : undefined;
  if (isScrolling) return move && 'under way';
  return move === 'under way' ? 'short' : move;
};

/**
 * Where the note that is read stands now, when that is another row: in Image Mode, or when others of its band are gone.
 * When a filter takes it away, the next one that is left comes in its place.
 */
const movedTo = (list: readonly FeedRow[], read: Read | undefined, move: Move) => {
  if (read === undefined || list.length === 0) return undefined;
  const found = rowOf(list, read);
  const index = found < 0 ? list.length - 1 : found;
  const { key } = list[index]!;
  return key === read.key && move !== 'short' ? undefined : { index, read: { ...read, key, into: 0 } };
};

/** The note that is read when this row is at the top of the window: in the row that it was already, the same. */
const readIn = ({ key, items }: FeedRow, into: number, before: Read | undefined): Read => {
  const { id, at } = before?.key === key ? before : items[0]!;
  return { id, at, key, into };
};

/**
 * The rows of a feed that are near the window. They start where the feed was left, and nothing that is being read moves:
 * not when rows above it are measured, nor when rows come in above.
 */
export const useFeedRows = (options: Options): readonly [FeedRows, RefObject<HTMLDivElement | null>] => {
  const { look, lead, name } = options;
  const list = useRef<HTMLDivElement>(null);
  const [start] = useState(() => placeToStart(options));
  const reader = useRef(start.offset);
  const reading = useRef<Read>(undefined);
  const settled = useRef(look);
  const move = useRef<Move>(undefined);
  const [scrollMargin, setScrollMargin] = useState(start.margin);
  const margin = useRef<number>(undefined);
  const online = useOnline();
  // rows beyond the window, on each side
  const overscan = useIsPainted() ? FEED_OVERSCAN : 0;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const rows = useWindowVirtualizer<HTMLDivElement>({
    count: look.rows.length,
    estimateSize: useCallback(
      (index: number) => start.heights[look.rows[index]!.key] ?? look.heightOf(look.rows[index]!),
      [look, start],
    ),
    getItemKey: useCallback((index: number) => look.rows[index]!.key, [look]),
    overscan,
    scrollMargin,
    directDomUpdates: true,
    initialOffset: start.offset,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: start.measured,
    // 'end' keeps the row that is read in its place when others come in above; the list never sticks to its end.
    // oxlint-disable-next-line react/refs -- the newest offset counts, and no render may follow from it
    anchorTo: reader.current > FEED_TOP_PX ? 'end' : 'start',
    scrollEndThreshold: -1,
    onChange: (instance) => {
      reader.current = instance.scrollOffset ?? 0;
      // while the rows of another list are put in their places, that which was read is still the one to look for
      if (settled.current !== look) return;
      const first = instance.getVirtualItemForOffset(reader.current);
      move.current = moveOn(move.current, first?.key === reading.current?.key, instance.isScrolling);
      if (move.current) return;
      reading.current =
        reader.current > FEED_TOP_PX && first
          ? readIn(look.rows[first.index]!, reader.current - first.start, reading.current)
          : undefined;
    },
  });
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    const above = Math.round(top + window.scrollY);
    const grown = above - (margin.current ?? above);
    margin.current = above;
    setScrollMargin(above);
    if (reader.current > FEED_TOP_PX && grown !== 0) window.scrollBy(0, grown);
    // what stands above the list changes with the network; the rows are in their places by now
  }, [online, lead]);
  const wanted = usePlaceBelow(rows, look, start.below);
  useKeptPlace({ name, rows, reading, wanted });
  useLayoutEffect(() => {
    const moved = movedTo(look.rows, reading.current, move.current);
    if (moved) {
      rows.scrollToIndex(moved.index, { align: 'start' });
      move.current = 'wanted';
      reading.current = moved.read;
    }
    settled.current = look;
  }, [rows, look]);
  return [rows, list];
};
