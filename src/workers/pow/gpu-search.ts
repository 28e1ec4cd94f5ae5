import type { MiningOrder } from '#domain/pow/mining.ts';
import {
  createPowJob,
  firstIdWord,
  INNER_NONCES,
  minedEvent,
  nonceText,
  outerRange,
  prepareJob,
} from '#domain/pow/pow-job.ts';
import { POW_GPU_STEP_MS } from '#domain/pow/pow-limits.ts';
import { GPU_INNER_NONCES, GPU_MOST_NONCES, type GpuFind, type GpuKernel } from './gpu-kernel.ts';
import type { AwaitedSearch } from './search.ts';

/** nonces of the first step; a multiple of every workgroup */
const FIRST_NONCES = 2 ** 14;
/** below that a find is nothing to tell of */
const LEAST_BITS = 8;
/** so many steps show how fast it is */
const TRIAL_STEPS = 12;

type Options = {
  readonly order: MiningOrder;
  /** ms */
  readonly now: () => number;
  /** nonces a millisecond below which it is not worth it */
  readonly leastRate: number;
};

/**
 * Searches the nonces of one place on a graphics card, in steps of some POW_GPU_STEP_MS: the card also draws the page, and
 * ends a step when the search is given up. A step rejects when the card is lost, counts wrong or is slow.
 */
export const createGpuSearch = (kernel: GpuKernel, { order, now, leastRate }: Options): AwaitedSearch => {
  const { event, targetBits, place, places } = order;
  let current = event;
  let job = createPowJob(current, targetBits, 2);
  let prepared = prepareJob(job);
  let outer = Math.ceil(outerRange(place, places).from / INNER_NONCES) * INNER_NONCES;
  let next = GPU_INNER_NONCES;
  let [hashes, bestBits, steps, rate, size] = [0, 0, 0, 0, FIRST_NONCES];

  const advance = async () => {
    if (next < GPU_INNER_NONCES) return;
    if (hashes > 0) outer += INNER_NONCES;
    next = 0;
    await kernel.load(prepared.inner(outer));
  };

  /** Learns from a step how large the next one should be. */
  const learn = (count: number, ms: number) => {
    steps += 1;
    rate = Math.max(rate, count / Math.max(ms, 1));
    if (steps === TRIAL_STEPS && rate < leastRate) throw new Error('The graphics card is slower');
    if (ms < POW_GPU_STEP_MS / 2) size = Math.min(size * 2, GPU_MOST_NONCES);
    else if (ms > POW_GPU_STEP_MS) size = Math.max(size / 2, 1_024);
  };

  const believe = ({ inner, bits }: GpuFind) => {
    const [high, low] = [Math.floor(inner / INNER_NONCES), inner % INNER_NONCES];
    if (Math.clz32(firstIdWord(prepared.inner(outer + high), low)) !== bits)
      throw new Error('The graphics card counts wrong');
    bestBits = bits;
    if (bits < targetBits) return undefined;
    return minedEvent(current, targetBits, nonceText(job, outer + high, low));
  };

  return {
    get report() {
      return { hashes, bestBits };
    },
    renew(createdAt) {
      current = { ...event, created_at: Math.max(createdAt, event.created_at) };
      job = createPowJob(current, targetBits, 2);
      prepared = prepareJob(job);
      next = GPU_INNER_NONCES;
    },
    async step() {
      await advance();
      const count = Math.min(size, GPU_INNER_NONCES - next);
      const least = Math.min(targetBits, Math.max(bestBits + 1, LEAST_BITS));
      const started = now();
      const find = await kernel.search(next, count, least);
      learn(count, now() - started);
      next += count;
      hashes += count;
      if (steps === 1 && !find) throw new Error('The graphics card finds nothing');
      return find && believe(find);
    },
  };
};
