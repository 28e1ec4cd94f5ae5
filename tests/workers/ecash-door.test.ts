import { describe, expect, it } from 'vitest';
import { ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import { startCore } from '#actors/ecash/core-process.ts';
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
