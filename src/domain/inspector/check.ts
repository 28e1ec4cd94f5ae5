import { isRecord } from '#domain/record.ts';
import { READ_DEPTH_MAX, READ_NUMBER_MAX, READ_TEXT_MAX } from './inspector-limits.ts';
import { RecordingError } from './recording-file.ts';

/** A value of a file that may be hostile, with the way to it for the words about it. Each question fails unless it is so. */
export type Checked = {
  readonly value: unknown;
  text(): string;
  number(): number;
  flag(): boolean;
  one<Word extends string>(words: readonly Word[]): Word;
  list<Item>(read: (item: Checked) => Item, most: number): Item[];
  record<Item>(read: (item: Checked, key: string) => Item, most: number): Record<string, Item>;
  field(key: string): Checked;
  /** undefined when it is not there */
  optional<Item>(key: string, read: (field: Checked) => Item): Item | undefined;
  /** plain and not too deep */
  plain(): unknown;
  fail(): never;
};

const isPlain = (value: unknown, depth: number): boolean => {
  if (typeof value === 'string') return value.length <= READ_TEXT_MAX;
  if (typeof value !== 'object' || value === null)
    return value === null || Number.isFinite(value) || typeof value === 'boolean';
  return depth < READ_DEPTH_MAX && Object.values(value).every((inner) => isPlain(inner, depth + 1));
};

/** A value to be asked. */
export const check = (value: unknown, where = ''): Checked => {
  const fail = (): never => {
    throw new RecordingError({ code: 'broken', where: where.slice(0, 200) });
  };
  const inside = (key: string | number) => (where === '' ? String(key) : `${where}.${key}`);
  const asked: Checked = {
    value,
    fail,
    text: () => (typeof value === 'string' && value.length <= READ_TEXT_MAX ? value : fail()),
    number: () => (typeof value === 'number' && Math.abs(value) <= READ_NUMBER_MAX ? value : fail()),
    flag: () => (typeof value === 'boolean' ? value : fail()),
    one: (words) => words.find((word) => word === value) ?? fail(),
    list(read, most) {
      if (!Array.isArray(value) || value.length > most) return fail();
      return value.map((item, at) => read(check(item, inside(at))));
    },
    record(read, most) {
      if (!isRecord(value) || Object.keys(value).length > most) return fail();
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, read(check(item, inside(key)), key)] as const),
      );
    },
    field: (key) => (isRecord(value) ? check(Object.hasOwn(value, key) ? value[key] : undefined, inside(key)) : fail()),
    optional(key, read) {
      const field = asked.field(key);
      return field.value === undefined ? undefined : read(field);
    },
    plain: () => (isPlain(value, 0) ? value : fail()),
  };
  return asked;
};
