import { decodeNip19, encodeBare, encodeWithRelays, hexOf } from '#domain/protocol/nip19.ts';
import { readBase64Url, writeBase64Url } from '#domain/text/base64.ts';
import { readCbor } from '#domain/ecash/codes/cbor.ts';
import { REQUEST_MAX_CHARACTERS, REQUEST_PARTS_MOST } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { bareRequestText } from './request-text.ts';
import { writeCbor } from '#domain/ecash/codes/write-cbor.ts';
import { BECH32M, decodeWords, encodeWords, regroup } from '#domain/protocol/bech32.ts';

/** Bytes as bech32m (BIP-350), without its limit of 90 characters, in upper case: codes of it are smaller. */
export const writeBech32m = (prefix: string, bytes: Uint8Array): string =>
  encodeWords(prefix, regroup(bytes, 8, 5, true)!, BECH32M).toUpperCase();

/** The bytes behind a prefix; undefined for what is no bech32m with it. */
const readBech32m = (prefix: string, text: string): Uint8Array | undefined => {
  const read = decodeWords(text, BECH32M);
  const bytes = read?.prefix === prefix ? regroup(read.words, 5, 8, false) : undefined;
  return bytes && Uint8Array.from(bytes);
};

type Tags = readonly (readonly string[])[];

/** A way to deliver what is paid, by the names of NUT-18: type, target, tags. */
export type RawTransport = { readonly t: string; readonly a: string; readonly g?: Tags };

/** A payment request as it is written (NUT-18), by its own names; nothing of it is judged. */
export type RawRequest = {
  readonly i?: string;
  readonly a?: number;
  readonly u?: string;
  readonly s?: boolean;
  readonly m?: readonly string[];
  readonly d?: string;
  readonly t?: readonly RawTransport[];
  readonly nut10?: { readonly k: string; readonly d: string; readonly t?: Tags };
};

const unreadable = (): never => {
  throw new EcashError({ code: 'request-unreadable' });
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : unreadable());
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) && value.length <= REQUEST_PARTS_MOST ? value : unreadable();
const tagsOf = (value: unknown): Tags => listOf(value).map((tag) => listOf(tag).map(textOf));
const mapOf = (value: unknown): ReadonlyMap<unknown, unknown> => (value instanceof Map ? value : unreadable());
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : unreadable();
const flagOf = (value: unknown): boolean => (typeof value === 'boolean' ? value : unreadable());

/** The value of a name, read where it is there. */
const named = <Name extends string, Value>(
  map: ReadonlyMap<unknown, unknown>,
  name: Name,
  read: (value: unknown) => Value,
) => {
  const value = map.get(name);
  return (value === undefined ? {} : { [name]: read(value) }) as { readonly [One in Name]?: Value };
};

const transportOf = (value: unknown): RawTransport => {
  const map = mapOf(value);
  return { t: textOf(map.get('t')), a: textOf(map.get('a')), ...named(map, 'g', tagsOf) };
};

const lockOf = (value: unknown): NonNullable<RawRequest['nut10']> => {
  const map = mapOf(value);
  return { k: textOf(map.get('k')), d: textOf(map.get('d')), ...named(map, 't', tagsOf) };
};

const readA = (encoded: string): RawRequest => {
  const map = mapOf(readCbor(readBase64Url(encoded) ?? unreadable()));
  return {
    ...named(map, 'i', textOf),
    ...named(map, 'a', countOf),
    ...named(map, 'u', textOf),
    ...named(map, 's', flagOf),
    ...named(map, 'm', (value) => listOf(value).map(textOf)),
    ...named(map, 'd', textOf),
    ...named(map, 't', (value) => listOf(value).map(transportOf)),
    ...named(map, 'nut10', lockOf),
  };
};

/** A request as CBOR (NUT-18). */
export const writeCreqA = (request: RawRequest): string => {
  const { t, i, a, u, m, d, s, nut10 } = request;
  return `creqA${writeBase64Url(writeCbor({ t, i, a, u, m, d, s, nut10 }))}`;
};

/* NUT-26: parts of type, length in two bytes, value */

