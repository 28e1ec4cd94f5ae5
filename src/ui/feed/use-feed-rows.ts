import { useWindowVirtualizer, type ReactVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { FEED_OVERSCAN } from '#domain/limits.ts';
import type { FeedItem } from '#domain/note.ts';
import { useOnline, usePreference } from '#ui/system-context.ts';
import { feedPosition, keepFeedPosition, saveFeedPositions } from './feed-position.ts';
import { estimateRow, knownHeights, offsetOf, type FeedLook } from './feed-rows.ts';

/** The rows of a feed in the window. */
export type FeedRows = ReactVirtualizer<Window, HTMLDivElement>;

type Options = { items: readonly FeedItem[]; lead: boolean; name: string; startIndex: number | undefined };

/** The row at the top of the window. */
type Reading = FeedItem | undefined;

/** Nearer to the top than so many px, new rows may push the old ones down. */
const TOP_PX = 8;

const heightsOf = (rows: FeedRows): Record<string, number> =>
  Object.fromEntries(rows.takeSnapshot().map(({ key, size }) => [String(key), size]));

const measuredRows = (items: readonly FeedItem[], heights: Readonly<Record<string, number>>): VirtualItem[] =>
  items.flatMap(({ id }, index) => {
    const size = heights[id];
    return size === undefined ? [] : [{ index, key: id, start: 0, end: size, size, lane: 0 }];
  });

/** Where to start: at the place this feed was left, else at the row asked for (ROUTE-29), else at its top. */
const placeToStart = ({ items, name, startIndex = 0 }: Options, look: FeedLook) => {
  const kept = feedPosition(name);
  const asked = items.slice(0, startIndex).reduce((sum, item) => sum + estimateRow(item, look), 0);
  const above = (kept && offsetOf(items, kept, look)) ?? asked;
  const margin = kept?.margin ?? 0;
  return { offset: above > 0 ? above + margin : 0, margin, measured: measuredRows(items, knownHeights(kept, look)) };
};

const lookOf = (imageMode: boolean): FeedLook => ({
  width: window.innerWidth,
  height: window.innerHeight,
  imageMode,
});

/** Remembers the place when the list goes, and for a reload of the page. */
const useKeptPlace = (name: string, rows: FeedRows, imageMode: boolean): void =>
  useLayoutEffect(() => {
    const keep = () => {
      const offset = rows.scrollOffset ?? 0;
      const first = rows.getVirtualItemForOffset(offset);
      if (offset <= TOP_PX || first === undefined) return keepFeedPosition(name, undefined);
      const { scrollMargin: margin } = rows.options;
      keepFeedPosition(name, {
        id: String(first.key),
        into: offset - first.start,
        margin,
        imageMode,
        heights: heightsOf(rows),
      });
    };
    const keepForReload = () => {
      keep();
      saveFeedPositions();
    };
    window.addEventListener('pagehide', keepForReload);
    return () => {
      window.removeEventListener('pagehide', keepForReload);
      keep();
    };
  }, [name, rows, imageMode]);

/** When a filter takes away the row that is read, the next one that is left comes in its place. */
const useNextBest = (rows: FeedRows, items: readonly FeedItem[], reading: RefObject<Reading>): void =>
  useLayoutEffect(() => {
    const row = reading.current;
    if (row === undefined || items.length === 0 || items.some(({ id }) => id === row.id)) return;
    const next = items.findIndex(({ at }) => at <= row.at);
    rows.scrollToIndex(next < 0 ? items.length - 1 : next, { align: 'start' });
  }, [rows, items, reading]);

type Remeasured = {
  rows: FeedRows;
  list: RefObject<HTMLElement | null>;
  items: readonly FeedItem[];
  reading: RefObject<Reading>;
};

/** In another mode all rows are of other heights; the one that is read stays at the top of the window. */
const useRemeasured = ({ rows, list, items, reading }: Remeasured, imageMode: boolean): void => {
  const measuredFor = useRef(imageMode);
  useLayoutEffect(() => {
    if (measuredFor.current === imageMode) return;
    measuredFor.current = imageMode;
    // where the rows stand is known no more: those that are not in the page have their new heights already
    const index = items.findIndex(({ id }) => id === reading.current?.id);
    rows.measure();
    for (const row of list.current?.querySelectorAll<HTMLDivElement>('[data-index]') ?? []) rows.measureElement(row);
    if (index >= 0) rows.scrollToIndex(index, { align: 'start' });
  }, [rows, list, items, reading, imageMode]);
};

/**
 * The rows of a feed that are near the window. They start where the feed was left, and nothing that is being read moves:
 * not when rows above it are measured, nor when rows come in above.
 */
export const useFeedRows = (options: Options): readonly [FeedRows, RefObject<HTMLDivElement | null>] => {
  const { items, lead, name } = options;
  const list = useRef<HTMLDivElement>(null);
  const [imageMode] = usePreference('imageMode');
  const [start] = useState(() => placeToStart(options, lookOf(imageMode)));
  const [scrollMargin, setScrollMargin] = useState(start.margin);
  const reader = useRef(start.offset);
  const reading = useRef<Reading>(undefined);
  const settled = useRef(items);
  const margin = useRef<number>(undefined);
  const online = useOnline();
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const rows = useWindowVirtualizer<HTMLDivElement>({
    count: items.length,
    estimateSize: useCallback((index: number) => estimateRow(items[index]!, lookOf(imageMode)), [items, imageMode]),
    getItemKey: useCallback((index: number) => items[index]!.id, [items]),
    overscan: FEED_OVERSCAN,
    scrollMargin,
    directDomUpdates: true,
    initialOffset: start.offset,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: start.measured,
    // 'end' keeps the row that is read in its place when others come in above; the list never sticks to its end.
    // oxlint-disable-next-line react/refs -- the newest offset counts, and no render may follow from it
    anchorTo: reader.current > TOP_PX ? 'end' : 'start',
    scrollEndThreshold: -1,
    onChange: (instance) => {
      reader.current = instance.scrollOffset ?? 0;
      // while the rows of another list are put in their places, that which was read is still the one to look for
      if (settled.current !== items) return;
      const first = instance.getVirtualItemForOffset(reader.current);
      reading.current = reader.current > TOP_PX && first ? items[first.index] : undefined;
    },
  });
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    const above = Math.round(top + window.scrollY);
    const grown = above - (margin.current ?? above);
    margin.current = above;
    setScrollMargin(above);
    if (reader.current > TOP_PX && grown !== 0) window.scrollBy(0, grown);
    // what stands above the list changes with the network
  }, [online, lead]);
  useKeptPlace(name, rows, imageMode);
  useRemeasured({ rows, list, items, reading }, imageMode);
  useNextBest(rows, items, reading);
  useLayoutEffect(() => {
    settled.current = items;
  }, [items]);
  return [rows, list];
};
