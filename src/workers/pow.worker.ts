import { expose } from 'comlink';
import { POW_PROGRESS_WORKER_MS, POW_RENEW_MS } from '#domain/limits.ts';
import type { MiningOrder, MiningReport } from '#domain/mining.ts';
import type { UnminedEvent } from '#domain/pow-job.ts';
import { chooseKernel } from './pow/choose-kernel.ts';
import { createPowSearch } from './pow/search.ts';

/** What the worker does. It is ended, not asked, to stop: it listens to nothing while it mines. */
export type PowWorker = {
  /** Mines until it has found; `report` is called after the first nonces and then every POW_PROGRESS_WORKER_MS. */
  mine(order: MiningOrder, report: (report: MiningReport) => void): Promise<UnminedEvent>;
  /** Nonces it tries in a second. */
  rate(): Promise<number>;
};

/** ms that measuring takes */
const RATE_MS = 100;
const SAMPLE: UnminedEvent = { pubkey: '0'.repeat(64), created_at: 0, kind: 1, tags: [], content: 'n'.repeat(300) };

const worker: PowWorker = {
  async mine(order, report) {
    const search = createPowSearch(await chooseKernel(() => performance.now()), order);
    let reportAt = 0;
    let renewAt = performance.now() + POW_RENEW_MS;
    for (;;) {
      const mined = search.step();
      const now = performance.now();
      if (mined || now >= reportAt) {
        report(search.report);
        reportAt = now + POW_PROGRESS_WORKER_MS;
      }
      if (mined) return mined;
      if (now < renewAt) continue;
      search.renew(Math.floor(Date.now() / 1000));
      renewAt = now + POW_RENEW_MS;
    }
  },
  async rate() {
    const search = createPowSearch(await chooseKernel(() => performance.now()), {
      event: SAMPLE,
      targetBits: 33,
      place: 0,
      places: 1,
    });
    const started = performance.now();
    while (performance.now() - started < RATE_MS) search.step();
    return (1_000 * search.report.hashes) / (performance.now() - started);
  },
};

expose(worker);
