import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { withSeen } from '#domain/messages/inbox.ts';
import { INBOX_OPEN_AT_ONCE, INBOX_OPEN_EVERY_MS, INBOX_SEEN_MOST } from '#domain/messages/messages-limits.ts';
import { giftWrap, makeMessage } from '#domain/messages/gift-wrap.ts';
import { createInbox } from '#actors/messages/inbox.ts';
import { createMessenger } from '#actors/messages/messenger.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { createAlone } from '#actors/shell/alone.ts';
import { keySigner } from '#tests/support/key-signer.ts';
import { createFakeRelays, type FakeRelay } from '#tests/support/fake-relays.ts';
import { createRelayWorld } from '#tests/support/relay-world.ts';

const NOW = 1_700_000_000_000;
const SECONDS = NOW / 1_000;
const [ann, ben] = [keySigner(1), keySigner(2)];
const READ = 'wss://read.example';
const INBOX = 'wss://inbox.example';

const list = (by: typeof ann, relays: readonly string[]) =>
  by.signEvent({ kind: 10_050, created_at: SECONDS, tags: relays.map((relay) => ['relay', relay]), content: '' });

const setup = () => {
  const world = createRelayWorld([READ]);
  const messengerOf = (signer: typeof ann | undefined) =>
    createMessenger({
      requests: world.requests,
      authorRelays: async () => ({ writes: [], reads: [], listed: false }),
      signer: () => signer,
      account: { get: () => ({ pubkey: ann.pubkey, method: 'nsec', persisted: false }) },
      now: () => NOW,
      random: () => 0.5,
    });
  return { world, messengerOf };
};

describe('sending a private message', () => {
  it('goes to the relays where somebody takes messages, and to those they named', async () => {
    const { world, messengerOf } = setup();
    world.put(READ, await list(ben, [INBOX, 'ws://192.168.0.1']));
    const messenger = messengerOf(ann);
    expect(await messenger.relaysFor(ben.pubkey)).toEqual([INBOX]);
    expect(await messenger.relaysFor(ben.pubkey, ['wss://named.example'])).toEqual(['wss://named.example', INBOX]);
    const wrap = await messenger.wrap({ from: ann.pubkey, to: ben.pubkey, content: 'hello' });
    await messenger.post(wrap, [INBOX]);
    await messenger.post(wrap, [INBOX]);
    expect(world.at(INBOX).map(({ id }) => id)).toEqual([wrap.id, wrap.id]);
  });

  it('goes nowhere when nobody knows where', async () => {
    const { world, messengerOf } = setup();
    const messenger = messengerOf(ann);
    await expect(messenger.relaysFor(ben.pubkey)).rejects.toMatchObject({ problem: { code: 'message-no-inbox' } });
    world.requests.fetch = () => Promise.reject(new Error('offline'));
    await expect(messenger.relaysFor(ben.pubkey)).rejects.toMatchObject({ problem: { code: 'message-inbox-unknown' } });
    expect(await messenger.relaysFor(ben.pubkey, [INBOX])).toEqual([INBOX]);
  });

  it('says nothing of one account by the key of another', async () => {
    const { messengerOf } = setup();
    const wrap = messengerOf(ben).wrap({ from: ann.pubkey, to: ben.pubkey, content: 'hello' });
    await expect(wrap).rejects.toMatchObject({ problem: { code: 'signer-required' } });
  });

  it('says that no relay took it, and that the key is locked', async () => {
    const { world, messengerOf } = setup();
    world.closed.add(INBOX);
    const wrap = await messengerOf(ann).wrap({ from: ann.pubkey, to: ben.pubkey, content: 'hello' });
    await expect(messengerOf(ann).post(wrap, [INBOX])).rejects.toMatchObject({
      problem: { code: 'message-undelivered' },
    });
    await expect(messengerOf(undefined).wrap({ from: ann.pubkey, to: ben.pubkey, content: 'x' })).rejects.toMatchObject(
      {
        problem: { code: 'signer-required' },
      },
    );
  });
});

