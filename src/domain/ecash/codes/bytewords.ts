/** Two letters for each byte, the minimal style of Bytewords (BCR-2020-012): letters alone make the smallest codes. */
const PAIRS =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdldyehey' +
  'eoeeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhehnhsidiaieih' +
  'iyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmk' +
  'nlnyndnsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrsrtsesasrssskswstspsosgsb' +
  'sfsntotktitttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm';

const BYTES = new Map(Array.from({ length: 256 }, (_, byte) => [PAIRS.slice(2 * byte, 2 * byte + 2), byte] as const));

const CHECK_BYTES = 4;

/** CRC-32, as ISO 3309 has it. */
export const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0);
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
};

/** Four bytes, the highest first. */
export const wordBytes = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);

/** Bytes as letters, with their check sum behind them. */
export const writeBytewords = (bytes: Uint8Array): string =>
  [...bytes, ...wordBytes(crc32(bytes))].map((byte) => PAIRS.slice(2 * byte, 2 * byte + 2)).join('');

/** The bytes of letters; undefined when they are none, or the check sum is wrong. */
export const readBytewords = (letters: string): Uint8Array | undefined => {
  const read = Array.from(letters.toLowerCase().match(/../g) ?? [], (pair) => BYTES.get(pair));
  if (letters.length % 2 === 1 || read.length <= CHECK_BYTES || read.includes(undefined)) return undefined;
  const all = Uint8Array.from(read as number[]);
  const bytes = all.subarray(0, -CHECK_BYTES);
  return wordBytes(crc32(bytes)).every((byte, at) => byte === all[bytes.length + at]) ? bytes : undefined;
};
