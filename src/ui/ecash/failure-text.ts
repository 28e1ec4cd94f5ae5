import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { Failure } from '#domain/problem.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { wordsFor } from '#ui/texts/say.ts';

/** A problem with ecash in words. */
export const ecashProblemText = (problem: EcashProblem): string => wordsFor(ecashProblems, problem);

/** What went wrong with an act, in words. */
export const failureText = (error: unknown): string =>
  error instanceof Failure && !(error instanceof EcashError)
    ? problemText(error.problem)
    : ecashProblemText(ecashProblemOf(error));
