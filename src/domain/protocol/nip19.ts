import { decodeBech32, encodeBech32 } from './bech32.ts';

/** The types of the TLV parts (NIP-19). */
export const SPECIAL = 0;
export const RELAY = 1;
export const AUTHOR = 2;
export const KIND_PART = 3;
const KIND_BYTES = 4;

/** An entity of NIP-19; `hex` is a key or an id of 64 characters. */
export type Nip19 =
  | { readonly prefix: 'npub' | 'note' | 'nsec'; readonly hex: string }
  | {
      readonly prefix: 'nprofile' | 'nevent';
      readonly hex: string;
      readonly relays: readonly string[];
      readonly author: string | undefined;
      readonly kind: number | undefined;
    }
  | { readonly prefix: 'naddr' };

const BYTES = 32;

/** Bytes as lower-case hex. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
/** The bytes of hex. */
export const bytesOfHex = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** The TLV values by type; undefined when a part is cut off. */
export const readParts = (bytes: Uint8Array): Map<number, Uint8Array[]> | undefined => {
  const parts = new Map<number, Uint8Array[]>();
  for (let at = 0; at < bytes.length;) {
    const [type, length] = [bytes[at]!, bytes[at + 1]!];
    const value = bytes.subarray(at + 2, at + 2 + length);
    if (value.length !== length) return undefined;
    parts.set(type, [...(parts.get(type) ?? []), value]);
    at += 2 + length;
  }
  return parts;
};

const decodeParts = (prefix: 'nprofile' | 'nevent', bytes: Uint8Array): Nip19 | undefined => {
  const parts = readParts(bytes);
  const special = parts?.get(SPECIAL)?.[0];
  const author = parts?.get(AUTHOR)?.[0];
  const kind = parts?.get(KIND_PART)?.[0];
  if (special?.length !== BYTES || (author && author.length !== BYTES)) return undefined;
  if (kind && kind.length !== KIND_BYTES) return undefined;
  const relays = (parts?.get(RELAY) ?? []).map((value) => new TextDecoder().decode(value));
  return {
    prefix,
    hex: hexOf(special),
    relays,
    author: author && hexOf(author),
    kind: kind && Number.parseInt(hexOf(kind), 16),
  };
};

/** Decodes an entity of NIP-19 by the kinds the app knows; undefined for anything else. Never throws. */
export const decodeNip19 = (text: string): Nip19 | undefined => {
  const { prefix, bytes } = decodeBech32(text) ?? {};
  if (bytes === undefined) return undefined;
  if (prefix === 'nprofile' || prefix === 'nevent') return decodeParts(prefix, bytes);
  if (prefix === 'naddr') return { prefix };
  if (prefix !== 'npub' && prefix !== 'note' && prefix !== 'nsec') return undefined;
  return bytes.length === BYTES ? { prefix, hex: hexOf(bytes) } : undefined;
};

/** A bare key or id; `hex` has 64 characters. */
export const encodeBare = (prefix: 'npub' | 'note', hex: string): string => encodeBech32(prefix, bytesOfHex(hex));

/** A TLV part; nothing of what has no form, since it is longer than 255 bytes. */
export const part = (type: number, value: Iterable<number>): number[] => {
  const bytes = [...value];
  return bytes.length < 256 ? [type, bytes.length, ...bytes] : [];
};

/** A profile or an event with relay hints; a hint of more than 255 bytes is left out, since it has no form. */
export const encodeWithRelays = (
  prefix: 'nprofile' | 'nevent',
  hex: string,
  relays: readonly string[],
  author?: string,
): string =>
  encodeBech32(prefix, [
    ...part(SPECIAL, bytesOfHex(hex)),
    ...relays.flatMap((relay) => part(RELAY, new TextEncoder().encode(relay))),
    ...(author === undefined ? [] : part(AUTHOR, bytesOfHex(author))),
  ]);
