import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { Move } from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { costsOfMove } from './costs.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { freeAt } from '#actors/ecash/free-proofs.ts';
import { draftMove, quoteTransfer } from './transfer.ts';

/**
 * The move of what a token brought to the mint where it is wished; what was at its own mint before stays there. Rejects with
 * 'funds-send' or 'funds-swap' when it is not worth the costs, or not there any more.
 */
export const draftOnward = async (deps: EcashDeps, { mint, unit, into = '', got }: Operation): Promise<Move> => {
  const wish = { from: mint, to: into, unit };
  const all = sumOf(await freeAt(deps, { mint, unit }));
  const amount = all > got ? got - (await costsOfMove(deps, wish, got)) : 'all';
  if (amount !== 'all' && amount <= 0) throw new EcashError({ code: 'funds-swap' });
  const { payment, deposit } = await draftMove(deps, await quoteTransfer(deps, { ...wish, amount }));
  return { payment: { ...payment, byItself: true }, deposit };
};
