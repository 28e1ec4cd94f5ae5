import type { ProofRow } from '#domain/ecash/proof.ts';
import type { MadeOffer } from './made-offer.ts';
import type { Operation } from './operation.ts';

type Offers = readonly Pick<MadeOffer, 'mint' | 'closedAt'>[];

/** All that a ledger has which is not over. */
export type Books = {
  readonly proofs: readonly ProofRow[];
  readonly operations: readonly Operation[];
  readonly offers: Offers;
};

/** Whether an operation goes on at a mint, from or to it. */
export const touchesMint = ({ mint, partner, into }: Operation, url: string): boolean =>
  [mint, partner?.mint, into].includes(url);

/** The offer that is paid into a mint. */
export const offerAt = <One extends Offers[number]>(offers: readonly One[], url: string): One | undefined =>
  offers.find(({ mint, closedAt }) => mint === url && closedAt === undefined);

/** Whether something of ours is at a mint, in whichever unit, under way from or to it, or comes in there by an offer. */
export const isInUse = ({ proofs, operations, offers }: Books, url: string): boolean =>
  proofs.some(({ mint }) => mint === url) ||
  operations.some((record) => touchesMint(record, url)) ||
  offerAt(offers, url) !== undefined;
