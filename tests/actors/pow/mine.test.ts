import { expose } from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { minerCount } from '#domain/pow/pow-policy.ts';
import { watchUseOf } from '#actors/pow/give-way.ts';
import { defineMineInWorkers, defineMineOnPage, measureRate } from '#actors/pow/mine.ts';
import type { WorkerEndpoint } from '#actors/workers/running-worker.ts';
import type { MiningOrder } from '#domain/pow/mining.ts';
import type { UnminedEvent } from '#domain/pow/pow-job.ts';
import { POW_PAUSE_MS, POW_REST_MS } from '#domain/pow/pow-limits.ts';
import { miningMachine } from '#machines/pow/mining.machine.ts';
import type { PowWorker } from '#workers/pow.worker.ts';
import { loadSearchHere } from '#workers/pow-pool.ts';

const event: UnminedEvent = {
  pubkey: 'ab'.repeat(32),
  created_at: 1_700_000_000,
  kind: 1,
  tags: [],
  content: 'work',
};

const never = new Promise<UnminedEvent>(() => {});
type Mine = PowWorker['mine'];

/** Workers that mine as told, one script after the other; ended ones are counted. */
const fakeWorkers = (...scripts: (Mine | 'crash' | 'refuse')[]) => {
  const orders: MiningOrder[] = [];
  const all = { orders, ended: 0, spawned: 0, rests: [] as [nth: number, ms: number][] };
  const spawn = (): WorkerEndpoint => {
    const script = scripts[all.spawned] ?? (() => never);
    all.spawned += 1;
    if (script === 'refuse') throw new Error('no workers here');
    const { port1, port2 } = new MessageChannel();
    const errors = new Set<(event: Event) => void>();
    const mine: Mine = (order, report) => {
      orders.push(order);
      if (script !== 'crash') return script(order, report);
      for (const tell of errors) tell(new Event('error'));
      return never;
    };
    const nth = all.spawned;
    const rest = (ms: number) => void all.rests.push([nth, ms]);
    expose({ mine, rest, rate: async () => 1_000 } satisfies PowWorker, port2);
    const listen = port1.addEventListener.bind(port1);
    return Object.assign(port1, {
      addEventListener: (type: string, listener: never, options?: never) =>
        type === 'error' ? void errors.add(listener) : listen(type as 'message', listener, options),
      terminate() {
        all.ended += 1;
        port1.close();
        port2.close();
      },
    });
  };
  return { all, spawn };
};

/** A miner for many jobs. */
const minerOf = (spawn: () => WorkerEndpoint, workers: number, spawnGpu = fakeWorkers('refuse').spawn) => {
  const events = new Map([['s1', event]]);
  const now = () => Date.now();
  const page = new EventTarget();
  const machine = miningMachine.provide({
    actors: {
      'mine in workers': defineMineInWorkers({ events, now, spawn, spawnGpu, workers, watchUse: watchUseOf(page) }),
      'mine on the page': defineMineOnPage({ events, now, loadSearch: loadSearchHere }),
    },
  });
  const mine = (targetBits: number) => {
    const input = { sessionId: 's1', targetBits, pubkey: event.pubkey };
    return createActor(machine, { input }).start();
  };
  return { mine, events, page };
};

const run = (spawn: () => WorkerEndpoint, workers: number, targetBits = 12) => {
  const { mine, events } = minerOf(spawn, workers);
  return { actor: mine(targetBits), events };
};

const search: Mine = async (order, report) => {
  const found = await loadSearchHere(order);
  for (;;) {
    const mined = found.step();
    report(found.report);
    if (mined) return mined;
  }
};

const until = (actor: ReturnType<typeof run>['actor'], tag: 'complete' | 'error') =>
  vi.waitFor(() => expect(actor.getSnapshot().hasTag(tag)).toBe(true), { timeout: 5_000 });

