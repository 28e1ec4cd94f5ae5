import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { defineChangeSet, defineLook } from '#actors/relays/advisor.ts';
import { createDurations } from '#actors/wire/durations.ts';
import { defineAskEachRelay, defineSaveHealth, defineWatchHealth } from '#actors/relays/health.ts';
import { relayHealthKey } from '#domain/relays/relay-health.ts';
import { relayAdvisorMachine } from '#machines/relays/relay-advisor.machine.ts';
import { relayHealthMachine } from '#machines/relays/relay-health.machine.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createRefusedRelays } from '#store/relays/refused-relays.ts';
import { createRelayHealth } from '#store/relays/relay-health.ts';
import { fakeEvent } from '#tests/support/fake-events.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { startOverFakes } from '#tests/support/relay-layer.ts';

const one = 'wss://one.example';
const two = 'wss://two.example';
const three = 'wss://three.example';
const notes = [{ kinds: [1] }];

/** Relays over fake sockets, with health and advisor joined to them as the app joins them. */
const open = async (
  urls = [one, two],
  connected = urls,
  started?: Awaited<ReturnType<typeof startOverFakes>>,
  storage = fakeStorage(),
) => {
  const layer = started ?? (await startOverFakes(urls, connected));
  const queryClient = createQueryClient();
  const health = createRelayHealth({ queryClient, storage });
  const refusals = createRefusedRelays(storage);
  let online = true;
  const deps = { ...layer, directory: () => layer.directory, health, refusals, online: () => online, now: Date.now };
  const machine = createActor(
    relayHealthMachine.provide({
      actors: {
        'watch health': defineWatchHealth(deps),
        'ask relays': defineAskEachRelay(deps, layer.requests),
        'save health': defineSaveHealth(health),
      },
    }),
  ).start();
  const advisor = createActor(
    relayAdvisorMachine.provide({ actors: { look: defineLook(deps), 'change set': defineChangeSet(deps) } }),
  ).start();
  return {
    ...layer,
    health,
    machine,
    advisor,
    storage,
    goOffline: () => void (online = false),
    of: (url: string) => health.get()[url],
    shown: () => queryClient.getQueryData<object>(relayHealthKey),
    /** The relay drops its connection after so many ms, and takes the next one. */
    async breaks(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      const made = layer.fakes.madeFor(one);
      layer.relay(one).closes();
      while (layer.fakes.madeFor(one) === made) await vi.advanceTimersByTimeAsync(500);
      layer.relay(one).opens();
    },
  };
};

