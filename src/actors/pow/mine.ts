import { proxy } from 'comlink';
import { getPow } from 'nostr-tools/nip13';
import { getEventHash } from 'nostr-tools/pure';
import { fromCallback, type AnyEventObject } from 'xstate';
import { Failure, type Problem } from '#domain/problem.ts';
import type { MiningOrder, MiningProgress } from '#domain/pow/mining.ts';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import type { MiningFact, MiningSlotInput } from '#machines/pow/mining.machine.ts';
import type { PowWorker } from '#workers/pow.worker.ts';
import type { PowSearch } from '#workers/pow/search.ts';
import { POW_GPU_LEAST_BITS, POW_PROGRESS_MAIN_THREAD_MS, POW_WORKER_TIMEOUT_MS } from '#domain/pow/pow-limits.ts';
import { runWorker, type WorkerEndpoint } from '#actors/workers/running-worker.ts';
import { letRest, type Resting, type WatchUse } from './give-way.ts';

/** The events that are being mined, by the id of their session. */
export type MiningEvents = Map<string, UnminedEvent>;

type Tell = (fact: MiningFact) => void;

type CommonDeps = {
  /** the event of each session; the mined one takes its place */
  readonly events: MiningEvents;
  /** ms since the epoch */
  readonly now: () => number;
};

const WORKER_TIMEOUT: Problem = { code: 'worker-timeout' };

const nonceOf = (event: UnminedEvent) => event.tags.at(-1)?.[1] ?? '';

/** Takes a find over after it was checked by other code than that which made it. */
const deliver = ({ events, now }: CommonDeps, { sessionId, targetBits }: MiningSlotInput, tell: Tell) => {
  return (mined: UnminedEvent, hashes: number) => {
    const bits = getPow(getEventHash({ ...mined, tags: mined.tags.map((tag) => [...tag]) }));
    if (bits < targetBits) return tell({ type: 'mining.failed', problem: { code: 'too-little-work' } });
    events.set(sessionId, mined);
    tell({ type: 'mining.found', nonce: nonceOf(mined), bits, hashes, at: now() });
  };
};

/** Adds up what the workers report. */
const sumOf = (reports: Iterable<MiningProgress>): MiningProgress => {
  let [hashes, bestBits] = [0, 0];
  for (const report of reports) {
    hashes += report.hashes;
    bestBits = Math.max(bestBits, report.bestBits);
  }
  return { hashes, bestBits };
};

type Miner = Resting & { readonly end: () => void };
type MinerEnds = {
  readonly report: (report: MiningProgress) => void;
  readonly found: (event: UnminedEvent) => void;
  /** `isMute`: it never said anything */
  readonly lost: (isMute: boolean) => void;
};

/** One worker on one order, watched: silence for POW_WORKER_TIMEOUT_MS or a crash is its end. */
const startMiner = (spawn: () => WorkerEndpoint, order: MiningOrder, { report, found, lost }: MinerEnds): Miner => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isMute = false;
  const { remote, isOver, lose, end } = runWorker<PowWorker>(spawn, () => {
    clearTimeout(timer);
    lost(isMute);
  });
  const listen = (onSilence: () => void) => {
    clearTimeout(timer);
    if (!isOver()) timer = setTimeout(onSilence, POW_WORKER_TIMEOUT_MS);
  };
  listen(() => {
    isMute = true;
    lose();
  });
  const heard = (told: MiningProgress) => {
    listen(lose);
    report(told);
  };
  remote.mine(order, proxy(heard)).then(found, lose);
  const stop = () => {
    clearTimeout(timer);
    end();
  };
  return { end: stop, rest: (ms) => void remote.rest(ms).catch(() => {}) };
};

type WorkerDeps = CommonDeps & {
  readonly spawn: () => WorkerEndpoint;
  /** a worker that mines on the graphics card; its end is no trouble */
  readonly spawnGpu: () => WorkerEndpoint;
  readonly workers: number;
  readonly watchUse: WatchUse;
};

/**
 * The slot `mine in workers`. A worker that dies, or falls silent after it had reported, is replaced once, at a place of its
 * own; one that never said anything is not (POW-22). When none is left the slot fails with 'Worker timeout'. The graphics card
 * helps with POW_GPU_LEAST_BITS or more, until it fails once. Who uses the page comes first (`letRest`).
 */
