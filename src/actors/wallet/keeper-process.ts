import type { Remote } from 'comlink';
import { KEEPER_TIMEOUT_MS } from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import { runMortal, type WorkerEndpoint } from '#actors/workers/running-worker.ts';
import type { WalletAnswer, WalletWorker } from '#workers/wallet-core.ts';

/** One running worker with a pairing in it, whose calls always come to an end. */
export type KeeperProcess = {
  /** Rejects with a WalletError: what the worker says, 'worker' when it dies, does not load or does not answer. */
  call<Value>(act: (worker: Remote<WalletWorker>) => Promise<WalletAnswer<Value>>): Promise<Value>;
  /** Ends the worker, and with it the secret. */
  end(): void;
};

/** Starts a worker for a pairing; `lost` is called when it dies by itself. */
export const startKeeper = (spawn: () => WorkerEndpoint, lost: () => void): KeeperProcess => {
  const failed = () => new WalletError({ code: 'worker' });
  const { remote, gone, end } = runMortal<WalletWorker>(spawn, failed, lost);
  return {
    async call(act) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(failed()), KEEPER_TIMEOUT_MS);
      });
      try {
        const answer = await Promise.race([act(remote), gone, late]);
        if (!answer.ok) throw new WalletError(answer.problem);
        return answer.value;
      } finally {
        clearTimeout(timer);
      }
    },
    end,
  };
};