const TOP = { id: 1, amount: 2, unit: 3, single: 4, mint: 5, memo: 6, transport: 7, lock: 8 } as const;
const PART = { kind: 1, data: 2, tag: 3 } as const;
const TRANSPORTS = ['nostr', 'post'] as const;
const LOCKS = ['P2PK', 'HTLC'] as const;
const KEY_BYTES = 32;

type Parts = ReadonlyMap<number, readonly Uint8Array[]>;

const partsOf = (bytes: Uint8Array): Parts => {
  const parts = new Map<number, Uint8Array[]>();
  for (let at = 0; at < bytes.length;) {
    if (at + 3 > bytes.length) return unreadable();
    const length = (bytes[at + 1]! << 8) | bytes[at + 2]!;
    const value = bytes.subarray(at + 3, at + 3 + length);
    if (value.length !== length) return unreadable();
    const type = bytes[at]!;
    parts.set(type, [...(parts.get(type) ?? []), value]);
    at += 3 + length;
  }
  return parts;
};

const many = (parts: Parts, type: number): readonly Uint8Array[] => {
  const found = parts.get(type) ?? [];
  return found.length <= REQUEST_PARTS_MOST ? found : unreadable();
};

/** One that may be there once at most. */
const single = (parts: Parts, type: number): Uint8Array | undefined => {
  const found = many(parts, type);
  return found.length > 1 ? unreadable() : found[0];
};

const textIn = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
const byteIn = (bytes: Uint8Array): number => (bytes.length === 1 ? bytes[0]! : unreadable());
const amountIn = (bytes: Uint8Array): number =>
  bytes.length === 8 ? countOf(Number(new DataView(bytes.slice().buffer).getBigUint64(0))) : unreadable();
const unitIn = (bytes: Uint8Array): string => (bytes.length === 1 && bytes[0] === 0 ? 'sat' : textIn(bytes));

const tupleIn = (bytes: Uint8Array): readonly string[] => {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at]!;
    const value = bytes.subarray(at + 1, at + 1 + length);
    if (value.length !== length) return unreadable();
    texts.push(textIn(value));
    at += 1 + length;
  }
  return texts.length > 0 ? texts : unreadable();
};

const nostrIn = (target: Uint8Array, tags: Tags): RawTransport => {
  if (target.length !== KEY_BYTES) return unreadable();
  const relays = tags.flatMap(([name, ...values]) => (name === 'r' ? values : []));
  const rest = tags.filter(([name]) => name !== 'r');
  const hex = hexOf(target);
  const a = relays.length > 0 ? encodeWithRelays('nprofile', hex, relays) : encodeBare('npub', hex);
  return { t: 'nostr', a, ...(rest.length > 0 && { g: rest }) };
};

const transportIn = (bytes: Uint8Array): RawTransport => {
  const parts = partsOf(bytes);
  const [kind, target] = [single(parts, PART.kind), single(parts, PART.data)];
  if (!kind || !target) return unreadable();
  const tags = many(parts, PART.tag).map(tupleIn);
  const number = byteIn(kind);
  if (number === 0) return nostrIn(target, tags);
  return { t: TRANSPORTS[number] ?? `kind ${number}`, a: textIn(target), ...(tags.length > 0 && { g: tags }) };
};

const lockIn = (bytes: Uint8Array): NonNullable<RawRequest['nut10']> => {
  const parts = partsOf(bytes);
  const [kind, data] = [single(parts, PART.kind), single(parts, PART.data)];
  if (!kind || !data) return unreadable();
  const tags = many(parts, PART.tag).map(tupleIn);
  const number = byteIn(kind);
  return { k: LOCKS[number] ?? `kind ${number}`, d: textIn(data), ...(tags.length > 0 && { t: tags }) };
};

/** What a part says, where it is there. */
const part = <Name extends string, Value>(
  bytes: Uint8Array | undefined,
  name: Name,
  read: (bytes: Uint8Array) => Value,
) => (bytes === undefined ? {} : { [name]: read(bytes) }) as { readonly [One in Name]?: Value };

