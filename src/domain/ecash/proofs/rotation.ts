import { SECOND } from '#domain/units.ts';
import { KEYSET_LEAVE_BEFORE_MS, KEYSET_LEAVE_COST_PART } from '#domain/ecash/ecash-limits.ts';
import { inputFee } from './fees.ts';
import type { Keyset } from '#domain/ecash/mints/mint.ts';
import { sumOf, type ProofRow } from '#domain/ecash/proof.ts';
import { splitAmount } from './split.ts';

const PER_THOUSAND = 1000;

type Ending = Pick<Keyset, 'expiry'>;

const endOf = ({ expiry }: Ending): number => (expiry === undefined ? Infinity : expiry * SECOND);

/** Whether the mint owes nothing any more for proofs of a keyset. `now` in ms since the epoch. */
export const hasEnded = (keyset: Ending, now: number): boolean => endOf(keyset) <= now;

/** Whether a keyset ends so soon that its proofs are moved. */
export const endsSoon = (keyset: Ending, now: number): boolean => endOf(keyset) - KEYSET_LEAVE_BEFORE_MS <= now;

type Scene<Row> = {
  readonly proofs: readonly Row[];
  readonly keysets: readonly Keyset[];
  /** the keyset that new proofs are of */
  readonly fresh: Keyset;
  readonly now: number;
};

/**
 * Proofs that are to be moved to the keyset in use: those of keysets that end soon, whatever it costs less than they are worth;
 * those of keysets that are only out of use, when it costs next to nothing, now and when they are spent. What ends first stands first. `ended`: those for which
 * it is too late by the mint's own word. `cheaper`: those that would cost more to spend once they were moved.
 */
export const rotationOf = <Row extends ProofRow>({ proofs, keysets, fresh, now }: Scene<Row>) => {
  const byId = new Map(keysets.map((keyset) => [keyset.id, keyset]));
  const others = proofs.filter(({ keyset }) => keyset !== fresh.id && byId.has(keyset));
  const of = ({ keyset }: ProofRow): Keyset => byId.get(keyset)!;
  const ended = others.filter((row) => hasEnded(of(row), now));
  const alive = others.filter((row) => !hasEnded(of(row), now));
  const ending = alive
    .filter(
      (row) => endsSoon(of(row), now) && endOf(fresh) > endOf(of(row)) && row.amount * PER_THOUSAND > of(row).feePpk,
    )
    .toSorted((one, other) => endOf(of(one)) - endOf(of(other)));
  const cheaper = alive.filter((row) => of(row).feePpk < fresh.feePpk);
  const old = alive.filter((row) => !of(row).active && !endsSoon(of(row), now) && !cheaper.includes(row));
  const isCheap = old.length > 0 && inputFee(old, keysets) <= sumOf(old) * KEYSET_LEAVE_COST_PART;
  const leaving = [...ending, ...(isCheap ? old : [])];
  const isWorth = leaving.length > 0 && inputFee(leaving, keysets) < sumOf(leaving);
  return { leaving: isWorth ? leaving : [], ended, cheaper };
};

/** What the pieces of a keyset that the mint refused are in another one: the same if it `has` all of them, else cut afresh. */
export const piecesAgain = (amounts: readonly number[], has: readonly number[]): readonly number[] =>
  amounts.every((amount) => has.includes(amount))
    ? amounts
    : splitAmount(
        amounts.reduce((sum, amount) => sum + amount, 0),
        has,
      );
