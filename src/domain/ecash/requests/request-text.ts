import { inBitcoinUri } from '#domain/wallet/bitcoin-uri.ts';
import { REQUEST_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';

/** What is pasted or scanned, without the address it may stand in: `cashu:`, or `bitcoin:` with a parameter (BIP-321). */
export const bareRequestText = (text: string): string => {
  const bare = inBitcoinUri(text.replace(/\s+/g, ''), 'creq');
  return bare.replace(/^(?:web\+cashu:|cashu:)(?:\/\/)?/i, '');
};

/** Whether a text may be a payment request, as far as its beginning tells. */
export const isRequestText = (text: string): boolean =>
  text.length <= 2 * REQUEST_MAX_CHARACTERS && /^creq(?:a|b1)/i.test(bareRequestText(text));