describe('mining in workers', () => {
  it('takes the first find, ends all workers, and gave each a place of its own', async () => {
    const { all, spawn } = fakeWorkers(search, () => never, search);
    const { actor, events } = run(spawn, 3);
    await until(actor, 'complete');
    expect(events.get('s1')?.tags.at(-1)?.[0]).toBe('nonce');
    expect(actor.getSnapshot().context.currentBits).toBeGreaterThanOrEqual(12);
    expect(all.ended).toBe(3);
    expect(new Set(all.orders.map(({ place }) => place)).size).toBe(all.orders.length);
    expect(all.orders.every(({ place, places }) => place < places)).toBe(true);
  });

  it('measures its speed from its own start, however long the post waited', async () => {
    const { all, spawn } = fakeWorkers(async (_, report) => {
      report({ hashes: 1_000, bestBits: 1 });
      return never;
    });
    const before = Date.now();
    const { actor } = run(spawn, 1);
    await vi.waitFor(() => expect(actor.getSnapshot().context.currentBits).toBe(1));
    const { startTime, hashesPerSecond } = actor.getSnapshot().context;
    expect(startTime).toBeGreaterThanOrEqual(before);
    expect(hashesPerSecond).toBeGreaterThan(0);
    actor.send({ type: 'mining.abort' });
    expect(all.ended).toBe(1);
  });

  it('replaces a worker that crashes, at a place nobody has', async () => {
    const { all, spawn } = fakeWorkers('crash', search);
    const { actor } = run(spawn, 1);
    await until(actor, 'complete');
    expect(all.orders.map(({ place }) => place)).toEqual([0, 1]);
  });

  it('takes no find without enough work', async () => {
    const { spawn } = fakeWorkers(async () => ({ ...event, tags: [['nonce', '1', '200']] }));
    const { actor } = run(spawn, 1, 200);
    await vi.waitFor(() => expect(actor.getSnapshot().matches({ started: 'on the page' })).toBe(true));
    actor.send({ type: 'mining.abort' });
  });

  it('ends the workers at once when it is aborted', async () => {
    const { all, spawn } = fakeWorkers();
    const { actor } = run(spawn, 2);
    actor.send({ type: 'mining.abort' });
    expect(all.ended).toBe(2);
    expect(actor.getSnapshot().hasTag('aborted')).toBe(true);
  });

  it('leaves no worker behind when the browser refuses another', async () => {
    const { all, spawn } = fakeWorkers(() => never, 'refuse');
    const { actor } = run(spawn, 2);
    await until(actor, 'complete');
    expect(all.ended).toBe(1);
  });

  it('mines on the page where workers are refused', async () => {
    const { spawn } = fakeWorkers('refuse', 'refuse');
    const { actor } = run(spawn, 1);
    await until(actor, 'complete');
  });
});

describe('while somebody uses the page', () => {
  it('one worker rests after each key, press and scroll, the others for a moment after a key or press', async () => {
    const { all, spawn } = fakeWorkers();
    const { mine, page } = minerOf(spawn, 3);
    const actor = mine(12);
    for (const act of ['keydown', 'pointerdown', 'wheel', 'touchmove', 'mousemove']) page.dispatchEvent(new Event(act));
    const first = [1, 1, 1, 1].map((nth) => [nth, POW_REST_MS]);
    const others = [2, 2, 3, 3].map((nth) => [nth, POW_PAUSE_MS]);
    await vi.waitFor(() => expect(all.rests.toSorted(([a], [b]) => a - b)).toEqual([...first, ...others]));
    actor.send({ type: 'mining.abort' });
    page.dispatchEvent(new Event('keydown'));
    expect(all.ended).toBe(3);
  });

  it('the one that replaces a dead one rests, too', async () => {
    const { all, spawn } = fakeWorkers('crash');
    const { mine, page } = minerOf(spawn, 1);
    const actor = mine(12);
    await vi.waitFor(() => expect(all.spawned).toBe(2));
    page.dispatchEvent(new Event('keydown'));
    await vi.waitFor(() => expect(all.rests).toEqual([[2, POW_REST_MS]]));
    actor.send({ type: 'mining.abort' });
  });
});

