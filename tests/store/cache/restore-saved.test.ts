import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PersistedCache } from '#domain/cache/cache-groups.ts';
import { noteFromEvent, type FeedItem, type Note } from '#domain/note/note.ts';
import {
  feedKey,
  followersKey,
  metadataKey,
  noteKey,
  noteStatsKey,
  profileContactsKey,
  profileMetadataKey,
  profileNotesKey,
  threadKey,
} from '#domain/cache/query-keys.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { restoreSteps } from '#store/cache/restore-saved.ts';
import { buildRecord } from '#store/cache/worth-saving.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const NOW = 1_800_000_000_000;
const filter = { hashtags: ['bitcoin'] };

const note = (number: number) =>
  noteFromEvent(fakeEvent({ id: hex(number), content: 'see https://a.example/b.png' }), 5_000);
const item = (number: number): FeedItem => ({ id: hex(number), at: 1_700_000_000, note: note(number) });
const items = (count: number, from = 1) => Array.from({ length: count }, (_, index) => item(from + index));
const metadata = (createdAt = 1) => ({
  name: 'ann',
  display_name: 'Ann',
  picture: '',
  about: '',
  nip05: '',
  website: '',
  banner: '',
  lud16: '',
  lud06: '',
  createdAt,
});
const stats = { replies: 1, reposts: 0, likes: 2, zaps: 0, zapSats: 0 };

const restored = (record: PersistedCache, client = createQueryClient()) => {
  const registry = createEventRegistry({ now: () => NOW, requestFrame: () => {} });
  for (const _ of restoreSteps({ client, registry, now: NOW }, record)) continue;
  return {
    client,
    registry,
    keys: client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  };
};

const recordOf = (...queries: unknown[]) =>
  ({ buster: 'b', timestamp: NOW, clientState: { queries, mutations: [] } }) satisfies PersistedCache;
const query = (queryKey: unknown, data: unknown, dataUpdatedAt: unknown = NOW - 1_000) => ({
  queryKey,
  state: { data, dataUpdatedAt },
});

