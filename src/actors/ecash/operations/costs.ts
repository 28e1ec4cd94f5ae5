import { inputFee } from '#domain/ecash/proofs/fees.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { denominationsOf, proofsMost, splitAmount } from '#domain/ecash/proofs/split.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { EcashCosts, TokenCosts, TokenLook } from '#ports/ecash.ts';
import { askInvoice, exactToSend, givesChange, nutzapToSendOn, pickToTighten, takingFee } from './begin.ts';
import { freshKeyset } from '#actors/ecash/outputs.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { freeAt, pickToPay, pickToSwap, type At } from '#actors/ecash/free-proofs.ts';

type SendTerms = { readonly amount: number; readonly isLocked?: boolean; readonly byEvent?: boolean };

/**
 * What sending as a token comes to. Rejects with 'funds-send' when there is not enough, 'funds-swap' when only the fee is not,
 * 'mint-too-much' when it would not fit into the event that brings it, 'send-dust' when nobody could take it for its fee.
 */
export const costsOfSend = async (
  deps: EcashDeps,
  at: At,
  { amount, isLocked = false, byEvent = false }: SendTerms,
): Promise<TokenCosts> => {
  const free = await freeAt(deps, at);
  const facts = await deps.mintFacts(at.mint, free);
  const most = proofsMost(byEvent);
  // only what is made for a key can be locked to it
  const exact = isLocked ? undefined : exactToSend(deps, facts, { proofs: free, amount, withFee: false, most });
  const fee = exact ? 0 : inputFee(pickToSwap(deps, facts, { proofs: free, amount }), facts.keysets);
  const taking = takingFee(deps, facts, { ...at, amount, byEvent }, exact);
  return { amount, reserve: 0, fee, left: sumOf(free) - amount - fee, taking };
};

/**
 * What paying comes to of which a mint named amount and reserve; `of`: for sending on what a nutzap brought. Rejects with
 * 'funds-send' when there is not enough.
 */
export const costsOfPayment = async (
  deps: EcashDeps,
  at: At,
  { amount, reserve, of }: { readonly amount: number; readonly reserve: number; readonly of?: string | undefined },
): Promise<EcashCosts> => {
  const free = await freeAt(deps, at);
  const facts = await deps.mintFacts(at.mint, free);
  const { came } = of === undefined ? {} : await nutzapToSendOn(deps, of);
  const chosen = pickToPay(deps, facts, { proofs: free, amount: amount + reserve, ...(came && { came }) });
  const tight =
    came || givesChange(facts)
      ? undefined
      : pickToTighten(deps, facts, { unit: at.unit, proofs: free, needed: amount + reserve });
  const fee = tight ? tight.fee + tight.amount - amount - reserve : inputFee(chosen, facts.keysets);
  return { amount, reserve, fee, left: sumOf(free) - amount - reserve - fee };
};

type Move = { readonly from: string; readonly to: string; readonly unit: string };

/** What Lightning and the pieces of ecash take at most when this much leaves a mint. */
export const costsOfMove = async (deps: EcashDeps, { from, to, unit }: Move, worth: number): Promise<number> => {
  const [facts, invoice] = [await deps.mintFacts(from), await askInvoice(deps, { mint: to, unit, amount: worth })];
  const { feeReserve } = await deps.core.meltQuote({ mint: from, unit, invoice: invoice.request });
  const { id, keys, feePpk } = freshKeyset(deps, facts, unit);
  const pieces = splitAmount(worth, denominationsOf(keys)).map(() => ({ keyset: id }));
  return feeReserve + inputFee(pieces, [{ id, feePpk }]);
};

/** What moving the worth of a token to another mint comes to. Rejects with 'funds-swap' when the costs are all it is worth. */
export const costsOfSwap = async (
  deps: EcashDeps,
  { mint, amount, fee = amount }: Pick<TokenLook, 'mint' | 'amount' | 'fee'>,
  to: string,
): Promise<EcashCosts> => {
  const reserve = amount > fee ? await costsOfMove(deps, { from: mint, to, unit: DEFAULT_UNIT }, amount - fee) : 0;
  const arrives = amount - fee - reserve;
  if (arrives <= 0) throw new EcashError({ code: 'funds-swap' });
  return { amount: arrives, reserve, fee, left: 0 };
};
