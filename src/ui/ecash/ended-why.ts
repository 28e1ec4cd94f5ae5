import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { ecashProblemText } from './failure-text.ts';

/** Why something was not done, where that is known, and how it stands now. */
export const endedWhy = (why: EcashProblem | undefined, stand: string): string => {
  if (!why) return stand;
  const words = ecashProblemText(why);
  return `${words}${/[.!?…]$/.test(words) ? '' : '.'} ${stand}`;
};
