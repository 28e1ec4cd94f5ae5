import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameVerifier } from '#actors/wire/verifier.ts';
import { RELAY_LIST_PLACES } from '#actors/relays/relay-list-policy.ts';
import { fetchVersions, type Places } from '#actors/replaceable/read.ts';
import { EVENT_MAX_CONTENT_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import {
  FRAME_MAX_BYTES,
  OWN_EVENT_MAX_TAGS,
  OWN_FRAME_MAX_CHARACTERS,
  VAIN_WINDOW_MS,
  RELAY_OVERLOADS_MAX,
} from '#domain/relays/relays-limits.ts';
import { LONG_LIST_TAGS, LONG_LIST_TIMEOUT_MS, LONG_LIST_TURN_MS } from '#domain/replaceable/replaceable-limits.ts';
import { checkRead, type ReadRules, type Refusal } from '#domain/replaceable/versions.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { verifyFrame } from '#domain/protocol/verify-frame.ts';
import { createVersions } from '#store/replaceable/versions.ts';
import type { FakeSocket } from '#tests/support/fake-socket.ts';
import { createDisk } from '#tests/support/people-world.ts';
import { noteOf, startOverFakes } from '#tests/support/relay-layer.ts';

const ONE = 'wss://one.example';
const TWO = 'wss://two.example';
const ANNA = 'a'.repeat(64);
const NOW = 1_000_000;
const RULES: ReadRules = {
  nobodyAnswered: { code: 'list-not-read' },
  mayExist: { code: 'list-may-exist' },
  share: 1 / 2,
};
const placesOf = (kind: number): Places => ({ kind, besides: ['read'], counts: 'relays and kept', limit: 10 });
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Checks all but the signature, with its real bounds. */
const verifier: FrameVerifier = {
  verify: async (frames) => frames.map((frame) => verifyFrame(frame, NOW, (_, id) => id !== 'f'.repeat(64))),
  dispose: () => {},
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOW * 1000 }));
afterEach(() => void vi.useRealTimers());

const people = (count: number) => Array.from({ length: count }, (_, at) => ['p', at.toString(16).padStart(64, '0')]);
const listOf = (over: Partial<NostrEvent> = {}) => noteOf(7, { kind: 3, pubkey: ANNA, created_at: NOW - 60, ...over });

/** Reads one's own list of a kind, and gives it or why it is not built upon. */
const start = async (kind = 3, urls = [ONE]) => {
  const layer = await startOverFakes(urls, urls, verifier);
  const versions = createVersions(createDisk().database);
  const read = () => {
    const asked = layer.relay(urls[0]).sentOf('REQ').length;
    const found = fetchVersions({ ...layer, versions }, placesOf(kind), ANNA).then((seen) => {
      checkRead(seen, RULES);
      return seen.newest;
    });
    const outcome = found.catch((error: Refusal) => error.problem.code);
    return { outcome, isSent: vi.waitFor(() => hasAsked(asked + 1), { interval: 1 }) };
  };
  const hasAsked = (count: number) => expect(layer.relay(urls[0]).sentOf('REQ')).toHaveLength(count);
  const subscription = (socket: FakeSocket) => {
    const [, id] = socket.sentOf('REQ').at(-1)!;
    return String(id);
  };
  const answer = (socket: FakeSocket, ...events: NostrEvent[]) => {
    const id = subscription(socket);
    for (const event of events) socket.says('EVENT', id, event);
    socket.says('EOSE', id);
  };
  const state = () => layer.directory.getSnapshot().context.connections[ONE];
  return { ...layer, read, answer, subscription, hasAsked, state };
};

