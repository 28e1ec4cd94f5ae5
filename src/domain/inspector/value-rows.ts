import { SHOWN_ROWS_MAX, SHOWN_ROWS_OPEN } from './inspector-limits.ts';
import type { Shown, ShownMark, ShownObject } from './shown.ts';

/** A line of a value that is shown as a tree. */
export type ShownRow = {
  /** tells it from other lines of the same tree: the keys on the way to it, each behind a slash */
  readonly path: string;
  readonly key: string;
  readonly depth: number;
  readonly value: Shown;
  /** how many values are in it; undefined: it is a value by itself */
  readonly size: number | undefined;
  readonly open: boolean;
};

export const isMark = (value: Shown): value is ShownMark =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof (value as ShownObject)['$'] === 'string';

const plainKey = (key: string) => (key.startsWith('$') ? key.slice(1) : key);

const entriesOf = (value: Shown): readonly (readonly [string, Shown])[] | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!isMark(value)) return Object.entries(value).map(([key, inner]) => [plainKey(key), inner] as const);
  if (value.$ === 'map')
    return value.entries.map(([key, inner]) => [typeof key === 'string' ? key : JSON.stringify(key), inner]);
  if (value.$ === 'set') return value.values.map((inner, index) => [String(index), inner]);
  return undefined;
};

/** The lines of a value. `turned`: the paths that somebody opened or closed. */
export const shownRows = (value: Shown, turned: ReadonlySet<string>, depth = 0, path = ''): readonly ShownRow[] =>
  (entriesOf(value) ?? []).slice(0, SHOWN_ROWS_MAX).flatMap(([key, inner]) => {
    const own = `${path}/${key}`;
    const entries = entriesOf(inner);
    const openFirst = entries !== undefined && depth < 2 && entries.length > 0 && entries.length <= SHOWN_ROWS_OPEN;
    const open = entries !== undefined && entries.length > 0 && turned.has(own) !== openFirst;
    const row = { path: own, key, depth, value: inner, size: entries?.length, open };
    return open ? [row, ...shownRows(inner, turned, depth + 1, own)] : [row];
  });
