import { INPUTS_MOST, SELECTION_TIME_MS, SELECTION_TRIALS, SELECTION_TRIALS_KEPT } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { feeOfPpk } from './fees.ts';
import type { Keyset } from '#domain/ecash/mints/mint.ts';
import { sumOf, type ProofFacts } from '#domain/ecash/proof.ts';

export type SelectionWish<Proof> = {
  readonly proofs: readonly Proof[];
  readonly amount: number;
  readonly keysets: readonly Pick<Keyset, 'id' | 'feePpk' | 'active'>[];
  /** what is selected also pays the fee of its own proofs as inputs */
  readonly withFee: boolean;
  /** nothing may be left over: for a token that is given without asking the mint */
  readonly exact?: boolean;
  /** ms; any beginning */
  readonly clock: () => number;
  /** from 0 to 1 */
  readonly random: () => number;
};

type Weighed<Proof> = { readonly proof: Proof; readonly amount: number; readonly ppk: number; readonly stale: boolean };

type Choice<Proof> = { readonly chosen: readonly Weighed<Proof>[]; readonly rank: readonly [number, number, number] };

const isBetter = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at]! < other[at]!;
};

/** Takes what fits from the front, until it is enough; then lets go of what is not needed, the smallest first. */
const attempt = <Proof>(order: readonly Weighed<Proof>[], amount: number, withFee: boolean): Choice<Proof> => {
  const chosen = new Set<Weighed<Proof>>();
  let [sum, ppk] = [0, 0];
  const overWith = (one: Weighed<Proof> | undefined, sign: number) => {
    const costs = withFee ? feeOfPpk(ppk + sign * (one?.ppk ?? 0)) : 0;
    return sum + sign * (one?.amount ?? 0) - costs - amount;
  };
  const change = (one: Weighed<Proof>, sign: 1 | -1) => {
    if (sign === 1) chosen.add(one);
    else chosen.delete(one);
    sum += sign * one.amount;
    ppk += sign * one.ppk;
  };
  for (const one of order) if (overWith(one, 1) <= 0) change(one, 1);
  for (const one of order.toSorted((a, b) => a.amount - b.amount))
    if (overWith(undefined, 1) < 0 && !chosen.has(one)) change(one, 1);
  for (const one of [...chosen].sort((a, b) => a.amount - b.amount)) if (overWith(one, -1) >= 0) change(one, -1);
  const stale = [...chosen].filter((one) => one.stale).length;
  return { chosen: [...chosen], rank: [overWith(undefined, 1), -stale, chosen.size] };
};

const shuffled = <Item>(items: readonly Item[], random: () => number): readonly Item[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

type Search<Proof> = {
  readonly best: Choice<Proof> | undefined;
  /** it could be done with more proofs than one request spends */
  readonly isBeyond: boolean;
};

/** What one selection has in all: trials that are left, and until when; any beginning. */
type Box = { trials: number; readonly until: number };

/** `keeps`: so many trials are left for another search as long as this one finds too many pieces alone. */
const search = <Proof>(
  useful: readonly Weighed<Proof>[],
  { amount, withFee, exact, clock, random }: Omit<SelectionWish<Proof>, 'proofs' | 'keysets'>,
  box: Box,
  keeps: number,
): Search<Proof> => {
  let best: Choice<Proof> | undefined;
  let isBeyond = false;
  for (let trial = 0; trial === 0 || clock() < box.until; trial++) {
    if (box.trials <= (isBeyond && !best ? keeps : 0)) break;
    box.trials -= 1;
    const order = trial === 0 ? useful.toSorted((a, b) => b.amount - a.amount) : shuffled(useful, random);
    const choice = attempt(order, amount, withFee);
    const [over] = choice.rank;
    if (over < 0 || (exact && over > 0)) continue;
    if (choice.chosen.length > INPUTS_MOST) isBeyond = true;
    else if (!best || isBetter(choice.rank, best.rank)) best = choice;
  }
  return { best, isBeyond };
};

const largestOf = <Proof>(useful: readonly Weighed<Proof>[]): readonly Weighed<Proof>[] =>
  useful.toSorted((a, b) => b.amount - a.amount).slice(0, INPUTS_MOST);

/**
 * Proofs that make up an amount with as little left over as can be found in 60 trials and a second (PROOF-01); of two such
 * choices the one with more proofs of keysets that are not used any more, then the one with fewer proofs; never more than one
 * request spends. Throws 'funds-send' when there is not enough (SEND-03), or not exactly the amount where it must be, and
 * 'funds-pieces' when there is enough, but only in more pieces.
 */
export const selectProofs = <Proof extends ProofFacts>(wish: SelectionWish<Proof>): readonly Proof[] => {
  const { proofs, keysets, withFee, exact } = wish;
  const known = new Map(keysets.map((keyset) => [keyset.id, keyset]));
  const all = proofs.flatMap((proof): readonly Weighed<Proof>[] => {
    const keyset = known.get(proof.keyset);
    return keyset ? [{ proof, amount: proof.amount, ppk: keyset.feePpk, stale: !keyset.active }] : [];
  });
  // what costs as much as it is worth never helps
  const useful = withFee ? all.filter((one) => one.amount * 1000 > one.ppk) : all;
  const box: Box = { trials: SELECTION_TRIALS, until: wish.clock() + SELECTION_TIME_MS };
  const { best: found, isBeyond } = search(useful, wish, box, SELECTION_TRIALS_KEPT);
  const best = found ?? (isBeyond ? search(largestOf(useful), wish, box, 0).best : undefined);
  if (!best) throw new EcashError({ code: isBeyond && !exact ? 'funds-pieces' : 'funds-send' });
  return best.chosen.map(({ proof }) => proof);
};

/** Throws 'balance-send' where what leaves by a swap is more than what goes in (SEND-05). */
export const checkBalance = (inputs: readonly Pick<ProofFacts, 'amount'>[], amount: number): void => {
  if (amount > sumOf(inputs)) throw new EcashError({ code: 'balance-send' });
};
