import { journal } from '#domain/ecash/ledger-change.ts';
import { sumOf, type ProofRow, type SpentState } from '#domain/ecash/proof.ts';
import type { EcashDeps } from './ecash-deps.ts';
import { overAgain, ysOf } from './free-proofs.ts';
import { newOperation } from './new-operation.ts';

/** What a nutzap brought is left to the payment that sends it on: the mint lets one device make that. */
const toSendOn = async ({ ledger }: EcashDeps): Promise<ReadonlySet<string>> =>
  new Set((await ledger.operations('all')).flatMap(({ sendsOn, came = [] }) => (sendsOn ? came : [])));

const hold = async (deps: EcashDeps, ys: ReadonlySet<string>, unit: string): Promise<void> => {
  const rows = (await deps.ledger.proofs()).filter((row) => row.state === 'available' && ys.has(row.y));
  const held = rows.filter((row) => row.unit === unit);
  if (held.length === 0) return;
  const [{ mint }, worth] = [held[0]!, sumOf(held)];
  const sums = { amount: worth, fee: 0, spends: worth, outputs: [], counters: [] };
  const record = newOperation(deps, {
    kind: 'consolidation',
    phase: 'waiting',
    mint,
    unit,
    inputs: ysOf(held),
    ...sums,
  });
  await deps.ledger.change(journal(record));
  deps.begun?.(record);
};

/**
 * What is free here and the mint calls pending is in a request of another device or app. It is set aside, by an operation that asks
 * for nothing and waits until the mint says more (PROOF-03). `free`: of one mint.
 */
export const holdBack = async (
  deps: EcashDeps,
  free: readonly ProofRow[],
  states: Readonly<Record<string, SpentState>>,
): Promise<void> => {
  const pending = free.filter(({ y }) => states[y] === 'PENDING');
  if (pending.length === 0) return;
  const left = await toSendOn(deps);
  const ys = new Set(ysOf(pending).filter((y) => !left.has(y)));
  for (const unit of new Set(pending.map((row) => row.unit))) await overAgain(() => hold(deps, ys, unit));
};
