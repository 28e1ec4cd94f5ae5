import type { Problem } from '#domain/problem.ts';
import { cacheProblems } from './problems/cache.ts';
import { shellProblems } from './problems/shell.ts';
import { zapProblems } from './problems/zap.ts';
import type { ProblemWords } from './say.ts';

/** The words for all that can go wrong, by its code. */
export const problemTexts: ProblemWords<Problem> = { ...cacheProblems, ...shellProblems, ...zapProblems };
