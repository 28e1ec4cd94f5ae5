import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { writeBase64 } from '#domain/text/base64.ts';
import { KEYSET_MAX_KEYS } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { Keyset, KeysetKeys } from './mint.ts';
import { isPoint } from '#domain/ecash/proof.ts';

const VERSION_00 = /^00[\da-f]{14}$/;
const VERSION_01 = /^01[\da-f]{64}$/;
/** of mints before 2024 */
const VERSION_BASE64 = /^[A-Za-z\d+/]{12}$/;
const SHORT_01 = /^01[\da-f]{14}$/;

const sorted = (keys: KeysetKeys) =>
  Object.entries(keys).sort(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1));

/** Whether it is an id of a version of which new ecash is made. */
export const isHexId = (id: string): boolean => VERSION_00.test(id) || VERSION_01.test(id);

/** Whether this app can read a keyset of such an id. */
export const isKeysetId = (id: string): boolean => isHexId(id) || VERSION_BASE64.test(id);

/** Whether it is the beginning of an id of version 01, as tokens name it. */
export const isShortId = (id: string): boolean => SHORT_01.test(id);

type Hashed = Pick<Keyset, 'id' | 'unit' | 'feePpk' | 'expiry'> & { readonly keys: KeysetKeys };

/** The id that a keyset of this version has (TOKEN-11, TOKEN-12, NUT-02). */
export const keysetIdOf = ({ id, unit, feePpk, expiry, keys }: Hashed): string => {
  const pairs = sorted(keys);
  if (VERSION_BASE64.test(id))
    return writeBase64(sha256(utf8ToBytes(pairs.map(([, key]) => key).join('')))).slice(0, 12);
  if (id.startsWith('00'))
    return `00${bytesToHex(sha256(hexToBytes(pairs.map(([, key]) => key).join('')))).slice(0, 14)}`;
  const fee = feePpk > 0 ? `|input_fee_ppk:${feePpk}` : '';
  const end = expiry ? `|final_expiry:${expiry}` : '';
  const text = `${pairs.map(([amount, key]) => `${amount}:${key}`).join(',')}|unit:${unit}${fee}${end}`;
  return `01${bytesToHex(sha256(utf8ToBytes(text)))}`;
};

const AMOUNT = /^[1-9]\d{0,19}$/;

/** Throws 'keyset-unverified' unless the id is the one of its keys (TOKEN-13). */
export const verifyKeyset = (keyset: Hashed): void => {
  const entries = Object.entries(keyset.keys);
  const isWhole =
    entries.length > 0 &&
    entries.length <= KEYSET_MAX_KEYS &&
    entries.every(([amount, key]) => AMOUNT.test(amount) && isPoint(key));
  if (!isWhole || keysetIdOf(keyset) !== keyset.id) throw new EcashError({ code: 'keyset-unverified', id: keyset.id });
};

/** The full id that a token means; throws 'keyset-unknown' for none, 'keyset-twice' for several. */
export const fullId = (id: string, known: readonly string[]): string => {
  if (!isShortId(id)) return id;
  const found = known.filter((one) => one.startsWith(id));
  if (found.length === 1) return found[0]!;
  throw new EcashError({ code: found.length === 0 ? 'keyset-unknown' : 'keyset-twice', id });
};
