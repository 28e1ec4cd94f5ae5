import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeWords, regroup } from '#domain/protocol/bech32.ts';
import { inBitcoinUri } from './bitcoin-uri.ts';
import { readInvoicePrefix } from './invoice-amount.ts';
import { INVOICE_MAX_CHARACTERS } from './wallet-limits.ts';

const DEFAULT_EXPIRY_SECONDS = 3_600;
const TIMESTAMP_WORDS = 7;
const SIGNATURE_WORDS = 104;
const HASH_WORDS = 52;
const PAYEE_WORDS = 53;

const NETWORKS = { bc: 'bitcoin', tb: 'testnet', tbs: 'signet', bcrt: 'regtest', sb: 'simnet' } as const;

/** Whose coins an invoice asks for; all but 'bitcoin' are worth nothing. */
export type LightningNetwork = (typeof NETWORKS)[keyof typeof NETWORKS];

/** A Lightning invoice (BOLT 11) whose checksum is right. Who signed it, `payeeOf` says (invoice-payee.ts). */
export type Invoice = {
  /** the invoice itself, in lower case, without 'lightning:' */
  readonly text: string;
  readonly network: LightningNetwork;
  /** undefined: the payer says how much */
  readonly msats: number | undefined;
  /** hex; the same hash is the same payment */
  readonly paymentHash: string;
  /** written by whoever made the invoice: show it calmed */
  readonly description: string | undefined;
  /** hex; of a zap the hash of the signed request */
  readonly descriptionHash: string | undefined;
  /** seconds */
  readonly createdAt: number;
  /** seconds */
  readonly expiresAt: number;
};

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
type Fields = ReadonlyMap<string, readonly number[]>;

/** How long a field must be where that is given; others are skipped, as the specification says. */
const FIXED_LENGTHS: Readonly<Record<string, number>> = { p: HASH_WORDS, h: HASH_WORDS, s: HASH_WORDS, n: PAYEE_WORDS };

/** The first of each field, by its letter; undefined when the last one is cut off. */
const readFields = (words: readonly number[]): Fields | undefined => {
  const fields = new Map<string, readonly number[]>();
  for (let at = 0; at < words.length;) {
    const [type, high, low] = words.slice(at, at + 3);
    const length = high! * 32 + low!;
    const value = words.slice(at + 3, at + 3 + length);
    if (low === undefined || value.length < length) return undefined;
    const letter = LETTERS[type!]!;
    const isMeant = (FIXED_LENGTHS[letter] ?? length) === length;
    if (isMeant && !fields.has(letter)) fields.set(letter, value);
    at += 3 + length;
  }
  return fields;
};

const numberOf = (words: readonly number[]): number =>
  words.reduce((sum, word) => Math.min(sum * 32 + word, Number.MAX_SAFE_INTEGER), 0);

/** Whole bytes of words; the bits that are left over are padding. */
export const bytesOfWords = (words: readonly number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(regroup(words, 5, 8, true)!.slice(0, Math.floor((words.length * 5) / 8)));

const hexOf = (words: readonly number[] | undefined): string | undefined => words && bytesToHex(bytesOfWords(words));

/** What of an invoice is signed: prefix, words without the signature, and the signature with its recovery id. */
export type InvoiceParts = {
  readonly prefix: string;
  readonly words: readonly number[];
  readonly signature: Uint8Array;
  readonly fields: Fields;
};

/** In one piece, without the address it stands in. */
const bare = (text: string): string =>
  inBitcoinUri(text, 'lightning')
    .replaceAll(/\s+/g, '')
    .replace(/^lightning:(?:\/\/)?/i, '');

/** The parts of an invoice; undefined when its checksum or its form is wrong. */
export const splitInvoice = (text: string): InvoiceParts | undefined => {
  const { prefix, words: all } = (text.length <= INVOICE_MAX_CHARACTERS && decodeWords(bare(text))) || {};
  if (prefix === undefined || all === undefined || all.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) return undefined;
  const words = all.slice(0, -SIGNATURE_WORDS);
  const fields = readFields(words.slice(TIMESTAMP_WORDS));
  return fields && { prefix, words, fields, signature: bytesOfWords(all.slice(-SIGNATURE_WORDS)) };
};

/** Reads an invoice, also in an address ('lightning:', 'bitcoin:') or in several lines; undefined when it is none. Its signature is not looked at. */
export const readInvoice = (text: string): Invoice | undefined => {
  const { prefix = '', words = [], fields } = splitInvoice(text) ?? {};
  const { letters, msats } = readInvoicePrefix(prefix) ?? {};
  const paymentHash = hexOf(fields?.get('p'));
  if (letters === undefined || fields === undefined || paymentHash === undefined) return undefined;
  const createdAt = numberOf(words.slice(0, TIMESTAMP_WORDS));
  const described = fields.get('d');
  const expiry = fields.get('x');
  return {
    text: bare(text).toLowerCase(),
    network: NETWORKS[letters as keyof typeof NETWORKS],
    msats,
    paymentHash,
    description: described && new TextDecoder().decode(bytesOfWords(described)),
    descriptionHash: hexOf(fields.get('h')),
    createdAt,
    expiresAt: Math.min(createdAt + (expiry ? numberOf(expiry) : DEFAULT_EXPIRY_SECONDS), Number.MAX_SAFE_INTEGER),
  };
};
