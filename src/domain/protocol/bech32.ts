const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** what each of the 32 values of the top five bits adds to a checksum */
const REMAINDERS = Array.from({ length: 32 }, (_, top) =>
  [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].reduce(
    (sum, generator, bit) => ((top >> bit) & 1 ? sum ^ generator : sum),
    0,
  ),
);
const CHECKSUM_LENGTH = 6;
/** what a checksum comes to: by BIP-173 here, and by BIP-350, which is bech32m */
const BECH32 = 1;
export const BECH32M = 0x2bc830a3;

const checksumOf = (prefix: string, words: readonly number[]): number => {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0));
  let sum = 1;
  for (const word of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words]) {
    sum = ((sum & 0x1ffffff) << 5) ^ word ^ REMAINDERS[sum >>> 25]!;
  }
  return sum;
};

/** Regroups bits; undefined when bits are left over that are no padding. */
export const regroup = (values: Iterable<number>, from: number, to: number, pad: boolean): number[] | undefined => {
  const result: number[] = [];
  let [buffer, bits] = [0, 0];
  for (const value of values) {
    buffer = ((buffer << from) | value) & 0xfff;
    for (bits += from; bits >= to;) {
      bits -= to;
      result.push((buffer >> bits) & ((1 << to) - 1));
    }
  }
  const rest = (buffer << (to - bits)) & ((1 << to) - 1);
  if (pad) return bits > 0 ? [...result, rest] : result;
  return bits >= from || rest !== 0 ? undefined : result;
};

/** Words of 5 bits as bech32 or bech32m, without their limit of 90 characters. */
export const encodeWords = (prefix: string, words: readonly number[], constant = BECH32): string => {
  const sum = checksumOf(prefix, [...words, 0, 0, 0, 0, 0, 0]) ^ constant;
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => ALPHABET[word]).join('')}`;
};

/** Bytes as bech32, without its limit of 90 characters, as NIP-19 wants it. */
export const encodeBech32 = (prefix: string, bytes: Iterable<number>): string =>
  encodeWords(prefix, regroup(bytes, 8, 5, true)!);

/** Prefix and words of 5 bits of a bech32 or bech32m text, without its checksum; undefined when it is none. */
export const decodeWords = (text: string, constant = BECH32): { prefix: string; words: number[] } | undefined => {
  const lower = text.toLowerCase();
  const split = lower.lastIndexOf('1');
  if ((text !== lower && text !== text.toUpperCase()) || split < 1) return undefined;
  const prefix = lower.slice(0, split);
  const words = Array.from(lower.slice(split + 1), (letter) => ALPHABET.indexOf(letter));
  if (words.length < CHECKSUM_LENGTH || words.includes(-1) || checksumOf(prefix, words) !== constant) return undefined;
  return { prefix, words: words.slice(0, -CHECKSUM_LENGTH) };
};

/** Prefix and bytes of a bech32 text; undefined when it is none. */
export const decodeBech32 = (text: string): { prefix: string; bytes: Uint8Array } | undefined => {
  const { prefix, words } = decodeWords(text) ?? {};
  const bytes = words && regroup(words, 5, 8, false);
  return bytes && { prefix: prefix!, bytes: Uint8Array.from(bytes) };
};
