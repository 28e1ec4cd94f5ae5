import 'fake-indexeddb/auto';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { metadataKey, muteListKey, profileContactsKey } from '#domain/cache/query-keys.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import type { Contact } from '#domain/profile/lists.ts';
import { sealed } from '#domain/protocol/sealed.ts';
import { createCachedMetadata } from '#store/profile/cached-metadata.ts';
import { fakeTime } from '#tests/support/app-time.ts';
import { MIRA, noteBy, nowSeconds, startApp, until } from '#tests/support/app-world.ts';

const [ONE, TWO] = ['wss://one.example', 'wss://two.example'];
const SECRET = new Uint8Array(32).fill(11);
const SELF = getPublicKey(SECRET);
const [BERT, CARLA] = ['b'.repeat(64), 'c'.repeat(64)];

beforeEach(() => void fakeTime());
afterEach(() => void vi.useRealTimers());

describe('what the user changes on another device', () => {
  it('[LOGIN-34] arrives as it happens: whom they follow and mute, their profile, their relays', async () => {
    const app = startApp({ [ONE]: [noteBy(MIRA, 'A note.', 60)], [TWO]: [] });
    const { system, relays } = app;
    const { queryClient } = system;
    await system.later('session');
    const typed = sealed({ secret: '0b'.repeat(32), keep: false, passphrase: '', confirmation: '' });
    system.find('login')!.send({ type: 'login.secret', typed });
    await Promise.all([system.later('care'), system.later('acting')]);
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
