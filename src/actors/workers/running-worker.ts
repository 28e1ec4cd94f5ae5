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
