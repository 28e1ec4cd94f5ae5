import { DAY } from '#domain/units.ts';
import { MINT_DAYS_KEPT, MINT_DURATIONS_KEPT } from './ecash-limits.ts';
import type { MintFacts } from './mint.ts';
import type { Sealed } from './proof.ts';

/** The wallet of an account as it is stored. Nothing in it opens without the signer of the account. Times in ms since the epoch. */
export type WalletRecord = {
  readonly version: 1;
  /** words and seed, under the wallet key */
  readonly sealed: Sealed;
  /** the wallet key, encrypted by the account to itself (NIP-44) */
  readonly wrappedKey: string;
  /** what others lock ecash to for this wallet; public */
  readonly pubkey: string;
  readonly createdAt: number;
  /** when the user showed that the words are written down */
  readonly wordsKeptAt?: number;
};

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

/** A mint that the wallet uses; `facts`: as it told them last. */
export type MintRow = {
  readonly url: string;
  readonly addedAt: number;
  readonly facts?: MintFacts;
  /** when `facts` were told */
  readonly savedAt?: number;
  readonly tally: MintTally;
  /** when another device left it: as soon as nothing is there it is left here, too */
  readonly leftAt?: number;
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

/** Half of the last answers took longer than that. */
export const medianOf = ({ took }: MintTally): number | undefined =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)];
