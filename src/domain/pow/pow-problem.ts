import type { Coded } from '#domain/coded.ts';

/** Why proof of work was not done. */
export type PowProblem = Coded<
  'mining-failed' | 'mining-aborted' | 'invalid-target-bits' | 'no-public-key' | 'too-little-work' | 'worker-timeout'
>;