describe("a list of the user's own that is long or cannot be read", () => {
  it('is read with every one of 12,000 people, again and again, and the relay is no worse for it', async () => {
    const { read, answer, relay, state } = await start();
    const list = listOf({ tags: people(12_000) });
    for (let round = 0; round < 5; round += 1) {
      const { outcome, isSent } = read();
      await isSent;
      answer(relay(), list);
      expect(await outcome).toEqual(list);
    }
    expect(state()).toBe('connected');
  });

  it('comes live with every one of 12,000 people, where it was asked for as own', async () => {
    const { requests, relay, subscription, registry } = await start();
    const list = listOf({ tags: people(12_000) });
    const filters = [{ kinds: [3], authors: [ANNA] }];
    requests.watch({ filters, relays: [ONE] });
    await settle();
    relay().says('EVENT', subscription(relay()), list);
    await settle();
    expect(registry.replaceable(3, ANNA)).toBeUndefined();
    requests.watch({ filters, relays: [ONE], own: true });
    await settle();
    relay().says('EVENT', subscription(relay()), list);
    await vi.waitFor(() => expect(registry.replaceable(3, ANNA)).toEqual(list), { interval: 1 });
  });

  const unreadable: Record<string, Partial<NostrEvent>> = {
    'too long': { tags: [...people(12_000), ['x', ...people(60_000).map(([, person]) => person!)]] },
    'with too many tags': { tags: Array.from({ length: OWN_EVENT_MAX_TAGS + 1 }, () => ['p', 'alice']) },
    malformed: { tags: [['p', 7 as never]] },
    'not proven': { id: 'f'.repeat(64) },
    'dated ahead': { created_at: NOW + 86_400 },
  };
  for (const kind of [0, 3, 10_000])
    it.each(Object.keys(unreadable))(`of kind ${kind}, %s, is no answer that there is none`, async (what) => {
      const { read, answer, relay } = await start(kind);
      const { outcome, isSent } = read();
      await isSent;
      answer(relay(), listOf({ kind, ...unreadable[what] }));
      expect(await outcome).toBe('list-not-read');
    });

  it('is not built upon in an older version', async () => {
    const { read, answer, relay, registry } = await start();
    registry.add(listOf({ id: 'b'.repeat(64), created_at: 5, tags: people(1) }));
    const { outcome, isSent } = read();
    await isSent;
    answer(relay(), listOf(unreadable['too long']));
    expect(await outcome).toBe('list-not-read');
  });

  it('is what another relay says, for which is waited', async () => {
    const { read, answer, relay } = await start(3, [ONE, TWO]);
    const { outcome, isSent } = read();
    await isSent;
    answer(relay(), listOf(unreadable['not proven']));
    await vi.advanceTimersByTimeAsync(3_000);
    answer(relay(TWO), listOf({ tags: people(2) }));
    expect(await outcome).toMatchObject({ tags: people(2) });
  });

  it('of many people that only is to be shown is asked of one relay after another; to publish, of all at once', async () => {
    const { requests, registry, relay, answer } = await start(3, [ONE, TWO]);
    const versions = createVersions(createDisk().database);
    const asked = () => [ONE, TWO].map((url) => relay(url).sentOf('REQ').length);
    const list = listOf({ tags: people(LONG_LIST_TAGS) });
    const read = (hasTime?: boolean) =>
      fetchVersions({ requests, registry, versions }, placesOf(3), ANNA, undefined, hasTime);
    await versions.keep(list);
    const shown = read(true);
    await vi.waitFor(() => expect(asked()).toEqual([1, 0]), { interval: 1 });
    answer(relay(), list);
    await vi.waitFor(() => expect(asked()).toEqual([1, 1]), { interval: 1 });
    answer(relay(TWO), list);
    expect(await shown).toMatchObject({ newest: list, told: new Set([ONE, TWO]), holders: new Set([ONE, TWO]) });

    // one that is silent keeps the others waiting for a while only, and does not count as having answered
    const second = read(true);
    await vi.waitFor(() => expect(asked()).toEqual([2, 1]), { interval: 1 });
    await vi.advanceTimersByTimeAsync(LONG_LIST_TURN_MS);
    expect(asked()).toEqual([2, 2]);
    answer(relay(TWO), list);
    await vi.advanceTimersByTimeAsync(LONG_LIST_TIMEOUT_MS);
    expect(await second).toMatchObject({ newest: list, told: new Set([TWO]) });

    const published = read();
    await vi.waitFor(() => expect(asked()).toEqual([3, 3]), { interval: 1 });
    answer(relay(), list);
    answer(relay(TWO), list);
    expect(await published).toMatchObject({ told: new Set([ONE, TWO]) });
  });

  it('may be among the frames of a flood that were thrown away', async () => {
    const { read, answer, relay, wire } = await start();
    const { outcome, isSent } = read();
    await isSent;
    for (let times = 1; times <= RELAY_OVERLOADS_MAX; times += 1) wire.ingested.onOverload(ONE);
    answer(relay());
    expect(await outcome).toBe('list-not-read');
  });

  it('is one of relays, too: nobody answered who sends what cannot be read', async () => {
    const { requests, registry, answer, relay, hasAsked } = await start();
    const versions = createVersions(createDisk().database);
    const list = fetchVersions({ requests, registry, versions }, RELAY_LIST_PLACES, ANNA);
    await vi.waitFor(() => hasAsked(1), { interval: 1 });
    answer(relay(), listOf({ kind: 10_002, ...unreadable['not proven'] }));
    expect(await list).toMatchObject({ newest: undefined, told: new Set() });
  });

  it('[RLIST-01] is the list of relays that was found, also where all it names besides may not be asked', async () => {
    const { requests, registry, answer, relay, hasAsked } = await start();
    const versions = createVersions(createDisk().database);
    const read = fetchVersions({ requests, registry, versions }, RELAY_LIST_PLACES, ANNA);
    await vi.waitFor(() => hasAsked(1), { interval: 1 });
    const tags = [ONE, 'ws://10.0.0.1', 'wss://umbrel.local'].map((url) => ['r', url]);
    answer(relay(), listOf({ kind: 10_002, tags }));
    expect(await read).toMatchObject({ newest: { tags }, told: new Set([ONE]) });
  });
});

