import { wrap, type Endpoint, type Remote } from 'comlink';
import { KeyError, type KeyProblem } from '#domain/session/key-problem.ts';
import type { Answer, SignerWorker } from '#workers/signer-core.ts';

/** What is needed of a Worker. */
export type WorkerEndpoint = Endpoint & { terminate(): void };

/** One call to the worker. */
export type Call<Value> = (worker: Remote<SignerWorker>) => Promise<Answer<Value>>;

/** One running signer worker, whose calls always come to an end. */
export type SignerProcess = {
  /**
   * Rejects with a KeyError: what the worker says, 'worker' when it dies or does not load, 'timeout' after `timeoutMs`,
   * 'cancelled' when the signal fires.
   */
  call<Value>(act: Call<Value>, timeoutMs: number, signal?: AbortSignal): Promise<Value>;
  /** Calls back once when the worker dies by itself. */
  onLost(listener: () => void): void;
  /** Ends the worker, and with it all that it remembers; calls fail with `problem`, 'cancelled' when left out. */
  end(problem?: KeyProblem): void;
};

type Stop = (problem: KeyProblem) => void;

/** Starts a signer worker; throws a KeyError where workers are not allowed. */
export const startSignerProcess = (spawn: () => WorkerEndpoint): SignerProcess => {
  const running = new Set<Stop>();
  const listeners = new Set<() => void>();
  let gone: KeyProblem | undefined;
  const finish = (problem: KeyProblem) => {
    if (gone) return;
    gone = problem;
    worker.terminate();
    for (const stop of running) stop(problem);
  };
  const lose = (event: Event) => {
    // the browser would name the script and the place in the console
    event.preventDefault();
    if (gone) return;
    finish('worker');
    for (const listener of listeners) listener();
  };
  let worker: WorkerEndpoint;
  try {
    worker = spawn();
  } catch {
    throw new KeyError('worker');
  }
  worker.addEventListener('error', lose as EventListener);
  worker.addEventListener('messageerror', lose as EventListener);
  const remote = wrap<SignerWorker>(worker);

  return {
    async call<Value>(act: Call<Value>, timeoutMs: number, signal?: AbortSignal) {
      if (gone) throw new KeyError(gone);
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      const stop: Stop = (problem) => reject(new KeyError(problem));
      const cancel = () => stop('cancelled');
      const timer = setTimeout(stop, timeoutMs, 'timeout');
      running.add(stop);
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted) cancel();
      try {
        const answer = await Promise.race([signal?.aborted ? stopped : act(remote), stopped]);
        if (!answer.ok) throw new KeyError(answer.problem);
        return answer.value;
      } catch (error) {
        throw error instanceof KeyError ? error : new KeyError('worker');
      } finally {
        clearTimeout(timer);
        running.delete(stop);
        signal?.removeEventListener('abort', cancel);
      }
    },
    onLost: (listener) => void listeners.add(listener),
    end: (problem = 'cancelled') => finish(problem),
  };
};
