import type { LogReader } from '#ports/inspector.ts';
import { passes, type LogFilter } from '#domain/inspector/log-filter.ts';
import type { LogEntry } from '#domain/inspector/recording.ts';

/** How many of these are not after `seq`. */
const countUntil = (entries: readonly LogEntry[], seq: number) => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** A list of entries behind a filter. `tell`: the filter is another one. */
export const createLog = (tell: () => void, names: Pick<LogReader, 'nameOf' | 'subscribe'>) => {
  let entries: readonly LogEntry[] = [];
  let passing: LogEntry[] = [];
  let filter: LogFilter = {};
  let last = Number.POSITIVE_INFINITY;
  let count = 0;

  const sift = () => {
    passing = entries.filter((entry) => passes(filter, entry));
    count = countUntil(passing, last);
  };
  const reader: LogReader = {
    ...names,
    count: () => count,
    at: (index) => (index < count ? passing[index] : undefined),
    indexOf: (seq) => Math.min(count, countUntil(passing, seq)) - 1,
    filter: () => filter,
    setFilter(wanted) {
      filter = wanted;
      sift();
      tell();
    },
  };
  return {
    reader,
    /** Shows these, up to one of them. */
    show(wanted: readonly LogEntry[], until = Number.POSITIVE_INFINITY) {
      last = until;
      if (entries === wanted) count = countUntil(passing, last);
      else {
        entries = wanted;
        sift();
      }
    },
    /** More at the end of the list that is shown, which begins at `from` now. */
    grow(more: readonly LogEntry[], from: number) {
      for (const entry of more) if (passes(filter, entry)) passing.push(entry);
      const gone = countUntil(passing, from - 1);
      if (gone > 1_000) passing = passing.slice(gone);
      count = countUntil(passing, last);
    },
  };
};
