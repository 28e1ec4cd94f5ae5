import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import { isOver } from '#domain/ecash/ledger/operation.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { overAgain, type At } from '#actors/ecash/free-proofs.ts';
import { newOperation, NOTHING_HELD } from '#actors/ecash/new-operation.ts';

/**
 * Writes down that a mint is asked for all that the words of this wallet have there; gives the operation, which may be one that
 * is under way already. Nothing is asked yet, so that a mint which is silent now is asked later.
 */
export const beginRestore = (deps: EcashDeps, { mint, unit }: At): Promise<string> =>
  overAgain(async () => {
    const open = await deps.ledger.operations();
    const begun = open.find((record) => record.kind === 'restore' && record.mint === mint && record.unit === unit);
    if (begun) return begun.id;
    const record = newOperation(deps, { kind: 'restore', mint, unit, amount: 0, ...NOTHING_HELD });
    await deps.ledger.change(changes.journal(record));
    return record.id;
  });

/** Ends it with what was found so far. */
export const endRestore = (deps: EcashDeps, id: string): Promise<void> =>
  overAgain(async () => {
    const record = await deps.ledger.operation(id);
    if (!record || record.kind !== 'restore' || isOver(record)) return;
    await deps.ledger.change(changes.scanEnded(record, deps.now()));
  });
