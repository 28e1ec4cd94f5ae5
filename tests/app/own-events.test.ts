import 'fake-indexeddb/auto';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { metadataKey, muteListKey, profileContactsKey } from '#domain/cache/query-keys.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import type { Contact } from '#domain/profile/lists.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { createCachedMetadata } from '#store/profile/cached-metadata.ts';
import type { Post } from '#ports/publishing.ts';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { FakeSocket } from '#tests/support/fake-socket.ts';
import { SOUND, type SocketFault } from '#tests/support/socket-relays.ts';
import { MIRA, noteBy, nowSeconds, startApp, until } from '#tests/support/app-world.ts';

const [ONE, TWO] = ['wss://one.example', 'wss://two.example'];
const SECRET = new Uint8Array(32).fill(11);
const SELF = getPublicKey(SECRET);
const [BERT, CARLA] = ['b'.repeat(64), 'c'.repeat(64)];

beforeEach(() => void fakeTime());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The app of two relays, its user logged in, with what looks after their events. */
const startLoggedIn = async () => {
  const app = startApp({ [ONE]: [noteBy(MIRA, 'A note.', 60)], [TWO]: [] });
  const { system } = app;
  await system.later('session');
  const typed = sealed({ secret: '0b'.repeat(32), keep: false, passphrase: '', confirmation: '' });
  system.find('login')!.send({ type: 'login.secret', typed });
  await Promise.all([system.later('care'), system.later('acting')]);
  return app;
};

describe('what the user changes on another device', () => {
  it('[LOGIN-34] arrives as it happens: whom they follow and mute, their profile, their relays', async () => {
    const app = await startLoggedIn();
    const { system, relays } = app;
    const { queryClient } = system;
    const isRead = (name: 'follows' | 'mutes') => {
      const snapshot = system.find(name)!.getSnapshot();
      return snapshot.context.pubkey === SELF && snapshot.matches({ list: { user: { work: 'resting' } } });
    };
    await until('the lists are read', () => isRead('follows') && isRead('mutes'));
    const isAsked = () =>
      relays.every(({ asked }) => [...asked().values()].flat().some(({ kinds }) => kinds?.includes(10_000)));
    await until('the relays are asked for what is new', isAsked);

    const made = new Set<string>();
    const elsewhere = (kind: number, tags: string[][], content = '') => {
      const event = finalizeEvent({ kind, tags, content, created_at: nowSeconds() }, SECRET);
      made.add(event.id);
      relays[0]!.publish(event);
    };
    elsewhere(3, [['p', BERT]]);
    await until('who is followed', () =>
      (queryClient.getQueryData<readonly Contact[]>(profileContactsKey(SELF)) ?? []).some(
        ({ pubkey }) => pubkey === BERT,
      ),
    );
    elsewhere(10_000, [['p', CARLA]]);
    await until('who is muted', () =>
      (queryClient.getQueryData<readonly string[]>(muteListKey(SELF)) ?? []).includes(CARLA),
    );
    elsewhere(0, [], '{"name":"Anna elsewhere"}');
    await until(
      'the profile',
      () => queryClient.getQueryData<Metadata | null>(metadataKey(SELF))?.name === 'Anna elsewhere',
    );
    // the next visit begins with it (LOGIN-34)
    expect(createCachedMetadata(app.browser.localStorage).get(SELF)?.name).toBe('Anna elsewhere');
    elsewhere(10_002, [
      ['r', ONE],
      ['r', TWO, 'read'],
    ]);
    const permissions = () =>
      system
        .find('relay-directory')!
        .getSnapshot()
        .context.entries.map(({ url, permission }) => `${url} ${permission}`);
    await until('the relays', () => permissions().includes(`${TWO} read`));
    expect(permissions()).toContain(`${ONE} readwrite`);
    // it is only brought to relays that lack it
    const sent = relays.flatMap(({ published }) => published);
    expect(sent.filter(({ id }) => !made.has(id))).toEqual([]);
    system.stop();
  });
});

describe('a profile that the user saves', () => {
  it('[LOGIN-34] is there at the next visit once a relay has it, and not before', async () => {
    const app = await startLoggedIn();
    const { system, relays } = app;
    const { queryClient } = system;
    await until('somebody can sign', () => system.session()?.signer()?.pubkey === SELF);
    const { writing } = system.acting()!;
    const nextVisit = () => createCachedMetadata(app.browser.localStorage).get(SELF)?.name;
    const shown = () => queryClient.getQueryData<Metadata | null>(metadataKey(SELF))?.name;
    const save = async (name: string, fault: SocketFault) => {
      const made = { post: undefined as Post | undefined };
      void writing.profile.change(SELF, { name }).then((post) => (made.post = post));
      await until('it is made', () => made.post !== undefined);
      for (const relay of relays) relay.set(fault);
      const job = writing.post(made.post!);
      await until('it is signed and shown', () => shown() === name);
      return job;
    };
    await save('Discarded', { kind: 'silence' });
    await pass(60_000, 1_000);
    expect([shown(), nextVisit()]).toEqual(['Discarded', undefined]);
    for (const relay of relays) relay.set(SOUND);
    // what a relay takes it need not send to anybody
    const { says } = FakeSocket.prototype;
    vi.spyOn(FakeSocket.prototype, 'says').mockImplementation(function (this: FakeSocket, ...message: unknown[]) {
      const isProfile = message[0] === 'EVENT' && (message[2] as NostrEvent).kind === 0;
      if (!isProfile) says.apply(this, message);
    });
    await save('Taken', SOUND);
    await until('a relay has it', () => relays.some(({ published }) => published.some(({ kind }) => kind === 0)));
    await until('the next visit begins with it', () => nextVisit() === 'Taken');
    system.stop();
  });
});
