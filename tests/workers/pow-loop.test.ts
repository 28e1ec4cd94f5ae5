import { describe, expect, it } from 'vitest';
import { POW_PROGRESS_WORKER_MS, POW_PROGRESS_HASHES, POW_RENEW_MS } from '#domain/pow/pow-limits.ts';
import type { MiningProgress } from '#domain/pow/mining.ts';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import { createBreath } from '#workers/pow/breath.ts';
import { mineLoop } from '#workers/pow/mine-loop.ts';
import { chooseKernel } from '#workers/pow/fastest-kernel.ts';
import { createPowSearch, type PowSearch } from '#workers/pow/search.ts';

const event: UnminedEvent = { pubkey: 'ab'.repeat(32), created_at: 1_700_000_000, kind: 1, tags: [], content: 'work' };

/** A search that finds after so many steps of 10,000 hashes, each of which takes so long (ms). */
const slowSearch = (steps: number, stepMs: number) => {
  const clock = { time: 7_000, renewed: [] as number[] };
  let done = 0;
  const search: PowSearch = {
    step() {
      done += 1;
      clock.time += stepMs;
      return done === steps ? event : undefined;
    },
    renew: (seconds) => void clock.renewed.push(seconds),
    get report() {
      return { hashes: done * 10_000, bestBits: 3 };
    },
  };
  return { clock, search };
};

const run = async (steps: number, stepMs: number) => {
  const { clock, search } = slowSearch(steps, stepMs);
  const told: { at: number; report: MiningProgress }[] = [];
  const mined = await mineLoop(
    search,
    (report) => void told.push({ at: clock.time, report }),
    { now: () => clock.time, seconds: () => 1_800_000_000 },
    async () => {},
  );
  return { mined, told, renewed: clock.renewed };
};

describe('a worker that mines', () => {
  it.each([3, 40, 700])(
    '[POW-20] tells how far it is with its first nonces, then every 500 ms (steps of %i ms)',
    async (stepMs) => {
      const { mined, told } = await run(1_000, stepMs);
      expect(mined).toBe(event);
      expect(told[0]!.report.hashes).toBe(10_000);
      expect(told.at(-1)!.report.hashes).toBe(10_000_000);
      const pauses = told.slice(1, -1).map(({ at }, index) => at - told[index]!.at);
      expect(pauses.length).toBeGreaterThan(3);
      for (const pause of pauses) {
        expect(pause).toBeGreaterThanOrEqual(POW_PROGRESS_WORKER_MS);
        expect(pause).toBeLessThan(POW_PROGRESS_WORKER_MS + stepMs);
      }
    },
  );

  it('[POW-20] has tried more than 1,024 nonces each time it tells', async () => {
    const order = { event, targetBits: 33, place: 0, places: 1 };
    const search = createPowSearch(await chooseKernel(() => performance.now()), order);
    const told: MiningProgress[] = [];
    let time = 0;
    const enough = new Error('enough');
    const mining = mineLoop(
      search,
      (report) => {
        told.push(report);
        if (told.length === 4) throw enough;
      },
      { now: () => (time += POW_PROGRESS_WORKER_MS), seconds: () => 1_700_000_000 },
      async () => {},
    );
    await expect(mining).rejects.toBe(enough);
    const tried = told.map(({ hashes }, index) => hashes - (told[index - 1]?.hashes ?? 0));
    expect(Math.min(...tried)).toBeGreaterThanOrEqual(POW_PROGRESS_HASHES);
  });

  it('renews the time of the event every 30 s', async () => {
    const { renewed } = await run(1_000, 100);
    expect(renewed).toHaveLength(Math.floor(100_000 / POW_RENEW_MS));
    expect(renewed[0]).toBe(1_800_000_000);
  });
});

describe('a worker that takes breath', () => {
  it('hears what it is told between two steps, and rests as long as that', async () => {
    let time = 1_000;
    const { rest, take } = createBreath(() => time);
    await take();
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise((resolve) => (port1.onmessage = resolve));
    port2.postMessage('rest');
    await Promise.all([heard, take()]);
    rest(30);
    const begun = performance.now();
    await take();
    expect(performance.now() - begun).toBeGreaterThanOrEqual(29);
    time += 30;
    const after = performance.now();
    await take();
    expect(performance.now() - after).toBeLessThan(29);
    port1.close();
  });
});
