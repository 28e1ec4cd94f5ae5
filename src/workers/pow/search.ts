import type { MiningOrder, MiningReport } from '#domain/pow/mining.ts';
import {
  createPowJob,
  firstIdWord,
  INNER_NONCES,
  minedEvent,
  nonceText,
  outerRange,
  prepareJob,
  type InnerJob,
  type UnminedEvent,
} from '#domain/pow/pow-job.ts';
import type { PowKernel } from './kernel.ts';

/** The event with its nonce, once one is good enough. */
export type Found = UnminedEvent | undefined;

/** Mining in steps of INNER_NONCES nonces. */
export type PowSearch = {
  /** Tries the next nonces. */
  step(): Found;
  /** Goes on with another time of the event (seconds). */
  renew(createdAt: number): void;
  readonly report: MiningReport;
};

/** The same where the steps are taken elsewhere. */
export type AwaitedSearch = Omit<PowSearch, 'step'> & { step(): Promise<Found> };

/** The best of a group of nonces: its place and the zero bits its id begins with. */
const bestOf = (inner: InnerJob, from: number, group: number) => {
  let best = { inner: from, bits: -1 };
  for (let at = from; at < Math.min(from + group, INNER_NONCES); at += 1) {
    const bits = Math.clz32(firstIdWord(inner, at));
    if (bits > best.bits) best = { inner: at, bits };
  }
  return best;
};

/** Searches the nonces of one place, in order. Targets above 32 bits are never met. */
export const createPowSearch = (kernel: PowKernel, { event, targetBits, place, places }: MiningOrder): PowSearch => {
  let current = event;
  let job = createPowJob(current, targetBits);
  let prepared = prepareJob(job);
  let outer = outerRange(place, places).from;
  let hashes = 0;
  let bestBits = 0;

  /** Looks for anything better than what was found, in one set of inner nonces. */
  const improve = (inner: InnerJob): number | undefined => {
    for (let from = 0; from < INNER_NONCES;) {
      const hit = kernel.search(from, bestBits + 1);
      if (hit === undefined || hit >= INNER_NONCES) return undefined;
      const best = bestOf(inner, hit, kernel.group);
      bestBits = Math.max(bestBits, best.bits);
      if (bestBits >= targetBits) return best.inner;
      from = hit + kernel.group;
    }
    return undefined;
  };

  return {
    get report() {
      return { hashes, bestBits };
    },
    renew(createdAt) {
      current = { ...event, created_at: Math.max(createdAt, event.created_at) };
      job = createPowJob(current, targetBits);
      prepared = prepareJob(job);
    },
    step() {
      const inner = prepared.inner(outer);
      kernel.load(inner);
      const found = improve(inner);
      hashes += found === undefined ? INNER_NONCES : found + 1;
      if (found !== undefined) return minedEvent(current, targetBits, nonceText(job, outer, found));
      outer += 1;
      return undefined;
    },
  };
};
