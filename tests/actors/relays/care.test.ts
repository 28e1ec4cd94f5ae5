import { finalizeEvent } from 'nostr-tools/pure';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { RELAY_LIST_PLACES } from '#actors/relays/relay-list-policy.ts';
import type { RelayAnswer } from '#actors/wire/relay-answer.ts';
import { fetchVersions } from '#actors/replaceable/read.ts';
import { relayAuthKey, relayInfoKey } from '#domain/relays/relay-info.ts';
import type { KeptVersions } from '#store/replaceable/versions.ts';
import { createFakeSigner, startCare } from '#tests/support/relay-care.ts';
import { noteOf, startOverFakes } from '#tests/support/relay-layer.ts';

const [one, two, three] = ['wss://one.example', 'wss://two.example', 'wss://three.example'];
const notes = [{ kinds: [1], limit: 10 }];

await import('#actors/wire/publish.ts');

const settle = () => vi.advanceTimersByTimeAsync(0);

const start = async (urls: string[] = [one], documents: Record<string, unknown> = {}) => {
  const layer = await startOverFakes(urls);
  const care = startCare(layer, documents);
  await settle();
  return { ...layer, care };
};

/** What became of a fetch, for looking at it without waiting. */
const track = (promise: Promise<RelayAnswer>) => {
  const result: { outcomes?: RelayAnswer['outcomes'] } = {};
  void promise.then(({ outcomes }) => (result.outcomes = outcomes));
  return result;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('a relay that wants to know who asks (NIP-42)', () => {
  it('is told, and the REQ goes out again', async () => {
    const { requests, relay, care } = await start();
    const { signer, signed } = createFakeSigner();
    care.logIn(signer);
    const result = track(requests.fetch({ filters: notes }));
    relay().says('AUTH', 'who?');
    relay().says('CLOSED', 'n1', 'auth-required: members only');
    await settle();
    expect(signed).toEqual([
      {
        kind: 22_242,
        created_at: 1_000_000,
        content: '',
        tags: [
          ['relay', one],
          ['challenge', 'who?'],
        ],
      },
    ]);
    const [, event] = relay().sentOf('AUTH')[0] as [string, { id: string }];
    expect([event, relay().sentOf('REQ').length]).toMatchObject([signed[0]!, 1]);
    relay().says('OK', event.id, true, '');
    await settle();
    expect(relay().sentOf('REQ')).toEqual([
      ['REQ', 'n1', { ...notes[0], until: expect.any(Number) }],
      ['REQ', 'n1', { ...notes[0], until: expect.any(Number) }],
    ]);
    relay().says('EOSE', 'n1');
    await settle();
    expect(result.outcomes).toEqual([{ relay: one, outcome: 'eose' }]);
  });

  it('is told before an event is sent again', async () => {
    const { requests, relay, care } = await start();
    care.logIn(createFakeSigner().signer);
    const published = requests.publish(noteOf(9), [one]);
    await settle();
    relay().says('OK', noteOf(9).id, false, 'auth-required: who are you?');
    relay().says('AUTH', 'who?');
    await settle();
    relay().says('OK', (relay().sentOf('AUTH')[0]![1] as { id: string }).id, true, '');
    await settle();
    expect(relay().sentOf('EVENT')).toHaveLength(2);
    relay().says('OK', noteOf(9).id, true, '');
    await settle();
    await expect(published).resolves.toMatchObject([{ outcome: 'accepted' }]);
  });

  it('is told nothing as long as it refuses nothing', async () => {
    const { relay, care } = await start();
    const { signer, signed } = createFakeSigner();
    care.logIn(signer);
    relay().says('AUTH', 'who?');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([signed, relay().sentOf('AUTH')]).toEqual([[], []]);
  });

  it('is told once for each challenge, however often it refuses', async () => {
    const { requests, relay, care } = await start();
    const { signer, signed } = createFakeSigner();
    care.logIn(signer);
    requests.watch({ filters: notes });
    const result = track(requests.fetch({ filters: notes }));
    relay().says('AUTH', 'who?');
    for (const id of ['n1', 'n2']) relay().says('CLOSED', id, 'auth-required: members only');
    await settle();
    relay().says('OK', (relay().sentOf('AUTH')[0]![1] as { id: string }).id, true, '');
    await settle();
    for (const id of ['n1', 'n2']) relay().says('CLOSED', id, 'restricted: not you');
    await settle();
    expect([signed.length, relay().sentOf('REQ').length]).toEqual([1, 4]);
    expect(result.outcomes).toEqual([{ relay: one, outcome: 'closed', reason: 'restricted: not you' }]);
  });

  it('is asked again at once when the refusal was on its way', async () => {
    const { requests, relay, care } = await start();
    care.logIn(createFakeSigner().signer);
    requests.watch({ filters: notes });
    relay().says('AUTH', 'who?');
    relay().says('CLOSED', 'n1', 'auth-required: members only');
    await settle();
    requests.watch({ filters: notes });
    relay().says('OK', (relay().sentOf('AUTH')[0]![1] as { id: string }).id, true, '');
    relay().says('CLOSED', 'n2', 'auth-required: members only');
    await settle();
    expect(
      relay()
        .sentOf('REQ')
        .map(([, id]) => id),
    ).toEqual(['n1', 'n2', 'n1', 'n2']);
    expect(relay().sentOf('AUTH')).toHaveLength(1);
  });

  it('hears nothing when nobody can sign, and the outcome says so', async () => {
    const { requests, relay } = await start();
    const result = track(requests.fetch({ filters: notes }));
    relay().says('AUTH', 'who?');
    relay().says('CLOSED', 'n1', 'auth-required: members only');
    await settle();
    const reason = 'auth-required: members only (relay-needs-login)';
    expect(result.outcomes).toEqual([{ relay: one, outcome: 'closed', reason }]);
  });

  it('hears nothing from a signer that signs something else, or as somebody else', async () => {
    const liars: readonly ((event: NostrEvent) => NostrEvent)[] = [
      (event) => ({ ...event, tags: [...event.tags, ['relay', 'wss://another.example']] }),
      (event) => ({ ...event, pubkey: 'c'.repeat(64) }),
      (event) => ({ ...event, sig: '0'.repeat(128) }),
      ({ created_at }) => finalizeEvent({ kind: 1, created_at, tags: [], content: '' }, new Uint8Array(32).fill(1)),
    ];
    for (const lies of liars) {
      const { requests, relay, care } = await start();
      care.logIn(createFakeSigner(1, lies).signer);
      const result = track(requests.fetch({ filters: notes }));
      relay().says('AUTH', 'who?');
      relay().says('CLOSED', 'n1', 'auth-required: members only');
      await settle();
      expect(relay().sentOf('AUTH')).toEqual([]);
      const reason = 'auth-required: members only (relay-answer-unsigned)';
      expect(result.outcomes).toEqual([{ relay: one, outcome: 'closed', reason }]);
    }
  });

  it('is told as soon as somebody who can sign logs in', async () => {
    const { requests, relay, care } = await start();
    const state = () => care.queryClient.getQueryData(relayAuthKey(one));
    requests.watch({ filters: notes });
    relay().says('AUTH', 'who?');
    relay().says('CLOSED', 'n1', 'auth-required: members only');
    await settle();
    expect([state(), relay().sentOf('REQ').length]).toEqual(['asked', 1]);
    care.logIn(undefined);
    await settle();
    expect(relay().sentOf('REQ')).toHaveLength(1);
    care.logIn(createFakeSigner().signer);
    await settle();
    relay().says('OK', (relay().sentOf('AUTH')[0]![1] as { id: string }).id, true, '');
    await settle();
    expect([relay().sentOf('AUTH').length, relay().sentOf('REQ').length, care.known]).toEqual([1, 2, [one]]);
    expect(state()).toBe('done');
    relay().closes();
    expect(state()).toBe('none');
  });

  it('is told also when it asked before anybody cared', async () => {
    const layer = await startOverFakes([one]);
    layer.requests.watch({ filters: notes });
    layer.relay().says('AUTH', 'who?');
    layer.relay().says('CLOSED', 'n1', 'auth-required: members only');
    await settle();
    const care = startCare(layer);
    care.logIn(createFakeSigner().signer);
    await settle();
    expect(layer.relay().sentOf('AUTH')).toHaveLength(1);
  });

  it('is no relay of the user: it does not learn who that is', async () => {
    const { requests, fakes, care } = await start();
    const { signer, signed } = createFakeSigner();
    care.logIn(signer);
    const result = track(requests.fetch({ filters: notes, relays: [three] }));
    await vi.advanceTimersByTimeAsync(100);
    fakes.of(three).opens();
    fakes.of(three).says('AUTH', 'who?');
    fakes.of(three).says('CLOSED', 'n1', 'auth-required: members only');
    await settle();
    expect([signed, result.outcomes?.[0]?.reason]).toEqual([[], expect.stringContaining('relay-not-yours')]);
  });

  it('is told three times over one socket, by each person, and then refused', async () => {
    const { requests, relay, care } = await start();
    const [ada, bob] = [createFakeSigner(), createFakeSigner(2)];
    let asked = 0;
    /** Takes every answer, and asks again with another challenge. */
    const askEndlessly = async (id: string) => {
      for (let round = 0; round < 20; round += 1) {
        relay().says('AUTH', `who? ${(asked += 1)}`);
        relay().says('CLOSED', id, 'auth-required: members only');
        await settle();
        const [, event] = (relay().sentOf('AUTH').at(-1) ?? []) as [string?, { id: string }?];
        if (event) relay().says('OK', event.id, true, '');
        await settle();
      }
    };
    care.logIn(ada.signer);
    const result = track(requests.fetch({ filters: notes }));
    await askEndlessly('n1');
    expect(ada.signed).toHaveLength(3);
    expect(result.outcomes?.[0]).toEqual({
      relay: one,
      outcome: 'closed',
      reason: 'auth-required: members only (relay-asks-again)',
    });
    care.logIn(bob.signer);
    track(requests.fetch({ filters: notes }));
    await askEndlessly('n2');
    expect([ada.signed.length, bob.signed.length]).toEqual([3, 3]);
  });

  it('gives the reason when it does not like the answer, or gives none', async () => {
    const { requests, relay, care } = await start([one, two]);
    care.logIn(createFakeSigner().signer);
    requests.watch({ filters: notes });
    const result = track(requests.fetch({ filters: [{ kinds: [4] }] }));
    for (const url of [one, two]) {
      relay(url).says('AUTH', 'who?');
      relay(url).says('CLOSED', 'n2', 'auth-required: members only');
    }
    await settle();
    relay(one).says(
      'OK',
      (relay(one).sentOf('AUTH')[0]![1] as { id: string }).id,
      false,
      'restricted: not on the list',
    );
    await vi.advanceTimersByTimeAsync(5_000);
    expect(result.outcomes).toEqual([
      { relay: one, outcome: 'closed', reason: 'auth-required: members only (not on the list)' },
      { relay: two, outcome: 'held', reason: 'authenticate' },
    ]);
  });

  it('may restrict without a word of authentication: then nothing helps', async () => {
    const { requests, relay, care } = await start();
    care.logIn(createFakeSigner().signer);
    const result = track(requests.fetch({ filters: notes }));
    relay().says('CLOSED', 'n1', 'restricted: no');
    await settle();
    expect(result.outcomes).toEqual([{ relay: one, outcome: 'closed', reason: 'restricted: no' }]);
  });
});

describe('a relay that asks for patience', () => {
  it('is left alone for 2 s, then 4 s, and then gets what waited', async () => {
    const { requests, relay } = await start();
    requests.watch({ filters: notes });
    relay().says('CLOSED', 'n1', 'rate-limited: slow down');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(relay().sentOf('REQ')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(relay().sentOf('REQ')).toHaveLength(2);
    relay().says('CLOSED', 'n1', 'rate-limited: slow down');
    await vi.advanceTimersByTimeAsync(3_999);
    expect(relay().sentOf('REQ')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(relay().sentOf('REQ')).toHaveLength(3);
  });

  it('gets one REQ at a time meanwhile, also when it said so in a NOTICE', async () => {
    const { requests, relay } = await start();
    for (let count = 0; count < 1_000; count += 1) relay().says('NOTICE', 'rate-limited: slow down');
    expect(vi.getTimerCount()).toBeLessThan(20);
    for (const kind of [1, 2, 3]) void requests.fetch({ filters: [{ kinds: [kind] }] });
    expect(relay().sentOf('REQ')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(relay().sentOf('REQ')).toHaveLength(3);
  });
});

describe('a relay that closes what should stay open', () => {
  it('is asked again after 10 s, then 20 s', async () => {
    const { requests, relay } = await start();
    requests.watch({ filters: notes });
    relay().says('EOSE', 'n1');
    relay().says('CLOSED', 'n1', 'error: shutting down idle subscription');
    await vi.advanceTimersByTimeAsync(10_000);
    relay().says('CLOSED', 'n1', '');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(relay().sentOf('REQ')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(9_000);
    relay().says('EOSE', 'ping');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(
      relay()
        .sentOf('REQ')
        .filter(([, id]) => id === 'n1'),
    ).toHaveLength(3);
  });

  it('is not asked again when it says that it will not, nor for what was to end anyway', async () => {
    const { requests, relay } = await start();
    requests.watch({ filters: notes });
    const result = track(requests.fetch({ filters: [{ kinds: [0] }] }));
    relay().says('CLOSED', 'n1', 'blocked: no');
    relay().says('CLOSED', 'n2', 'error: bad day');
    await settle();
    expect(result.outcomes).toEqual([{ relay: one, outcome: 'closed', reason: 'error: bad day' }]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(relay().sentOf('REQ')).toHaveLength(2);
  });
});

it('reads a relay again 30 s after it was left for flooding, over the same socket', async () => {
  const { requests, relay, wire } = await start();
  const heard: number[] = [];
  requests.watch({ filters: notes, onEvent: (event) => heard.push(event.created_at) });
  relay().says('EOSE', 'n1');
  await settle();
  for (let times = 1; times <= 3; times += 1) wire.ingested.onOverload(one);
  expect(wire.ingested.accepts('n1', one)).toBe(false);
  await vi.advanceTimersByTimeAsync(30_000);
  relay().says('EVENT', 'n1', noteOf(5));
  await settle();
  expect([
    heard,
    relay()
      .sentOf('REQ')
      .filter(([, id]) => id === 'n1'),
  ]).toEqual([
    [5],
    [
      ['REQ', 'n1', ...notes],
      ['REQ', 'n1', ...notes],
    ],
  ]);
  for (let times = 1; times <= 2; times += 1) wire.ingested.onOverload(one);
  expect(wire.ingested.accepts('n1', one)).toBe(true);
});

describe('the limits a relay tells of (NIP-11)', () => {
  const limited = (limitation: object) => start([one], { 'one.example': { name: 'One', limitation } });

  it('are asked for once per relay and kept as query data', async () => {
    const { care } = await limited({ max_limit: 5 });
    expect(care.queryClient.getQueryData(relayInfoKey(one))).toMatchObject({
      name: 'One',
      limitation: { maxLimit: 5 },
    });
  });

  it('bound the subscriptions open at a time, one place kept for the ping', async () => {
    const { requests, relay } = await limited({ max_subscriptions: 4 });
    for (const kind of [1, 2, 3, 4, 5]) void requests.fetch({ filters: [{ kinds: [kind] }] });
    expect(relay().sentOf('REQ')).toHaveLength(3);
    relay().says('EOSE', 'n1');
    await settle();
    expect(relay().sentOf('REQ')).toHaveLength(4);
  });

  it('are taken to be modest until the relay has told, and as wide as ours where it tells nothing', async () => {
    const layer = await startOverFakes();
    startCare(layer, {});
    for (let kind = 1; kind <= 12; kind += 1) void layer.requests.fetch({ filters: [{ kinds: [kind], limit: 2_000 }] });
    const reqs = layer.relay().sentOf('REQ');
    expect([reqs.length, (reqs[0]![2] as { limit: number }).limit]).toEqual([8, 500]);
    await settle();
    expect(
      layer
        .relay()
        .sentOf('REQ')
        .slice(8)
        .map(([, , filter]) => (filter as { limit: number }).limit),
    ).toEqual([2_000, 2_000, 2_000, 2_000]);
  });

  it('let what stays open take turns when there are too few places, and miss nothing', async () => {
    const { requests, relay } = await limited({ max_subscriptions: 4 });
    const heard: number[] = [];
    for (const kind of [1, 2, 3])
      requests.watch({ filters: [{ kinds: [kind] }], onEvent: (event) => heard.push(event.kind) });
    const open = () => relay().sentOf('REQ').slice(-1)[0];
    for (const id of ['n1', 'n2']) relay().says('EOSE', id);
    await settle();
    expect(
      relay()
        .sentOf('REQ')
        .map(([, id]) => id),
    ).toEqual(['n1', 'n2']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([relay().sentOf('CLOSE').at(-1), open()]).toEqual([
      ['CLOSE', 'n1'],
      ['REQ', 'n3', { kinds: [3] }],
    ]);
    relay().says('EVENT', 'n3', noteOf(1, { kind: 3 }));
    relay().says('EOSE', 'n3');
    await vi.advanceTimersByTimeAsync(10_000);
    relay().says('EOSE', 'ping');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([relay().sentOf('CLOSE').at(-1), open()]).toMatchObject([
      ['CLOSE', 'n2'],
      ['REQ', 'n1', { kinds: [1], since: expect.any(Number) }],
    ]);
    expect(heard).toEqual([3]);
  });

  it('take no place from who waits for an answer, and give it one at once', async () => {
    const { requests, relay } = await limited({ max_subscriptions: 4 });
    const openNow = () => {
      const open = new Set<unknown>();
      for (const [verb, id] of relay().sent) {
        if (verb === 'REQ') open.add(id);
        if (verb === 'CLOSE') open.delete(id);
      }
      return [...open].filter((id) => id !== 'ping');
    };
    for (const kind of [1, 2]) requests.watch({ filters: [{ kinds: [kind] }] });
    for (const id of ['n1', 'n2']) relay().says('EOSE', id);
    await settle();
    requests.watch({ filters: [{ kinds: [23_195] }], keepsPlace: true });
    expect(openNow()).toEqual(['n2', 'n3']);
    relay().says('EOSE', 'n3');
    requests.watch({ filters: [{ kinds: [4] }] });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(openNow()).toEqual(['n3', 'n1']);
    relay().says('EOSE', 'n1');
    await vi.advanceTimersByTimeAsync(10_000);
    relay().says('EOSE', 'ping');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(openNow()).toEqual(['n3', 'n4']);
  });

  it('let what asks for more than the relay ever takes push nothing out', async () => {
    const { requests, relay } = await limited({ max_subscriptions: 3, max_message_length: 1_024 });
    requests.watch({ filters: [{ kinds: [1] }] });
    requests.watch({ filters: [{ authors: Array.from({ length: 40 }, (_, at) => noteOf(at).id) }] });
    relay().says('EOSE', 'n1');
    await vi.advanceTimersByTimeAsync(20_000);
    expect([relay().sentOf('REQ').length, relay().sentOf('CLOSE')]).toEqual([1, []]);
  });

  it('never let what stays open keep out what ends', async () => {
    const { requests, relay } = await limited({ max_subscriptions: 4 });
    for (const kind of [1, 2, 3, 4]) requests.watch({ filters: [{ kinds: [kind] }] });
    void requests.fetch({ filters: notes });
    expect(
      relay()
        .sentOf('REQ')
        .map(([, id]) => id),
    ).toEqual(['n1', 'n2', 'n5']);
  });

  it('bound the limit of each filter', async () => {
    const { requests, relay } = await limited({ max_limit: 5 });
    void requests.fetch({ filters: notes });
    expect(relay().sent).toEqual([['REQ', 'n1', { kinds: [1], limit: 5, until: expect.any(Number) }]]);
  });

  it('cut a message that is too long into several, which end together', async () => {
    const authors = Array.from({ length: 30 }, (_, number) => noteOf(number).id);
    const { requests, relay, wire } = await limited({ max_message_length: 1_200 });
    const heard: number[] = [];
    const result = track(requests.fetch({ filters: [{ authors }], onEvent: (event) => heard.push(event.created_at) }));
    expect(
      relay()
        .sentOf('REQ')
        .map(([, id]) => id),
    ).toEqual(['n1', 'n1.1']);
    const asked = relay()
      .sentOf('REQ')
      .flatMap(([, , filter]) => (filter as { authors: string[] }).authors);
    expect(asked).toEqual(authors);
    relay().says('EVENT', 'n1', noteOf(1, { pubkey: authors[0]! }));
    relay().says('EVENT', 'n1.1', noteOf(2, { pubkey: authors[29]! }));
    for (let times = 0; times < 3; times += 1) relay().says('EOSE', 'n1');
    await settle();
    expect(result).toEqual({});
    relay().says('EOSE', 'n1.1');
    await settle();
    expect([result.outcomes, heard]).toEqual([[{ relay: one, outcome: 'eose' }], [1, 2]]);
    expect(
      relay()
        .sentOf('CLOSE')
        .map(([, id]) => id),
    ).toEqual(['n1', 'n1.1']);
    expect(wire.ingested.accepts('n1.1', one)).toBe(false);
  });

  it('are kept together: what does not fit at once is asked bit by bit', async () => {
    const authors = Array.from({ length: 60 }, (_, number) => noteOf(number).id);
    const { requests, relay } = await limited({ max_message_length: 1_200, max_subscriptions: 3 });
    const result = track(requests.fetch({ filters: [{ authors }] }));
    const open = () => relay().sentOf('REQ').length - relay().sentOf('CLOSE').length;
    const ids = ['n1', 'n1.1', 'n1.2', 'n1.3'];
    const counts: number[] = [];
    for (const id of ids) {
      counts.push(open());
      await vi.advanceTimersByTimeAsync(2_000);
      relay().says('EOSE', id);
      await settle();
    }
    expect(counts).toEqual([2, 2, 2, 2]);
    expect(
      relay()
        .sentOf('REQ')
        .map(([, id]) => id),
    ).toEqual(ids);
    expect(
      relay()
        .sentOf('REQ')
        .flatMap(([, , filter]) => (filter as { authors: string[] }).authors),
    ).toEqual(authors);
    expect([result.outcomes, open()]).toEqual([[{ relay: one, outcome: 'eose' }], 0]);
  });

  it('close the rest when the relay refuses a part', async () => {
    const authors = Array.from({ length: 30 }, (_, number) => noteOf(number).id);
    const { requests, relay } = await limited({ max_message_length: 1_200 });
    const result = track(requests.fetch({ filters: [{ authors }] }));
    relay().says('CLOSED', 'n1.1', 'blocked: too much');
    await settle();
    expect(result.outcomes).toEqual([{ relay: one, outcome: 'closed', reason: 'blocked: too much' }]);
    expect(relay().sentOf('CLOSE')).toEqual([['CLOSE', 'n1']]);
  });
});

describe('the time for EOSE', () => {
  const answerAfter = async (layer: Awaited<ReturnType<typeof start>>, ms: number) => {
    const result = track(layer.requests.fetch({ filters: notes }));
    const [, id] = layer.relay().sentOf('REQ').at(-1)!;
    await vi.advanceTimersByTimeAsync(ms);
    layer.relay().says('EOSE', id);
    await settle();
    return result.outcomes?.[0]?.outcome;
  };

  it('[RELAY-64] follows the last 100 answers of the relay, from a base of 4400 ms', async () => {
    const layer = await start();
    for (let times = 0; times < 5; times += 1) expect(await answerAfter(layer, 4_000)).toBe('eose');
    expect(await answerAfter(layer, 7_900)).toBe('eose');
    for (let times = 0; times < 100; times += 1) await answerAfter(layer, 100);
    const result = track(layer.requests.fetch({ filters: notes }));
    await vi.advanceTimersByTimeAsync(1_499);
    expect(result).toEqual({});
    await vi.advanceTimersByTimeAsync(1);
    expect(result.outcomes).toEqual([{ relay: one, outcome: 'timeout' }]);
    expect(await answerAfter(layer, 2_900)).toBe('eose');
  });

  it('is no reason to refuse an act: the lists that are about to change are waited for in full', async () => {
    const layer = await start();
    for (let times = 0; times < 10; times += 1) await answerAfter(layer, 100);
    const { requests, registry } = layer;
    const author = 'a'.repeat(64);
    const { signal } = new AbortController();
    const versions = { of: async () => [], keep: async () => {} } as unknown as KeptVersions;
    const places = { kind: 3, besides: ['read'], counts: 'relays and kept', limit: 10 } as const;
    const follows = fetchVersions({ requests, registry, versions }, places, author, signal);
    const relays = fetchVersions({ requests, registry, versions }, RELAY_LIST_PLACES, author, signal);
    await vi.advanceTimersByTimeAsync(9_000);
    for (const [, id] of layer.relay().sentOf('REQ').slice(-2)) layer.relay().says('EOSE', id);
    expect([[...(await follows).told], [...(await relays).told]]).toEqual([[one], [one]]);
  });

  it('is never above 8.8 s', async () => {
    const layer = await start();
    for (let times = 0; times < 30; times += 1) await answerAfter(layer, 8_000);
    const result = track(layer.requests.fetch({ filters: notes }));
    await vi.advanceTimersByTimeAsync(8_800);
    expect(result.outcomes).toEqual([{ relay: one, outcome: 'timeout' }]);
  });
});

it('stops', async () => {
  const { requests, relay, care } = await start();
  care.stop();
  expect(care.watched()).toBe(0);
  care.logIn(createFakeSigner().signer);
  void requests.fetch({ filters: notes });
  relay().says('AUTH', 'who?');
  await settle();
  expect(relay().sentOf('AUTH')).toEqual([]);
});
