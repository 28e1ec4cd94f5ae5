import { ecashProblemOf, failedWith, saysSpent, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { Failure } from '#domain/problem.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { wordsFor } from '#ui/texts/say.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';
import { providerProblemText } from '#ui/texts/zap.ts';

/** A problem with ecash in words. */
export const ecashProblemText = (problem: EcashProblem): string => wordsFor(ecashProblems, problem);

/** Why something did not happen: what its mint called spent is here. */
export const notDoneText = (problem: EcashProblem): string =>
  saysSpent(problem) ? ecashMovesTexts.operation.contradicts : ecashProblemText(problem);

/** What went wrong with an act that moves money, in words. */
export const failureText = (error: unknown): string => {
  if (error instanceof WalletError) return walletProblemText(error.problem);
  return error instanceof Failure ? providerProblemText(error.problem) : ecashProblemText(ecashProblemOf(error));
};

/** Why a payment was not made, in words of what was to pay it. */
export const refusalText = ({ problem, ecashProblem }: PaymentRecord): string | undefined =>
  ecashProblem ? notDoneText(ecashProblem) : problem && walletProblemText(problem);

const NOT_OPEN = ['ecash-locked', 'ecash-key-refused', 'ecash-worker', 'ledger-storage'] as const;

/** Whether it would help if the wallet were open. */
export const isLockedOut = (error: unknown): boolean => NOT_OPEN.some((code) => failedWith(error, code));
