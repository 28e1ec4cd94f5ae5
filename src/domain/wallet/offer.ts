import { bytesToHex } from '@noble/hashes/utils.js';
import { regroup } from '#domain/protocol/bech32.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { SECOND } from '#domain/units.ts';
import { inBitcoinUri } from './bitcoin-uri.ts';
import type { LightningNetwork } from './invoice.ts';
import { OFFER_MAX_CHARACTERS, OFFER_DESCRIPTION_MAX } from './wallet-limits.ts';

const PREFIX = 'lno1';
const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHAIN_BYTES = 32;
const CHAINS: Readonly<Record<string, LightningNetwork>> = {
  '6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000': 'bitcoin',
  '43497fd7f826957108f4a30fd9cec3aeba79972084e90ead01ea330900000000': 'testnet',
  f61eee3b63a380a477a063af32b2bbc97c9ff9f01f2c4225e973988108000000: 'signet',
  '06226e46111a0b59caaf126043eb5bbf28c34f3a5e332a1fc7b2b73cf188910f': 'regtest',
};
/** types of fields (BOLT 12) */
const FIELD = { chains: 2, currency: 6, amount: 8, description: 10, features: 12, expiry: 14, paths: 16, issuer: 22 };
const KNOWN_UP_TO = 22;

/** An offer (BOLT 12): who has it can be paid by it any number of times. */
export type Offer = {
  /** in lower case, without 'lightning:' and in one piece */
  readonly text: string;
  readonly networks: readonly LightningNetwork[];
  /** the least of one payment in msats; undefined: the payer says how much */
  readonly msats: number | undefined;
  /** its amount is in another currency, so only the payee can say how many sats that is */
  readonly isPricedElse: boolean;
  /** written by whoever made it, calmed */
  readonly description: string;
  /** ms since the epoch */
  readonly expiresAt: number | undefined;
};

/** Whether it may be meant as an offer: not whether it can be read. */
export const isOfferText = (text: string): boolean => {
  // of a code with both, the invoice says what is to be paid
  const [invoice, offer] = [inBitcoinUri(text, 'lightning'), inBitcoinUri(text, 'lno')];
  return (invoice === '' || invoice === text) && /^\s*(?:lightning:(?:\/\/)?)?lno1/i.test(offer);
};

/** Long offers may be cut by '+' and white space. */
const bare = (text: string): string =>
  inBitcoinUri(text, 'lno')
    .trim()
    .replace(/^lightning:(?:\/\/)?/i, '')
    .replaceAll(/\+\s*/g, '');

const bytesOf = (text: string): Uint8Array | undefined => {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  if (!lower.startsWith(PREFIX) || lower.length > OFFER_MAX_CHARACTERS) return undefined;
  const words = Array.from(lower.slice(PREFIX.length), (letter) => LETTERS.indexOf(letter));
  const bytes = words.includes(-1) ? undefined : regroup(words, 5, 8, false);
  return bytes && Uint8Array.from(bytes);
};

const numberOf = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => Math.min(sum * 256 + byte, Number.MAX_SAFE_INTEGER), 0);

/** A number that says its own length ('bigsize'), and where it ends. */
const sizeAt = (bytes: Uint8Array, at: number): { value: number; next: number } | undefined => {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 0xfd) return { value: first, next: at + 1 };
  const next = at + 1 + 2 ** (first - 0xfc);
  return next <= bytes.length ? { value: numberOf(bytes.subarray(at + 1, next)), next } : undefined;
};

/** Fields by their type; undefined for what is cut off or out of order. */
const fieldsOf = (bytes: Uint8Array): ReadonlyMap<number, Uint8Array> | undefined => {
  const fields = new Map<number, Uint8Array>();
  let last = -1;
  for (let at = 0; at < bytes.length;) {
    const type = sizeAt(bytes, at);
    const length = type && sizeAt(bytes, type.next);
    const end = length ? length.next + length.value : Infinity;
    if (!type || !length || type.value <= last || end > bytes.length) return undefined;
    fields.set(type.value, bytes.subarray(length.next, end));
    last = type.value;
    at = end;
  }
  return fields;
};

const networksOf = (chains: Uint8Array | undefined): readonly LightningNetwork[] => {
  if (!chains) return ['bitcoin'];
  const names = Array.from({ length: Math.floor(chains.length / CHAIN_BYTES) }, (_, index) =>
    bytesToHex(chains.subarray(index * CHAIN_BYTES, (index + 1) * CHAIN_BYTES)),
  );
  return names.flatMap((name) => CHAINS[name] ?? []);
};

/** Whether it wants something of the payer that nobody here knows. */
const isBeyond = (fields: ReadonlyMap<number, Uint8Array>): boolean =>
  [...fields.keys()].some((type) => type > KNOWN_UP_TO && type % 2 === 0);

/** Reads an offer, with or without 'lightning:' in front; undefined when it is none, or nobody could be paid by it. */
export const readOffer = (given: string): Offer | undefined => {
  const text = bare(given);
  const bytes = bytesOf(text);
  const fields = bytes && fieldsOf(bytes);
  if (!fields || isBeyond(fields) || !(fields.has(FIELD.issuer) || fields.has(FIELD.paths))) return undefined;
  const [amount, expiry] = [fields.get(FIELD.amount), fields.get(FIELD.expiry)];
  const isPricedElse = fields.has(FIELD.currency);
  const msats = amount && numberOf(amount);
  return {
    text: text.toLowerCase(),
    networks: networksOf(fields.get(FIELD.chains)),
    msats: isPricedElse || msats === 0 ? undefined : msats,
    isPricedElse,
    description: calmLine(new TextDecoder().decode(fields.get(FIELD.description)), OFFER_DESCRIPTION_MAX),
    expiresAt: expiry && numberOf(expiry) * SECOND,
  };
};
