import { getPow } from 'nostr-tools/nip13';
import { getEventHash } from 'nostr-tools/pure';
import { describe, expect, it } from 'vitest';
import { createPowJob, firstIdWord, INNER_NONCES, prepareJob, type UnminedEvent } from '#domain/pow/pow-job.ts';
import { chooseKernel, loadKernel, type KernelName } from '#workers/pow/fastest-kernel.ts';
import type { PowKernel } from '#workers/pow/kernel.ts';
import { createPowSearch } from '#workers/pow/search.ts';

const kernels: KernelName[] = ['SIMD, two streams', 'SIMD', 'WebAssembly', 'TypeScript'];

const note = (length: number): UnminedEvent => ({
  pubkey: 'ab'.repeat(32),
  created_at: 1_700_000_000,
  kind: 1,
  tags: [['p', 'cd'.repeat(32)]],
  content: 'n'.repeat(length),
});

/** Lengths that put the nonce at every kind of place: with and without a block before, behind and between. */
const lengths = [0, 10, 33, 50, 64, 140, 300, 1_000];

const bits = (word: number) => Math.clz32(word);

const goodOnes = new Map(
  lengths.map((length) => {
    const inner = prepareJob(createPowJob(note(length), 20)).inner(77);
    const all = Array.from({ length: INNER_NONCES }, (_, at) => at);
    return [length, all.filter((at) => bits(firstIdWord(inner, at)) >= 9)];
  }),
);

describe.each(kernels)('the kernel %s', (name) => {
  it.each(lengths)('finds exactly the nonces that are good, in a note of %i characters', async (length) => {
    const kernel = await loadKernel(name);
    const inner = prepareJob(createPowJob(note(length), 20)).inner(77);
    kernel.load(inner);
    const found: number[] = [];
    for (let from = 0; from < INNER_NONCES;) {
      const hit = kernel.search(from, 9) ?? INNER_NONCES;
      for (let at = hit; at < Math.min(hit + kernel.group, INNER_NONCES); at += 1)
        if (bits(firstIdWord(inner, at)) >= 9) found.push(at);
      from = hit + kernel.group;
    }
    expect(found).toEqual(goodOnes.get(length));
  });

  it('finds the same part by part', async () => {
    const kernel = await loadKernel(name);
    const inner = prepareJob(createPowJob(note(300), 20)).inner(77);
    kernel.load(inner);
    const found = new Set<number>();
    for (let to = 16; to <= INNER_NONCES; to += 16)
      for (let from = to - 16; from < to;) {
        const hit = kernel.search(from, 9, to) ?? to;
        // a group may reach beyond the part
        expect(hit).toBeLessThan(to + 16);
        for (let at = hit; at < Math.min(hit + kernel.group, INNER_NONCES); at += 1)
          if (bits(firstIdWord(inner, at)) >= 9) found.add(at);
        from = hit + kernel.group;
      }
    expect([...found].toSorted((a, b) => a - b)).toEqual(goodOnes.get(300));
  });
});

describe('the kernel of a machine', () => {
  it.each(['SIMD, two streams', 'SIMD'])('is the fastest after some turns of each (%s)', async (fastest) => {
    let time = 0;
    const kernel = await chooseKernel(() => (time += kernel.name === fastest ? 1 : 2));
    const inner = prepareJob(createPowJob(note(50), 20)).inner(77);
    const names = Array.from({ length: 20 }, () => {
      kernel.load(inner);
      kernel.search(0, 32);
      return kernel.name;
    });
    expect(new Set(names.slice(0, 10))).toEqual(new Set(['SIMD, two streams', 'SIMD']));
    expect(new Set(names.slice(10))).toEqual(new Set([fastest]));
  });
});

describe('a search', () => {
  it.each([0, 1, 33, 140, 300, 700])(
    '[POW-14] mines events whose id another implementation finds good (%i characters)',
    async (length) => {
      const kernel = await chooseKernel(() => performance.now());
      const search = createPowSearch(kernel, { event: note(length), targetBits: 14, place: 1, places: 3 });
      let mined: UnminedEvent | undefined;
      while (!mined) mined = search.step();
      const id = getEventHash({ ...mined, tags: mined.tags.map((tag) => [...tag]) });
      expect(getPow(id)).toBeGreaterThanOrEqual(14);
      expect(search.report.bestBits).toBe(getPow(id));
      expect(mined.tags.at(-1)?.[2]).toBe('14');
    },
  );

  it.each([
    [0, INNER_NONCES],
    [10_000, 248],
    [200_000, 16],
  ])('[POW-20] [POW-21] of a note of %i characters goes in steps of the same work', (length, nonces) => {
    const tried: [outer: string, from: number, to: number][] = [];
    let loaded = '';
    const kernel: PowKernel = {
      name: 'counts',
      group: 1,
      load: ({ state, words }) => void (loaded = [...state, ...words].join()),
      search: (from, _, to = INNER_NONCES) => void tried.push([loaded, from, to]),
    };
    const search = createPowSearch(kernel, { event: note(length), targetBits: 20, place: 0, places: 1 });
    search.step();
    expect(search.report.hashes).toBeGreaterThan(nonces * 0.9);
    expect(search.report.hashes).toBeLessThanOrEqual(nonces);
    while (search.report.hashes < 2 * INNER_NONCES) search.step();
    // each nonce once, in order
    const sets = Map.groupBy(tried, ([outer]) => outer);
    expect(sets.size).toBe(2);
    for (const parts of sets.values()) {
      expect(parts.map(([, from]) => from)).toEqual([0, ...parts.slice(0, -1).map(([, , to]) => to)]);
      expect(parts.at(-1)?.[2]).toBe(INNER_NONCES);
    }
    // a newer time begins anew
    search.step();
    search.renew(1_700_000_031);
    search.step();
    expect(tried.at(-1)?.[1]).toBe(0);
  });

  it('goes on with a newer time, and never with an older one', async () => {
    const kernel = await loadKernel('WebAssembly');
    const search = createPowSearch(kernel, { event: note(5), targetBits: 1, place: 0, places: 1 });
    search.renew(1_700_000_031);
    expect(search.step()?.created_at).toBe(1_700_000_031);
    search.renew(1_600_000_000);
    expect(search.step()?.created_at ?? 1_700_000_000).toBe(1_700_000_000);
  });
});
