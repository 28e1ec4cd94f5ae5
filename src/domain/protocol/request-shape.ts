import type { Filter } from './event.ts';
import { isReplaceableKind } from './kinds.ts';
import { RELAY_MESSAGE_MIN_BYTES } from './protocol-limits.ts';

/** What a relay takes; undefined where it does not say. `maxMessageLength` in bytes. */
type Limits = { readonly maxLimit?: number | undefined; readonly maxMessageLength?: number | undefined };

/** room for `["REQ","…",]` around the filters, with the longest subscription id */
const FRAME_BYTES = 80;

/** How long a message or a part of it is in JSON. */
export const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The name of the longest list that can be cut in two: a filter asks for any of its values. */
const longestList = (filter: Filter): string | undefined => {
  const lists = Object.entries(filter).filter(([, value]) => Array.isArray(value) && value.length > 1);
  return lists.sort(([, a], [, b]) => jsonBytes(b) - jsonBytes(a))[0]?.[0];
};

/** Filters that together ask the same, none longer than `room` bytes as far as lists can be cut. */
const cutFilter = (filter: Filter, room: number): Filter[] => {
  const name = jsonBytes(filter) > room ? longestList(filter) : undefined;
  if (name === undefined) return [filter];
  const values = filter[name as '#e'] ?? [];
  const half = Math.ceil(values.length / 2);
  return [values.slice(0, half), values.slice(half)].flatMap((part) => cutFilter({ ...filter, [name]: part }, room));
};

/** How many people a filter may name for `limit` events to hold one of each kind of everybody; any number where only the newest few are wanted. */
const peopleWithin = (limit: number, kinds: readonly number[] = []): number =>
  kinds.length > 0 && kinds.every(isReplaceableKind) ? Math.max(1, Math.floor(limit / kinds.length)) : Infinity;

/** A filter with no `limit` above the relay's; for fewer people each where that would leave some of them out. */
const withLimit = (filter: Filter, maxLimit = Infinity): Filter[] => {
  const { limit = 0, authors = [], kinds } = filter;
  if (limit <= maxLimit) return [filter];
  const limited = { ...filter, limit: maxLimit };
  const most = peopleWithin(maxLimit, kinds);
  if (authors.length <= most) return [limited];
  const parts = Array.from({ length: Math.ceil(authors.length / most) }, (_, part) => part * most);
  return parts.map((from) => ({ ...limited, authors: authors.slice(from, from + most) }));
};

/**
 * The filters as REQs within a relay's limits: no `limit` above its own, no message too long for it. Together they ask
 * the same as before, but for the limits, which hold for each.
 */
export const shapeRequest = (filters: readonly Filter[], { maxLimit, maxMessageLength }: Limits): Filter[][] => {
  const limited = filters.flatMap((filter) => withLimit(filter, maxLimit));
  if (maxMessageLength === undefined) return [limited];
  const room = Math.max(maxMessageLength, RELAY_MESSAGE_MIN_BYTES) - FRAME_BYTES;
  const groups: Filter[][] = [];
  let left = 0;
  for (const filter of limited.flatMap((whole) => cutFilter(whole, room))) {
    const bytes = jsonBytes(filter) + 1;
    if (bytes > left) {
      groups.push([]);
      left = room;
    }
    groups.at(-1)?.push(filter);
    left -= bytes;
  }
  return groups;
};