export const defineMineInWorkers = (deps: WorkerDeps) => {
  const { spawn, spawnGpu, workers, watchUse, events, now } = deps;
  const gpuPlace = workers * 2;
  let gpuWorks = true;
  return fromCallback<AnyEventObject, MiningSlotInput>(({ input, sendBack }) => {
    const tell: Tell = sendBack;
    const event = events.get(input.sessionId);
    if (!event) throw new Error('There is no event to mine');
    const found = deliver(deps, input, tell);
    const reports = new Map<number, MiningProgress>();
    const miners = new Map<number, Miner>();
    let over = false;
    const unwatch = watchUse((by) => letRest([...miners.values()], by));
    const endAll = () => {
      over = true;
      unwatch();
      for (const { end } of miners.values()) end();
      miners.clear();
    };
    const start = (place: number) => {
      const order = { event, targetBits: input.targetBits, place, places: gpuPlace + 1 };
      const miner = startMiner(place === gpuPlace ? spawnGpu : spawn, order, {
        report(report) {
          reports.set(place, report);
          if (!over) tell({ type: 'mining.progress', ...sumOf(reports.values()), at: now() });
        },
        found(mined) {
          if (over) return;
          endAll();
          found(mined, sumOf(reports.values()).hashes);
        },
        lost(isMute) {
          if (!over && miners.delete(place)) lose(place, isMute);
        },
      });
      miners.set(place, miner);
    };
    const attempt = (place: number) => {
      try {
        start(place);
      } catch {
        lose(place);
      }
    };
    const lose = (place: number, isMute = false) => {
      if (place === gpuPlace) gpuWorks = false;
      if (place < workers && !isMute) attempt(place + workers);
      else if (miners.size === 0) tell({ type: 'mining.failed', problem: WORKER_TIMEOUT });
    };
    tell({ type: 'mining.began', at: now() });
    try {
      for (let place = 0; place < workers; place += 1) start(place);
    } catch (error) {
      endAll();
      throw error;
    }
    if (gpuWorks && input.targetBits >= POW_GPU_LEAST_BITS) attempt(gpuPlace);
    return endAll;
  });
};

/** How many nonces so many workers try in a second, measured on one of them. Rejects where no worker runs. */
export const measureRate = async (spawn: () => WorkerEndpoint, workers: number): Promise<number> => {
  const { promise: died, reject } = Promise.withResolvers<never>();
  const { remote, end } = runWorker<PowWorker>(spawn, () => reject(new Failure(WORKER_TIMEOUT)));
  try {
    return (await Promise.race([remote.rate(), died])) * workers;
  } finally {
    end();
  }
};

/** A search on this thread. */
export type LoadSearch = (order: MiningOrder) => Promise<PowSearch>;

/** The slot `mine on the page`: slices of POW_PROGRESS_MAIN_THREAD_MS with a pause for the page between them. */
export const defineMineOnPage = (deps: CommonDeps & { readonly loadSearch: LoadSearch }) =>
  fromCallback<AnyEventObject, MiningSlotInput>(({ input, sendBack }) => {
    const tell: Tell = sendBack;
    const { events, loadSearch, now } = deps;
    const found = deliver(deps, input, tell);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const slice = (search: PowSearch) => {
      const until = now() + POW_PROGRESS_MAIN_THREAD_MS;
      do {
        const mined = search.step();
        if (mined) return found(mined, search.report.hashes);
      } while (now() < until);
      tell({ type: 'mining.progress', ...search.report, at: now() });
      timer = setTimeout(slice, 0, search);
    };
    const event = events.get(input.sessionId);
    if (!event) throw new Error('There is no event to mine');
    loadSearch({ event, targetBits: input.targetBits, place: 0, places: 1 })
      .then((search) => {
        if (over) return;
        tell({ type: 'mining.began', at: now() });
        slice(search);
      })
      .catch(() => tell({ type: 'mining.failed', problem: WORKER_TIMEOUT }));
    return () => {
      over = true;
      clearTimeout(timer);
    };
  });
