import type { Problem } from '#domain/problem.ts';
import { problemTexts } from './problems.ts';
import { wordsFor } from './say.ts';

/** A problem in words; '' for none. */
export const problemText = (problem: Problem | undefined): string => (problem ? wordsFor(problemTexts, problem) : '');
