import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigner } from '#devnet/content/signer.ts';
import { type Devnet, startDevnet } from '#devnet/devnet.ts';
import { accountOf, GUEST } from '#devnet/lightning/lnurl-provider.ts';
import { createClient } from '#tests/contract/mint-client.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { connect, query } from './relay-client.ts';

describe('the embedded network', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ people: 34, notes: 120, trickleMs: 50 });
  });
  afterAll(() => devnet.close());

  const relay = (index: number): string => devnet.relays[index]?.url ?? '';
  const informationOf = async (url: string) => {
    const response = await fetch(url.replace('ws:', 'http:'), { headers: { accept: 'application/nostr+json' } });
    return { cors: response.headers.get('access-control-allow-origin'), body: (await response.json()) as unknown };
  };

  it('runs six relays in the roles of the default set, each with its own answer time', () => {
    const roles = devnet.relays.map((one) => one.role);
    expect(roles).toEqual(['readwrite', 'readwrite', 'readwrite', 'write', 'indexer', 'profile']);
    expect(new Set(devnet.relays.map((one) => one.latencyMs)).size).toBe(6);
    expect(devnet.config.readwrite).toEqual([relay(0), relay(1), relay(2)]);
    expect(devnet.config).toMatchObject({ write: [relay(3)], indexer: [relay(4)], profile: [relay(5)] });
  });

  it('runs two mints that pay each other and the wallet', async () => {
    const [hazel, rowan] = devnet.mints;
    const pay = async (invoice: string) => void devnet.ledger.pay(accountOf(GUEST), invoice);
    const [from, to] = [createClient(hazel!.url, pay), createClient(rowan!.url, pay)];
    expect([(await from.active()).id.slice(0, 2), (await to.active()).id.slice(0, 2)]).toEqual(['01', '00']);
    const inputs = await from.fund([64]);
    const deposit = (await to.post('/v1/mint/quote/bolt11', { amount: 60, unit: 'sat' })).json;
    const { quote } = (await from.post('/v1/melt/quote/bolt11', { request: deposit.request, unit: 'sat' })).json;
    expect((await from.post('/v1/melt/bolt11', { quote, inputs })).json.state).toBe('PAID');
    const outputs = to.outputs(await to.make([32, 16, 8, 4]));
    expect((await to.post('/v1/mint/bolt11', { quote: deposit.quote, outputs })).status).toBe(200);
    expect([hazel!.books.outstanding(), rowan!.books.outstanding()]).toEqual([0, 60]);
  });

  it('answers with relay information of different names and limits', async () => {
    const documents = await Promise.all(devnet.relays.map((one) => informationOf(one.url)));
    expect(documents.map(({ cors }) => cors)).toEqual(Array(6).fill('*'));
    expect(documents.map(({ body }) => body)).toMatchObject([
      { name: 'Birch', limitation: { max_limit: 1_000 } },
      { name: 'Alder', limitation: { max_limit: 5_000 } },
      { name: 'Hollow', limitation: { max_limit: 500 } },
      { name: 'Spruce' },
      { name: 'Canopy' },
      { name: 'Fen' },
    ]);
  });

  it('sends the newest notes first and respects the limit', async () => {
    const until = devnet.content.guide.zapped.created_at;
    const notes = await query(relay(0), { kinds: [1], limit: 10, until });
    expect(notes).toHaveLength(10);
    expect(notes[0]?.id).toBe(devnet.content.guide.zapped.id);
    expect(notes.map((note) => note.created_at)).toEqual(
      notes.map((note) => note.created_at).toSorted((a, b) => b - a),
    );
  });

  it('finds notes and people by text (NIP-50)', async () => {
    for (const index of [0, 1, 2]) {
      const found = await query(relay(index), { kinds: [1], search: 'crooked nobody says this' });
      expect(found).toEqual([]);
      const notes = await query(relay(index), { kinds: [1], search: 'slime mould' });
      expect(notes.map((note) => note.id)).toContain(devnet.content.guide.warning.id);
      const people = await query(relay(index), { kinds: [0], search: 'Okafor' });
      expect(people.map((event) => event.pubkey)).toContain(devnet.content.guide.person.pubkey);
    }
  });

  it('delivers hostile events as they are', async () => {
    const { hostile, guide } = devnet.content;
    const forged = hostile.filter((one) => one.what === 'forged signature').map(({ event }) => event);
    expect(await query(relay(2), { ids: [forged[0]?.id ?? ''] })).toEqual([forged[0]]);
    const [shadow] = await query(relay(0), { ids: [guide.shadowed?.id ?? ''] });
    expect(shadow?.content).not.toBe(guide.shadowed?.content);
    const [genuine] = await query(relay(1), { ids: [guide.shadowed?.id ?? ''] });
    expect(genuine).toEqual(guide.shadowed);
    const large = hostile.find((one) => one.what === 'content of 200 kB');
    const [huge] = await query(relay(2), { ids: [large?.event.id ?? ''] });
    expect(huge?.content.length).toBeGreaterThan(190_000);
  });

  it('checks what clients publish and tells the subscribers', async () => {
    const { keyOf, sign } = createSigner('publish test');
    const at = Math.floor(Date.now() / 1_000);
    const note = sign({ kind: 1, at, content: 'Published by a test' }, keyOf('me'));
    const subscriber = await connect(relay(1));
    subscriber.send('REQ', 'live', { authors: [note.pubkey] });
    await subscriber.until(([verb]) => verb === 'EOSE');
    await devnet.publish(note);
    expect((await subscriber.until(([verb]) => verb === 'EVENT'))[2]).toEqual(note);
    await expect(devnet.publish({ ...note, content: 'changed', id: 'aa'.repeat(32) })).rejects.toThrow('id is wrong');
    const publisher = await connect(relay(0));
    publisher.send('EVENT', { ...note, id: note.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) });
    expect((await publisher.until(([verb]) => verb === 'OK'))[2]).toBe(false);
    subscriber.close();
    publisher.close();
  });

  it('tells of deletions those who listen and those who ask later (NIP-09), but of no forged one', async () => {
    const { keyOf, sign } = createSigner('deletion test');
    const at = Math.floor(Date.now() / 1_000);
    const note = sign({ kind: 1, at, content: 'Deleted by a test' }, keyOf('me'));
    await devnet.publish(note);
    const about = { kinds: [5], '#e': [note.id] };
    const subscriber = await connect(relay(0));
    subscriber.send('REQ', 'live', about);
    await subscriber.until(([verb]) => verb === 'EOSE');
    const publisher = await connect(relay(0));
    const [forged, deletion] = [at - 1, at].map((then) =>
      sign({ kind: 5, at: then, tags: [['e', note.id]] }, keyOf('me')),
    );
    publisher.send('EVENT', { ...forged, sig: note.sig });
    expect((await publisher.until(([verb]) => verb === 'OK'))[2]).toBe(false);
    expect(await query(relay(0), about)).toEqual([]);
    publisher.send('EVENT', deletion);
    expect((await subscriber.until(([verb]) => verb === 'EVENT'))[2]).toEqual(deletion);
    expect(await query(relay(0), { ids: [note.id] })).toEqual([]);
    expect(await query(relay(0), about)).toEqual([deletion]);
    subscriber.close();
    publisher.close();
  });

  it('lets new notes trickle in on a live subscription', async () => {
    const client = await connect(relay(3));
    client.send('REQ', 'live', { kinds: [1], limit: 0 });
    const [, , event] = await client.until(([verb]) => verb === 'EVENT');
    expect((event as NostrEvent).created_at).toBeGreaterThan(devnet.content.events[0]?.created_at ?? Infinity);
    client.close();
  });

  it('serves names, pay requests, pictures and parts of the film with CORS', async () => {
    const get = (path: string, headers = {}) => fetch(devnet.mediaUrl + path, { headers });
    const names = (await (await get('/.well-known/nostr.json?name=ines')).json()) as { names: object };
    expect(names.names).toEqual({ ines: devnet.content.guide.person.pubkey });
    const pay = (await (await get('/.well-known/lnurlp/ines')).json()) as Record<string, unknown>;
    const receipt = devnet.content.events.find((event) => event.kind === 9735);
    expect(pay).toMatchObject({ tag: 'payRequest', allowsNostr: true, nostrPubkey: receipt?.pubkey });
    const avatar = await get('/avatar/hana.svg');
    expect(avatar.headers.get('access-control-allow-origin')).toBe('*');
    expect(await avatar.text()).toContain('<svg');
    const film = await get('/art/flock.webm', { range: 'bytes=4-9' });
    expect([film.status, (await film.arrayBuffer()).byteLength]).toEqual([206, 6]);
    expect((await get('/art/..%2fdevnet.ts')).status).toBe(404);
  });
});