const readB = (bytes: Uint8Array): RawRequest => {
  const parts = partsOf(bytes);
  const [mints, transports] = [many(parts, TOP.mint), many(parts, TOP.transport)];
  return {
    ...part(single(parts, TOP.id), 'i', textIn),
    ...part(single(parts, TOP.amount), 'a', amountIn),
    ...part(single(parts, TOP.unit), 'u', unitIn),
    ...part(single(parts, TOP.single), 's', (value) => byteIn(value) === 1),
    ...(mints.length > 0 && { m: mints.map(textIn) }),
    ...part(single(parts, TOP.memo), 'd', textIn),
    ...(transports.length > 0 && { t: transports.map(transportIn) }),
    ...part(single(parts, TOP.lock), 'nut10', lockIn),
  };
};

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const tlv = (type: number, value: Iterable<number> | undefined): readonly number[] => {
  if (value === undefined) return [];
  const bytes = [...value];
  return bytes.length < 65_536 ? [type, bytes.length >> 8, bytes.length & 255, ...bytes] : unreadable();
};
const tuple = (tag: readonly string[]): readonly number[] =>
  tag.flatMap((text) => {
    const bytes = utf8(text);
    return bytes.length < 256 ? [bytes.length, ...bytes] : unreadable();
  });
const tuples = (tags: Tags): readonly number[] => tags.flatMap((tag) => tlv(PART.tag, tuple(tag)));
const bigEndian = (amount: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(amount));
  return new Uint8Array(view.buffer);
};

const numberOf = (names: readonly string[], name: string): number => {
  const at = names.indexOf(name);
  return at === -1 ? unreadable() : at;
};

const writeTransport = ({ t, a, g = [] }: RawTransport): readonly number[] => {
  const kind = tlv(PART.kind, [numberOf(TRANSPORTS, t)]);
  if (t !== 'nostr') return [...kind, ...tlv(PART.data, utf8(a)), ...tuples(g)];
  const person = decodeNip19(a);
  if (person?.prefix !== 'npub' && person?.prefix !== 'nprofile') return unreadable();
  const key = Uint8Array.from(person.hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  const relays = person.prefix === 'nprofile' ? person.relays.map((relay) => ['r', relay]) : [];
  return [...kind, ...tlv(PART.data, key), ...tuples([...g, ...relays])];
};

/** The same request in short form (NUT-26). Throws 'request-unreadable' for what has no form in it. */
export const writeCreqB = ({ i, a, u, s, m = [], d, t = [], nut10 }: RawRequest): string => {
  const lock = nut10 && [
    ...tlv(PART.kind, [numberOf(LOCKS, nut10.k)]),
    ...tlv(PART.data, utf8(nut10.d)),
    ...tuples(nut10.t ?? []),
  ];
  const bytes = [
    ...tlv(TOP.id, i === undefined ? undefined : utf8(i)),
    ...tlv(TOP.amount, a === undefined ? undefined : bigEndian(a)),
    ...tlv(TOP.unit, u === undefined ? undefined : u === 'sat' ? [0] : utf8(u)),
    ...tlv(TOP.single, s === undefined ? undefined : [s ? 1 : 0]),
    ...m.flatMap((mint) => tlv(TOP.mint, utf8(mint))),
    ...tlv(TOP.memo, d === undefined ? undefined : utf8(d)),
    ...t.flatMap((transport) => tlv(TOP.transport, writeTransport(transport))),
    ...tlv(TOP.lock, lock),
  ];
  return writeBech32m('creqb', Uint8Array.from(bytes));
};

const A = /^creqA([\w+/-]+=*)$/i;
const B = /^creqb1[02-9ac-hj-np-z]+$/i;

/**
 * Reads a request of either form (NUT-18, NUT-26). Throws 'request-none' for another text, 'request-too-long', and
 * 'request-unreadable'.
 */
export const readCreq = (text: string): RawRequest => {
  if (text.length > REQUEST_MAX_CHARACTERS) throw new EcashError({ code: 'request-too-long' });
  const bare = bareRequestText(text);
  const encoded = A.exec(bare)?.[1];
  try {
    if (encoded !== undefined) return readA(encoded);
    if (B.test(bare)) return readB(readBech32m('creqb', bare) ?? unreadable());
  } catch {
    return unreadable();
  }
  throw new EcashError({ code: 'request-none' });
};
