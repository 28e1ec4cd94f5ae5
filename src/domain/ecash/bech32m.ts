import { regroup } from '#domain/protocol/bech32.ts';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** BIP-350 */
const CONSTANT = 0x2bc830a3;
const CHECKSUM_LENGTH = 6;

const checksumOf = (prefix: string, words: readonly number[]): number => {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0));
  let sum = 1;
  for (const word of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    GENERATORS.forEach((generator, bit) => {
      if ((top >>> bit) & 1) sum ^= generator;
    });
  }
  return sum;
};

/** Bytes as bech32m (BIP-350), without its limit of 90 characters, in upper case: codes of it are smaller. */
export const writeBech32m = (prefix: string, bytes: Uint8Array): string => {
  const words = regroup(bytes, 8, 5, true)!;
  const sum = checksumOf(prefix, [...words, 0, 0, 0, 0, 0, 0]) ^ CONSTANT;
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => ALPHABET[word]).join('')}`.toUpperCase();
};

/** The bytes behind a prefix; undefined for what is no bech32m with it. */
export const readBech32m = (prefix: string, text: string): Uint8Array | undefined => {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  if (!lower.startsWith(`${prefix}1`)) return undefined;
  const words = Array.from(lower.slice(prefix.length + 1), (letter) => ALPHABET.indexOf(letter));
  if (words.length < CHECKSUM_LENGTH || words.includes(-1) || checksumOf(prefix, words) !== CONSTANT) return undefined;
  const bytes = regroup(words.slice(0, -CHECKSUM_LENGTH), 5, 8, false);
  return bytes && Uint8Array.from(bytes);
};
