import type { Problem } from '#domain/problem.ts';
import { problemTexts } from './problems.ts';

/** A problem in words; '' for none. */
export const problemText = (problem: Problem | undefined): string => {
  if (!problem) return '';
  const words = problemTexts[problem.code] as string | ((problem: Problem) => string);
  return typeof words === 'string' ? words : words(problem);
};
