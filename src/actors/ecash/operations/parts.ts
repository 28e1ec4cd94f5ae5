import { PARTS_TRIES } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { inputFee } from '#domain/ecash/proofs/fees.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation, QuoteFacts } from '#domain/ecash/ledger/operation.ts';
import { partMost, paysParts, splitOverMints, type PartBounds } from '#domain/ecash/ledger/parts.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { SECOND } from '#domain/units.ts';
import type { PaidPart } from '#domain/wallet/payment.ts';
import { checkDeadline, draftMelt } from './begin.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { freeAt, overAgain, usableOf } from '#actors/ecash/free-proofs.ts';

/** An invoice that several mints are to pay together. */
export type PartsWish = { readonly unit: string; readonly invoice: string; readonly msats: number };

/** What one mint wants for its part. */
export type QuotedPart = PaidPart & { readonly quote: QuoteFacts };

/** Asks mints what they want for their parts; nothing is written down. */
export const quoteParts = (
  { core }: Pick<EcashDeps, 'core'>,
  { unit, invoice }: Pick<PartsWish, 'unit' | 'invoice'>,
  parts: readonly PaidPart[],
): Promise<readonly QuotedPart[]> =>
  Promise.all(
    parts.map(async ({ mint, msats }): Promise<QuotedPart> => {
      const told = await core.meltQuote({ mint, unit, invoice, partMsat: msats });
      const { quote: id, amount, feeReserve: reserve, expiry } = told;
      const expiresAt = expiry === undefined ? {} : { expiresAt: expiry * SECOND };
      return { mint, msats, quote: { id, invoice, amount, reserve, ...expiresAt } };
    }),
  );

type Purse = PartBounds & { readonly worth: number };

const offerOf = async (deps: EcashDeps, mint: string, unit: string): Promise<readonly Purse[]> => {
  const all = await freeAt(deps, { mint, unit });
  const facts = await deps.mintFacts(mint, all).catch(() => undefined);
  if (!facts || !paysParts(facts, unit)) return [];
  const free = usableOf(deps, facts, all);
  const worth = sumOf(free) - inputFee(free, facts.keysets);
  const offer = facts.info.melt.methods.find((one) => one.method === 'bolt11' && one.unit === unit);
  const [least, most] = [Math.max(offer?.min ?? 1, 1), Math.min(offer?.max ?? Infinity, partMost(worth))];
  return [{ mint, least, most, worth }];
};

/** What each mint with ecash that pays parts can pay; one that cannot be asked pays none. */
const offersOf = async (deps: EcashDeps, unit: string): Promise<readonly Purse[]> => {
  const rows = (await deps.ledger.proofs()).filter((row) => row.state === 'available' && row.unit === unit);
  const mints = [...new Set(rows.map(({ mint }) => mint))];
  return (await Promise.all(mints.map((mint) => offerOf(deps, mint, unit)))).flat();
};

/** What a mint can pay, now that it said what it wants for a part. */
const corrected = (purse: Purse, quoted: readonly QuotedPart[]): Purse => {
  const asked = quoted.find(({ mint }) => mint === purse.mint)?.quote;
  const above = asked ? asked.amount + asked.reserve - purse.worth : 0;
  return above > 0 ? { ...purse, most: Math.min(purse.most, asked!.amount - above) } : purse;
};

/**
 * Which mints pay how much of an invoice that none of them can pay alone, and what they want for it. Rejects with 'funds-send'
 * when they cannot together.
 */
export const planParts = async (deps: EcashDeps, wish: PartsWish): Promise<readonly QuotedPart[]> => {
  let purses = await offersOf(deps, wish.unit);
  for (let tried = 0; tried < PARTS_TRIES; tried += 1) {
    const parts = splitOverMints(purses, wish.msats);
    if (!parts) break;
    const quoted = await quoteParts(deps, wish, parts);
    const next = purses.map((purse) => corrected(purse, quoted));
    if (next.every((purse, at) => purse === purses[at])) return quoted;
    purses = next;
  }
  throw new EcashError({ code: 'funds-send' });
};

/**
 * Writes down the parts of a payment, each as an operation of its mint, all of them at once. Each is led by itself. Rejects with
 * 'funds-send' when a mint has not enough for its part; from `deadline` on nothing is written down.
 */
export const beginParts = (
  deps: EcashDeps,
  unit: string,
  quoted: readonly QuotedPart[],
  deadline?: number,
): Promise<readonly Operation[]> =>
  overAgain(async () => {
    const drafts: Operation[] = [];
    for (const { mint, quote } of quoted) drafts.push(await draftMelt(deps, { mint, unit, quote }));
    checkDeadline(deps, deadline);
    await deps.ledger.change(changes.journalParts(drafts));
    return drafts;
  });
