import { journal } from '#domain/ecash/ledger/ledger-change.ts';
import { sumOf, type ProofRow, type SpentState } from '#domain/ecash/proof.ts';
import type { EcashDeps } from './ecash-deps.ts';
import { freeAt, overAgain, ysOf, type At } from './free-proofs.ts';
import { newOperation, NOTHING_HELD } from './new-operation.ts';

/** What a nutzap brought is left to the payment that sends it on: the mint lets one device make that. */
const toSendOn = async ({ ledger }: EcashDeps): Promise<ReadonlySet<string>> =>
  new Set((await ledger.operations('all')).flatMap(({ sendsOn, came = [] }) => (sendsOn ? came : [])));

const hold = async (deps: EcashDeps, ys: ReadonlySet<string>, at: At): Promise<void> => {
  const held = (await freeAt(deps, at)).filter(({ y }) => ys.has(y));
  if (held.length === 0) return;
  const worth = sumOf(held);
  const record = newOperation(deps, {
    kind: 'consolidation',
    phase: 'waiting',
    ...at,
    amount: worth,
    ...NOTHING_HELD,
    inputs: ysOf(held),
    spends: worth,
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
  const { mint } = pending[0]!;
  const left = await toSendOn(deps);
  const ys = new Set(ysOf(pending).filter((y) => !left.has(y)));
  for (const unit of new Set(pending.map((row) => row.unit))) await overAgain(() => hold(deps, ys, { mint, unit }));
};
