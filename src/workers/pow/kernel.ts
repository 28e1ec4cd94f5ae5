import type { InnerJob } from '#domain/pow/pow-job.ts';

/** Something that tries the inner nonces of a job. */
export type PowKernel = {
  readonly name: string;
  /** `search` tells a hit only to this many nonces */
  readonly group: number;
  load(inner: InnerJob): void;
  /**
   * Tries the inner nonces from `from` on, up to `to` and perhaps some of its group; without it all. The first of a group of
   * nonces of which one gives an id with at least so many leading zero bits (at most 32); undefined when none does.
   */
  search(from: number, bits: number, to?: number): number | undefined;
};
