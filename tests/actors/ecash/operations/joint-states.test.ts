import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jointStates } from '#actors/ecash/operations/joint-states.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { SpentState } from '#domain/ecash/proof.ts';

const ONE = 'https://one.example';
const OTHER = 'https://other.example';

type Asked = { readonly mint: string; readonly ys: readonly string[] };

describe('how proofs stand, asked for many operations at once', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const mints = () => {
    const asked: (Asked & PromiseWithResolvers<Readonly<Record<string, SpentState>>>)[] = [];
    const check = jointStates((given) => {
      const answer = Promise.withResolvers<Readonly<Record<string, SpentState>>>();
      asked.push({ ...given, ...answer });
      return answer.promise;
    });
    const answer = (at: number) => {
      const { ys, resolve } = asked[at]!;
      resolve(Object.fromEntries(ys.map((y) => [y, 'UNSPENT'])));
    };
    return { asked, check, answer };
  };
  const turn = () => vi.advanceTimersByTimeAsync(0);

  it('is one question at a mint, and one more for all that was wanted meanwhile', async () => {
    const { asked, check, answer } = mints();
    const first = check({ mint: ONE, ys: ['a'] });
    const more = Array.from({ length: 80 }, (_, index) => check({ mint: ONE, ys: [`y${index}`, 'a'] }));
    void check({ mint: OTHER, ys: ['o'] });
    expect(asked.map(({ mint, ys }) => [mint, ys])).toEqual([
      [ONE, ['a']],
      [OTHER, ['o']],
    ]);
    answer(0);
    expect(await first).toEqual({ a: 'UNSPENT' });
    await turn();
    // what was asked later is not answered by what was asked before
    expect(asked[2]!.ys).toHaveLength(81);
    answer(2);
    for (const [index, one] of more.entries()) expect((await one)[`y${index}`]).toBe('UNSPENT');
    await turn();
    expect(asked).toHaveLength(3);
  });

  it('says to each how theirs stand, and nothing of what others asked for with them', async () => {
    const { asked, check } = mints();
    const first = check({ mint: ONE, ys: ['first'] });
    const [taken, out, both] = [['taken'], ['out'], ['taken', 'missing']].map((ys) => check({ mint: ONE, ys }));
    asked[0]!.resolve({ first: 'UNSPENT', other: 'SPENT' });
    expect(await first).toEqual({ first: 'UNSPENT' });
    await turn();
    asked[1]!.resolve({ taken: 'SPENT', out: 'UNSPENT' });
    expect(await taken).toEqual({ taken: 'SPENT' });
    expect(await out).toEqual({ out: 'UNSPENT' });
    expect(await both).toEqual({ taken: 'SPENT' });
  });

  it('says to each that it failed, and asks anew afterwards', async () => {
    const { asked, check, answer } = mints();
    const first = check({ mint: ONE, ys: ['a'] });
    asked[0]!.reject(new EcashError({ code: 'mint-network' }));
    await expect(first).rejects.toMatchObject({ problem: { code: 'mint-network' } });
    await turn();
    const again = check({ mint: ONE, ys: ['a'] });
    answer(1);
    expect(await again).toEqual({ a: 'UNSPENT' });
  });

  it('is not held up by an answer that does not come', async () => {
    const { asked, check, answer } = mints();
    void check({ mint: ONE, ys: ['a'] });
    const second = check({ mint: ONE, ys: ['b'] });
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
    answer(1);
    expect(await second).toEqual({ b: 'UNSPENT' });
  });
});
