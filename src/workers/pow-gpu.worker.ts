import { expose } from 'comlink';
import type { MiningOrder } from '#domain/pow/mining.ts';
import { createBreath } from './pow/breath.ts';
import { chooseKernel, nonceRate } from './pow/fastest-kernel.ts';
import { createGpuKernel, openDevice } from './pow/gpu-kernel.ts';
import { createGpuSearch } from './pow/gpu-search.ts';
import { mineLoop, systemClock } from './pow/mine-loop.ts';
import type { PowWorker } from './pow.worker.ts';

const { now } = systemClock;
const breath = createBreath(now);

/** Mines on the graphics card; rejects when that is no faster than one worker without it. */
const worker: Omit<PowWorker, 'rate'> = {
  async mine(order: MiningOrder, report) {
    const kernel = createGpuKernel(await openDevice());
    const leastRate = nonceRate(await chooseKernel(now), now);
    return mineLoop(createGpuSearch(kernel, { order, now, leastRate }), report, systemClock, breath.take);
  },
  rest: breath.rest,
};

expose(worker);
