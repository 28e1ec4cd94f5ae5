import type { Problem } from '#domain/problem.ts';
import { cacheProblems } from './problems/cache.ts';
import { powProblems } from './problems/pow.ts';
import { publishProblems } from './problems/publish.ts';
import { relayProblems } from './problems/relays.ts';
import { replaceableProblems } from './problems/replaceable.ts';
import { sessionProblems } from './problems/session.ts';
import { shellProblems } from './problems/shell.ts';
import { socialProblems } from './problems/social.ts';
import { zapProblems } from './problems/zap.ts';
import type { ProblemWords } from './say.ts';

/** The words for all that can go wrong, by its code. */
export const problemTexts: ProblemWords<Problem> = {
  ...cacheProblems,
  ...powProblems,
  ...publishProblems,
  ...relayProblems,
  ...replaceableProblems,
  ...sessionProblems,
  ...shellProblems,
  ...socialProblems,
  ...zapProblems,
};
