import { schnorr } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { generateMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { SEED_BYTES_MIN, SEED_BYTES_MAX } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { CryptoSource } from '#domain/session/key-cipher.ts';
import type { NewWallet, SealedWallet } from '#workers/ecash-calls.ts';
import { createSealer, type Sealer } from './seal.ts';

const KEY_BYTES = 32;
/** 12 words */
const STRENGTH_BITS = 128;
/** No standard leads from the words to a key for locks; this one is of this app (docs/adr/0054-ecash-adapter.md). */
const LOCK_KEY_NAME = 'nuthatch/ecash/lock-key';

/** What is sealed of a wallet; seed and key in hex. */
type Content = { readonly words: string; readonly seed: string; readonly lockKey: string };

/** The secrets of a wallet while it is open. */
export type Secrets = {
  readonly sealer: Sealer;
  readonly seed: Uint8Array;
  /** hex */
  readonly lockKey: string;
  /** as mints know it */
  readonly pubkey: string;
  /** keys that the same account has for its wallet elsewhere, in hex, by what they open: learned while it is open */
  readonly further: Map<string, string>;
};

const calmWords = (words: string): string => words.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ');

/** Throws 'seed-size' (TOKEN-21). */
export const checkSeed = (seed: unknown): Uint8Array => {
  const isOne = seed instanceof Uint8Array && seed.length >= SEED_BYTES_MIN && seed.length <= SEED_BYTES_MAX;
  if (!isOne) throw new EcashError({ code: 'seed-size' });
  return seed;
};

/** The seed that words lead to (BIP-39). Throws 'words-wrong'. */
export const seedOf = async (given: string): Promise<Uint8Array> => {
  const words = calmWords(given);
  if (!validateMnemonic(words, wordlist)) throw new EcashError({ code: 'words-wrong' });
  return await mnemonicToSeed(words);
};

const contentOf = async (given: string | undefined): Promise<Content> => {
  const words = given === undefined ? generateMnemonic(wordlist, STRENGTH_BITS) : calmWords(given);
  const seed = await seedOf(words);
  const lockKey = bytesToHex(hmac(sha256, seed, utf8ToBytes(LOCK_KEY_NAME)));
  return { words, seed: bytesToHex(seed), lockKey };
};

/** What others lock to for a key in hex, as mints know it. */
export const lockPubkeyOf = (key: string): string => `02${bytesToHex(schnorr.getPublicKey(hexToBytes(key)))}`;

const secretsOf = (sealer: Sealer, { seed, lockKey }: Content): Secrets => ({
  sealer,
  seed: checkSeed(hexToBytes(seed)),
  lockKey,
  pubkey: lockPubkeyOf(lockKey),
  further: new Map(),
});

/** A new wallet under a new random key; `words`: those that somebody wrote down. */
export const createWallet = async (
  source: CryptoSource,
  words: string | undefined,
): Promise<{ readonly secrets: Secrets; readonly made: NewWallet }> => {
  const content = await contentOf(words);
  const raw = source.getRandomValues(new Uint8Array(KEY_BYTES));
  const key = bytesToHex(raw);
  const sealer = await createSealer(source, raw);
  raw.fill(0);
  const secrets = secretsOf(sealer, content);
  const wallet: SealedWallet = { version: 1, sealed: await sealer.seal('wallet:1', content) };
  return { secrets, made: { wallet, key, pubkey: secrets.pubkey } };
};

const KEY = /^[\da-f]{64}$/;

const openContent = async (source: CryptoSource, wallet: SealedWallet, key: string) => {
  if (!KEY.test(key)) throw new EcashError({ code: 'money-unsealed' });
  const raw = hexToBytes(key) as Uint8Array<ArrayBuffer>;
  const sealer = await createSealer(source, raw);
  raw.fill(0);
  return { sealer, content: await sealer.unseal<Content>('wallet:1', wallet.sealed) };
};

/** Throws 'money-unsealed' for another key. */
export const openWallet = async (source: CryptoSource, wallet: SealedWallet, key: string): Promise<Secrets> => {
  const { sealer, content } = await openContent(source, wallet, key);
  return secretsOf(sealer, content);
};

/** The words of a wallet. */
export const revealWords = async (source: CryptoSource, wallet: SealedWallet, key: string): Promise<string> =>
  (await openContent(source, wallet, key)).content.words;
