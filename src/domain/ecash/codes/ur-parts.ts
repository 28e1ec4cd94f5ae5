import { crc32, readBytewords, writeBytewords } from './bytewords.ts';
import { readCbor } from './cbor.ts';
import { CODE_FRAGMENT_MOST, CODE_MESSAGE_MOST, CODE_PARTS_MOST } from '#domain/ecash/ecash-limits.ts';
import { fragmentsOf, mix } from './fountain.ts';

const lengthBytes = (major: number, length: number): readonly number[] => {
  if (length < 24) return [(major << 5) | length];
  if (length < 256) return [(major << 5) | 24, length];
  if (length < 65_536) return [(major << 5) | 25, length >> 8, length & 255];
  return [(major << 5) | 26, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255];
};

const bytesItem = (bytes: Uint8Array): Uint8Array => Uint8Array.of(...lengthBytes(2, bytes.length), ...bytes);

/** A text as parts of a moving code (NUT-16, BCR-2020-005): part 1, 2, 3 and so on, for as long as somebody looks. */
export type UrParts = {
  /** so many parts hold it all when none is missed */
  readonly count: number;
  /** `number`: from 1, without an end */
  part(number: number): string;
};

/** Cuts a text into parts; what is short is one part. */
export const cutIntoParts = (text: string, most = CODE_FRAGMENT_MOST): UrParts => {
  const message = bytesItem(new TextEncoder().encode(text));
  const count = Math.ceil(message.length / most);
  if (count === 1) return { count, part: () => `ur:bytes/${writeBytewords(message)}` };
  const size = Math.ceil(message.length / count);
  const whole = new Uint8Array(size * count);
  whole.set(message);
  const checksum = crc32(message);
  const fragment = (at: number): Uint8Array => whole.subarray(at * size, (at + 1) * size);
  return {
    count,
    part(number) {
      const data = fragmentsOf(number, count, checksum).map(fragment).reduce(mix);
      const head = [number, count, message.length, checksum].flatMap((value) => lengthBytes(0, value));
      const body = Uint8Array.of(0x85, ...head, ...bytesItem(data));
      return `ur:bytes/${number}-${count}/${writeBytewords(body)}`;
    },
  };
};

type Part = {
  readonly number: number;
  readonly count: number;
  readonly length: number;
  readonly checksum: number;
  readonly data: Uint8Array;
};

const PART = /^ur:bytes\/(?:(\d{1,9})-(\d{1,4})\/)?([a-z]+)$/i;

const orNothing = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const readWhole = (message: Uint8Array): string | undefined =>
  orNothing(() => {
    const bytes = readCbor(message);
    return bytes instanceof Uint8Array ? new TextDecoder('utf-8', { fatal: true }).decode(bytes) : undefined;
  });

const isCount = (value: unknown, most: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;

const readPart = (bytes: Uint8Array): Part | undefined => {
  const read = orNothing(() => readCbor(bytes));
  if (!Array.isArray(read) || read.length !== 5) return undefined;
  const [number, count, length, checksum, data] = read as readonly unknown[];
  const isRight =
    isCount(number, 2 ** 32 - 1) &&
    number > 0 &&
    isCount(count, CODE_PARTS_MOST) &&
    count > 0 &&
    isCount(length, CODE_MESSAGE_MOST) &&
    isCount(checksum, 2 ** 32 - 1) &&
    data instanceof Uint8Array &&
    data.length === Math.ceil(length / count);
  return isRight ? { number, count, length, checksum, data } : undefined;
};

type Mixed = { readonly of: ReadonlySet<number>; readonly data: Uint8Array };

const holds = (all: ReadonlySet<number>, some: ReadonlySet<number>): boolean => [...some].every((one) => all.has(one));

const without = (mixed: Mixed, other: Mixed): Mixed =>
  mixed !== other && mixed.of.size > other.of.size && holds(mixed.of, other.of)
    ? { of: new Set([...mixed.of].filter((one) => !other.of.has(one))), data: mix(mixed.data, other.data) }
    : mixed;

/** Takes one off the others until nothing more is learned. */
const learn = (known: readonly Mixed[], part: Mixed): readonly Mixed[] => {
  const reduced = known.reduce(without, part);
  if (known.some(({ of }) => of.size === reduced.of.size && holds(of, reduced.of))) return known;
  const changed = known.map((one) => without(one, reduced));
  const same = changed.filter((one, at) => one === known[at]);
  return changed.filter((one) => !same.includes(one)).reduce(learn, [...same, reduced]);
};

/** How far a moving code was read. */
export type UrProgress =
  | { readonly state: 'other' }
  | { readonly state: 'reading'; readonly known: number; readonly count: number }
  | { readonly state: 'whole'; readonly text: string };

/** Collects the parts of a moving code, in any order; another code begins anew. */
export const createUrReader = (): ((text: string) => UrProgress) => {
  let first: Part | undefined;
  let known: readonly Mixed[] = [];
  const join = ({ count, length, checksum }: Part): UrProgress => {
    const single = known.filter(({ of }) => of.size === 1).map(({ of, data }) => [[...of][0]!, data] as const);
    if (single.length < count) return { state: 'reading', known: single.length, count };
    const whole = new Uint8Array(count * Math.ceil(length / count));
    for (const [at, data] of single) whole.set(data, at * data.length);
    const message = whole.subarray(0, length);
    const text = crc32(message) === checksum ? readWhole(message) : undefined;
    first = undefined;
    return text === undefined ? { state: 'other' } : { state: 'whole', text };
  };
  return (seen) => {
    const [, number, , letters = ''] = PART.exec(seen.trim()) ?? [];
    const bytes = letters.length > 4 * CODE_MESSAGE_MOST ? undefined : readBytewords(letters);
    if (!bytes) return { state: 'other' };
    if (number === undefined) {
      const text = readWhole(bytes);
      return text === undefined ? { state: 'other' } : { state: 'whole', text };
    }
    const part = readPart(bytes);
    if (!part) return { state: 'other' };
    const isSame = first?.checksum === part.checksum && first.count === part.count && first.length === part.length;
    if (!isSame) [first, known] = [part, []];
    known = learn(known, { of: new Set(fragmentsOf(part.number, part.count, part.checksum)), data: part.data });
    return join(part);
  };
};
