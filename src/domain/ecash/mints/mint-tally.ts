import { DAY } from '#domain/units.ts';
import { MINT_DAYS_KEPT, MINT_DURATIONS_KEPT } from '#domain/ecash/ecash-limits.ts';
import { busyOf, EcashError, isPassing } from '#domain/ecash/ecash-problem.ts';

/** How often a mint was asked on one day, and how often it did not answer. */
export type MintDay = { readonly day: string; readonly answers: number; readonly failures: number };

/** What this wallet itself saw of a mint. */
export type MintTally = {
  readonly days: readonly MintDay[];
  /** how long the last answers took, in ms */
  readonly took: readonly number[];
  readonly lastAnswerAt?: number;
  readonly lastFailureAt?: number;
};

export const NOTHING_SEEN: MintTally = { days: [], took: [] };

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** One more answer of a mint, which took `ms`, or one that did not come. */
export const noteAsked = (tally: MintTally, at: number, ms: number | undefined): MintTally => {
  const day = dayOf(at);
  const oldest = dayOf(at - (MINT_DAYS_KEPT - 1) * DAY);
  const before = tally.days.find((each) => each.day === day) ?? { day, answers: 0, failures: 0 };
  const today =
    ms === undefined ? { ...before, failures: before.failures + 1 } : { ...before, answers: before.answers + 1 };
  const days = [...tally.days.filter((each) => each.day >= oldest && each.day !== day), today];
  const kept = { ...tally, days };
  if (ms === undefined) return { ...kept, lastFailureAt: at };
  return { ...kept, took: [...tally.took, Math.round(ms)].slice(-MINT_DURATIONS_KEPT), lastAnswerAt: at };
};

/** Whether a mint did not answer when it was asked last. */
export const isSilent = ({ lastAnswerAt = 0, lastFailureAt = 0 }: MintTally): boolean => lastFailureAt > lastAnswerAt;

/** Half of the last answers took longer than that. */
export const medianOf = ({ took }: MintTally): number | undefined =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)];

/** Whether an error says that a mint did not do its part, which counts against it; all other refusals are answers. */
export const isMintFailure = (error: unknown): boolean => {
  if (!(error instanceof EcashError)) return false;
  const { problem } = error;
  return isPassing(problem) && !busyOf(problem) && (problem.code !== 'mint-status' || problem.status >= 500);
};
