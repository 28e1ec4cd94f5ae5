import { describe, expect, it, vi } from 'vitest';
import { lazily, startOnce } from '#domain/start-once.ts';

describe('what is started once', () => {
  it('starts when it is first wanted, and no second time', async () => {
    const start = vi.fn<() => Promise<string>>(async () => 'started');
    const started = startOnce(start);
    expect(start).not.toHaveBeenCalled();
    expect(await Promise.all([started(), started()])).toEqual(['started', 'started']);
    expect(await started()).toBe('started');
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('starts anew where it failed, for whoever asks after that', async () => {
    const start = vi.fn<() => Promise<string>>(async () => 'started').mockRejectedValueOnce(new Error('no code'));
    const started = startOnce(start);
    const both = [started(), started()];
    for (const one of both) await expect(one).rejects.toThrow('no code');
    expect(await started()).toBe('started');
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('lends a function its code when it is called', async () => {
    const load = vi.fn<() => Promise<(a: number, b: number) => Promise<number>>>(async () => async (a, b) => a + b);
    const sum = lazily(load);
    expect(load).not.toHaveBeenCalled();
    expect([await sum(1, 2), await sum(3, 4), load.mock.calls.length]).toEqual([3, 7, 1]);
  });
});
