import { createListeners } from '#domain/listeners.ts';
import type { Remote } from 'comlink';
import { KeyError } from '#domain/session/key-problem.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import type { CallAnswer, SignerWorker } from '#workers/signer-core.ts';
import { runWorker, type WorkerEndpoint } from '#actors/workers/running-worker.ts';

/** One call to the worker. */
export type Call<Value> = (worker: Remote<SignerWorker>) => Promise<CallAnswer<Value>>;

/** One running signer worker, whose calls always come to an end. */
export type SignerProcess = {
  /**
   * Rejects with a KeyError: what the worker says, 'worker' when it dies or does not load, 'timeout' after `timeoutMs`,
   * 'cancelled' when the signal fires.
   */
  call<Value>(act: Call<Value>, timeoutMs: number, signal?: AbortSignal): Promise<Value>;
  /** Calls back once when the worker dies by itself. */
  readonly onLost: (listener: () => void) => () => void;
  /** Ends the worker, and with it all that it remembers; calls fail with `problem`, 'cancelled' when left out. */
  end(problem?: KeyProblem): void;
};

type Stop = (problem: KeyProblem) => void;

/** Starts a signer worker; throws a KeyError where workers are not allowed. */
export const startSignerProcess = (spawn: () => WorkerEndpoint): SignerProcess => {
  const running = new Set<Stop>();
  const lost = createListeners();
  let gone: KeyProblem | undefined;
  const stopAll = (problem: KeyProblem) => {
    gone = problem;
    for (const stop of running) stop(problem);
  };
  const start = () => {
    try {
      return runWorker<SignerWorker>(spawn, () => {
        stopAll('worker');
        lost.tell();
      });
    } catch {
      throw new KeyError('worker');
    }
  };
  const { remote, end } = start();

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
    onLost: lost.subscribe,
    end(problem = 'cancelled') {
      if (gone) return;
      end();
      stopAll(problem);
    },
  };
};
