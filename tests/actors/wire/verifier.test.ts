import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFrameVerifier, verifyWorkerCount, type FrameVerifier, type VerifyPort } from '#actors/wire/verifier.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { verifyFrame, type EventCheck } from '#domain/protocol/verify-frame.ts';
import { VERIFY_TIMEOUT_MS, VERIFY_WORKER_CRASHES_MAX } from '#domain/relays/relays-limits.ts';
import { answerVerify, type Verify } from '#workers/verify-calls.ts';

const hex = (n: number, length: number) => n.toString(16).padStart(length, '0');
const frameOf = (n: number, sig = 1) => {
  const event = { id: hex(n, 64), pubkey: hex(7, 64), created_at: n, kind: 1, content: '', sig: hex(sig, 128) };
  return JSON.stringify(['EVENT', 'sub', { ...event, tags: [['t', 'x']] }]);
};
/** stands for the signature check: 0 is forged */
const check: EventCheck = (_serialised, _id, _pubkey, sig) => sig !== hex(0, 128);
const work: Verify = (frames, now) => Promise.resolve(frames.map((frame) => verifyFrame(frame, now, check)));
const silent: Verify = () => new Promise(() => undefined);

/** A worker behind a real message channel, which can be told to crash. */
class FakeWorker extends EventTarget implements VerifyPort {
  readonly #channel = new MessageChannel();
  terminated = false;
  readonly calls: number[] = [];

  constructor(verify: Verify) {
    super();
    answerVerify(this.#channel.port2, (frames, now) => {
      this.calls.push(frames.length);
      return verify(frames, now);
    });
    this.#channel.port2.start();
    this.#channel.port1.addEventListener('message', (event) => {
      this.dispatchEvent(new MessageEvent('message', { data: event.data as unknown }));
    });
  }

  start() {
    this.#channel.port1.start();
  }

  postMessage(message: unknown) {
    this.#channel.port1.postMessage(message);
  }

  terminate() {
    this.terminated = true;
    this.#channel.port1.close();
  }

  crash(type: 'error' | 'messageerror' = 'error') {
    this.dispatchEvent(new Event(type));
  }
}

let spawned: FakeWorker[];
let behaviours: Verify[];
let verifier: FrameVerifier;
const loadCheck = vi.fn(() => Promise.resolve(check));

const create = (workers = 1, spawn = spawnFake) => {
  verifier = createFrameVerifier({ spawn, loadCheck, workers });
  return verifier;
};
const spawnFake = () => {
  const worker = new FakeWorker(behaviours[spawned.length] ?? work);
  spawned.push(worker);
  return worker;
};
const ids = (answer: readonly (NostrEvent | undefined)[]) => answer.map((event) => event?.created_at);

beforeEach(() => {
  spawned = [];
  behaviours = [];
  loadCheck.mockClear();
});
afterEach(() => verifier.dispose());

