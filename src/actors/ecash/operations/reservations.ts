import { fromCallback, fromPromise } from 'xstate';
import type { Pause } from '#domain/ecash/ledger/operation.ts';
import type { Led, PhaseFact } from '#machines/ecash/proof-reservation.machine.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import type { Engine } from './engine.ts';

/** The acts of an operation: its chart follows what is written down, and leads it on. */
export const createReservationSlots = (
  { ledger }: { readonly ledger: Pick<EcashDeps['ledger'], 'operation' | 'watch'> },
  engine: Engine,
) => ({
  'follow record': fromCallback<PhaseFact, Led>(({ input: { operation }, sendBack }) =>
    onChanged({
      watch: (look) => [ledger.watch(look, { operations: [operation] })],
      // a database that fails is asked again after the next change
      read: async () => (await ledger.operation(operation))?.phase,
      tell: (phase) => sendBack({ type: 'record.changed', phase } satisfies PhaseFact),
    }),
  ),
  'lead on': fromPromise<Pause, Led>(({ input: { operation, isFresh } }) =>
    engine.advance(operation, isFresh ? 'fresh' : undefined),
  ),
});
