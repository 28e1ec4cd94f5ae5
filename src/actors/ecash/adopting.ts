import { adopt } from '#domain/ecash/ledger-change.ts';
import { isOver } from '#domain/ecash/operation.ts';
import { sumOf, type ProofRow, type SpentState } from '#domain/ecash/proof.ts';
import type { Merged, ToldProof } from '#domain/ecash/wallet-merge.ts';
import type { EcashDeps } from './ecash-deps.ts';

import { asked, unknownYet } from './evidence.ts';
import { overAgain, ysOf } from './free.ts';
import { newOperation } from './new-operation.ts';

/** What became of what relays say. */
export type Adopted = {
  /** mints that could not be asked, or have something in a payment that is under way: once more later */
  readonly again: readonly string[];
};

/** What is brought by a token that is being received is about to be spent for it. */
const broughtYs = async ({ ledger }: EcashDeps): Promise<ReadonlySet<string>> => {
  const open = (await ledger.operations()).filter((record) => !isOver(record));
  return new Set(open.flatMap(({ brought = [] }) => ysOf(brought)));
};

type Concern = { readonly unknown: readonly ToldProof[]; readonly suspect: readonly ProofRow[] };

/** What a mint has to be asked for: what is told and not known here, and what is free here and gone elsewhere. */
const concernOf = async (
  deps: EcashDeps,
  { held, gone }: Merged,
  spent: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Concern>> => {
  const { ledger } = deps;
  const brought = await broughtYs(deps);
  const told = [...held].filter(([y]) => !spent.has(y) && !brought.has(y));
  const unknown = new Set(
    await unknownYet(
      ledger,
      told.map(([, { proof }]) => proof),
    ),
  );
  const suspects = (await ledger.known([...gone])).filter(({ state }) => state === 'available');
  const mints = new Set([...[...unknown].map(({ mint }) => mint), ...suspects.map(({ mint }) => mint)]);
  return new Map(
    [...mints].map((mint) => [
      mint,
      {
        unknown: told.map(([, one]) => one).filter(({ proof }) => unknown.has(proof) && proof.mint === mint),
        suspect: suspects.filter((row) => row.mint === mint),
      },
    ]),
  );
};

/** All that is there came in by something. */
const recordOf = (deps: EcashDeps, rows: readonly ProofRow[]) => {
  const [first] = rows;
  if (!first) return undefined;
  const { mint, unit } = first;
  const nothing = { fee: 0, inputs: [], spends: 0, outputs: [], counters: [] };
  const got = sumOf(rows);
  return newOperation(deps, { kind: 'adoption', phase: 'published', mint, unit, amount: got, got, ...nothing });
};

type States = Readonly<Record<string, SpentState>>;

/** What the mint says is unspent is taken in, what it says is spent is no longer counted: both, or nothing. */
const settle = (deps: EcashDeps, { unknown, suspect }: Concern, states: States): Promise<void> =>
  overAgain(async () => {
    const { ledger, now } = deps;
    const brought = await broughtYs(deps);
    const free = unknown.filter(({ proof: { y } }) => states[y] === 'UNSPENT' && !brought.has(y));
    const fresh = new Set(
      await unknownYet(
        ledger,
        free.map(({ proof }) => proof),
      ),
    );
    const rows = free
      .filter(({ proof }) => fresh.has(proof))
      .map(({ proof, event }): ProofRow => ({ ...proof, state: 'available', tokenEvent: event, at: now() }));
    const known = await ledger.known(ysOf(suspect).filter((y) => states[y] === 'SPENT'));
    const struck = ysOf(known.filter(({ state }) => state === 'available'));
    if (rows.length > 0 || struck.length > 0) await ledger.change(adopt(recordOf(deps, rows), rows, struck));
  });

/**
 * Brings the ledger to what relays say, as far as the mints say it, too. Nothing of what operations hold is touched, and nothing
 * leaves because a relay says so. `spent`: y that a mint called spent on this visit, which need not be asked for again; grows.
 */
export const adoptTold = async (deps: EcashDeps, merged: Merged, spent: Set<string>): Promise<Adopted> => {
  const again: string[] = [];
  for (const [mint, concern] of await concernOf(deps, merged, spent)) {
    const ys = [...concern.unknown.map(({ proof }) => proof.y), ...ysOf(concern.suspect)];
    const told = await asked(deps.core.checkStates({ mint, ys }));
    if ('problem' in told) {
      again.push(mint);
      continue;
    }
    await settle(deps, concern, told.value);
    for (const y of ys) if (told.value[y] === 'SPENT') spent.add(y);
    if (ys.some((y) => told.value[y] !== 'SPENT' && told.value[y] !== 'UNSPENT')) again.push(mint);
  }
  return { again };
};
