import { expose } from 'comlink';
import type { MiningOrder } from '#domain/pow/mining.ts';
import { createBreath } from './pow/breath.ts';
import { chooseKernel, nonceRate } from './pow/choose-kernel.ts';
import { createGpuKernel } from './pow/gpu-kernel.ts';
import { createGpuSearch } from './pow/gpu-search.ts';
import { mineLoop, systemClock } from './pow/mine-loop.ts';
import type { PowWorker } from './pow.worker.ts';

const { now } = systemClock;
const breath = createBreath(now);

/** The graphics card; rejects where there is none, or software stands in for it. */
const openDevice = async (): Promise<GPUDevice> => {
  const adapter = 'gpu' in navigator ? await navigator.gpu.requestAdapter() : null;
  if (!adapter || adapter.info.isFallbackAdapter) throw new Error('There is no graphics card');
  return adapter.requestDevice();
};

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
