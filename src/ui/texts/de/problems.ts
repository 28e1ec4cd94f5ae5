import type { Problem } from '#domain/problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';
import { cacheProblems } from './problems/cache.ts';
import { powProblems } from './problems/pow.ts';
import { publishProblems } from './problems/publish.ts';
import { relayProblems } from './problems/relays.ts';
import { replaceableProblems } from './problems/replaceable.ts';
import { sessionProblems } from './problems/session.ts';
import { shellProblems } from './problems/shell.ts';
import { socialProblems } from './problems/social.ts';
import { zapProblems } from './problems/zap.ts';

export const problems: ProblemWords<Problem> = {
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
