import { wrap, type Endpoint, type Remote } from 'comlink';

/** What is needed of a Worker. */
export type WorkerEndpoint = Endpoint & { terminate(): void };

/** One worker, from its start to its end. */
export type RunningWorker<Api> = {
  readonly remote: Remote<Api>;
  /** What it told before its end may come after it. */
  readonly isOver: () => boolean;
  /** It is as good as dead: a call failed, or took too long. */
  readonly lose: () => void;
  /** It is not needed any more. */
  readonly end: () => void;
};

/**
 * Starts a worker; throws where workers are not allowed. `lost` is called once, unless it was ended before. Whether another one
 * takes its place, and what becomes of its work, is decided there.
 */
export const runWorker = <Api>(spawn: () => WorkerEndpoint, lost: () => void): RunningWorker<Api> => {
  const worker = spawn();
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    worker.terminate();
  };
  const lose = () => {
    if (over) return;
    end();
    lost();
  };
  const died = (event: Event) => {
    // the browser would name the script and the place in the console
    event.preventDefault();
    lose();
  };
  worker.addEventListener('error', died as EventListener);
  worker.addEventListener('messageerror', died as EventListener);
  return { remote: wrap<Api>(worker), isOver: () => over, lose, end };
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
