import { expose } from 'comlink';
import type { MiningOrder, MiningProgress } from '#domain/pow/mining.ts';
import { createPowJob, prepareJob, type UnminedEvent } from '#domain/pow/pow-job.ts';
import { createStandInCard } from '#tests/support/stand-in-card.ts';
import { createGpuKernel } from '#workers/pow/gpu-kernel.ts';
import { createGpuSearch } from '#workers/pow/gpu-search.ts';
import { mineLoop, systemClock } from '#workers/pow/mine-loop.ts';

const breathe = async () => {};

/** A card, or the software that stands in for it. */
const open = async () => {
  const device = await (await navigator.gpu.requestAdapter())!.requestDevice();
  return { device, kernel: createGpuKernel(device) };
};

const OUTER = 7_770_000;
const opened = open();

const worker = {
  /** What the card finds best among some nonces of an event, and what the processor does; `at`: where the nonce ends. */
  async compare(event: UnminedEvent, from: number, count: number) {
    const { kernel } = await opened;
    const inner = prepareJob(createPowJob(event, 24, 2)).inner(OUTER);
    const best = async (by: Pick<typeof kernel, 'load' | 'search'>) => {
      await by.load(inner);
      return by.search(from, count, 8);
    };
    return { card: await best(kernel), processor: await best(await createStandInCard()), at: inner.at };
  },
  async mine(order: MiningOrder) {
    const { kernel } = await opened;
    const reports: MiningProgress[] = [];
    const search = createGpuSearch(kernel, { order, now: systemClock.now, leastRate: 0 });
    const mined = await mineLoop(search, (report) => void reports.push(report), systemClock, breathe);
    return { mined, reports };
  },
  /** What mining ends with when the card is taken away. */
  async loseCard(order: MiningOrder) {
    const { device, kernel } = await opened;
    const search = createGpuSearch(kernel, { order, now: systemClock.now, leastRate: 0 });
    const mining = mineLoop(search, () => device.destroy(), systemClock, breathe);
    return mining.then(
      () => 'found',
      (error: unknown) => String(error),
    );
  },
};

export type GpuWorker = typeof worker;

expose(worker);