describe('a verification pool', () => {
  it('answers in the order of the frames, frozen, with undefined for a forged one', async () => {
    const answer = await create().verify([frameOf(1), frameOf(2, 0), 'garbage', frameOf(3)]);
    expect(ids(answer)).toEqual([1, undefined, undefined, 3]);
    const [event] = answer;
    expect([event, event?.tags, event?.tags[0]].every(Object.isFrozen)).toBe(true);
    expect(loadCheck).not.toHaveBeenCalled();
  });

  it('starts one worker at once and others only when all are busy', async () => {
    create(2);
    expect(spawned).toHaveLength(1);
    await verifier.verify([frameOf(1)]);
    await verifier.verify([frameOf(2)]);
    expect(spawned).toHaveLength(1);
    await Promise.all([1, 2, 3, 4].map((n) => verifier.verify([frameOf(n)])));
    expect(spawned.map(({ calls }) => calls.length)).toEqual([4, 2]);
  });

  it.each(['error', 'messageerror'] as const)(
    'replaces a worker after %s and checks its frames again',
    async (type) => {
      behaviours = [silent];
      const answers = Promise.all([create().verify([frameOf(1)]), verifier.verify([frameOf(2)])]);
      spawned[0]?.crash(type);
      expect((await answers).map(ids)).toEqual([[1], [2]]);
      expect([spawned.length, spawned[0]?.terminated]).toEqual([2, true]);
    },
  );

  it('replaces a worker whose method fails', async () => {
    behaviours = [() => Promise.reject(new Error('out of memory'))];
    expect(ids(await create().verify([frameOf(1)]))).toEqual([1]);
    expect(spawned).toHaveLength(2);
  });

  it('replaces a worker that falls silent', async () => {
    behaviours = [silent];
    vi.useFakeTimers();
    const answer = create().verify([frameOf(1)]);
    await vi.advanceTimersByTimeAsync(VERIFY_TIMEOUT_MS - 1);
    expect(spawned).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(ids(await answer)).toEqual([1]);
    expect(spawned[0]?.terminated).toBe(true);
  });

  it('takes frames that ended two workers itself', async () => {
    behaviours = [silent, silent];
    const answer = create().verify([frameOf(1)]);
    spawned[0]?.crash();
    spawned[1]?.crash();
    expect(ids(await answer)).toEqual([1]);
    expect(loadCheck).toHaveBeenCalledTimes(1);
  });

  it('gives workers up after several crashes in a row, not after as many with successes between', async () => {
    create();
    for (let n = 0; n < VERIFY_WORKER_CRASHES_MAX + 2; n++) {
      await verifier.verify([frameOf(n)]);
      spawned.at(-1)?.crash();
    }
    expect(spawned).toHaveLength(VERIFY_WORKER_CRASHES_MAX + 2);

    spawned = [];
    behaviours = Array.from({ length: 10 }, () => () => Promise.reject(new Error('blocked')));
    create();
    for (let n = 0; n < 10; n++) expect(ids(await verifier.verify([frameOf(n)]))).toEqual([n]);
    expect(spawned).toHaveLength(VERIFY_WORKER_CRASHES_MAX);
  });

  it('forgets a late answer of a replaced worker', async () => {
    const settle: (() => void)[] = [];
    behaviours = [(frames, now) => new Promise((resolve) => settle.push(() => void work(frames, now).then(resolve)))];
    const answer = create().verify([frameOf(1)]);
    await vi.waitFor(() => expect(settle).toHaveLength(1));
    spawned[0]?.crash();
    settle[0]?.();
    expect(ids(await answer)).toEqual([1]);
    expect(spawned).toHaveLength(2);
  });

  it('answers what waits when it is disposed', async () => {
    behaviours = [silent];
    const answer = create().verify([frameOf(1), frameOf(2)]);
    verifier.dispose();
    expect(await answer).toEqual([undefined, undefined]);
    expect(await verifier.verify([frameOf(3)])).toEqual([undefined]);
    expect(spawned.map(({ terminated }) => terminated)).toEqual([true]);
  });
});

describe('without workers', () => {
  const noWorkers = () => {
    throw new DOMException('blocked', 'SecurityError');
  };

  it('frames are checked on this thread', async () => {
    const answer = await create(2, noWorkers).verify([frameOf(1), frameOf(2, 0)]);
    expect(ids(answer)).toEqual([1, undefined]);
  });

  it('the thread is left free between slices', async () => {
    const SLOW_MS = 3;
    loadCheck.mockResolvedValueOnce((...event) => {
      const end = performance.now() + SLOW_MS;
      while (performance.now() < end);
      return check(...event);
    });
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 1);
    const answer = await create(1, noWorkers).verify(Array.from({ length: 20 }, (_, n) => frameOf(n)));
    clearInterval(turn);
    expect(ids(answer)).toHaveLength(20);
    expect(turns).toBeGreaterThan(3);
  });

  it('a check that cannot be loaded makes frames invalid until it can', async () => {
    loadCheck.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    create(1, noWorkers);
    expect(await verifier.verify([frameOf(1)])).toEqual([undefined]);
    expect(ids(await verifier.verify([frameOf(1)]))).toEqual([1]);
    await verifier.verify([frameOf(2)]);
    expect(loadCheck).toHaveBeenCalledTimes(2);
  });
});

it('leaves a core for the page, within one to four workers', () => {
  expect([Number.NaN, 0, 1, 2, 4, 5, 64].map(verifyWorkerCount)).toEqual([1, 1, 1, 1, 3, 4, 4]);
});
