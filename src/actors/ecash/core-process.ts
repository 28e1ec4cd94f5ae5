import { ECASH_WORKER_START_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { runMortal, type WorkerEndpoint } from '#actors/workers/running-worker.ts';
import type { EcashAnswer, EcashCore, EcashWorker } from '#workers/ecash-calls.ts';

/**
 * The names of the calls of the core; one that is missing here is an error of the compiler. 'gives back': what is given back went
 * with its worker, so that none is started for it.
 */
const CALLS: { readonly [Name in keyof EcashCore]: true | 'gives back' } = {
  allow: true,
  create: true,
  open: true,
  close: true,
  reveal: true,
  loadMint: true,
  knowMint: true,
  prepareOutputs: true,
  swap: true,
  mintQuote: true,
  checkMintQuote: true,
  mint: true,
  meltQuote: true,
  checkMeltQuote: true,
  melt: true,
  restore: true,
  checkStates: true,
  nameToken: true,
  readToken: true,
  readProofs: true,
  areSigned: true,
  checkToken: true,
  writeToken: true,
  writePayload: true,
  writeTokenEvents: true,
  readTokenEvent: true,
  writeQuoteTerms: true,
  readQuote: true,
  writeWalletEvent: true,
  readWalletEvent: true,
  sealCopy: true,
  openCopy: true,
  scanSeed: true,
  borrow: true,
  giveBack: 'gives back',
  backupAuthor: true,
  writeBackup: true,
  readBackup: true,
  signRequest: true,
  keyOfAddress: true,
};

/** The core in its worker: the same calls, which reject with what the worker says, or 'ecash-worker' when it died. */
export type CoreProcess = {
  readonly core: EcashCore;
  /** Ends the worker, and with it the secrets. */
  end(): void;
};

type Act = (...args: readonly unknown[]) => Promise<EcashAnswer<unknown>>;

/**
 * Starts the worker of ecash; `lost` is called when it dies by itself. A call waits as long as the mint does: the worker bounds
 * what may be bounded.
 */
export const startCore = (spawn: () => WorkerEndpoint, lost: () => void): CoreProcess => {
  const failed = () => new EcashError({ code: 'ecash-worker' });
  const { remote, gone, end } = runMortal<EcashWorker>(spawn, failed, lost);
  const call =
    (name: string) =>
    async (...args: readonly unknown[]) => {
      // it is asked in words that somebody typed
      if (name === 'mintQuote') refuseSecrets(args);
      const answer = await Promise.race([(remote as unknown as Record<string, Act>)[name]!(...args), gone]);
      if (!answer.ok) throw new EcashError(answer.problem);
      return answer.value;
    };
  return {
    core: Object.fromEntries(Object.keys(CALLS).map((name) => [name, call(name)])) as unknown as EcashCore,
    end,
  };
};

/** Settled once it is ready; rejects with 'ecash-worker' when that takes too long. */
const inTime = async (ready: Promise<void>): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EcashError({ code: 'ecash-worker' })), ECASH_WORKER_START_MS);
  });
  try {
    await Promise.race([ready, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * A core whose worker starts with the first call, and again after it was ended; `prepare` is the first that each is asked.
 * `lost` is called when it dies by itself; one that does not become ready is tried anew by the next call.
 */
export const startCoreLate = (
  start: (lost: () => void) => CoreProcess,
  prepare: (core: EcashCore) => Promise<void>,
  lost: () => void,
): CoreProcess => {
  let running: { readonly process: CoreProcess; readonly ready: Promise<void> } | undefined;
  const begin = () => {
    const process = start(() => {
      running = undefined;
      lost();
    });
    const ready = inTime(prepare(process.core)).catch((error: unknown) => {
      if (running?.process === process) running = undefined;
      process.end();
      throw error;
    });
    return { process, ready };
  };
  const call =
    (name: string, givesBack: boolean) =>
    async (...given: readonly unknown[]) => {
      if (givesBack && !running) return;
      running ??= begin();
      const { process, ready } = running;
      await ready;
      return await (process.core as unknown as Record<string, (...given: readonly unknown[]) => Promise<unknown>>)[
        name
      ]!(...given);
    };
  return {
    core: Object.fromEntries(
      Object.entries(CALLS).map(([name, kind]) => [name, call(name, kind === 'gives back')]),
    ) as unknown as EcashCore,
    end() {
      running?.process.end();
      running = undefined;
    },
  };
};
