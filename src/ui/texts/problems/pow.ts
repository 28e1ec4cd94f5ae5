import type { PowProblem } from '#domain/pow/pow-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const powProblems: ProblemWords<PowProblem> = {
  'mining-failed': 'Mining failed',
  'mining-aborted': 'aborted',
  'invalid-target-bits': 'invalid targetBits',
  'no-public-key': 'Mining requires a public key',
  'too-little-work': 'The mined event has too little work',
  'worker-timeout': 'Worker timeout',
};
