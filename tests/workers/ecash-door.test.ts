import { nsecEncode } from 'nostr-tools/nip19';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readMintInfo } from '#domain/ecash/mints/mint-info.ts';
import { ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import { startCore, startCoreLate } from '#actors/ecash/core-process.ts';
import { sourceOf, sources } from '#tests/support/source-files.ts';
import { testCore } from '#tests/support/core-world.ts';
import { asWorker } from '#workers/ecash/as-worker.ts';
import { spawnEcashWorker } from '#workers/ecash-spawn.ts';

describe('the door to Cashu', () => {
  it('is one file: no other of the app imports the library', () => {
    const importing = sources('src/**/*.{ts,tsx}').filter((file) => /['"]@cashu\//.test(sourceOf(file).code));
    expect(importing).toEqual(['src/workers/ecash/cashu.ts']);
  });

  it('answers failures as plain data', async () => {
    const worker = asWorker(testCore());
    expect(await worker.writeToken({ proofs: [] })).toEqual({ ok: false, problem: { code: 'token-entries' } });
    expect(await worker.allow({ loopback: true })).toEqual({ ok: true, value: undefined });
  });
});

/** A worker that hears and never answers. */
class Mute extends EventTarget {
  ended = false;
  postMessage() {}
  terminate() {
    this.ended = true;
  }
}

afterEach(() => vi.useRealTimers());

describe('the worker of ecash', () => {
  it('fails every call that is under way when it dies, and says so once', async () => {
    const worker = new Mute();
    let losses = 0;
    const { core } = startCore(
      () => worker as never,
      () => losses++,
    );
    const call = core.loadMint('https://mint.example').catch((error: unknown) => ecashProblemOf(error));
    worker.dispatchEvent(new Event('error', { cancelable: true }));
    expect(await call).toEqual({ code: 'ecash-worker' });
    expect(await core.close().catch((error: unknown) => ecashProblemOf(error))).toEqual({ code: 'ecash-worker' });
    expect([losses, worker.ended]).toEqual([1, true]);
  });

  it('is given up when it does not answer at first, and tried anew by the next call', async () => {
    vi.useFakeTimers();
    const workers: Mute[] = [];
    const start = (lost: () => void) =>
      startCore(() => {
        workers.push(new Mute());
        return workers.at(-1) as never;
      }, lost);
    const { core } = startCoreLate(
      start,
      (started) => started.allow({ loopback: false }),
      () => {},
    );
    for (const count of [1, 2]) {
      const call = core.readToken('').catch((error: unknown) => ecashProblemOf(error));
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await call).toEqual({ code: 'ecash-worker' });
      expect(workers.map(({ ended }) => ended)).toEqual(Array(count).fill(true));
    }
  });

  it('is handed no secret key that a mint would be told', async () => {
    const [worker, posted] = [new Mute(), [] as unknown[]];
    worker.postMessage = (...told: unknown[]) => void posted.push(told);
    const { core } = startCore(
      () => worker as never,
      () => {},
    );
    const [nsec, mint] = [nsecEncode(new Uint8Array(32).fill(9)), 'https://mint.example'];
    const told = { mint, unit: 'sat', amount: 21, description: `key ${nsec}` };
    await expect(core.mintQuote(told)).rejects.toThrow('secret-inside');
    expect(posted).toEqual([]);
    // what came from others, and a mint that money is at
    void core.readToken(nsec);
    void core.loadMint(`https://${nsec}.example`);
    expect(posted).toHaveLength(2);
  });

  it('says so where workers are not allowed', () => {
    const Worker = function refused() {
      throw new Error('not here');
    };
    expect(() =>
      startCore(
        () => spawnEcashWorker({ Worker: Worker as never }),
        () => {},
      ),
    ).toThrow('ecash-worker');
  });
});

describe('what a mint wants for something', () => {
  it.each(['mintQuote', 'meltQuote'] as const)('is waited for 15 s: %s', async (name) => {
    vi.useFakeTimers();
    const mint = 'https://mint.example';
    const core = testCore({
      fetch: (_, init) =>
        new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('given up')))),
    });
    await core.create();
    await core.knowMint({ url: mint, info: readMintInfo({}), keysets: [] });
    const asked =
      name === 'mintQuote'
        ? core.mintQuote({ mint, unit: 'sat', amount: 1 })
        : core.meltQuote({ mint, unit: 'sat', invoice: 'lnbc', amountMsat: 1_000 });
    const said = asked.catch((error: unknown) => ecashProblemOf(error));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await said).toEqual({ code: 'mint-quote-silent' });
  });
});