describe('saved query cache', () => {
  it('[CACHE-07] [CACHE-12] comes back as it was, with its age', () => {
    const client = createQueryClient();
    const saved: [readonly unknown[], unknown][] = [
      [feedKey(filter), { items: [item(1), { ...item(2), repost: { id: hex(2), pubkey: hex(9) } }], hasMore: true }],
      [noteKey(hex(3)), note(3)],
      [profileNotesKey(hex(4)), { items: [item(4)], hasMore: false }],
      [profileNotesKey(hex(4), 'likes'), { items: [{ ...item(4), id: hex(40) }], hasMore: true }],
      [metadataKey(hex(5)), metadata()],
      [profileMetadataKey(hex(5)), metadata()],
      [profileContactsKey(hex(6)), [{ pubkey: hex(7), relay: '', petname: 'Bo' }]],
      [threadKey(hex(8)), { rootId: hex(8), notes: [note(8)] }],
      [noteStatsKey(hex(2)), stats],
    ];
    for (const [key, data] of saved) client.setQueryData(key, data, { updatedAt: NOW - 60_000 });
    const record = structuredClone(buildRecord(client, NOW, 'b'));
    expect(record).toEqual({ buster: 'b', timestamp: NOW, clientState: { queries: expect.any(Array), mutations: [] } });

    const { client: second, registry } = restored(record);
    for (const [key, data] of saved) {
      expect(second.getQueryData(key)).toEqual(data);
      expect(second.getQueryState(key)?.dataUpdatedAt).toBe(NOW - 60_000);
    }
    expect([1, 2, 3, 4, 8].every((number) => registry.has(hex(number)))).toBe(true);
    const shown = second.getQueryData<Note>(noteKey(hex(3)));
    expect(shown?.tags).toBe(registry.get(hex(3))?.tags);
  });

  it('[NOTE-02] has notes that were received when they were, never later than now', () => {
    const ahead = { ...note(2), receivedAt: NOW + 1 };
    const { registry } = restored(recordOf(query(noteKey(hex(1)), note(1)), query(noteKey(hex(2)), ahead)));
    expect([1, 2].map((number) => registry.receivedAt(hex(number)))).toEqual([5_000, NOW]);
  });

  it('gives back the custom emoji of a profile, and nothing in their place that is none', () => {
    const emojis = [['emoji', 'owl', 'https://a.example/owl.png']];
    const saved = { ...metadata(), emojis };
    const back = (data: unknown) =>
      restored(recordOf(query(metadataKey(hex(1)), data))).client.getQueryData(metadataKey(hex(1)));
    expect(back(saved)).toEqual(saved);
    for (const wrong of ['owl', [['emoji', 1]], [null]]) expect(back({ ...saved, emojis: wrong })).toEqual(metadata());
  });

  it('leaves out what was never read, is empty, pending or of another group', async () => {
    const client = createQueryClient();
    client.setQueryData(followersKey(hex(1)), [hex(2)]);
    client.setQueryData(metadataKey(hex(1)), null);
    await client
      .fetchQuery({ queryKey: metadataKey(hex(2)), queryFn: () => Promise.reject(new Error('no')), retry: false })
      .catch(() => {});
    void client.fetchQuery({ queryKey: metadataKey(hex(3)), queryFn: () => new Promise(() => {}) });
    expect(buildRecord(client, NOW, 'b').clientState.queries).toEqual([]);
  });

  it('saves what was read before a try that failed, with its age', async () => {
    const client = createQueryClient();
    client.setQueryData(noteStatsKey(hex(2)), stats, { updatedAt: NOW - 60_000 });
    const queryFn = () => Promise.reject(new Error('no relay'));
    await client.invalidateQueries();
    await client.fetchQuery({ queryKey: noteStatsKey(hex(2)), queryFn, retry: false }).catch(() => {});
    expect(client.getQueryState(noteStatsKey(hex(2)))?.status).toBe('error');
    expect(buildRecord(client, NOW, 'b').clientState.queries).toEqual([
      { queryKey: noteStatsKey(hex(2)), state: { data: stats, dataUpdatedAt: NOW - 60_000 } },
    ]);
  });

  it('saves the newest 100 notes of a feed, and knows that there are more', () => {
    const client = createQueryClient();
    client.setQueryData(feedKey(filter), { items: items(250), hasMore: false });
    const { client: second } = restored(structuredClone(buildRecord(client, NOW, 'b')));
    expect(second.getQueryData(feedKey(filter))).toEqual({ items: items(100), hasMore: true });
  });

  it('saves at most 1,000 entries, feeds first, and no list in part', () => {
    const client = createQueryClient();
    const contacts = (count: number) =>
      Array.from({ length: count }, () => ({ pubkey: hex(1), relay: '', petname: '' }));
    client.setQueryData(profileContactsKey(hex(1)), contacts(950), { updatedAt: 9 });
    client.setQueryData(profileContactsKey(hex(2)), contacts(5_000), { updatedAt: 8 });
    client.setQueryData(profileContactsKey(hex(3)), contacts(40), { updatedAt: 7 });
    client.setQueryData(feedKey(filter), { items: items(60), hasMore: true }, { updatedAt: 1 });
    const { keys } = restored(structuredClone(buildRecord(client, NOW, 'b')));
    expect(keys).toEqual([feedKey(filter), profileContactsKey(hex(3))]);
  });

  it('saves the latest 200 people', () => {
    const client = createQueryClient();
    for (let number = 1; number <= 500; number++) {
      client.setQueryData(metadataKey(hex(number)), metadata(), { updatedAt: number });
    }
    const { keys } = restored(structuredClone(buildRecord(client, NOW, 'b')));
    expect(keys).toHaveLength(200);
    expect(keys.at(0)).toEqual(metadataKey(hex(500)));
  });

  it('does not replace newer data', () => {
    const client = createQueryClient();
    client.setQueryData(metadataKey(hex(1)), metadata(2), { updatedAt: NOW });
    restored(recordOf(query(metadataKey(hex(1)), metadata(1))), client);
    expect(client.getQueryData(metadataKey(hex(1)))).toEqual(metadata(2));
  });

  it('does not take data for fresh that is dated in the future', () => {
    const { client } = restored(recordOf(query(metadataKey(hex(1)), metadata(), NOW * 2)));
    expect(client.getQueryState(metadataKey(hex(1)))?.dataUpdatedAt).toBe(NOW);
  });

  it.each([
    ['a query that is no object', 7],
    ['no key', query(undefined, metadata())],
    ['a key that is no list', query('metadata', metadata())],
    ['a key of the wrong length', query(['metadata'], metadata())],
    ['an unknown group', query(['wallet', hex(1)], { any: 1 })],
    ['no state', { queryKey: metadataKey(hex(1)) }],
    ['no age', query(metadataKey(hex(1)), metadata(), 'soon')],
    ['no data', query(metadataKey(hex(1)), undefined)],
    ['metadata with a missing field', query(metadataKey(hex(1)), { ...metadata(), about: undefined })],
    ['metadata with a field of another type', query(metadataKey(hex(1)), { ...metadata(), name: { toString: null } })],
    ['a feed without notes', query(feedKey(filter), { items: [], hasMore: true })],
    ['a feed with one broken note', query(feedKey(filter), { items: [item(1), {}], hasMore: true })],
    ['a feed that is a text', query(feedKey(filter), 'items')],
    ['a note with an id that is none', query(noteKey(hex(1)), { ...note(1), id: 'x' })],
    ['a note with broken tags', query(noteKey(hex(1)), { ...note(1), tags: [['e', 5]] })],
    ['a note from the future', query(noteKey(hex(1)), { ...note(1), created_at: NOW })],
    ['a note of unknown arrival', query(noteKey(hex(1)), { ...note(1), receivedAt: 'now' })],
    ['a note with a script for a picture', query(noteKey(hex(1)), { ...note(1), imageUrls: ['javascript:alert(1)'] })],
    ['a note with too many videos', query(noteKey(hex(1)), { ...note(1), videoUrls: Array(65).fill('https://a.b/c') })],
    ['a huge note', query(noteKey(hex(1)), { ...note(1), content: 'x'.repeat(200_000) })],
    ['a broken repost', query(feedKey(filter), { items: [{ ...item(1), repost: 3 }], hasMore: true })],
    ['contacts with one broken', query(profileContactsKey(hex(1)), [{ pubkey: 'x', relay: '', petname: '' }])],
    ['contacts that are an object', query(profileContactsKey(hex(1)), { length: 1 })],
    ['a thread without root', query(threadKey(hex(1)), { notes: [note(1)] })],
    ['counts that are none', query(noteStatsKey(hex(1)), { ...stats, likes: Number.NaN })],
  ])('passes over %s', (_, broken) => {
    const good = query(metadataKey(hex(2)), metadata());
    expect(restored(recordOf(broken, good)).keys).toEqual([metadataKey(hex(2))]);
  });

  it('drops zaps that an earlier version summed, and keeps the counts', () => {
    const key = noteStatsKey(hex(1));
    const { client } = restored(
      recordOf(query(key, { ...stats, zaps: 1, zapSats: 21, topZap: { pubkey: hex(2), sats: 21, comment: 'yes' } })),
    );
    expect(client.getQueryData(key)).toEqual(stats);
  });

  it('never throws on queries of any shape, and shows none of them', () => {
    const groups = fc.constantFrom('feed', 'note', 'metadata', 'thread', 'contacts', 'zap-totals', 'profile/notes');
    const anything = fc.anything({ withNullPrototype: true, withDate: true, withMap: true });
    fc.assert(
      fc.property(fc.array(fc.record({ key: groups, data: anything }), { maxLength: 5 }), (queries) => {
        const record = recordOf(...queries.map(({ key, data }) => query([key, hex(1)], data)));
        // an empty list is a proper list of contacts
        const { keys } = restored(record);
        expect(keys.filter(([group]) => group !== 'contacts')).toEqual([]);
      }),
    );
  });
});
