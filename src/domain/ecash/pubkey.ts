import { EcashError } from './ecash-problem.ts';

const COMPRESSED = /^0[23][\da-f]{64}$/;

/**
 * A public key to lock ecash to, as mints know it: one of Nostr, with 64 characters, gets '02' in front. Throws 'ecash-pubkey'
 * for what is none (TOKEN-16).
 */
export const lockPubkey = (text: string): string => {
  const key = (text.length === 64 ? `02${text}` : text).toLowerCase();
  if (!COMPRESSED.test(key)) throw new EcashError({ code: 'ecash-pubkey' });
  return key;
};
