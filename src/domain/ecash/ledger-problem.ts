import { CodedError, type Coded } from '#domain/coded.ts';

/**
 * What can go wrong with what is written down of money; nothing of the change is there then. 'ledger-changed': something else
 * was quicker. 'ledger-full': the browser has no room. 'ledger-storage': the browser keeps nothing.
 */
export type LedgerProblem = Coded<'ledger-changed' | 'ledger-full' | 'ledger-storage'>;

/** A change of the ledger that was not made. */
export class LedgerError extends CodedError<LedgerProblem> {
  override readonly name: string = 'LedgerError';

  constructor(code: LedgerProblem['code'], options?: ErrorOptions) {
    super({ code }, options);
  }
}

/** Whether something else changed the ledger first: what was to be done has to be thought over. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof LedgerError && error.problem.code === 'ledger-changed';
