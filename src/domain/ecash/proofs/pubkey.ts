import { secp256k1 } from '@noble/curves/secp256k1.js';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { isPoint } from '#domain/ecash/proof.ts';

/**
 * A public key to lock ecash to, as mints know it: one of Nostr, with 64 characters, gets '02' in front. Throws 'ecash-pubkey'
 * for what is none, also for what lies on no curve: nobody could open what is locked to it (TOKEN-16).
 */
export const lockPubkey = (text: string): string => {
  const key = (text.length === 64 ? `02${text}` : text).toLowerCase();
  try {
    if (isPoint(key)) return secp256k1.Point.fromHex(key).toHex();
  } catch {
    // it lies on no curve
  }
  throw new EcashError({ code: 'ecash-pubkey' });
};
