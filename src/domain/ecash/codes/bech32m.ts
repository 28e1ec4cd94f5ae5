import { BECH32M, decodeWords, encodeWords, regroup } from '#domain/protocol/bech32.ts';

/** Bytes as bech32m (BIP-350), without its limit of 90 characters, in upper case: codes of it are smaller. */
export const writeBech32m = (prefix: string, bytes: Uint8Array): string =>
  encodeWords(prefix, regroup(bytes, 8, 5, true)!, BECH32M).toUpperCase();

/** The bytes behind a prefix; undefined for what is no bech32m with it. */
export const readBech32m = (prefix: string, text: string): Uint8Array | undefined => {
  const read = decodeWords(text, BECH32M);
  const bytes = read?.prefix === prefix ? regroup(read.words, 5, 8, false) : undefined;
  return bytes && Uint8Array.from(bytes);
};
