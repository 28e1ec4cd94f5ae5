import { CHANGE_WAIT_MS } from '#domain/ecash/ecash-limits.ts';
import { failedWith } from '#domain/ecash/ecash-problem.ts';
import { isExchange, isHeldBack, isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import type { EcashDeps } from './ecash-deps.ts';
import { overAgain, type At } from './free-proofs.ts';

/**
 * Whether it is on its way at a mint with proofs set aside, and something comes back of them, or fresh ones do: of an exchange also
 * while nobody knows how it stands, as when the tab that led it was closed in the middle of it. Of what the mint calls pending nobody
 * knows when it comes back, if ever.
 */
const isBringing =
  ({ mint, unit }: At) =>
  (record: Operation): boolean =>
    record.mint === mint &&
    record.unit === unit &&
    record.inputs.length > 0 &&
    !isHeldBack(record) &&
    (['journaled', 'sent', 'answered'].includes(record.phase) || (record.phase === 'unknown' && isExchange(record)));

/** Not enough, not enough for the fee, or not enough in few pieces. */
const isTooLittle = (error: unknown): boolean => failedWith(error, 'funds-send', 'funds-swap', 'funds-pieces');

/** Settled once one of these is over, or `late`: true when it is that. */
const anyIsOver = ({ ledger }: Pick<EcashDeps, 'ledger'>, busy: readonly Operation[], late: Promise<void>) => {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const look = async () => {
    const now = await Promise.all(busy.map(({ id }) => ledger.operation(id)));
    if (now.some((record, at) => !record || isOver(record) || record.phase !== busy[at]!.phase)) resolve(false);
  };
  const read = () => void look().catch(reject);
  const stop = ledger.watch(read, { operations: busy.map(({ id }) => id) });
  read();
  void late.then(() => resolve(true));
  return promise.finally(stop);
};

/**
 * Begins something for which there must be enough at a mint. What other operations hold at that moment, as when many small
 * proofs are made into fewer, is waited for: it is there, and nobody is to read that it is not.
 */
export const withChange = async <T>(deps: Pick<EcashDeps, 'ledger'>, at: At, begin: () => Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, CHANGE_WAIT_MS);
  const bringing = async () => (await deps.ledger.operations()).filter(isBringing(at));
  try {
    for (;;) {
      const before = bringing();
      before.catch(() => {});
      try {
        return await overAgain(begin);
      } catch (error) {
        if (!isTooLittle(error)) throw error;
        const busy = await bringing();
        // what has ended since may have brought something after what is free was read
        if ((await before).some(({ id }) => busy.every((record) => record.id !== id))) continue;
        if (busy.length === 0 || (await anyIsOver(deps, busy, late.promise))) throw error;
      }
    }
  } finally {
    clearTimeout(timer);
  }
};
