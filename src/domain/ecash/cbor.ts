import { TOKEN_MAX_DEPTH } from './ecash-limits.ts';

type Reading = { readonly bytes: Uint8Array; readonly view: DataView; at: number };

const SIZES: Readonly<Record<number, number>> = { 24: 1, 25: 2, 26: 4, 27: 8 };

const take = (from: Reading, length: number): Uint8Array => {
  if (length > from.bytes.length - from.at) throw new RangeError('cut short');
  from.at += length;
  return from.bytes.subarray(from.at - length, from.at);
};

/** The number behind the first byte of an item; those beyond exact numbers are no lengths and no amounts. */
const readCount = (from: Reading, info: number): number => {
  if (info < 24) return info;
  const size = SIZES[info];
  if (size === undefined) throw new RangeError('no length');
  const at = from.at;
  take(from, size);
  if (size === 8) return Number(from.view.getBigUint64(at));
  return size === 4 ? from.view.getUint32(at) : size === 2 ? from.view.getUint16(at) : from.view.getUint8(at);
};

const halfOf = (bits: number): number => {
  const [sign, exponent, part] = [bits & 0x80_00 ? -1 : 1, (bits >> 10) & 31, bits & 0x3_ff];
  if (exponent === 31) return part ? Number.NaN : sign * Infinity;
  return sign * (exponent === 0 ? part * 2 ** -24 : (1 + part / 1024) * 2 ** (exponent - 15));
};

const readSimple = (from: Reading, info: number): unknown => {
  if (info === 20 || info === 21) return info === 21;
  if (info === 22 || info === 23) return undefined;
  const at = from.at;
  take(from, SIZES[info] ?? 1);
  if (info === 25) return halfOf(from.view.getUint16(at));
  if (info === 26) return from.view.getFloat32(at);
  if (info === 27) return from.view.getFloat64(at);
  throw new RangeError('no such value');
};

const readMany = <Item>(count: number, from: Reading, read: () => Item): readonly Item[] => {
  // each takes a byte at least: no room is made for more than there can be
  if (count > from.bytes.length - from.at) throw new RangeError('cut short');
  return Array.from({ length: count }, read);
};

/** No two readers agree which of two things of one name counts. */
const readMap = (count: number, from: Reading, inside: () => unknown): ReadonlyMap<unknown, unknown> => {
  const map = new Map(readMany(count, from, () => [inside(), inside()] as const));
  if (map.size !== count) throw new RangeError('one name twice');
  return map;
};

const readItem = (from: Reading, depth: number): unknown => {
  if (depth > TOKEN_MAX_DEPTH) throw new RangeError('too deep');
  const first = take(from, 1)[0]!;
  const [kind, info] = [first >> 5, first & 31];
  if (kind === 7) return readSimple(from, info);
  const count = readCount(from, info);
  const inside = () => readItem(from, depth + 1);
  if (kind === 0) return count;
  if (kind === 1) return -1 - count;
  if (kind === 2) return take(from, count).slice();
  if (kind === 3) return new TextDecoder('utf-8', { fatal: true }).decode(take(from, count));
  if (kind === 4) return readMany(count, from, inside);
  if (kind === 5) return readMap(count, from, inside);
  return inside();
};

/**
 * Reads one item of CBOR (RFC 8949) of known lengths, as tokens are written: maps as `Map`, null as undefined. Throws for what is
 * cut short, too deep, or followed by more.
 */
export const readCbor = (bytes: Uint8Array): unknown => {
  const from = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
  const item = readItem(from, 0);
  if (from.at !== bytes.length) throw new RangeError('more than one item');
  return item;
};
