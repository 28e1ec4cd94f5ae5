import { expose } from 'comlink';
import type { MiningOrder, MiningProgress } from '#domain/pow/mining.ts';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import { createBreath } from './pow/breath.ts';
import { chooseKernel, nonceRate } from './pow/fastest-kernel.ts';
import { mineLoop, systemClock } from './pow/mine-loop.ts';
import { createPowSearch } from './pow/search.ts';

/** What the worker does. It is ended, not asked, to stop. */
export type PowWorker = {
  /** Mines until it has found; `report` is called after the first nonces and then every POW_PROGRESS_WORKER_MS. */
  mine(order: MiningOrder, report: (report: MiningProgress) => void): Promise<UnminedEvent>;
  /** Leaves the core to others for so many ms from now; progress is told all the same. */
  rest(ms: number): void;
  /** Nonces it tries in a second. */
  rate(): Promise<number>;
};

const breath = createBreath(systemClock.now);

const worker: PowWorker = {
  mine: async (order, report) =>
    mineLoop(createPowSearch(await chooseKernel(systemClock.now), order), report, systemClock, breath.take),
  rest: breath.rest,
  rate: async () => 1_000 * nonceRate(await chooseKernel(systemClock.now), systemClock.now),
};

expose(worker);
