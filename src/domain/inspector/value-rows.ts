import { SHOWN_ROWS_MAX, SHOWN_ROWS_OPEN } from './inspector-limits.ts';
import { isMark, shownAlike } from './show.ts';
import type { Shown } from './shown.ts';

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
  /** only where the last event changed it */
  readonly before: Before | undefined;
};

/** What a value was; undefined: there was none. */
type Before = { readonly value: Shown | undefined };

const plainKey = (key: string) => (key.startsWith('$') ? key.slice(1) : key);

const entriesOf = (value: Shown): readonly (readonly [string, Shown])[] | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!isMark(value)) return Object.entries(value).map(([key, inner]) => [plainKey(key), inner] as const);
  if (value.$ === 'map')
    return value.entries.map(([key, inner]) => [typeof key === 'string' ? key : JSON.stringify(key), inner]);
  if (value.$ === 'set') return value.values.map((inner, index) => [String(index), inner]);
  return undefined;
};

type BeforeOf = (key: string, value: Shown) => Before | undefined;

/** What was in a value before, by the same keys; nothing when it held no values then. */
const beforeIn = (before: Before | undefined): BeforeOf => {
  const held = before?.value === undefined ? undefined : entriesOf(before.value);
  if (!held) return () => undefined;
  const was = new Map(held);
  return (key, value) => (shownAlike(was.get(key), value) ? undefined : { value: was.get(key) });
};

const rowsIn = (
  value: Shown,
  turned: ReadonlyMap<string, boolean>,
  beforeOf: BeforeOf,
  depth: number,
  path: string,
): readonly ShownRow[] =>
  (entriesOf(value) ?? []).slice(0, SHOWN_ROWS_MAX).flatMap(([key, inner]) => {
    const own = `${path}/${key}`;
    const size = entriesOf(inner)?.length;
    const before = beforeOf(key, inner);
    const isSmall = size !== undefined && depth < 2 && size <= SHOWN_ROWS_OPEN;
    const open = Boolean(size) && (turned.get(own) ?? (isSmall || before?.value !== undefined));
    const row = { path: own, key, depth, value: inner, size, open, before };
    return open ? [row, ...rowsIn(inner, turned, beforeIn(before), depth + 1, own)] : [row];
  });

/**
 * The lines of a value. `turned`: the paths that somebody opened or closed. `changed`: what the last event changed, each key
 * with its value before; what is otherwise inside of that is found, and open.
 */
export const shownRows = (
  value: Shown,
  turned: ReadonlyMap<string, boolean>,
  changed: Readonly<Record<string, Shown | undefined>> = {},
): readonly ShownRow[] =>
  rowsIn(value, turned, (key) => (Object.hasOwn(changed, key) ? { value: changed[key] } : undefined), 0, '');
