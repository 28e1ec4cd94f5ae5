import { TOKEN_MAX_DEPTH } from '#domain/ecash/ecash-limits.ts';

type Reading = { readonly bytes: Uint8Array; readonly view: DataView; at: number };

const fail = (): never => {
  throw new RangeError('no CBOR');
};

const SIZES: Readonly<Record<number, number>> = { 24: 1, 25: 2, 26: 4, 27: 8 };

const take = (from: Reading, length: number): Uint8Array => {
  if (length > from.bytes.length - from.at) fail();
  from.at += length;
  return from.bytes.subarray(from.at - length, from.at);
};

/** The number behind the first byte of an item; those beyond exact numbers are no lengths and no amounts. */
const readCount = (from: Reading, info: number): number => {
  if (info < 24) return info;
  const size = SIZES[info];
  if (size === undefined) return fail();
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
  return info === 27 ? from.view.getFloat64(at) : fail();
};

const OPEN = 31;
const BREAK = 0xff;

/** A list or map that does not say how many it has ends with a sign of its own; texts in pieces are written by nobody. */
const readMany = <Item>(from: Reading, info: number, read: () => Item): readonly Item[] => {
  const length = info === OPEN ? Infinity : readCount(from, info);
  const items: Item[] = [];
  while (items.length < length) {
    if (length === Infinity && from.bytes[from.at] === BREAK) {
      from.at += 1;
      break;
    }
    items.push(read());
  }
  return items;
};

/** No two readers agree which of two things of one name counts. */
const mapOf = (entries: readonly (readonly [unknown, unknown])[]): ReadonlyMap<unknown, unknown> => {
  const map = new Map(entries);
  if (map.size !== entries.length) fail();
  return map;
};

const readItem = (from: Reading, depth: number): unknown => {
  if (depth > TOKEN_MAX_DEPTH) fail();
  const first = take(from, 1)[0]!;
  const [kind, info] = [first >> 5, first & 31];
  if (kind === 7) return readSimple(from, info);
  const inside = () => readItem(from, depth + 1);
  if (kind === 4) return readMany(from, info, inside);
  if (kind === 5) return mapOf(readMany(from, info, () => [inside(), inside()] as const));
  const count = readCount(from, info);
  if (kind === 0) return count;
  if (kind === 1) return -1 - count;
  if (kind === 2) return take(from, count).slice();
  if (kind === 3) return new TextDecoder('utf-8', { fatal: true }).decode(take(from, count));
  return inside();
};

/**
 * Reads one item of CBOR (RFC 8949) as tokens are written: maps as `Map`, null as undefined. Throws for what is
 * cut short, too deep, or followed by more.
 */
export const readCbor = (bytes: Uint8Array): unknown => {
  const from = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
  const item = readItem(from, 0);
  if (from.at !== bytes.length) fail();
  return item;
};
