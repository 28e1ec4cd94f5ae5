import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJointFetch } from '#actors/wire/joint-fetch.ts';
import type { RelayAnswer } from '#actors/wire/relay-answer.ts';
import type { FetchRequest } from '#actors/wire/requests.ts';
import { JOINT_MS, JOINT_REST_MS } from '#domain/relays/relays-limits.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const READ = ['wss://a.example', 'wss://b.example'];
const INDEXER = 'wss://i.example';
const name = fakeEvent({ id: hex(1), kind: 0, pubkey: hex(7) });
const like = fakeEvent({ id: hex(2), kind: 7, tags: [['e', hex(9)]] });
const names = { filters: [{ kinds: [0], authors: [hex(7)] }], relays: [...READ, INDEXER] };
const counts = { filters: [{ kinds: [7], '#e': [hex(9)] }] };

const setUp = () => {
  const asked: (FetchRequest & PromiseWithResolvers<RelayAnswer>)[] = [];
  const fetch = createJointFetch({
    relays: () => READ,
    fetch: (request) => {
      const answer = Promise.withResolvers<RelayAnswer>();
      request.signal?.addEventListener('abort', () => answer.reject(request.signal?.reason));
      asked.push({ ...request, ...answer });
      return answer.promise;
    },
  });
  const leave = () => vi.advanceTimersByTimeAsync(JOINT_MS);
  return { asked, fetch, leave };
};
const all = (relay: string) => ({ relay, outcome: 'eose' as const });

describe('what is asked at nearly the same time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('goes out as one REQ to each relay, and each hears of its own alone', async () => {
    const { asked, fetch, leave } = setUp();
    const heard = [vi.fn(), vi.fn(), vi.fn()];
    const answers = [
      fetch({ ...names, onEvent: heard[0]!, onLate: heard[2]! }),
      fetch({ ...counts, onEvent: heard[1]! }),
    ];
    expect(asked).toHaveLength(0);
    await leave();
    expect(asked.map(({ relays, filters }) => ({ relays, filters }))).toEqual([
      { relays: READ, filters: [...names.filters, ...counts.filters] },
      { relays: [INDEXER], filters: names.filters },
    ]);
    for (const event of [name, like]) asked[0]!.onEvent!(event, READ[0]!);
    expect(heard.map((one) => one.mock.calls)).toEqual([[[name, READ[0]]], [[like, READ[0]]], []]);
    asked[0]!.resolve({ events: [name, like], outcomes: READ.map(all) });
    expect(await answers[1]).toEqual({ events: [like], outcomes: READ.map(all) });
    asked[1]!.resolve({ events: [name], outcomes: [all(INDEXER)] });
    expect(await answers[0]).toEqual({ events: [name], outcomes: [...READ, INDEXER].map(all) });
    asked[0]!.onLate!(name, READ[1]!);
    expect(heard[2]).toHaveBeenCalledWith(name, READ[1]);
  });

  it('leaves a while after what went out before, with all that came up meanwhile', async () => {
    const { asked, fetch, leave } = setUp();
    void fetch(counts);
    await leave();
    void fetch(counts);
    await vi.advanceTimersByTimeAsync(JOINT_REST_MS - 1);
    void fetch({ ...names, relays: READ });
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ filters }) => filters)).toEqual([counts.filters, [...counts.filters, ...names.filters]]);
    await vi.advanceTimersByTimeAsync(JOINT_REST_MS);
    void fetch(counts);
    await leave();
    expect(asked).toHaveLength(3);
  });

  it('ends early once nobody waits for it', async () => {
    const { asked, fetch, leave } = setUp();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [
      fetch({ ...counts, signal: first.signal }),
      fetch({ ...names, relays: READ, signal: second.signal }),
    ];
    await leave();
    first.abort(new Error('enough'));
    await expect(answers[0]).rejects.toThrow('enough');
    expect(asked[0]!.signal!.aborted).toBe(false);
    second.abort(new Error('enough, too'));
    expect(asked[0]!.signal!.aborted).toBe(true);
    await expect(answers[1]).rejects.toThrow('enough, too');
  });

  it('is not asked when it was given up before it left', async () => {
    const { asked, fetch, leave } = setUp();
    const ending = new AbortController();
    const answer = fetch({ ...counts, signal: ending.signal });
    ending.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    await leave();
    expect(asked).toHaveLength(0);
  });

  it('is answered by the relays that could be asked, and fails when none could', async () => {
    const { asked, fetch, leave } = setUp();
    const answers = [fetch(names), fetch(counts)];
    await leave();
    asked[0]!.reject(new Error('gone'));
    asked[1]!.resolve({ events: [name], outcomes: [all(INDEXER)] });
    expect(await answers[0]).toEqual({ events: [name], outcomes: [all(INDEXER)] });
    await expect(answers[1]).rejects.toThrow('gone');
  });

  it("has the longest time that is asked for; one's own lists go alone", async () => {
    const { asked, fetch, leave } = setUp();
    void fetch({ ...names, relays: READ, timeoutMs: 3_000 });
    void fetch(counts);
    void fetch({ ...names, own: true });
    expect(asked).toHaveLength(1);
    await leave();
    expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([undefined, 10_000]);
  });
});
