import { OFFER_PREFIX, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import { isInUse } from '#domain/ecash/ledger/mint-use.ts';
import type { Ledger } from '#store/ledger/ledger.ts';

/** Whether something of ours is at a mint, by the ledger of this moment. */
export const isMintInUse = async (
  ledger: Pick<Ledger, 'proofs' | 'operations' | 'beside'>,
  mint: string,
): Promise<boolean> => {
  const [proofs, operations] = [await ledger.proofs(), await ledger.operations()];
  return isInUse({ proofs, operations, offers: await ledger.beside.all<MadeOffer>(OFFER_PREFIX) }, mint);
};