describe('a profile with a picture written into it', () => {
  const profile = (over: Partial<NostrEvent> = {}) =>
    listOf({ kind: 0, content: JSON.stringify({ picture: 'x'.repeat(EVENT_MAX_CONTENT_CHARACTERS) }), ...over });

  it.each([EVENT_MAX_CONTENT_CHARACTERS, FRAME_MAX_BYTES])(
    'of %i characters and more is read as it is',
    async (size) => {
      const { read, answer, relay, state } = await start(0);
      const long = profile({ content: JSON.stringify({ picture: 'x'.repeat(size) }) });
      const { outcome, isSent } = read();
      await isSent;
      answer(relay(), { ...long, id: 'c'.repeat(64), created_at: 5 }, long);
      expect(await outcome).toEqual(long);
      expect(state()).toBe('connected');
    },
  );

  it('is taken of nobody else, also not with the same frame in answer to another question', async () => {
    const { requests, registry, relay, read, answer, subscription } = await start(0);
    const asked = requests.fetch({ filters: [{ kinds: [0], authors: [ANNA] }] });
    await settle();
    const id = subscription(relay());
    const { outcome, isSent } = read();
    await isSent;
    relay().says('EVENT', id, profile());
    relay().says('EOSE', id);
    expect(await asked).toMatchObject({ events: [], outcomes: [{ outcome: 'eose' }] });
    expect(registry.replaceable(0, ANNA)).toBeUndefined();
    answer(relay(), profile());
    expect(await outcome).toEqual(profile());
  });

  it('comes from a stranger no more than twice in answer to one question for what the user wrote', async () => {
    const { read, relay, subscription, ingest } = await start(0);
    const { outcome, isSent } = read();
    await isSent;
    for (let number = 1; number <= 4; number += 1)
      relay().says('EVENT', subscription(relay()), profile({ ...noteOf(number), kind: 0, content: profile().content }));
    relay().says('EOSE', subscription(relay()));
    expect(await outcome).toBe('list-not-read');
    expect(ingest.stats().values().next().value).toMatchObject({ verified: 2, invalid: 2 });
  });
});

describe('long events that are not of the user', () => {
  it('are dropped, and the relay that has them is heard on, unless it does nothing else', async () => {
    const { requests, relay, state, subscription } = await start();
    const seen: string[] = [];
    const ask = async () => {
      const found = requests.fetch({ filters: [{ kinds: [3], authors: [ANNA] }] });
      await settle();
      const id = subscription(relay());
      relay().says('EVENT', id, listOf({ tags: people(8_000) }));
      relay().says('EOSE', id);
      const { events, outcomes } = await found;
      seen.push(`${events.length} ${outcomes[0]?.outcome}`);
    };
    await ask();
    await ask();
    await ask();
    expect([seen, state()]).toEqual([['0 eose', '0 eose', '0 eose'], 'connected']);
    await vi.advanceTimersByTimeAsync(2 * VAIN_WINDOW_MS);
    void requests.fetch({ filters: [{ kinds: [3], authors: [ANNA] }] }).catch(() => {});
    await settle();
    const long = JSON.stringify(['EVENT', subscription(relay()), listOf({ content: 'x'.repeat(FRAME_MAX_BYTES) })]);
    for (let sent = 0; sent * FRAME_MAX_BYTES <= OWN_FRAME_MAX_CHARACTERS; sent += 1) relay().saysRaw(long);
    expect(state()).toBe('resting');
  });

  it('are taken no more than twice in answer to one question for what the user wrote', async () => {
    const { read, relay, subscription, ingest } = await start();
    const { outcome, isSent } = read();
    await isSent;
    const id = subscription(relay());
    for (let number = 1; number <= 4; number += 1)
      relay().says('EVENT', id, noteOf(number, { kind: 3, pubkey: 'b'.repeat(64), tags: people(8_000) }));
    relay().says('EOSE', id);
    expect(await outcome).toBe('list-not-read');
    expect(ingest.stats().values().next().value).toMatchObject({ verified: 2, dropped: 2 });
  });
});
