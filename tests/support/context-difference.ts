import { isMark } from '#domain/inspector/show.ts';
import type { Shown, ShownMark, ShownObject } from '#domain/inspector/shown.ts';
import { REVIVED_TEXT_MAX } from './revive.ts';

/** Where a context is otherwise than it was recorded: the way to the value, and both. */
export type Difference = {
  readonly path: string;
  readonly recorded: Shown | undefined;
  readonly now: Shown | undefined;
};

/** What is not in a recording, and so cannot be compared: it was sealed, left out, or is no value. */
const UNKNOWN: ReadonlySet<ShownMark['$']> = new Set(['sealed', 'secret', 'more', 'function', 'object', 'actor']);

const isUnknown = (value: Shown | undefined) => value !== undefined && isMark(value) && UNKNOWN.has(value.$);

const isNothing = (value: Shown | undefined) => value === undefined || (isMark(value) && value.$ === 'undefined');

const isObject = (value: Shown | undefined): value is ShownObject => typeof value === 'object' && value !== null;

/** The parts of a value by their names; a mark is one as far as it says of what it stands for. */
const partsOf = (value: ShownObject): Readonly<Record<string, Shown>> =>
  Array.isArray(value) ? Object.fromEntries((value as readonly Shown[]).map((item, at) => [at, item])) : value;

/** A list that was cut says nothing of what comes after. */
const wasCut = (value: ShownObject) =>
  Array.isArray(value) ? isUnknown((value as readonly Shown[]).at(-1)) : Object.hasOwn(value, '…');

const inside = (recorded: ShownObject, now: ShownObject, path: string): Difference | undefined => {
  const [was, is] = [partsOf(recorded), partsOf(now)];
  const keys = new Set([...Object.keys(was), ...(wasCut(recorded) ? [] : Object.keys(is))]);
  for (const key of keys) {
    if (key === '…') continue;
    const found = difference(was[key], is[key], path === '' ? key : `${path}.${key}`);
    if (found) return found;
  }
  return undefined;
};

type Text = ShownMark & { $: 'text' };

const isText = (value: Shown | undefined): value is Text => value !== undefined && isMark(value) && value.$ === 'text';

/** A long text that was left out of the recording has its length alone, and comes back no longer than that. */
const textDifference = (recorded: Text, now: Text, path: string): Difference | undefined => {
  const [was, is] = [recorded.start, now.start.slice(0, recorded.start.length)];
  const length = Math.min(recorded.length, REVIVED_TEXT_MAX);
  return was === is && length === Math.min(now.length, REVIVED_TEXT_MAX) ? undefined : { path, recorded, now };
};

const difference = (recorded: Shown | undefined, now: Shown | undefined, path: string): Difference | undefined => {
  if (recorded === now || isUnknown(recorded) || (isNothing(recorded) && isNothing(now))) return undefined;
  if (isText(recorded) && isText(now)) return textDifference(recorded, now, path);
  if (isObject(recorded) && isObject(now) && Array.isArray(recorded) === Array.isArray(now)) {
    return inside(recorded, now, path);
  }
  return { path, recorded, now };
};

/** Where a context is otherwise than it was recorded, as far as the recording holds it; the first such place. */
export const contextDifference = (recorded: ShownObject, now: ShownObject): Difference | undefined =>
  difference(recorded, now, '');
