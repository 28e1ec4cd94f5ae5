import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { regroup } from '#domain/protocol/bech32.ts';
import { bytesOfWords, splitInvoice, type Invoice } from './invoice.ts';

const RECOVERY_BYTE = 64;
const PREHASHED = { prehash: false } as const;

/**
 * The public key of the node that is paid (hex, 33 bytes): the one that the invoice names and that signed it, or the one that its
 * signature leads to; undefined when neither did. About 2 ms: not for lists.
 */
export const payeeOf = ({ text }: Pick<Invoice, 'text'>): string | undefined => {
  const { prefix, words, signature, fields } = splitInvoice(text) ?? {};
  if (prefix === undefined || words === undefined || signature === undefined) return undefined;
  const hash = sha256(Uint8Array.from([...new TextEncoder().encode(prefix), ...regroup(words, 5, 8, true)!]));
  const compact = signature.subarray(0, RECOVERY_BYTE);
  const named = fields?.get('n');
  try {
    if (named !== undefined)
      return secp256k1.verify(compact, hash, bytesOfWords(named), PREHASHED)
        ? bytesToHex(bytesOfWords(named))
        : undefined;
    const recovered = Uint8Array.of(signature[RECOVERY_BYTE]!, ...compact);
    return bytesToHex(secp256k1.recoverPublicKey(recovered, hash, PREHASHED));
  } catch {
    return undefined;
  }
};
