import type { MiningOrder, MiningProgress } from '#domain/pow/mining.ts';
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
export type MinedNote = UnminedEvent | undefined;

/** blocks of SHA-256 in a step, some 10 ms of work: so the page, the clock and others have their turn with long notes, too */
const STEP_BLOCKS = 4 * INNER_NONCES;
/** nonces that every kernel tries together, or fewer */
const LANES = 16;

/** How many inner nonces are one step; those of a short note are one whole set. */
const stepOf = ({ tail }: InnerJob): number => {
  const nonces = Math.floor(STEP_BLOCKS / (1 + tail.length / 64) / LANES) * LANES;
  return Math.min(Math.max(nonces, LANES), INNER_NONCES);
};

/** Mining in steps of STEP_BLOCKS blocks, of INNER_NONCES nonces at most. */
export type PowSearch = {
  /** Tries the next nonces. */
  step(): MinedNote;
  /** Goes on with another time of the event (seconds). */
  renew(createdAt: number): void;
  readonly report: MiningProgress;
};

/** The same where the steps are taken elsewhere. */
export type AwaitedSearch = Omit<PowSearch, 'step'> & { step(): Promise<MinedNote> };

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
  /** the set of inner nonces that the kernel works on, and the first one of it that was not tried */
  let inner: InnerJob | undefined;
  let next = 0;
  let hashes = 0;
  let bestBits = 0;

  const begin = (): InnerJob => {
    const begun = prepared.inner(outer);
    kernel.load(begun);
    next = 0;
    return begun;
  };

  /** Looks for anything better than what was found, in one step of inner nonces. */
  const improve = (set: InnerJob, to: number): number | undefined => {
    for (let from = next; from < to;) {
      const hit = kernel.search(from, bestBits + 1, to);
      if (hit === undefined || hit >= to) return undefined;
      const best = bestOf(set, hit, kernel.group);
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
      inner = undefined;
    },
    step() {
      inner ??= begin();
      const to = Math.min(next + stepOf(inner), INNER_NONCES);
      const found = improve(inner, to);
      hashes += (found === undefined ? to : found + 1) - next;
      next = to;
      if (found !== undefined) return minedEvent(current, targetBits, nonceText(job, outer, found));
      if (to < INNER_NONCES) return undefined;
      outer += 1;
      inner = undefined;
      return undefined;
    },
  };
};
