import { parentPort, workerData } from 'node:worker_threads';
import { mine, type MiningJob } from './mining.ts';

/** Mines the given jobs one after the other and answers with `[index, draft]` for each. */
for (const [index, job] of (workerData as MiningJob[]).entries()) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage([index, mine(job)]);
}
