import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStatsLoader } from '#actors/feed/stats-loader.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { fakeRequests, SILENT } from '#tests/support/fake-requests.ts';

const about = (note: number, kind: number, number: number) =>
  fakeEvent({ id: hex(1_000 + number), pubkey: hex(number), kind, tags: [['e', hex(note), '', 'root']], content: '+' });

const settled = async <T>(promise: Promise<T>) => {
  promise.catch(() => {});
  await vi.advanceTimersByTimeAsync(30);
  return promise;
};

describe('counts under notes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('counts for the notes of one moment by one REQ', async () => {
    const { requests, asked } = fakeRequests(() => ({
      events: [about(1, 1, 10), about(1, 7, 11), about(2, 7, 12), about(2, 7, 13), about(2, 6, 14), about(9, 7, 15)],
    }));
    const deeds = [11, 12, 13, 14, 15].map((number) => hex(1_000 + number));
    const load = createStatsLoader(requests);
    const counts = Promise.all([1, 2, 3].map((number) => load(hex(number))));
    await vi.advanceTimersByTimeAsync(29);
    expect(asked).toHaveLength(0);
    expect(await settled(counts)).toEqual([
      { replies: 1, reposts: 0, likes: 1, zaps: 0, zapSats: 0 },
      { replies: 0, reposts: 1, likes: 2, zaps: 0, zapSats: 0 },
      { replies: 0, reposts: 0, likes: 0, zaps: 0, zapSats: 0 },
    ]);
    // whether they were deleted, and with the next ones whether what was counted was taken back
    const counted = (notes: readonly string[]) => [
      { kinds: [1, 6, 7], '#e': notes, limit: 500 },
      { kinds: [9735, 9321], '#e': notes, limit: 500 },
    ];
    const ids = [1, 2, 3].map((number) => hex(number));
    expect(asked.map(({ filters }) => filters)).toEqual([[...counted(ids), { kinds: [5], '#e': ids }]]);
    await settled(load(hex(4)));
    const second = [...counted([hex(4)]), { kinds: [5], '#e': [hex(4), ...deeds] }];
    expect(asked[1]?.filters).toEqual(second);
  });

  it('asks whether likes were taken back when no more notes come', async () => {
    const { requests, asked } = fakeRequests(() => ({ events: [about(1, 7, 11)] }));
    await settled(createStatsLoader(requests)(hex(1)));
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(asked[1]?.filters).toEqual([{ kinds: [5], '#e': [hex(1_011)] }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
  });

  it('asks for at most 20 notes at once', async () => {
    const { requests, asked } = fakeRequests();
    const load = createStatsLoader(requests);
    await settled(Promise.all(Array.from({ length: 45 }, (_, index) => load(hex(index + 1)))));
    expect(asked.map(({ filters }) => filters[0]?.['#e']?.length)).toEqual([20, 20, 5]);
  });

  it('fails rather than show zeros when no relay answered', async () => {
    const { requests } = fakeRequests(() => ({ outcomes: SILENT }));
    await expect(settled(createStatsLoader(requests)(hex(1)))).rejects.toThrow('no-relay-answered');
  });
});
