import { describe, expect, it } from 'vitest';
import { createAlone } from '#actors/shell/alone.ts';
import { aloneIn } from '#tests/support/fake-locks.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const never = new AbortController().signal;

describe('what one tab does at a time', () => {
  it('is done in turn under one name, at once under another, and given up with its signal', async () => {
    const alone = aloneIn(fakeStorage());
    const done: string[] = [];
    let finish = () => {};
    const first = alone('a', () => new Promise<void>((end) => (finish = end)).then(() => void done.push('a1')), never);
    const second = alone('a', async () => done.push('a2'), never);
    const leaving = new AbortController();
    const third = alone('a', async () => done.push('a3'), leaving.signal);
    await alone('b', async () => done.push('b'), never);
    leaving.abort(new Error('left'));
    finish();
    await Promise.all([first, second]);
    await expect(third).rejects.toThrow('left');
    expect(done).toEqual(['b', 'a1', 'a2']);
  });

  it('is done at once where the browser has no locks, and tells the browser its name', async () => {
    await expect(createAlone(undefined)('a', async () => 1, never)).resolves.toBe(1);
    const asked: unknown[] = [];
    const locks = {
      request: async (name: string, options: object, work: () => Promise<number>) => {
        asked.push(name, options);
        return work();
      },
    };
    await expect(createAlone(locks as never)('list 3 anna', async () => 2, never)).resolves.toBe(2);
    expect(asked).toEqual(['nuthatch: list 3 anna', { signal: never }]);
  });

  it('is done at once where the browser refuses its locks, but never twice', async () => {
    const refusal = new DOMException('no', 'SecurityError');
    const refusing = { request: () => Promise.reject(refusal) };
    await expect(createAlone(refusing as never)('a', async () => 3, never)).resolves.toBe(3);
    const begun: number[] = [];
    const granting = { request: async (_: string, __: object, work: () => Promise<unknown>) => work() };
    const failing = createAlone(granting as never)('a', () => Promise.reject((begun.push(1), refusal)), never);
    await expect(failing).rejects.toBe(refusal);
    expect(begun).toEqual([1]);
  });
});
