import { partTaken } from '#domain/ecash/ledger/ledger-change.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { ProofRow } from '#domain/ecash/proof.ts';
import type { EcashDeps } from './ecash-deps.ts';
import { asked } from './evidence.ts';
import { ysOf } from './free-proofs.ts';

/**
 * What of a token can be taken back: its mint refuses what is asked for together with what somebody took. That is noted as spent. All
 * of it where nothing is left, or its mint does not say: then its end tells.
 */
export const stillOut = async (
  { ledger, core }: EcashDeps,
  record: Operation,
  out: readonly ProofRow[],
): Promise<readonly ProofRow[]> => {
  const told = await asked(core.checkStates({ mint: record.mint, ys: ysOf(out) }));
  const states = 'value' in told ? told.value : {};
  const taken = out.filter(({ y }) => states[y] === 'SPENT');
  if (taken.length === 0 || taken.length === out.length) return out;
  await ledger.change(partTaken(record, ysOf(taken)));
  return out.filter((row) => !taken.includes(row));
};
