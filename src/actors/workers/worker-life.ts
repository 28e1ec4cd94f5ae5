/** What is needed of a Worker, whatever is said over it. */
export type Mortal = Pick<EventTarget, 'addEventListener'> & { terminate(): void };

/** One worker, from its start to its end. */
export type WorkerLife<Worker> = {
  readonly worker: Worker;
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
export const liveWorker = <Worker extends Mortal>(spawn: () => Worker, lost: () => void): WorkerLife<Worker> => {
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
  worker.addEventListener('error', died);
  worker.addEventListener('messageerror', died);
  return { worker, isOver: () => over, lose, end };
};