describe('the graphics card', () => {
  /** an event with 20 bits, found earlier */
  const heavy = { ...event, tags: [['nonce', '00000000000000000000000000000000256333', '20']] };

  it('helps from 20 bits on, at a place of its own, and what it finds is taken', async () => {
    const { all, spawn } = fakeWorkers();
    const gpu = fakeWorkers(async (_, report) => {
      report({ hashes: 2 ** 22, bestBits: 20 });
      return heavy;
    });
    const { mine, events } = minerOf(spawn, 2, gpu.spawn);
    const light = mine(19);
    expect(gpu.all.spawned).toBe(0);
    light.send({ type: 'mining.abort' });
    const actor = mine(20);
    await until(actor, 'complete');
    expect(events.get('s1')).toEqual(heavy);
    expect(all.ended).toBe(4);
    expect(gpu.all.ended).toBe(1);
    const orders = [...all.orders.slice(-2), ...gpu.all.orders];
    expect(orders.map(({ place, places }) => [place, places])).toEqual([
      [0, 5],
      [1, 5],
      [4, 5],
    ]);
  });

  it.each(['crash', 'refuse', async () => Promise.reject(new Error('slower'))] as const)(
    'is silently done without when it fails, also for the next post (%s)',
    async (failure) => {
      const { all, spawn } = fakeWorkers();
      const gpu = fakeWorkers(failure);
      const { mine } = minerOf(spawn, 2, gpu.spawn);
      const first = mine(24);
      await vi.waitFor(() => expect(gpu.all.ended).toBe(failure === 'refuse' ? 0 : 1));
      expect(first.getSnapshot().matches({ started: 'in workers' })).toBe(true);
      first.send({ type: 'mining.abort' });
      const second = mine(24);
      expect(gpu.all.spawned).toBe(1);
      expect(all.spawned).toBe(4);
      expect(second.getSnapshot().matches({ started: 'in workers' })).toBe(true);
      second.send({ type: 'mining.abort' });
    },
  );

  it('ends at once with the mining', () => {
    const gpu = fakeWorkers();
    const actor = minerOf(fakeWorkers().spawn, 1, gpu.spawn).mine(24);
    actor.send({ type: 'mining.abort' });
    expect(gpu.all.ended).toBe(1);
  });
});

describe('workers that fall silent', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[POW-22] are given up after 5 s without an answer, and the page goes on', () => {
    const { all, spawn } = fakeWorkers();
    const { actor } = run(spawn, 1);
    vi.advanceTimersByTime(4_999);
    expect(actor.getSnapshot().matches({ started: 'in workers' })).toBe(true);
    vi.advanceTimersByTime(1);
    expect(all.ended).toBe(1);
    expect(actor.getSnapshot().matches({ started: 'on the page' })).toBe(true);
    actor.send({ type: 'mining.abort' });
  });
});

describe('mining on the page', () => {
  it('[POW-21] tells how far it is every 50 ms, and lets the page act in between', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let [time, steps] = [1_000, 0];
    const told: { at: number; hashes: number; bestBits: number }[] = [];
    const began: number[] = [];
    const slot = defineMineOnPage({
      events: new Map([['s1', event]]),
      now: () => time,
      loadSearch: async () => ({
        // 5 ms of work each
        step() {
          time += 5;
          steps += 1;
          return undefined;
        },
        renew() {},
        get report() {
          return { hashes: 100 * steps, bestBits: 3 };
        },
      }),
    });
    const parent = setup({ actors: { slot } }).createMachine({
      invoke: { src: 'slot', input: { sessionId: 's1', targetBits: 20 } },
      on: {
        'mining.began': { actions: ({ event: fact }) => void began.push(fact['at'] as number) },
        'mining.progress': { actions: ({ event: fact }) => void told.push(fact as never) },
      },
    });
    const actor = createActor(parent).start();
    try {
      for (let turn = 0; turn < 5 && told.length === 0; turn += 1) await Promise.resolve();
      const page = vi.fn<() => void>();
      setTimeout(page, 0);
      while (told.length < 3) vi.advanceTimersToNextTimer();
      expect(page).toHaveBeenCalledOnce();
      expect(began).toEqual([1_000]);
      expect(told.map(({ at, hashes, bestBits }) => [at, hashes, bestBits])).toEqual([
        [1_050, 1_000, 3],
        [1_100, 2_000, 3],
        [1_150, 3_000, 3],
      ]);
      actor.stop();
      vi.advanceTimersByTime(1_000);
      expect(told).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the speed of the device', () => {
  it('is that of one worker times their number, and leaves no worker behind', async () => {
    const { all, spawn } = fakeWorkers();
    expect(await measureRate(spawn, 4)).toBe(4_000);
    expect(all.ended).toBe(1);
  });

  it('is not known when the worker dies over it', async () => {
    const worker: WorkerEndpoint = Object.assign(new EventTarget(), { postMessage: () => {}, terminate: () => {} });
    const rate = measureRate(() => worker, 4);
    (worker as unknown as EventTarget).dispatchEvent(new Event('error'));
    await expect(rate).rejects.toThrow('worker-timeout');
  });
});

describe('how many mine', () => {
  it('is one worker for each core', () => {
    expect([0, 1, 2, 8, 64].map(minerCount)).toEqual([1, 1, 2, 8, 16]);
  });
});
