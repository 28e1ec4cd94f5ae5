import { OFFER_PREFIX, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { Ledger } from '#store/ledger/ledger.ts';

/** Whether something of ours is at a mint, under way from or to it, or comes in there by an offer. */
export const isMintInUse = async (
  ledger: Pick<Ledger, 'proofs' | 'operations' | 'beside'>,
  mint: string,
): Promise<boolean> => {
  const [proofs, open] = [await ledger.proofs(), await ledger.operations()];
  const offers = await ledger.beside.all<MadeOffer>(OFFER_PREFIX);
  const touches = (record: Operation) => [record.mint, record.partner?.mint, record.into].includes(mint);
  const isOffered = offers.some((offer) => offer.mint === mint && offer.closedAt === undefined);
  return proofs.some((row) => row.mint === mint) || open.some(touches) || isOffered;
};
