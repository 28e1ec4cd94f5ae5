import type { Problem } from '#domain/problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';
import { cacheProblems } from './problems/cache.ts';
import { shellProblems } from './problems/shell.ts';
import { zapProblems } from './problems/zap.ts';

export const problems: ProblemWords<Problem> = { ...cacheProblems, ...shellProblems, ...zapProblems };
