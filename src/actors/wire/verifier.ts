import type { NostrEvent } from '#domain/protocol/event.ts';
import { freezeEvent, type EventCheck } from '#domain/protocol/verify-frame.ts';
import { VERIFY_WORKERS_MAX, VERIFY_TIMEOUT_MS, VERIFY_WORKER_CRASHES_MAX } from '#domain/relays/relays-limits.ts';
import type { Verify } from '#workers/verify-calls.ts';
import { callVerify } from './verify-calls.ts';
import { lazily } from '#domain/start-once.ts';
import { toSeconds } from '#domain/units.ts';
import { liveWorker, type WorkerLife } from '#actors/workers/worker-life.ts';

/**
 * Checks raw relay frames (`["EVENT","sub",{...}]`) off the main thread: parses, validates every field, recomputes the
 * id and checks the BIP-340 signature. The answer has one place per frame: the event, frozen, or undefined when it is
 * malformed, oversized, dated too far in the future or forged.
 */
export type FrameVerifier = {
  verify(frames: readonly string[]): Promise<readonly (NostrEvent | undefined)[]>;
  /** Ends the workers; what still waits is answered as invalid. */
  dispose(): void;
};

export type FrameVerifierOptions = {
  /** starts a worker that answers as `answerVerify` does; throws where workers are not allowed */
  readonly spawn: () => VerifyPort;
  /** the check for this thread, for when no worker runs */
  readonly loadCheck: () => Promise<EventCheck>;
  readonly workers: number;
};

/** What is needed of a verification worker. */
export type VerifyPort = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

type Answer = readonly (NostrEvent | undefined)[];
type Job = { readonly frames: readonly string[]; readonly settle: (answer: Answer) => void; crashes: number };
type Timer = ReturnType<typeof setTimeout>;
type Place = {
  readonly life: WorkerLife<VerifyPort>;
  readonly verify: Verify;
  readonly jobs: Map<Job, Timer>;
};

/** How many workers to use on a machine with so many cores: one core stays for the page. */
export const verifyWorkerCount = (cores: number): number => Math.min(Math.max(cores - 1 || 1, 1), VERIFY_WORKERS_MAX);

const nowInSeconds = () => toSeconds(Date.now());

/**
 * A pool of verification workers. The first starts at once, the others when all are busy. A worker that crashes or
 * falls silent is replaced and its frames are checked again: by another worker once, then on this thread.
 */
export const createFrameVerifier = ({ spawn, loadCheck, workers }: FrameVerifierOptions): FrameVerifier => {
  // its code is needed only where no worker runs
  const verifyHere = lazily(async () => (await import('./verify-here.ts')).createVerifyHere(loadCheck));
  const places = new Set<Place>();
  let crashesInARow = 0;
  let disposed = false;

  const lost = (place: Place) => {
    places.delete(place);
    crashesInARow += 1;
    for (const [job, timer] of place.jobs) {
      clearTimeout(timer);
      job.crashes += 1;
      assign(job);
    }
    place.jobs.clear();
  };

  const open = () => {
    if (places.size >= workers || crashesInARow >= VERIFY_WORKER_CRASHES_MAX) return;
    try {
      const life = liveWorker(spawn, () => lost(place));
      const place: Place = { life, verify: callVerify(life.worker), jobs: new Map() };
      places.add(place);
    } catch {
      crashesInARow = VERIFY_WORKER_CRASHES_MAX;
    }
  };

  const leastBusy = () => {
    const byLoad = () => [...places].toSorted((a, b) => a.jobs.size - b.jobs.size)[0];
    if (byLoad()?.jobs.size !== 0) open();
    return byLoad();
  };

  const send = (job: Job, { life, verify, jobs }: Place) => {
    jobs.set(job, setTimeout(life.lose, VERIFY_TIMEOUT_MS));
    const answered = (answer: Answer) => {
      clearTimeout(jobs.get(job));
      if (!jobs.delete(job)) return;
      crashesInARow = 0;
      job.settle(answer.map((event) => event && freezeEvent(event)));
    };
    verify(job.frames, nowInSeconds()).then(answered, life.lose);
  };

  const assign = (job: Job) => {
    if (disposed) return job.settle(job.frames.map(() => undefined));
    const place = job.crashes < 2 ? leastBusy() : undefined;
    if (place) send(job, place);
    else void verifyHere(job.frames, nowInSeconds()).then(job.settle);
  };

  open();
  return {
    verify: (frames) => new Promise((settle) => assign({ frames, settle, crashes: 0 })),
    dispose() {
      disposed = true;
      for (const { life } of places) life.lose();
    },
  };
};
