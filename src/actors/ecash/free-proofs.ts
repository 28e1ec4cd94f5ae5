import { PAYMENT_SPARE, FREE_TRIES } from '#domain/ecash/ecash-limits.ts';
import { EcashError, failedWith } from '#domain/ecash/ecash-problem.ts';
import { inputFee } from '#domain/ecash/proofs/fees.ts';
import { isOvertaken } from '#domain/ecash/ledger-problem.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { sumOf, type ProofRow } from '#domain/ecash/proof.ts';
import { hasEnded } from '#domain/ecash/proofs/rotation.ts';
import { selectProofs } from '#domain/ecash/proofs/selection.ts';
import type { EcashDeps } from './ecash-deps.ts';

/** Where money is. */
export type At = Pick<Operation, 'mint' | 'unit'>;

/** Thinks again when something else was quicker. */
export const overAgain = async <T>(begin: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await begin();
    } catch (error) {
      if (!isOvertaken(error) || tried === FREE_TRIES) throw error;
    }
  }
};

/** What is free at a mint. */
export const freeAt = async ({ ledger }: Pick<EcashDeps, 'ledger'>, { mint, unit }: At): Promise<readonly ProofRow[]> =>
  (await ledger.proofs()).filter((row) => row.state === 'available' && row.mint === mint && row.unit === unit);

/** Rejects with 'funds-send' unless the amount of an invoice is free at a mint, and a spare beside it (MELT-06). */
export const checkSpare = async (deps: Pick<EcashDeps, 'ledger'>, at: At, amount: number): Promise<void> => {
  if (sumOf(await freeAt(deps, at)) < amount + PAYMENT_SPARE) throw new EcashError({ code: 'funds-send' });
};

/** What they are worth, one by one. */
export const amountsOf = (rows: readonly ProofRow[]): readonly number[] => rows.map(({ amount }) => amount);

/** Their names. */
export const ysOf = (rows: readonly Pick<ProofRow, 'y'>[]): readonly string[] => rows.map(({ y }) => y);

/** Those that the mint takes: of keysets that it has, and that have not ended. */
export const usableOf = (
  { now }: Pick<EcashDeps, 'now'>,
  { keysets }: MintFacts,
  proofs: readonly ProofRow[],
): readonly ProofRow[] => {
  const good = new Set(keysets.filter((keyset) => !hasEnded(keyset, now())).map(({ id }) => id));
  return proofs.filter(({ keyset }) => good.has(keyset));
};

/** Those of what is free that are spent for something. What its mint does not take is none of it. */
export const pick = (
  deps: EcashDeps,
  facts: MintFacts,
  wish: { proofs: readonly ProofRow[]; amount: number; withFee: boolean; exact?: boolean },
) => {
  const { now: clock, random } = deps;
  return selectProofs({ ...wish, proofs: usableOf(deps, facts, wish.proofs), keysets: facts.keysets, clock, random });
};

/** Whether another device spent some of what a nutzap brought: whoever has the same words has the same ecash, and sends it on. */
export const isSpentElsewhere = async (
  { ledger }: { readonly ledger: Pick<EcashDeps['ledger'], 'known'> },
  { came = [] }: Pick<Operation, 'came'>,
): Promise<boolean> => (await ledger.known(came)).some(({ state, operation }) => state === 'spent' && !operation);

/**
 * Those that pay. `came`: what a nutzap brought whose worth goes on by that: all of it, and others only where it does not do, or
 * some of it went into something else here.
 */
export const pickToPay = (
  deps: EcashDeps,
  facts: MintFacts,
  wish: { proofs: readonly ProofRow[]; amount: number; came?: Operation['came'] },
): readonly ProofRow[] => {
  const { proofs, came = [], amount } = wish;
  const own = proofs.filter(({ y }) => came.includes(y));
  if (own.length < came.length) return pick(deps, facts, { proofs, amount, withFee: true });
  const lacks = amount + inputFee(own, facts.keysets) - sumOf(own);
  const others = proofs.filter((row) => !own.includes(row));
  return lacks > 0 ? [...own, ...pick(deps, facts, { proofs: others, amount: lacks, withFee: true })] : own;
};

/**
 * Those that are exchanged so that an amount leaves. Rejects with 'funds-send' where there is less than that (SEND-03), and with
 * 'funds-swap' where only the fee is not covered (SEND-04).
 */
export const pickToSwap = (
  deps: EcashDeps,
  facts: MintFacts,
  wish: { proofs: readonly ProofRow[]; amount: number },
): readonly ProofRow[] => {
  try {
    return pick(deps, facts, { ...wish, withFee: true });
  } catch (error) {
    if (!failedWith(error, 'funds-send')) throw error;
    pick(deps, facts, { ...wish, withFee: false });
    throw new EcashError({ code: 'funds-swap' });
  }
};

/** Proofs that make up an amount as they are; undefined when there are none, or only more than `most`. */
export const exactly = (
  deps: EcashDeps,
  facts: MintFacts,
  { most = Infinity, ...wish }: { proofs: readonly ProofRow[]; amount: number; withFee: boolean; most?: number },
): readonly ProofRow[] | undefined => {
  try {
    const chosen = pick(deps, facts, { ...wish, exact: true });
    return chosen.length > most ? undefined : chosen;
  } catch (error) {
    if (failedWith(error, 'funds-send')) return undefined;
    throw error;
  }
};
