import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { SECOND } from '#domain/units.ts';
import type { NewMintQuote } from '#workers/ecash-calls.ts';
import type { EcashDeps } from './ecash-deps.ts';

type Draft = Pick<
  Operation,
  'kind' | 'mint' | 'unit' | 'amount' | 'fee' | 'inputs' | 'spends' | 'outputs' | 'counters'
> &
  Partial<Operation>;

/** Of a record that spends nothing and has no outputs. */
export const NOTHING_HELD = { fee: 0, inputs: [], spends: 0, outputs: [], counters: [] } as const;

type NewDeps = Pick<EcashDeps, 'newId' | 'now' | 'tab'>;

/** A record that is not written down yet. */
export const newOperation = ({ newId, now, tab }: NewDeps, draft: Draft): Operation => ({
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

/** The record of an invoice, as its mint told of it. */
export const newDeposit = (
  deps: NewDeps,
  mint: string,
  { quote: id, request: invoice, amount, unit, expiry, lockKey }: NewMintQuote,
  more?: Partial<Operation>,
): Operation =>
  newOperation(deps, {
    kind: 'deposit',
    phase: 'waiting',
    mint,
    unit,
    amount,
    ...NOTHING_HELD,
    ...more,
    quote: {
      id,
      invoice,
      amount,
      reserve: 0,
      ...(expiry !== undefined && { expiresAt: expiry * SECOND }),
      ...(lockKey && { lockKey }),
    },
  });
