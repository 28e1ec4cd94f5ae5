import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { decodeBech32 } from '#domain/protocol/bech32.ts';
import { KeyError } from './key-problem.ts';
import { checkSecretForm, meantKey } from './secret-form.ts';

/**
 * The 32 bytes of a secret key typed as nsec (NIP-19) or as 64 hex characters. Throws a KeyError: 'no-secret',
 * 'public-key', 'nsec-encoding', 'nsec-format', 'secret-length', 'secret-format' (LOGIN-22 to LOGIN-26).
 */
export const readSecretBytes = (input: string): Uint8Array => {
  checkSecretForm(input);
  const text = meantKey(input);
  const bytes = text.toLowerCase().startsWith('nsec') ? decodeBech32(text)!.bytes : hexToBytes(text);
  // zero and numbers beyond the curve's order are no keys
  if (!secp256k1.utils.isValidSecretKey(bytes)) throw new KeyError('secret-format');
  return bytes;
};
