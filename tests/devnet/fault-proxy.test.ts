import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createSigner } from '#devnet/content/signer.ts';
import { type FaultProxy, openSockets, startFaultProxy } from '#devnet/fault-proxy.ts';
import { MADE_UP } from '#devnet/faults/made-up.ts';
import { NO_FAULT, type Fault } from '#devnet/faults/fault.ts';
import { type Relay, startRelay } from '#devnet/relays/relay.ts';
import { RELAY_PLANS } from '#devnet/relays/plans.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { connect, query, type RelayClient } from './relay-client.ts';

const until = <T>(look: () => T) => vi.waitFor(look, { timeout: 3_000, interval: 5 });
const isEose = ([verb]: unknown[]) => verb === 'EOSE';
const isEvent = ([verb]: unknown[]) => verb === 'EVENT';

describe('the fault proxy before a real relay', () => {
  let relay: Relay;
  let note: (text: string) => NostrEvent;
  let proxy: FaultProxy;
  const clients: RelayClient[] = [];

  beforeAll(async () => {
    relay = await startRelay({ ...RELAY_PLANS[0], latencyMs: 0 }, 0);
    const { keyOf, sign } = createSigner('fault proxy');
    const at = Math.floor(Date.now() / 1_000);
    note = (content) => sign({ kind: 1, at, content }, keyOf('ines'));
    relay.load([note('stored one'), note('stored two')]);
  });
  afterAll(() => relay.close());
  beforeEach(async () => void (proxy = await startFaultProxy(relay.url)));
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await proxy.close();
  });

  const open = async () => {
    const client = await connect(proxy.url);
    clients.push(client);
    return client;
  };
  const watching = async () => {
    const client = await open();
    client.send('REQ', 'live', { kinds: [1] });
    await client.until(isEose);
    return client;
  };
  const refusal = (url = proxy.url) =>
    new Promise<string>((resolve) =>
      new WebSocket(url, { handshakeTimeout: 400 }).on('error', ({ message }) => resolve(message)).on('open', resolve),
    );

  it('passes everything on and counts it', async () => {
    expect(await query(proxy.url, { kinds: [1] })).toHaveLength(2);
    await until(() => expect(openSockets(proxy)).toHaveLength(0));
    const client = await watching();
    expect(proxy.sockets[1]).toMatchObject({ open: true, upgraded: true, events: 2, madeUp: 0 });
    expect([...proxy.sockets[1]!.subscriptions]).toEqual([['live', [{ kinds: [1] }]]]);
    client.send('CLOSE', 'live');
    await until(() => expect(proxy.sockets[1]!.subscriptions.size).toBe(0));
    expect(proxy.sockets[1]!.messages).toEqual([
      ['REQ', 'live', { kinds: [1] }],
      ['CLOSE', 'live'],
    ]);
    const information = await fetch(proxy.url.replace('ws:', 'http:'), {
      headers: { accept: 'application/nostr+json' },
    });
    expect(await information.json()).toMatchObject({ name: 'Birch' });
  });

  it('passes long messages and many small ones in order', async () => {
    const client = await open();
    client.send('REQ', 'x'.repeat(100), { kinds: [1], authors: Array.from({ length: 1_000 }, () => 'a'.repeat(64)) });
    for (let count = 0; count < 40; count += 1) client.send('REQ', `n${count}`, { kinds: [9], limit: 1 });
    await client.until(([verb, id]) => verb === 'EOSE' && id === 'n39');
    const eose = client.messages.filter(isEose).map(([, id]) => id);
    expect(eose).toContain('x'.repeat(100));
    expect(eose.filter((id) => id !== 'x'.repeat(100))).toEqual(Array.from({ length: 40 }, (_, at) => `n${at}`));
    expect(openSockets(proxy)[0]!.subscriptions.size).toBe(41);
  });

  it.each<[string, Fault, number]>([
    ['drops', { kind: 'drop' }, 1006],
    ['half-closes toward the client', { kind: 'half-close', toward: 'client' }, 1006],
    ['half-closes toward the relay', { kind: 'half-close', toward: 'relay' }, 1006],
    ['closes with 1000', { kind: 'close', code: 1000 }, 1000],
    ['closes with 1001', { kind: 'close', code: 1001 }, 1001],
    ['closes with 1012', { kind: 'close', code: 1012 }, 1012],
    ['refuses', { kind: 'refuse' }, 1006],
    ['answers 503', { kind: 'status', status: 503 }, 1006],
    ['flaps', { kind: 'flap', openMs: 10 }, 1006],
    ['malformed', { kind: 'malformed' }, 1006],
  ])('%s: the open socket ends, and a later one lives once the fault is lifted', async (_, fault, code) => {
    const client = await watching();
    const ended = new Promise<number>((resolve) => void client.closed.then(resolve));
    if (fault.kind === 'malformed') clients.length = 0;
    await proxy.set(fault);
    expect(await Promise.race([ended, client.failed.then(() => 1006)])).toBe(code);
    await until(() => expect(openSockets(proxy)).toHaveLength(0));
    await proxy.set(NO_FAULT);
    expect(await query(proxy.url, { kinds: [1] })).toHaveLength(2);
  });

  it.each<[Fault, RegExp]>([
    [{ kind: 'refuse' }, /ECONNREFUSED/],
    [{ kind: 'status', status: 503 }, /503/],
    [{ kind: 'status', status: 401 }, /401/],
    [{ kind: 'drop' }, /hang up/],
    [{ kind: 'stall' }, /timed out/],
  ])('a new socket cannot be opened under %o', async (fault, message) => {
    await proxy.set(fault);
    expect(await refusal()).toMatch(message);
    await proxy.set(NO_FAULT);
    expect(await query(proxy.url, { kinds: [1] })).toHaveLength(2);
  });

  it('opens new sockets and ends them again and again when it flaps', async () => {
    await proxy.set({ kind: 'flap', openMs: 20 });
    for (let count = 1; count <= 3; count += 1) {
      const client = await open();
      await client.closed;
      expect(proxy.sockets).toHaveLength(count);
    }
  });

  it('resets in the middle of a frame', async () => {
    const client = await open();
    await proxy.set({ kind: 'cut' });
    client.send('REQ', 'live', { kinds: [1] });
    expect(await client.closed).toBe(1006);
    expect(client.messages).toEqual([]);
  });

  it('delays what the relay says, in order', async () => {
    const client = await watching();
    await proxy.set({ kind: 'delay', ms: 120 });
    const began = performance.now();
    client.send('REQ', 'late', { kinds: [1] });
    await client.until(([verb, id]) => verb === 'EOSE' && id === 'late');
    expect(performance.now() - began).toBeGreaterThanOrEqual(118);
    expect(client.messages.slice(-3).map(([verb]) => verb)).toEqual(['EVENT', 'EVENT', 'EOSE']);
  });

  it('throttles', async () => {
    await proxy.set({ kind: 'throttle', bytesPerSecond: 4_000 });
    const began = performance.now();
    expect(await query(proxy.url, { kinds: [1] })).toHaveLength(2);
    expect(performance.now() - began).toBeGreaterThan(100);
  });

  it('holds everything back in silence, and lets it go afterwards', async () => {
    const client = await watching();
    await proxy.set({ kind: 'silence' });
    await relay.publish(note('in the silence'));
    client.send('REQ', 'more', { kinds: [1], limit: 1 });
    await until(() => expect(proxy.sockets[0]!.messages).toHaveLength(2));
    expect(client.messages).toHaveLength(3);
    expect(proxy.sockets[0]!.subscriptions.size).toBe(1);
    await proxy.set(NO_FAULT);
    await client.until(([verb, id]) => verb === 'EOSE' && id === 'more');
    expect(client.messages.some((message) => (message[2] as NostrEvent)?.content === 'in the silence')).toBe(true);
  });

  it('counts no socket that the client has left, even when the relay did not hear of it', async () => {
    const client = await watching();
    await proxy.set({ kind: 'swallow' });
    client.close();
    await until(() => expect(openSockets(proxy)).toHaveLength(0));
    expect(proxy.sockets[0]!.subscriptions.size).toBe(0);
  });

  it('swallows for good', async () => {
    const client = await watching();
    await proxy.set({ kind: 'swallow' });
    client.send('REQ', 'lost', { kinds: [1] });
    await until(() => expect(proxy.sockets[0]!.messages).toHaveLength(2));
    await proxy.set(NO_FAULT);
    client.send('REQ', 'heard', { kinds: [9] });
    await client.until(([, id]) => id === 'heard');
    expect(client.messages.some(([, id]) => id === 'lost')).toBe(false);
    expect([...proxy.sockets[0]!.subscriptions.keys()]).toEqual(['live', 'heard']);
  });

  it('opens a stalled socket once the fault is lifted', async () => {
    await proxy.set({ kind: 'stall' });
    const opening = open();
    await until(() => expect(proxy.sockets).toHaveLength(1));
    expect(openSockets(proxy)).toHaveLength(0);
    await proxy.set(NO_FAULT);
    await opening;
    expect(openSockets(proxy)).toHaveLength(1);
  });

  it.each([true, false])('says garbage, instead of what the relay says: %s', async (instead) => {
    const client = await open();
    await proxy.set({ kind: 'garbage', instead });
    client.send('REQ', 'q', { kinds: [1] });
    await client.until((message) => (message[2] as NostrEvent)?.content?.length > 500_000);
    expect(client.messages).toContainEqual(['not json', 'not json']);
    if (!instead) await client.until(([verb, id]) => verb === 'EOSE' && id === 'q');
    expect(JSON.stringify(client.messages).includes('stored one')).toBe(!instead);
  });

  it('floods open subscriptions with made-up events, beside the true ones', async () => {
    const client = await watching();
    const before = client.messages.length;
    await proxy.set({ kind: 'flood', perSecond: 5_000 });
    await until(() => expect(client.messages.length - before).toBeGreaterThan(1_000));
    await relay.publish(note('true in the flood'));
    await client.until((message) => (message[2] as NostrEvent)?.content === 'true in the flood');
    await proxy.set(NO_FAULT);
    const made = client.messages.filter(isEvent).map((message) => message[2] as NostrEvent);
    expect(made.filter(({ content }) => content.startsWith(MADE_UP)).length).toBeGreaterThan(1_000);
    expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
  });
});
