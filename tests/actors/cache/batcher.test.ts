import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatcher } from '#actors/relays/batcher.ts';

describe('batcher', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const setUp = (maxSize = 10) => {
    const batches: {
      keys: readonly string[];
      settle: (key: string, value: string) => void;
      end: (rest: string) => void;
      fail: (error: Error) => void;
    }[] = [];
    const load = createBatcher<string>({
      windowMs: 100,
      maxSize,
      load: (keys, settle) => new Promise((end, fail) => batches.push({ keys, settle, end, fail })),
    });
    return { load, batches };
  };

  it('loads together what is asked for within the window of the first', async () => {
    const { load, batches } = setUp();
    void load('a');
    vi.advanceTimersByTime(99);
    void load('b');
    void load('a');
    expect(batches).toHaveLength(0);
    vi.advanceTimersByTime(1);
    void load('c');
    vi.advanceTimersByTime(100);
    expect(batches.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c']]);
  });

  it('sends a full batch at once and opens a new window', () => {
    const { load, batches } = setUp(2);
    for (const key of ['a', 'b', 'c']) void load(key);
    expect(batches.map(({ keys }) => keys)).toEqual([['a', 'b']]);
    vi.advanceTimersByTime(100);
    expect(batches.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c']]);
  });

  it('answers each key as soon as it is known, and the rest at the end', async () => {
    const { load, batches } = setUp();
    const [a, b] = [load('a'), load('b')];
    vi.advanceTimersByTime(100);
    batches[0]!.settle('a', 'early');
    batches[0]!.settle('stranger', 'ignored');
    expect(await a).toBe('early');
    batches[0]!.end('none');
    expect(await b).toBe('none');
  });

  it('shares the answer that is under way and asks again afterwards', async () => {
    const { load, batches } = setUp();
    const first = load('a');
    vi.advanceTimersByTime(100);
    expect(load('a')).toBe(first);
    batches[0]!.settle('a', 'one');
    await first;
    const second = load('a');
    batches[0]!.end('none');
    vi.advanceTimersByTime(100);
    batches[1]!.end('two');
    expect(await second).toBe('two');
  });

  it('fails only what was not told before', async () => {
    const { load, batches } = setUp();
    const [a, b] = [load('a'), load('b')];
    vi.advanceTimersByTime(100);
    batches[0]!.settle('a', 'early');
    batches[0]!.fail(new Error('no'));
    expect(await a).toBe('early');
    await expect(b).rejects.toThrow('no');
  });

  it('answers every key of any run of requests, by no batch too large', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ key: fc.integer({ min: 0, max: 9 }).map(String), pause: fc.nat(120) }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        async (requests, maxSize) => {
          const sizes: number[] = [];
          const load = createBatcher<string>({
            windowMs: 50,
            maxSize,
            load: async (keys, settle) => {
              sizes.push(keys.length);
              await new Promise((done) => setTimeout(done, 70));
              keys.forEach((key, index) => index % 2 && settle(key, key));
              return 'rest';
            },
          });
          const answers: Promise<string>[] = [];
          for (const { key, pause } of requests) {
            answers.push(load(key));
            await vi.advanceTimersByTimeAsync(pause);
          }
          await vi.advanceTimersByTimeAsync(500);
          const values = await Promise.all(answers);
          values.forEach((value, index) => expect([requests[index]!.key, 'rest']).toContain(value));
          expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(maxSize);
        },
      ),
      { numRuns: 50 },
    );
  });
});
