import type { PowProblem } from '#domain/pow/pow-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const powProblems: ProblemWords<PowProblem> = {
  'mining-failed': 'Das Rechnen ist gescheitert',
  'mining-aborted': 'abgebrochen',
  'invalid-target-bits': 'ungültige targetBits',
  'no-public-key': 'Zum Rechnen braucht es einen öffentlichen Schlüssel',
  'too-little-work': 'In dem Event steckt zu wenig Arbeit',
  'worker-timeout': 'Das Rechnen dauerte zu lange',
};