it('restores what was stored at the start after posts, profile changes and deletions', async () => {
  const devnet = await startDevnet({ people: 34, notes: 120 });
  const all = async () => {
    const stored = await Promise.all(devnet.relays.map(({ url }) => query(url, { kinds: [0, 1, 5], limit: 500 })));
    const found = await query(devnet.config.readwrite[0]!, { kinds: [1], search: 'slime mould' });
    return [...stored, found].map((events) => events.map(({ id }) => id).toSorted());
  };
  const before = await all();
  const { keyOf, sign } = createSigner('nuthatch');
  const author = devnet.content.people.find(({ pubkey, handle }) => keyOf(handle).pubkey === pubkey)!;
  const key = keyOf(author.handle);
  const mine = devnet.content.events.find(({ kind, pubkey }) => kind === 1 && pubkey === author.pubkey)!;
  const at = Math.floor(Date.now() / 1_000);
  await devnet.publish(sign({ kind: 1, at, content: 'More slime mould' }, key));
  await devnet.publish(sign({ kind: 0, at, content: '{"name":"changed"}' }, key));
  await devnet.publish(sign({ kind: 5, at, tags: [['e', mine.id]] }, key));
  expect(await all()).not.toEqual(before);
  expect(devnet.restore()).toBe(true);
  expect(await all()).toEqual(before);
  expect(devnet.restore()).toBe(false);
  await devnet.close();
});
