import { wrap, type Endpoint, type Remote } from 'comlink';
import { liveWorker, type Mortal, type WorkerLife } from './worker-life.ts';

/** What is needed of a Worker. */
export type WorkerEndpoint = Endpoint & Mortal;

/** One worker whose functions are called as if they were here. */
export type RunningWorker<Api> = Omit<WorkerLife<WorkerEndpoint>, 'worker'> & { readonly remote: Remote<Api> };

/** Starts a worker that is called by Comlink, as `liveWorker` does. */
export const runWorker = <Api>(spawn: () => WorkerEndpoint, lost: () => void): RunningWorker<Api> => {
  const { worker, ...life } = liveWorker(spawn, lost);
  return { remote: wrap<Api>(worker), ...life };
};

/** One worker whose calls may be raced against its end. */
export type MortalWorker<Api> = Pick<RunningWorker<Api>, 'remote' | 'end'> & {
  /** Rejects with what `failed` gives once the worker is gone. */
  readonly gone: Promise<never>;
};

/** The same for one that holds something alone: whoever waits for it hears of its end. Throws what `failed` gives. */
export const runMortal = <Api>(
  spawn: () => WorkerEndpoint,
  failed: () => Error,
  lost: () => void,
): MortalWorker<Api> => {
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  const start = () => {
    try {
      return runWorker<Api>(spawn, () => {
        gone.reject(failed());
        lost();
      });
    } catch {
      throw failed();
    }
  };
  const { remote, end } = start();
  return {
    remote,
    gone: gone.promise,
    end() {
      end();
      gone.reject(failed());
    },
  };
};
