import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { encodeWords, regroup } from '#domain/protocol/bech32.ts';

/** What a node writes into an invoice. The description or its hash is hashed, not both (BOLT 11). */
export type InvoiceDraft = {
  /** 'bcrt', the coins of which are worth nothing, unless told otherwise */
  readonly letters?: string;
  /** undefined: any amount */
  readonly msats?: number | undefined;
  readonly paymentHash: Uint8Array;
  readonly description?: string | undefined;
  readonly descriptionHash?: Uint8Array | undefined;
  /** seconds */
  readonly createdAt: number;
  readonly expirySeconds?: number | undefined;
  /** without it the same draft of the same key gives the same invoice, but nobody could be paid by it in the real network */
  readonly paymentSecret?: Uint8Array | undefined;
};

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const PICO_PER_MSAT = 10n;
const UNITS = [
  ['', 1_000_000_000_000n],
  ['m', 1_000_000_000n],
  ['u', 1_000_000n],
  ['n', 1_000n],
  ['p', 1n],
] as const;

/** The shortest way to write an amount, as the specification asks. */
function amountPart(msats: number | undefined): string {
  if (msats === undefined) return '';
  const pico = BigInt(msats) * PICO_PER_MSAT;
  const [letter, size] = UNITS.find(([, each]) => pico % each === 0n)!;
  return `${pico / size}${letter}`;
}

/** A number as words of 5 bits, at least `length` of them. */
function numberWords(value: number, length = 1): number[] {
  const words: number[] = [];
  for (let rest = BigInt(value); rest > 0n; rest >>= 5n) words.unshift(Number(rest & 31n));
  while (words.length < length) words.unshift(0);
  return words;
}

const field = (letter: string, words: readonly number[]): number[] => [
  LETTERS.indexOf(letter),
  words.length >> 5,
  words.length & 31,
  ...words,
];

const bytesField = (letter: string, bytes: Uint8Array | undefined): number[] =>
  bytes ? field(letter, regroup(bytes, 8, 5, true)!) : [];

/** An invoice (BOLT 11) signed by the node with this secret key. */
export function writeInvoice(draft: InvoiceDraft, nodeSecret: Uint8Array): string {
  const { letters = 'bcrt', msats, description, expirySeconds } = draft;
  const prefix = `ln${letters}${amountPart(msats)}`;
  const words = [
    ...numberWords(draft.createdAt, 7),
    ...bytesField('p', draft.paymentHash),
    ...bytesField('s', draft.paymentSecret),
    ...bytesField('d', description === undefined ? undefined : new TextEncoder().encode(description)),
    ...bytesField('h', draft.descriptionHash),
    ...(expirySeconds === undefined ? [] : field('x', numberWords(expirySeconds))),
    // features: payment secrets (14) and the onion with fields of any length (8), both asked for
    ...(draft.paymentSecret ? field('9', numberWords((1 << 14) | (1 << 8))) : []),
  ];
  const signed = Uint8Array.from([...new TextEncoder().encode(prefix), ...regroup(words, 5, 8, true)!]);
  const hash = createHash('sha256').update(signed).digest();
  const signature = secp256k1.sign(hash, nodeSecret, { prehash: false, format: 'recovered' });
  const tail = Uint8Array.of(...signature.subarray(1), signature[0]!);
  return encodeWords(prefix, [...words, ...regroup(tail, 8, 5, true)!]);
}
