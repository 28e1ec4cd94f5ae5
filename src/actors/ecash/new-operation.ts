import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { EcashDeps } from './ecash-deps.ts';

type Draft = Pick<
  Operation,
  'kind' | 'mint' | 'unit' | 'amount' | 'fee' | 'inputs' | 'spends' | 'outputs' | 'counters'
> &
  Partial<Operation>;

/** A record that is not written down yet. */
export const newOperation = (
  { newId, now, tab }: Pick<EcashDeps, 'newId' | 'now' | 'tab'>,
  draft: Draft,
): Operation => ({
  id: newId(),
  rev: 1,
  phase: 'journaled',
  attempts: 0,
  refusals: 0,
  got: 0,
  createdAt: now(),
  changedAt: now(),
  ...(tab !== undefined && { tab }),
  ...draft,
});
