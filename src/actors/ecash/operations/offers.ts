import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { SECOND } from '#domain/units.ts';
import { toMsats } from '#domain/msats.ts';
import type { OfferWish } from '#ports/ecash.ts';
import type { MeltQuoteWish } from '#workers/ecash-calls.ts';
import { beginMelt, tighten } from './begin.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';

/** What a mint is asked about paying an offer (NUT-25). */
export const offerQuote = ({ mint, offer, sats }: OfferWish): MeltQuoteWish => ({
  mint,
  unit: DEFAULT_UNIT,
  method: 'bolt12',
  invoice: offer,
  ...(sats !== undefined && { amountMsat: toMsats(sats) }),
});

/** Writes down that an offer is paid once. Rejects with 'mint-quote-differs' when that costs more than was told. */
export const beginOfferPayment = async (
  deps: EcashDeps,
  { memo, most, ...wish }: OfferWish & { readonly most: number; readonly memo?: string },
): Promise<string> => {
  const { mint, unit, invoice } = offerQuote(wish);
  const { quote, amount, feeReserve, expiry } = await deps.core.meltQuote(offerQuote(wish));
  if (amount + feeReserve > most) throw new EcashError({ code: 'mint-quote-differs' });
  await tighten(deps, { mint, unit }, amount + feeReserve);
  return await beginMelt(deps, {
    mint,
    unit,
    quote: {
      id: quote,
      method: 'bolt12',
      invoice,
      amount,
      reserve: feeReserve,
      ...(expiry !== undefined && { expiresAt: expiry * SECOND }),
    },
    ...(memo !== undefined && { memo }),
  });
};