describe('reading private messages', () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  const open = (
    world = setup().world,
    kept = new Map<string, readonly string[]>(),
    requests: RelayRequests = world.requests,
  ) => {
    let decryptions = 0;
    const counting = {
      ...ben,
      nip44: {
        ...ben.nip44!,
        decrypt: (pubkey: string, text: string) => {
          decryptions += 1;
          return ben.nip44!.decrypt(pubkey, text);
        },
      },
    };
    let signing: typeof ann = counting;
    const inbox = createInbox({
      requests,
      messenger: { ownRelays: async () => [] },
      signer: () => signing,
      alone: createAlone(undefined),
      seen: { get: async (pubkey) => kept.get(pubkey) ?? [], set: async (pubkey, seen) => void kept.set(pubkey, seen) },
      now: Date.now,
    });
    const heard: string[] = [];
    inbox.listen(async ({ rumor }) => {
      heard.push(rumor.content);
      if (rumor.content === 'fails') throw new Error('not written down');
    });
    const start = () => {
      const reading = createActor(inbox.slots['read inbox'], { input: { pubkey: ben.pubkey, relays: [READ] } });
      reading.start();
      return reading;
    };
    const login = (next: typeof ann) => void (signing = next);
    return { world, kept, heard, start, login, decryptions: () => decryptions };
  };
  const say = (content: string, ago = 0) =>
    giftWrap(ann, ben.pubkey, makeMessage({ from: ann.pubkey, to: ben.pubkey, content, now: SECONDS }), {
      now: SECONDS - ago,
      random: () => 0,
    });
  const turns = async (count = 30) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it('hands each on once, the newest first, also after a reload', async () => {
    const { world, kept, heard, start, decryptions } = open();
    const [first, second, third] = [await say('first', 300), await say('second', 200), await say('third', 100)];
    for (const wrap of [second, first, third, second]) world.put(READ, wrap);
    const reading = start();
    await turns();
    expect(heard).toEqual(['third', 'second', 'first']);
    expect(decryptions()).toBe(6);
    world.put(READ, third);
    reading.stop();
    await turns(1);
    expect(world.watched()).toBe(0);
    const again = open(world, kept);
    again.start();
    await turns();
    expect([again.heard, again.decryptions()]).toEqual([[], 0]);
  });

  it('hands on later what could not be written down', async () => {
    const { world, kept, heard, start } = open();
    world.put(READ, await say('fails'));
    start();
    await turns();
    expect(heard).toEqual(['fails']);
    const again = open(world, kept);
    again.start();
    await turns();
    expect(again.heard).toEqual(['fails']);
  });

  it('leaves to a later visit what another account would open, or hear of', async () => {
    const { world, kept, heard, start, login } = open();
    world.put(READ, await say('first', 200));
    login(ann);
    const reading = start();
    await turns();
    login(ben);
    // its account leaves while it is being opened
    world.put(READ, await say('second', 100));
    reading.stop();
    await turns();
    expect(heard).toEqual([]);
    const later = open(world, kept);
    later.start();
    await turns();
    expect(later.heard.toSorted()).toEqual(['first', 'second']);
  });

  it('finds what stands behind more than one request brings, once there is time to open it', async () => {
    const relay: FakeRelay = { url: READ, events: [await say('payment', 100_000)], cap: 100 };
    const wrap = { ...(await say('x')), content: 'AsCd' };
    for (let one = 0; one < 700; one += 1) {
      const id = String(one).padStart(64, '0').split('').toReversed().join('');
      relay.events.push({ ...wrap, id, created_at: SECONDS - one });
    }
    const { heard, start } = open(undefined, undefined, createFakeRelays([relay]).requests);
    start();
    for (let one = 0; one < 800 && heard.length === 0; one += 1) {
      await vi.advanceTimersByTimeAsync(INBOX_OPEN_EVERY_MS);
      await turns(2);
    }
    expect(heard).toEqual(['payment']);
  });

  it('opens no more of a flood than its budget allows', async () => {
    const { world, start, decryptions } = open();
    const wrap = { ...(await say('x')), content: 'AsCd' };
    for (let one = 0; one < INBOX_OPEN_AT_ONCE + 5; one += 1)
      world.put(READ, { ...wrap, id: String(one).padStart(64, '0').split('').toReversed().join('') });
    start();
    await turns(400);
    expect(decryptions()).toBe(INBOX_OPEN_AT_ONCE);
    await vi.advanceTimersByTimeAsync(INBOX_OPEN_EVERY_MS);
    await turns();
    expect(decryptions()).toBe(INBOX_OPEN_AT_ONCE + 1);
  });

  it('pays nothing twice for what is not for us', async () => {
    const { world, kept, heard, start, decryptions } = open();
    const wrap = await say('broken');
    world.put(READ, { ...wrap, content: 'AsCd' });
    start();
    await turns();
    expect([heard, decryptions()]).toEqual([[], 1]);
    const again = open(world, kept);
    again.start();
    await turns();
    expect(again.decryptions()).toBe(0);
  });

  it('keeps a bounded memory', () => {
    const many = Array.from({ length: INBOX_SEEN_MOST }, (_, one) => String(one).padStart(20, '0'));
    const seen = withSeen(many, 'f'.repeat(64));
    expect(withSeen(seen, 'f'.repeat(64))).toBe(seen);
    expect(seen.at(-1)).toBe('f'.repeat(20));
    expect(seen).toHaveLength(INBOX_SEEN_MOST);
  });
});
