import { fromCallback, fromPromise } from 'xstate';
import type { Pause } from '#domain/ecash/ledger/operation.ts';
import type { Led, PhaseFact } from '#machines/ecash/proof-reservation.machine.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import type { Engine } from './engine.ts';

/** The acts of an operation: its chart follows what is written down, and leads it on. */
export const createReservationSlots = (
  { ledger }: { readonly ledger: Pick<EcashDeps['ledger'], 'operation' | 'watch'> },
  engine: Engine,
) => ({
  'follow record': fromCallback<PhaseFact, Led>(({ input: { operation }, sendBack }) => {
    let [isOver, told] = [false, ''];
    const look = async () => {
      // a database that fails is asked again after the next change
      const record = await ledger.operation(operation).catch(() => undefined);
      if (isOver || !record || record.phase === told) return;
      told = record.phase;
      sendBack({ type: 'record.changed', phase: record.phase } satisfies PhaseFact);
    };
    const stop = ledger.watch(() => void look(), { operations: [operation] });
    void look();
    return () => {
      isOver = true;
      stop();
    };
  }),
  'lead on': fromPromise<Pause, Led>(({ input: { operation, isFresh } }) =>
    engine.advance(operation, isFresh ? 'fresh' : undefined),
  ),
});
