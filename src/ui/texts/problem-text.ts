import type { Problem } from '#domain/problem.ts';
import { problemTexts } from './problems.ts';

/** What a problem is called in words. */
export const problemText = (problem: Problem): string => {
  const words = problemTexts[problem.code] as string | ((problem: Problem) => string);
  return typeof words === 'string' ? words : words(problem);
};