const lastReq = (sent: unknown[][]) => String(sent.findLast(([verb]) => verb === 'REQ')![1]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the slots of relay health', () => {
  it('[RELAY-32] counts answers with their time, and what was not answered', async () => {
    const { requests, relay, of, shown } = await open();
    const answer = requests.fetch({ filters: notes, relays: [one, two] });
    await vi.advanceTimersByTimeAsync(120);
    relay(one).says('EOSE', lastReq(relay(one).sent));
    await vi.advanceTimersByTimeAsync(60_000);
    await answer;
    expect(of(one)).toMatchObject({ successCount: 1, averageResponseTime: 120 });
    expect(shown()).toMatchObject({ [one]: { successCount: 1 } });
  });

  it('[RELAY-34] counts connects that fail, which make a relay unhealthy', async () => {
    const { relay, of } = await open([one, two], [two]);
    for (const pause of [5_000, 5_000, 0]) {
      relay(one).closes();
      await vi.advanceTimersByTimeAsync(pause + 100);
    }
    expect(of(one)).toMatchObject({ consecutiveFailures: 3, isHealthy: false });
  });

  it('blames no relay while the device is offline, nor for a disconnect from here', async () => {
    const offline = await open([one], []);
    offline.goOffline();
    offline.relay(one).closes();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(offline.of(one)).toBeUndefined();
    const { directory, of } = await open([one], []);
    directory.send({ type: 'relay.remove', url: one });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(of(one)).toBeUndefined();
  });

  it('[RELAY-33] [RELAY-36] neither praises nor blames a relay for an event that was never sent to it', async () => {
    const { requests, wire, of } = await open([one, two], [one]);
    wire.policy.maxMessage = () => 1;
    await expect(requests.publish(fakeEvent(), [one])).rejects.toThrow();
    const many = Array.from({ length: 18 }, (_, number) => `wss://r${number}.example`);
    const full = requests.publish(fakeEvent(), [...many, three]).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await full).toMatchObject({
      outcomes: expect.arrayContaining([
        { relay: three, outcome: 'offline', reason: expect.objectContaining({ code: 'too-many-connections' }) },
      ]),
    });
    expect([of(one), of(three)]).toEqual([undefined, undefined]);
  });

  it('asks all relays of the set on request', async () => {
    const { machine, relay, of } = await open();
    machine.send({ type: 'health.check' });
    await vi.advanceTimersByTimeAsync(10);
    for (const url of [one, two]) relay(url).says('EOSE', lastReq(relay(url).sent));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([of(one)?.successCount, of(two)?.successCount]).toEqual([1, 1]);
    expect(machine.getSnapshot().hasTag('busy')).toBe(false);
  });

  it('counts it as a failure when there is no way to ask', async () => {
    const { machine, relay, of } = await open([one, two], [two]);
    relay(one).closes();
    await vi.advanceTimersByTimeAsync(10);
    const before = of(one)!.failureCount;
    machine.send({ type: 'health.check' });
    await vi.advanceTimersByTimeAsync(10);
    relay(two).says('EOSE', lastReq(relay(two).sent));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([of(one)!.failureCount, of(two)!.failureCount]).toEqual([before + 1, 0]);
  });

  it('[RELAY-32] starts anew when the records are to be forgotten, also in the next visit', async () => {
    const { machine, relay, of, shown, storage } = await open([one]);
    machine.send({ type: 'health.check' });
    await vi.advanceTimersByTimeAsync(10);
    relay(one).says('EOSE', lastReq(relay(one).sent));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(of(one)?.successCount).toBe(1);
    machine.send({ type: 'health.reset' });
    await vi.advanceTimersByTimeAsync(6_000);
    expect([of(one), shown()]).toEqual([undefined, {}]);
    expect(createRelayHealth({ queryClient: createQueryClient(), storage }).get()).toEqual({});
  });

  it('keeps the records for the next visit', async () => {
    const { machine, relay, storage } = await open([one]);
    machine.send({ type: 'health.check' });
    await vi.advanceTimersByTimeAsync(10);
    relay(one).says('EOSE', lastReq(relay(one).sent));
    await vi.advanceTimersByTimeAsync(6_000);
    const health = createRelayHealth({ queryClient: createQueryClient(), storage });
    expect(health.get()[one]?.successCount).toBe(1);
  });

  it('[RELAY-62] finds that a relay flaps, gives it a longer pause and says so, until a connection lasts', async () => {
    const { breaks, fakes, of, relay } = await open();
    // while one relay is connected the others are not called before their time
    setInterval(() => relay(two).says('NOTICE', 'here'), 4_000);
    for (const ms of [800, 900, 850, 700, 800, 900]) await breaks(ms);
    expect(of(one)?.flapping).toBe(true);
    const made = fakes.madeFor(one);
    await vi.advanceTimersByTimeAsync(900);
    relay(one).closes();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(fakes.madeFor(one)).toBe(made);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fakes.madeFor(one)).toBe(made + 1);
    relay(one).opens();
    await vi.advanceTimersByTimeAsync(20_000);
    relay(one).closes();
    await vi.advanceTimersByTimeAsync(500);
    expect(of(one)?.flapping).toBe(false);
  });

  it('a connection that lasts longer than those that break says so while it is open', async () => {
    const { breaks, of, relay } = await open();
    setInterval(() => relay(two).says('NOTICE', 'here'), 4_000);
    for (const ms of [800, 900, 850, 700, 800, 900]) await breaks(ms);
    setInterval(() => relay(one).says('NOTICE', 'here'), 4_000);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(of(one)?.flapping).toBe(true);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(of(one)?.flapping).toBe(false);
  });

  it('[RELAY-62] calls a relay after its usual pause again once the record is forgotten that says it flaps', async () => {
    const { breaks, fakes, machine, of, relay } = await open();
    setInterval(() => relay(two).says('NOTICE', 'here'), 4_000);
    for (const ms of [800, 900, 850, 700, 800, 900]) await breaks(ms);
    expect(of(one)?.flapping).toBe(true);
    const made = fakes.madeFor(one);
    machine.send({ type: 'health.reset' });
    await vi.advanceTimersByTimeAsync(20_000);
    relay(one).closes();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fakes.madeFor(one)).toBe(made + 1);
  });

  it.each([
    ['at once', 100, true],
    ['long before', 5_000, false],
  ])('[RELAY-62] [RELAY-64] counts the first connection, opened %s, from its opening', async (_, before, flaps) => {
    const layer = await startOverFakes([one, two]);
    setInterval(() => layer.relay(two).says('NOTICE', 'here'), 4_000);
    await vi.advanceTimersByTimeAsync(before);
    const { breaks, of } = await open([one, two], [], layer);
    for (const ms of [700, 800, 900, 850, 700]) await breaks(ms);
    expect(of(one)?.flapping ?? false).toBe(flaps);
  });

  describe('take up what was there before they watched', () => {
    const answer = async ({ requests, relay }: Awaited<ReturnType<typeof startOverFakes>>, url: string) => {
      const reading = requests.fetch({ filters: notes, relays: [url] });
      await vi.advanceTimersByTimeAsync(10);
      relay(url).says('EOSE', lastReq(relay(url).sent));
      await reading;
    };

    it('[RELAY-33] the answers of a relay', async () => {
      const layer = await startOverFakes([one, two]);
      await answer(layer, one);
      await answer(layer, one);
      const { of, shown } = await open([one, two], [], layer);
      expect(of(one)).toMatchObject({ successCount: 2, isHealthy: true });
      expect(of(two)).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(shown()).toMatchObject({ [one]: { successCount: 2 } });
      await answer(layer, one);
      expect(of(one)).toMatchObject({ successCount: 3 });
    });

    it.each([
      ['none while its first attempt goes on', [], 0],
      ['one after the first', [100], 1],
      ['one while the second goes on', [5_100], 1],
      ['three once it is given up', [5_100, 5_100, 100], 3],
    ])('[RELAY-34] the attempts of a relay that failed: %s', async (_, pauses, failures) => {
      const layer = await startOverFakes([one, two], [two]);
      for (const pause of pauses) {
        layer.relay(one).closes();
        await vi.advanceTimersByTimeAsync(pause);
      }
      const { of } = await open([one, two], [], layer);
      expect(of(one)?.consecutiveFailures ?? 0).toBe(failures);
      expect(of(one)?.isUnhealthy ?? false).toBe(failures === 3);
      layer.relay(one).closes();
      await vi.advanceTimersByTimeAsync(10);
      const goesOn = pauses.length === 0 || pauses.at(-1) === 5_100;
      expect(of(one)?.consecutiveFailures ?? 0).toBe(failures + (goesOn ? 1 : 0));
    });

    it('once, however often the watch begins anew', async () => {
      const layer = await startOverFakes([one, two], [two]);
      await answer(layer, two);
      layer.relay(one).closes();
      await vi.advanceTimersByTimeAsync(100);
      const { machine, of } = await open([one, two], [], layer);
      expect([of(one)?.failureCount, of(two)?.successCount]).toEqual([1, 1]);
      machine.send({ type: 'health.reset' });
      machine.stop();
      createActor(machine.logic).start();
      await vi.advanceTimersByTimeAsync(1_000);
      expect([of(one), of(two)]).toEqual([undefined, undefined]);
    });
  });

  it('does not take a badge that is pressed again and again for flapping', async () => {
    const { directory, of, relay } = await open([one, two]);
    for (let press = 0; press < 8; press += 1) {
      directory.send({ type: 'relay.permit', url: one, permission: 'write' });
      await vi.advanceTimersByTimeAsync(400);
      directory.send({ type: 'relay.permit', url: one, permission: 'read' });
      await vi.advanceTimersByTimeAsync(200);
      relay(one).opens();
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(of(one)?.flapping ?? false).toBe(false);
  });
});

