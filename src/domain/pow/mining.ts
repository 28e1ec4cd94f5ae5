import type { UnminedEvent } from './pow-job.ts';

/** What one worker mines. Workers with different places among the same number of places never try the same nonce. */
export type MiningOrder = {
  readonly event: UnminedEvent;
  /** leading zero bits the id must have */
  readonly targetBits: number;
  readonly place: number;
  readonly places: number;
};

/** How far one worker is. */
export type MiningProgress = {
  /** nonces tried so far */
  readonly hashes: number;
  /** leading zero bits of the best id so far */
  readonly bestBits: number;
};

/** Nonces that are tried on average before an id has so many leading zero bits. */
export const expectedHashes = (bits: number): number => 2 ** bits;

/** Hashes in a second, on average over all `ms` of a search. */
export const hashRate = (hashes: number, ms: number): number => Math.round((1000 * hashes) / Math.max(1, ms));

/** How likely it is, in per cent, to be done by now; 100 is never reached by waiting. */
export const miningProgress = (hashes: number, targetBits: number): number =>
  Math.min(99, Math.floor(100 * (1 - Math.exp(-hashes / expectedHashes(targetBits)))));

/**
 * Seconds that mining still takes on average. Luck has no memory: it does not fall while nothing is found.
 * Undefined until the speed is known.
 */
export const estimatedSeconds = (targetBits: number, hashesPerSecond: number): number | undefined =>
  hashesPerSecond > 0 ? expectedHashes(targetBits) / hashesPerSecond : undefined;
