import { getPow } from 'nostr-tools/nip13';
import { getEventHash } from 'nostr-tools/pure';
import { describe, expect, it } from 'vitest';
import type { MiningOrder } from '#domain/pow/mining.ts';
import { createPowJob, INNER_NONCES, outerRange, type InnerJob, type UnminedEvent } from '#domain/pow/pow-job.ts';
import { POW_GPU_STEP_MS } from '#domain/pow/pow-limits.ts';
import { createStandInCard } from '#tests/support/stand-in-card.ts';
import { GPU_MOST_NONCES, type GpuKernel } from '#workers/pow/gpu-kernel.ts';
import { createGpuSearch } from '#workers/pow/gpu-search.ts';

const event: UnminedEvent = { pubkey: 'ab'.repeat(32), created_at: 1_700_000_000, kind: 1, tags: [], content: 'work' };
const order: MiningOrder = { event, targetBits: 16, place: 4, places: 5 };

type Asked = { from: number; count: number; least: number };

/** A card that answers as told, so many nonces in a millisecond. */
const fakeCard = (rate: number, answer: (asked: Asked, nth: number) => Awaited<ReturnType<GpuKernel['search']>>) => {
  const asked: Asked[] = [];
  const jobs: InnerJob[] = [];
  let time = 0;
  const kernel: GpuKernel = {
    load: async (inner) => void jobs.push(inner),
    async search(from, count, least) {
      asked.push({ from, count, least });
      time += count / rate;
      return answer(asked.at(-1)!, asked.length);
    },
  };
  const search = (leastRate = 0) => createGpuSearch(kernel, { order, now: () => time, leastRate });
  return { asked, jobs, search };
};

/** A real find among the first nonces, which lets a card pass for one that counts. */
const firstFind = async () => {
  let inner: InnerJob | undefined;
  const spy: GpuKernel = {
    load: async (job) => void (inner = job),
    search: async () => undefined,
  };
  await createGpuSearch(spy, { order, now: () => 0, leastRate: 0 })
    .step()
    .catch(() => {});
  const card = await createStandInCard();
  await card.load(inner!);
  return card.search(0, 2 ** 14, 8);
};

describe('mining on a graphics card', () => {
  it.each([0, 33, 140, 300])(
    '[POW-14] gives events whose id another implementation finds good (%i characters)',
    async (length) => {
      const note = { ...event, content: 'n'.repeat(length) };
      const search = createGpuSearch(await createStandInCard(), {
        order: { ...order, event: note },
        now: () => 0,
        leastRate: 0,
      });
      let mined: UnminedEvent | undefined;
      while (!mined) mined = await search.step();
      expect(getPow(getEventHash({ ...mined, tags: mined.tags.map((tag) => [...tag]) }))).toBe(search.report.bestBits);
      expect(search.report.bestBits).toBeGreaterThanOrEqual(16);
      const nonce = mined.tags.at(-1)![1]!;
      const { from, to } = outerRange(order.place, order.places);
      const digits = createPowJob(note, 16, 2).nonceDigits;
      expect(nonce).toHaveLength(digits);
      expect(Number(nonce)).toBeGreaterThanOrEqual(from * INNER_NONCES);
      expect(Number(nonce)).toBeLessThan(to * INNER_NONCES);
    },
  );

  it('takes steps that last some 10 ms, whatever the card can do', async () => {
    const good = await firstFind();
    for (const rate of [200, 20_000, 10_000_000]) {
      const { asked, search } = fakeCard(rate, (_, nth) => (nth === 1 ? good : undefined));
      const run = search();
      for (let step = 0; step < 20; step += 1) expect(await run.step()).toBeUndefined();
      const { count } = asked.at(-1)!;
      expect(count / rate).toBeLessThanOrEqual(POW_GPU_STEP_MS);
      if (count < GPU_MOST_NONCES) expect(count / rate).toBeGreaterThanOrEqual(POW_GPU_STEP_MS / 2);
      expect(run.report.hashes).toBe(asked.reduce((sum, { count: nonces }) => sum + nonces, 0));
    }
  });

  it('tries no nonce twice, and asks only for what is better than what was found', async () => {
    const good = await firstFind();
    const { asked, jobs, search } = fakeCard(1_000_000, (_, nth) => (nth === 1 ? good : undefined));
    const run = search();
    while (jobs.length < 3) await run.step();
    const starts = asked.flatMap(({ from }, index) => (from === 0 ? [index] : []));
    for (const [nth, start] of starts.slice(0, -1).entries()) {
      let expected = 0;
      for (const { from, count } of asked.slice(start, starts[nth + 1])) {
        expect(from).toBe(expected);
        expected += count;
      }
      expect(expected).toBe(INNER_NONCES ** 2);
    }
    expect(new Set(jobs.map(({ words, state }) => `${words.join()} ${state.join()}`)).size).toBe(3);
    expect(asked.slice(1).every(({ least }) => least === Math.min(16, good!.bits + 1))).toBe(true);
  });

  it('goes on with a newer time', async () => {
    const good = await firstFind();
    const { jobs, search } = fakeCard(1_000, (_, nth) => (nth === 1 ? good : undefined));
    const run = search();
    await run.step();
    run.renew(1_700_000_031);
    await run.step();
    expect(jobs).toHaveLength(2);
    expect(jobs[1]!.state).not.toEqual(jobs[0]!.state);
  });

  it('rejects when the card finds nothing at first, counts wrong, or is slower than a worker', async () => {
    await expect(
      fakeCard(1_000, () => undefined)
        .search()
        .step(),
    ).rejects.toThrow('finds nothing');
    await expect(
      fakeCard(1_000, () => ({ inner: 5, bits: 31 }))
        .search()
        .step(),
    ).rejects.toThrow('counts wrong');
    const good = await firstFind();
    const slow = fakeCard(1_000, (_, nth) => (nth === 1 ? good : undefined)).search(2_000);
    const steps = async () => {
      for (let step = 0; step < 12; step += 1) await slow.step();
    };
    await expect(steps()).rejects.toThrow('slower');
  });
});
