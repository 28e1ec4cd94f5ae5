import { isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import type { Ledger } from '#store/ledger/ledger.ts';

/** An operation once it is over; it may take for ever. Undefined for one that is not there. */
export const ended = (ledger: Pick<Ledger, 'operation' | 'watch'>, id: string): Promise<Operation | undefined> =>
  new Promise((resolve, reject) => {
    const look = () =>
      ledger.operation(id).then((record) => {
        if (record && !isOver(record)) return;
        stop();
        resolve(record);
      }, reject);
    const stop = ledger.watch(() => void look(), { operations: [id] });
    void look();
  });
