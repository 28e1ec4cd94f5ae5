import { POW_PROGRESS_WORKER_MS, POW_RENEW_MS } from '#domain/pow/pow-limits.ts';
import type { MiningProgress } from '#domain/pow/mining.ts';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import { toSeconds } from '#domain/units.ts';
import type { AwaitedSearch, PowSearch } from './search.ts';

export type Clock = {
  /** ms; only differences matter */
  readonly now: () => number;
  /** seconds since the epoch, for the time of the event */
  readonly seconds: () => number;
};

export const systemClock: Clock = { now: () => performance.now(), seconds: () => toSeconds(Date.now()) };

/**
 * Mines until it has found. `report` is called after the first step, then every POW_PROGRESS_WORKER_MS, and with the find:
 * POW_PROGRESS_HASHES hashes come sooner, but for a very long note. It breathes before each step.
 */
export const mineLoop = async (
  search: PowSearch | AwaitedSearch,
  report: (report: MiningProgress) => void,
  { now, seconds }: Clock,
  breathe: () => Promise<void>,
): Promise<UnminedEvent> => {
  let reportAt = 0;
  let renewAt = now() + POW_RENEW_MS;
  for (;;) {
    await breathe();
    const mined = await search.step();
    const time = now();
    if (mined || time >= reportAt) {
      report(search.report);
      reportAt = time + POW_PROGRESS_WORKER_MS;
    }
    if (mined) return mined;
    if (time < renewAt) continue;
    search.renew(seconds());
    renewAt = time + POW_RENEW_MS;
  }
};
