import type { MintMethod } from '#domain/ecash/mints/mint.ts';
import type { EcashMint } from '#ports/ecash.ts';
import { whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';

/** What is wrong with an amount that is to be deposited at a mint, in words. */
export const limitOf = ({ facts, name }: EcashMint, sats: number, by: MintMethod): string | undefined => {
  const offer = facts?.info.mint.methods.find(({ method, unit }) => method === by && unit === 'sat');
  if (offer?.min !== undefined && sats < offer.min) return ecashMovesTexts.tooSmall(name, whole(offer.min));
  return offer?.max !== undefined && sats > offer.max ? ecashMovesTexts.tooLarge(name, whole(offer.max)) : undefined;
};
