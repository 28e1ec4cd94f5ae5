import { afterEach, describe, expect, it } from 'vitest';
import { type Script, type ScriptedRelay, startScriptedRelay } from '#devnet/scripted-relay.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { connect, query } from './relay-client.ts';

const event = (number: number, more: Partial<NostrEvent> = {}): NostrEvent => ({
  id: String(number).padStart(64, '0'),
  pubkey: 'a'.repeat(64),
  created_at: number,
  kind: 1,
  tags: [],
  content: `Note ${number}`,
  sig: '',
  ...more,
});

describe('the scripted relay', () => {
  let relay: ScriptedRelay;
  const start = async (script: Script): Promise<string> => (relay = await startScriptedRelay(script)).url;
  afterEach(() => relay.close());

  const events = [event(3), event(1), event(2, { kind: 7, tags: [['e', 'x']] }), event(4, { pubkey: 'b' })];
  const ids = (list: readonly NostrEvent[]): number[] => list.map((one) => one.created_at);

  it('answers filters with the newest first', async () => {
    const url = await start({ events });
    expect(ids(await query(url, {}))).toEqual([4, 3, 2, 1]);
    expect(ids(await query(url, { limit: 2 }))).toEqual([4, 3]);
    expect(ids(await query(url, { kinds: [1], since: 2, until: 3 }))).toEqual([3]);
    expect(ids(await query(url, { '#e': ['x'] }))).toEqual([2]);
    expect(ids(await query(url, { authors: ['b'], ids: [event(4).id] }))).toEqual([4]);
    expect(relay.connections).toBe(5);
    expect(relay.requests).toContainEqual(['REQ', 'q', { limit: 2 }]);
  });

  it('pushes to live subscribers and takes events of clients', async () => {
    const client = await connect(await start({ events }));
    client.send('REQ', 'live', { kinds: [1], since: 5 });
    await client.until(([verb]) => verb === 'EOSE');
    relay.push(event(6));
    expect(await client.until(([verb]) => verb === 'EVENT')).toEqual(['EVENT', 'live', event(6)]);
    client.send('EVENT', event(7));
    expect(await client.until(([verb]) => verb === 'OK')).toEqual(['OK', event(7).id, true, '']);
    relay.set({ reject: 'blocked: not you' });
    client.send('EVENT', event(8));
    expect(await client.until((message) => message[3] === 'blocked: not you')).toBeDefined();
    expect(relay.published).toHaveLength(2);
    client.send('CLOSE', 'live');
    client.close();
  });

  it('refuses the socket', async () => {
    await expect(connect(await start({ refuse: true }))).rejects.toThrow('503');
  });

  it('never answers when dead', async () => {
    const client = await connect(await start({ dead: true, events }));
    client.send('REQ', 'q', {});
    await expect.poll(() => relay.requests.length).toBe(1);
    relay.set({ dead: false });
    client.send('REQ', 'r', {});
    await client.until(([verb]) => verb === 'EOSE');
    expect(client.messages.some(([, id]) => id === 'q')).toBe(false);
    client.close();
  });

  it('sends garbage and a huge frame', async () => {
    const client = await connect(await start({ garbage: true }));
    client.send('REQ', 'q', {});
    const huge = await client.until((message) => (message[2] as NostrEvent | undefined)?.content?.length === 2_000_000);
    expect(huge[0]).toBe('EVENT');
    expect(client.messages).toContainEqual(['not json', 'not json']);
    expect(client.messages.some(([verb, id]) => verb === 'EVENT' && id === 'q-other')).toBe(true);
    client.close();
  });

  it('sends without end, before or after EOSE', async () => {
    const client = await connect(await start({ endless: true, events }));
    const seen = (): number => client.messages.filter(([verb]) => verb === 'EVENT').length;
    client.send('REQ', 'q', {});
    await expect.poll(seen).toBeGreaterThan(events.length * 2);
    expect(client.messages.some(([verb]) => verb === 'EOSE')).toBe(false);
    relay.set({ endless: false, endlessAfterEose: true });
    client.send('REQ', 'after', {});
    await expect
      .poll(() => client.messages.filter(([verb, id]) => verb === 'EVENT' && id === 'after').length)
      .toBeGreaterThan(events.length);
    expect(client.messages.filter(([verb]) => verb === 'EOSE')).toEqual([['EOSE', 'after']]);
    client.close();
  });

  it('closes each REQ with a reason, behind a notice', async () => {
    const client = await connect(await start({ events, closed: 'blocked: no', notice: 'slow down' }));
    client.send('REQ', 'q', {});
    await client.until(([verb]) => verb === 'CLOSED');
    expect(client.messages).toEqual([
      ['NOTICE', 'slow down'],
      ['CLOSED', 'q', 'blocked: no'],
    ]);
  });

  it('asks who the client is, and serves nobody else', async () => {
    const client = await connect(await start({ events, auth: true }));
    const [, challenge] = await client.until(([verb]) => verb === 'AUTH');
    client.send('REQ', 'q', { limit: 1 });
    client.send('EVENT', event(7));
    client.send('AUTH', event(8, { kind: 22_242, tags: [['challenge', 'another']] }));
    client.send('AUTH', event(9, { kind: 22_242, tags: [['challenge', String(challenge)]] }));
    client.send('REQ', 'q', { limit: 1 });
    await client.until(([verb]) => verb === 'EOSE');
    const reason = 'auth-required: this relay is for those it knows';
    expect(client.messages.slice(1)).toEqual([
      ['CLOSED', 'q', reason],
      ['OK', event(7).id, false, reason],
      ['OK', event(8).id, false, 'invalid: not what was asked'],
      ['OK', event(9).id, true, ''],
      ['EVENT', 'q', event(4, { pubkey: 'b' })],
      ['EOSE', 'q'],
    ]);
    expect(relay.published).toEqual([]);
  });

  it('closes after so many frames, and on command', async () => {
    const client = await connect(await start({ events, closeAfterFrames: 2 }));
    client.send('REQ', 'q', {});
    expect(await client.closed).toBe(1011);
    expect(client.messages).toHaveLength(2);
    const other = await connect(relay.url);
    relay.dropAll(1001);
    expect(await other.closed).toBe(1001);
  });

  it('waits before it answers', async () => {
    const url = await start({ events, latencyMs: 60 });
    const began = performance.now();
    await query(url, { limit: 1 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(59);
  });
});
