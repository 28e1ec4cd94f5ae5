import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { problemOf } from '#domain/problem.ts';
import { WalletError, walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { wordsFor } from '#ui/texts/say.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';

/** What is wrong with ecash, in words. */
export const ecashText = (problem: EcashProblem): string => wordsFor(ecashProblems, problem);

/** What an act with money was refused for, in words. */
export const saidOf = (error: unknown): string => {
  if (error instanceof EcashError) return ecashText(error.problem);
  return error instanceof WalletError ? walletProblemText(walletProblemOf(error)) : problemText(problemOf(error));
};

/** Whether an unlocked key would help. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof EcashError && ecashProblemOf(error).code === 'ecash-locked';
