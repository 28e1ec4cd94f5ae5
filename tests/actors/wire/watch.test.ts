import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWire } from '#actors/wire/wire.ts';
import { noteOf, startOverFakes as start } from '#tests/support/relay-layer.ts';

const [one, two] = ['wss://one.example', 'wss://two.example'];
const notes = [{ kinds: [1], limit: 10 }];

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('watch', () => {
  it('tells the end of the stored events once and goes on', async () => {
    const { requests, relay } = await start([one, two]);
    const heard: number[] = [];
    const onEose = vi.fn();
    const stop = requests.watch({ filters: notes, onEvent: (event) => heard.push(event.created_at), onEose });
    relay(one).says('EVENT', 'n1', noteOf(1));
    for (const url of [one, two]) relay(url).says('EOSE', 'n1');
    await settle();
    expect(onEose).toHaveBeenCalledTimes(1);
    relay(one).says('EVENT', 'n1', noteOf(2));
    relay(two).says('EVENT', 'n1', noteOf(2));
    await settle();
    expect(heard).toEqual([1, 2]);
    stop();
    relay(one).says('EVENT', 'n1', noteOf(3));
    await settle();
    expect([heard, relay(one).sent.at(-1), relay(two).sent.at(-1)]).toEqual([
      [1, 2],
      ['CLOSE', 'n1'],
      ['CLOSE', 'n1'],
    ]);
  });

  it('resumes after a reconnect from the newest event less 60 s, without the first limit', async () => {
    const { requests, relay } = await start();
    const now = Math.floor(Date.now() / 1_000);
    requests.watch({ filters: [{ kinds: [1], limit: 10 }] });
    relay().says('EOSE', 'n1');
    relay().says('EVENT', 'n1', noteOf(now - 5));
    await settle();
    relay().closes();
    await vi.advanceTimersByTimeAsync(3_000);
    relay().opens();
    expect(relay().sent).toEqual([['REQ', 'n1', { kinds: [1], since: now - 65, limit: 500 }]]);
  });

  it('keeps the point to resume from until EOSE came, however often the socket breaks', async () => {
    const { requests, relay } = await start();
    const now = Math.floor(Date.now() / 1_000);
    requests.watch({ filters: [{ kinds: [1], since: 7 }] });
    relay().says('EOSE', 'n1');
    relay().says('EVENT', 'n1', noteOf(now));
    await settle();
    relay().closes();
    await vi.advanceTimersByTimeAsync(3_000);
    relay().opens();
    relay().says('EVENT', 'n1', noteOf(now + 3));
    await settle();
    relay().closes();
    await vi.advanceTimersByTimeAsync(6_000);
    relay().opens();
    expect(relay().sent).toEqual([['REQ', 'n1', { kinds: [1], since: now - 60, limit: 500 }]]);
  });

  it('is not led past notes by an event dated ahead of the clock', async () => {
    const { requests, relay } = await start();
    const now = Math.floor(Date.now() / 1_000);
    requests.watch({ filters: [{ kinds: [1] }] });
    relay().says('EOSE', 'n1');
    relay().says('EVENT', 'n1', noteOf(now + 600));
    await settle();
    relay().closes();
    await vi.advanceTimersByTimeAsync(3_000);
    relay().opens();
    expect(relay().sent).toEqual([['REQ', 'n1', { kinds: [1], since: now - 60, limit: 500 }]]);
  });

  it('asks anew on a relay that closed it, once that relay comes back', async () => {
    const { requests, relay } = await start();
    requests.watch({ filters: notes });
    relay().says('EOSE', 'n1');
    relay().says('CLOSED', 'n1', 'shutting down');
    await settle();
    relay().closes();
    await vi.advanceTimersByTimeAsync(3_000);
    relay().opens();
    expect(relay().sentOf('REQ')).toHaveLength(1);
  });

  it('asks again when the relay answers a ping but not the REQ from before it', async () => {
    const { requests, relay } = await start();
    requests.watch({ filters: notes });
    await vi.advanceTimersByTimeAsync(29_000);
    requests.watch({ filters: notes });
    relay().says('EOSE', 'n2');
    await vi.advanceTimersByTimeAsync(1_000);
    requests.watch({ filters: notes });
    relay().says('EOSE', 'ping');
    expect(
      relay()
        .sentOf('REQ')
        .map(([, id]) => id),
    ).toEqual(['n1', 'n2', 'ping', 'n3', 'n1']);
    relay().says('EOSE', 'n1');
    relay().says('EOSE', 'n3');
    await vi.advanceTimersByTimeAsync(30_000);
    relay().says('EOSE', 'ping');
    expect(relay().sentOf('REQ')).toHaveLength(6);
  });

  it('closes all that a REQ is on the relay, also after it was asked again in fewer parts', async () => {
    const { requests, relay, wire } = await start();
    const parts = [[{ kinds: [1] }], [{ kinds: [6] }], [{ kinds: [7] }]];
    wire.policy.shape = () => parts;
    const close = requests.watch({ filters: notes });
    expect(relay().sentOf('REQ')).toHaveLength(3);
    wire.policy.shape = () => parts.slice(0, 1);
    await vi.advanceTimersByTimeAsync(30_000);
    relay().says('EOSE', 'ping');
    close();
    expect(
      relay()
        .sentOf('CLOSE')
        .map(([, id]) => id)
        .filter((id) => id !== 'ping')
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual(['n1', 'n1.1', 'n1.2']);
  });

  it('does nothing any more about a refusal once the socket is another one', async () => {
    const { requests, relay, wire } = await start();
    let remedied = () => {};
    wire.policy.remedy = () => new Promise((resolve) => (remedied = () => resolve(undefined)));
    requests.watch({ filters: notes });
    relay().says('CLOSED', 'n1', 'rate-limited: later');
    await vi.advanceTimersByTimeAsync(0);
    relay().closes();
    await vi.advanceTimersByTimeAsync(5_000);
    relay().opens();
    expect(relay().sentOf('REQ')).toHaveLength(1);
    remedied();
    await vi.advanceTimersByTimeAsync(0);
    expect(relay().sentOf('REQ')).toHaveLength(1);
  });

  it('does nothing for relays that are none', async () => {
    const { requests, directory } = await start();
    expect(requests.watch({ filters: notes, relays: ['no relay'] })()).toBeUndefined();
    expect(directory.getSnapshot().context.subscriptions).toEqual({});
  });

  it('follows the read relays: asks those that are added, leaves those that are removed', async () => {
    const { requests, directory, fakes, relay } = await start();
    const heard: number[] = [];
    requests.watch({ filters: notes, onEvent: (event) => heard.push(event.created_at) });
    relay(one).says('EOSE', 'n1');
    await settle();
    directory.send({ type: 'relay.add', entry: { url: two, permission: 'readwrite' } });
    await vi.advanceTimersByTimeAsync(100);
    fakes.of(two).opens();
    expect(relay(two).sentOf('REQ')).toEqual([['REQ', 'n1', ...notes]]);
    relay(two).says('EVENT', 'n1', noteOf(2));
    relay(two).says('EOSE', 'n1');
    directory.send({ type: 'relay.permit', url: one, permission: 'write' });
    relay(one).says('EVENT', 'n1', noteOf(1));
    relay(two).says('EVENT', 'n1', noteOf(3));
    await settle();
    expect([heard, relay(one).sent.at(-1)]).toEqual([
      [2, 3],
      ['CLOSE', 'n1'],
    ]);
    directory.send({ type: 'relay.permit', url: one, permission: 'read' });
    await vi.advanceTimersByTimeAsync(100);
    relay(one).opens();
    expect(relay(one).sentOf('REQ')).toEqual([['REQ', 'n1', ...notes]]);
  });

  it('starts without a relay and asks the first that is added', async () => {
    const { requests, directory, fakes } = await start([]);
    const onEose = vi.fn();
    const stop = requests.watch({ filters: notes, onEose });
    directory.send({ type: 'relay.add', entry: { url: one, permission: 'read' } });
    await vi.advanceTimersByTimeAsync(100);
    fakes.of(one).opens();
    expect([fakes.of(one).sentOf('REQ').length, onEose]).toMatchObject([1, {}]);
    stop();
    expect(fakes.of(one).sent.at(-1)).toEqual(['CLOSE', 'n1']);
  });

  it('stays with the relays it was given', async () => {
    const { requests, directory, fakes } = await start();
    requests.watch({ filters: notes, relays: [one] });
    directory.send({ type: 'relay.add', entry: { url: two, permission: 'read' } });
    await vi.advanceTimersByTimeAsync(100);
    fakes.of(two).opens();
    expect(fakes.of(two).sent).toEqual([]);
  });

  it('loses only the relay that floods again and again', async () => {
    const { requests, relay, wire } = await start([one, two]);
    requests.watch({ filters: notes });
    for (const url of [one, two]) relay(url).says('EOSE', 'n1');
    await settle();
    for (let times = 1; times <= 3; times += 1) wire.ingested.onOverload(one);
    expect(relay(one).sent.at(-1)).toEqual(['CLOSE', 'n1']);
    expect([wire.ingested.accepts('n1', one), wire.ingested.accepts('n1', two)]).toEqual([false, true]);
  });
});

describe('wire', () => {
  it('reports one EOSE and one CLOSED of a REQ, however many come', () => {
    const wire = createWire({ forget: () => {} });
    const facts: string[] = [];
    wire.opened(one, { send: () => {}, abandon: () => {} });
    wire.expect('n1', { filters: notes, live: true, onEvent: () => {}, onSettled: () => {}, onEnded: () => {} });
    wire.open('n1', [one], ({ type }) => facts.push(type));
    for (let count = 0; count < 3; count += 1) wire.ingested.onEose('n1', one);
    for (let count = 0; count < 3; count += 1) wire.ingested.onClosed('n1', 'x'.repeat(1_000), one);
    expect(facts).toEqual(['relay.asked', 'relay.answered', 'relay.refused']);
  });
});