describe('createDurations', () => {
  it('remembers 100 relays at most', () => {
    let at = 0;
    const durations = createDurations(() => at);
    const breakOff = (relay: string) => {
      durations.opened(relay);
      at += 500;
      return durations.closed(relay, true);
    };
    for (let count = 0; count < 4; count += 1) breakOff(one);
    for (let index = 0; index < 100; index += 1) breakOff(`wss://r${index}.example`);
    expect([1, 2, 3, 4, 5].map(() => breakOff(one))).toEqual([false, false, false, false, true]);
    expect(durations.closed(two, true)).toBe(false);
  });

  it('[RELAY-62] a connection that lasted ends the flapping, whoever ended it; a short one that was ended here does not', () => {
    let at = 0;
    const durations = createDurations(() => at);
    const end = (ms: number, broke: boolean) => {
      durations.opened(one);
      at += ms;
      return durations.closed(one, broke);
    };
    for (let count = 0; count < 5; count += 1) end(500, true);
    expect(end(2_000, false)).toBe(true);
    expect(end(3 * 3_600_000, false)).toBe(false);
    expect(durations.closed(one, true)).toBe(false);
  });
});

describe('the slots of the advisor', () => {
  it('[RELAY-68] replaces a dead default by itself, and brings it back on undo', async () => {
    const { directory, relay, advisor, storage } = await open([one, two], [two]);
    const fallback = 'wss://fallback.example';
    Object.assign(directory.getSnapshot().context.defaults, { fallback: [fallback] });
    for (const pause of [5_100, 5_100, 100]) {
      relay(one).closes();
      await vi.advanceTimersByTimeAsync(pause);
    }
    await vi.advanceTimersByTimeAsync(30_000);
    const set = () => directory.getSnapshot().context.entries;
    expect(set()).toEqual([
      { url: fallback, permission: 'readwrite', source: 'advisor' },
      { url: two, permission: 'readwrite' },
    ]);
    expect(directory.getSnapshot().context.connections).toMatchObject({ [fallback]: 'connecting' });
    const [advice] = advisor.getSnapshot().context.advice;
    advisor.send({ type: 'advice.undo', id: advice!.id });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(set().map(({ url, source }) => [url, source])).toEqual([
      [one, 'user'],
      [two, undefined],
    ]);
    expect(createRefusedRelays(storage).get()).toEqual([one, fallback]);
  });

  it('[RELAY-68] says no more of a relay that was to be kept, also in a later visit', async () => {
    const fallback = 'wss://fallback.example';
    const visit = async (storage?: ReturnType<typeof fakeStorage>) => {
      const opened = await open([one, two], [two], undefined, storage);
      const { directory, relay, advisor } = opened;
      Object.assign(directory.getSnapshot().context.defaults, { fallback: [fallback] });
      directory.send({ type: 'relay.permit', url: one, permission: 'readwrite' });
      for (const pause of [5_100, 5_100, 100]) {
        relay(one).closes();
        await vi.advanceTimersByTimeAsync(pause);
      }
      await vi.advanceTimersByTimeAsync(30_000);
      return { ...opened, advice: () => advisor.getSnapshot().context.advice };
    };
    const first = await visit();
    expect(first.advice()).toMatchObject([{ done: false, removed: { url: one } }]);
    first.advisor.send({ type: 'advice.dismiss', id: first.advice()[0]!.id });
    expect((await visit(first.storage)).advice()).toEqual([]);
  });
});
