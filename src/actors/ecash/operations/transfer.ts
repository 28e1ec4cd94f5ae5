import { TRANSFER_TRIES } from '#domain/ecash/ecash-limits.ts';
import { inputFee } from '#domain/ecash/proofs/fees.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import type { QuoteFacts } from '#domain/ecash/ledger/operation.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { SECOND } from '#domain/units.ts';
import type { NewMintQuote } from '#workers/ecash-calls.ts';
import { askInvoice, draftMelt } from './begin.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { freeAt, pick, usableOf } from '#actors/ecash/free-proofs.ts';
import { newDeposit } from '#actors/ecash/new-operation.ts';
import { withChange } from '#actors/ecash/with-change.ts';

/** Money that is to go from one mint to another; 'all': as much as can arrive. */
export type TransferWish = {
  readonly from: string;
  readonly to: string;
  readonly unit: string;
  readonly amount: number | 'all';
};

/** What both mints say to it; nothing of it is written down yet. */
export type TransferOffer = {
  readonly from: string;
  readonly to: string;
  readonly unit: string;
  /** what arrives */
  readonly amount: number;
  /** what Lightning costs at most */
  readonly reserve: number;
  /** what the first mint takes for the proofs, as they are now */
  readonly fee: number;
  readonly invoice: NewMintQuote;
  readonly payment: QuoteFacts;
};

const quotesFor = async (deps: EcashDeps, { from, to, unit }: TransferWish, amount: number) => {
  const invoice = await askInvoice(deps, { mint: to, unit, amount });
  const told = await deps.core.meltQuote({ mint: from, unit, invoice: invoice.request });
  const { quote: id, feeReserve: reserve, expiry } = told;
  const payment: QuoteFacts = {
    id,
    invoice: invoice.request,
    amount: told.amount,
    reserve,
    ...(expiry !== undefined && { expiresAt: expiry * SECOND }),
  };
  return { invoice, payment };
};

/** Asks both mints what a move costs. Rejects with 'funds-send' when the first one has not enough. */
export const quoteTransfer = (deps: EcashDeps, wish: TransferWish): Promise<TransferOffer> =>
  withChange(deps, { mint: wish.from, unit: wish.unit }, () => askTransfer(deps, wish));

const askTransfer = async (deps: EcashDeps, wish: TransferWish): Promise<TransferOffer> => {
  const { from, to, unit } = wish;
  const all = await freeAt(deps, { mint: from, unit });
  const facts = await deps.mintFacts(from, all);
  const free = usableOf(deps, facts, all);
  const worth = Math.max(sumOf(free) - inputFee(free, facts.keysets), 1);
  let amount = wish.amount === 'all' ? worth : wish.amount;
  for (let tried = 1; ; tried += 1) {
    const quotes = await quotesFor(deps, wish, amount);
    const { amount: asked, reserve } = quotes.payment;
    const above = asked + reserve - worth;
    if (wish.amount === 'all' && above > 0 && above < amount && tried < TRANSFER_TRIES) {
      amount -= above;
      continue;
    }
    const chosen = pick(deps, facts, { proofs: free, amount: asked + reserve, withFee: true });
    return { from, to, unit, amount, reserve, fee: inputFee(chosen, facts.keysets), ...quotes };
  }
};

/** Both halves of a move, which name each other. */
export const draftMove = async (
  deps: EcashDeps,
  { from, to, unit, invoice, payment }: TransferOffer,
): Promise<changes.Move> => {
  const melt = await draftMelt(deps, { mint: from, unit, quote: payment });
  const deposit = newDeposit(deps, to, invoice);
  return {
    payment: { ...melt, partner: { operation: deposit.id, mint: to } },
    deposit: { ...deposit, partner: { operation: melt.id, mint: from } },
  };
};

/**
 * Writes down both halves of a move at once: the payment, which it gives, and the deposit that it pays. Both are led by
 * leading either. Rejects with 'funds-send' when there is not enough any more.
 */
export const beginTransfer = (deps: EcashDeps, offer: TransferOffer) =>
  withChange(deps, { mint: offer.from, unit: offer.unit }, async () => {
    const { payment, deposit } = await draftMove(deps, offer);
    await deps.ledger.change(changes.journalMove(payment, deposit));
    return payment.id;
  });
