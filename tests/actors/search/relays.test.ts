import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { defineResolve } from '#actors/search/resolve.ts';
import { wordsOf } from '#actors/search/local-people.ts';
import { defineSearch } from '#actors/search/search.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { parseMetadata } from '#domain/profile/metadata.ts';
import { metadataKey, profileMetadataKey, searchKey, type SearchData } from '#domain/cache/query-keys.ts';
import { SEARCH_NOTES_LIMIT } from '#domain/search/search-limits.ts';
import { createDisplayNames } from '#store/profile/display-names.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import type { FakeRelay } from '#tests/support/fake-relays.ts';
import { noteAgo, setUpFeed, START, steps } from '#tests/support/timelines.ts';

const ONE = 'wss://one.example';
const TWO = 'wss://two.example';
const person = (number: number, fields: Record<string, string>): NostrEvent =>
  fakeEvent({ id: hex(5_000 + number), kind: 0, pubkey: hex(number), content: JSON.stringify(fields) });

const setUp = (relays: FakeRelay[] = []) => {
  const network = setUpFeed(relays);
  const { requests, registry, queryClient } = network;
  const names = createDisplayNames(() => Date.now());
  const know = (number: number, fields: Record<string, string>) =>
    queryClient.setQueryData(metadataKey(hex(number)), parseMetadata(person(number, fields)));
  const data = (text: string) => {
    const found = queryClient.getQueryData<SearchData>(searchKey(text));
    return found && { notes: found.notes.map(({ content }) => content), people: found.people };
  };
  const search = (text: string, limit = SEARCH_NOTES_LIMIT) =>
    createActor(defineSearch({ requests, registry, queryClient, names, now: () => Date.now() }), {
      input: { text, limit },
    }).start();
  return { ...network, names, know, data, search };
};

describe('search', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[ROUTE-13] asks the relays by NIP-50 for notes and people', async () => {
    const events = [
      noteAgo(2, { content: 'Old nuthatch' }),
      noteAgo(1, { content: 'A NUTHATCH sings' }),
      person(1, { name: 'Nuthatch' }),
    ];
    const { search, data, asked, queryClient } = setUp([{ url: ONE, events }]);
    const actor = search(' nuthatch ');
    await vi.advanceTimersByTimeAsync(100);
    expect(asked.map(({ filters }) => filters)).toContainEqual([
      { kinds: [1], search: 'nuthatch', limit: 20 },
      { kinds: [0], search: 'nuthatch', limit: 10 },
    ]);
    expect(data('nuthatch')).toEqual({ notes: ['A NUTHATCH sings', 'Old nuthatch'], people: [hex(1)] });
    expect(queryClient.getQueryData(metadataKey(hex(1)))).toMatchObject({ name: 'Nuthatch' });
    expect(actor.getSnapshot().output).toEqual({ found: 3, outcome: 'answered' });
  });

  it('[ROUTE-13] finds people as they are written to in notes', async () => {
    const events = [noteAgo(1, { content: 'Hello ines' }), person(1, { name: 'Ines' })];
    const { search, data, asked, know } = setUp([{ url: ONE, events }]);
    know(2, { name: 'ines' });
    search('@ines');
    await vi.advanceTimersByTimeAsync(100);
    expect(asked.flatMap(({ filters }) => filters).flatMap((filter) => filter.search ?? [])).toEqual(['ines', 'ines']);
    expect(data('@ines')).toEqual({ notes: ['Hello ines'], people: [hex(2), hex(1)] });
  });

  it.each(['"nuthatch"', 'nuthatch?!', '(nuthatch)', '“Nuthatch”, nip-05!', '@Nuthatch', '"🪶"'])(
    '[ROUTE-13] finds the words without what stands around them, and asks for them as they were typed: %s',
    async (text) => {
      const content = 'A nuthatch 🪶 verified by nip-05';
      const { search, data, asked, registry } = setUp([{ url: ONE, events: [noteAgo(1, { content })] }]);
      registry.add(noteAgo(2, { content: `${content} before` }));
      search(text);
      await vi.advanceTimersByTimeAsync(100);
      expect(data(text)?.notes).toEqual([content, `${content} before`]);
      const searched = asked.flatMap(({ filters }) => filters).flatMap((filter) => filter.search ?? []);
      expect(new Set(searched)).toEqual(new Set([text.replace('@', '')]));
    },
  );

  it('takes words apart in any script, and leaves what is no word', () => {
    const words = ['हिन्दी!', '¿qué?', '❤️', '...', "don't", '#fog', 'C++', '1️⃣'];
    expect(wordsOf(words.join(' '))).toEqual(['हिन्दी', 'qué', '❤️', '...', "don't", 'fog', 'c++', '1️⃣']);
    expect(wordsOf(' # ')).toEqual([]);
  });

  it('shows nothing of relays that ignore the words', async () => {
    const events = [
      noteAgo(1, { content: 'something else' }),
      person(1, { name: 'Bob' }),
      noteAgo(2, { content: 'nuthatch nsfw' }),
    ];
    const { search, data } = setUp([{ url: ONE, events }]);
    const actor = search('nuthatch');
    await vi.advanceTimersByTimeAsync(100);
    expect(data('nuthatch')).toEqual({ notes: [], people: [] });
    expect(actor.getSnapshot().output).toEqual({ found: 0, outcome: 'answered' });
  });

  it('[FEED-14] says when there is no relay to ask', async () => {
    const actor = setUp([]).search('bob');
    await vi.advanceTimersByTimeAsync(100);
    expect(actor.getSnapshot().output).toEqual({ found: 0, outcome: 'no relays' });
  });

  it('says when no relay answered, and keeps the people it knows', async () => {
    const { search, know, data } = setUp([{ url: ONE, events: [], fault: 'closed' }]);
    know(1, { name: 'bob' });
    const actor = search('bob');
    await vi.advanceTimersByTimeAsync(100);
    expect(actor.getSnapshot().output).toEqual({ found: 1, outcome: 'unanswered' });
    expect(data('bob')).toEqual({ notes: [], people: [hex(1)] });
  });

  it('shows people that are known at once, the best first', () => {
    const { search, know, data } = setUp([{ url: ONE, events: [] }]);
    know(1, { name: 'Jacob' });
    know(2, { name: 'x', nip05: 'bob-cob@example.com' });
    know(3, { display_name: 'Cobra', name: 'y' });
    know(4, { name: 'Dan', about: 'cob' });
    know(5, { name: ' Cob ' });
    search('COB');
    expect(data('COB')).toEqual({ notes: [], people: [hex(5), hex(3), hex(1), hex(2)] });
  });

  it('[ROUTE-13] finds what is saved here when no relay can be asked: notes, profiles, remembered names', async () => {
    const { search, data, registry, names, know, queryClient } = setUp([]);
    const tagged = noteAgo(3, { content: 'a bird', tags: [['t', 'Nuthatches']] });
    for (const event of [
      noteAgo(2, { content: 'Old NUTHATCH tree' }),
      noteAgo(1, { content: 'tree, nuthatch' }),
      tagged,
    ])
      registry.add(event);
    registry.add(noteAgo(1, { content: 'a nuthatch alone' }));
    know(1, { name: 'Nuthatch Tree' });
    queryClient.setQueryData(profileMetadataKey(hex(2)), parseMetadata(person(2, { name: 'The nuthatch tree' })));
    names.put(hex(3), parseMetadata(person(3, { name: 'nuthatch tree friend' }))!);
    const actor = search('nuthatch tree');
    await vi.advanceTimersByTimeAsync(100);
    expect(data('nuthatch tree')).toEqual({
      notes: ['tree, nuthatch', 'Old NUTHATCH tree'],
      people: [hex(1), hex(3), hex(2)],
    });
    expect(actor.getSnapshot().output).toEqual({ found: 5, outcome: 'no relays' });
    search('#nuthatches');
    await vi.advanceTimersByTimeAsync(100);
    expect(data('#nuthatches')?.notes).toEqual(['a bird']);
  });

  it('of what is saved here unfit notes take no place, and name no hashtag', async () => {
    const { search, data, registry, queryClient } = setUp([]);
    const unfit = { content: 'jay nsfw', tags: [['t', 'jaynude']] };
    for (const seconds of steps(SEARCH_NOTES_LIMIT, 1)) registry.add(noteAgo(seconds, unfit));
    registry.add(noteAgo(100, { content: 'jay one', tags: [['t', 'jays']] }));
    search('jay');
    await vi.advanceTimersByTimeAsync(100);
    expect(data('jay')?.notes).toEqual(['jay one']);
    expect(queryClient.getQueryData<SearchData>(searchKey('jay'))?.hashtags).toEqual([{ hashtag: 'jays', notes: 1 }]);
  });

  it('does not replace what is known of a person by something older', async () => {
    const { search, queryClient } = setUp([{ url: ONE, events: [person(1, { name: 'bob the old' })] }]);
    queryClient.setQueryData(metadataKey(hex(1)), { ...parseMetadata(person(1, { name: 'bob' })), createdAt: START });
    search('bob');
    await vi.advanceTimersByTimeAsync(100);
    expect(queryClient.getQueryData(metadataKey(hex(1)))).toMatchObject({ name: 'bob' });
  });

  it('finds a hashtag by its tag', async () => {
    const { search, asked, data } = setUp([
      { url: ONE, events: [noteAgo(1, { tags: [['t', 'birds']], content: 'a jay' })] },
    ]);
    search('#Birds');
    await vi.advanceTimersByTimeAsync(100);
    expect(asked[0]?.filters).toEqual([{ kinds: [1], '#t': ['birds'], limit: 20 }]);
    expect(data('#Birds')?.notes).toEqual(['a jay']);
  });

  it('says that a hashtag has older notes as long as relays give as many as they are asked for', async () => {
    const events = Array.from({ length: 50 }, (_, at) => noteAgo(at + 1, { tags: [['t', 'birds']], content: `${at}` }));
    const { search, asked, data } = setUp([{ url: ONE, events }]);
    const first = search('#birds');
    await vi.advanceTimersByTimeAsync(100);
    expect(first.getSnapshot().output).toEqual({ found: 20, outcome: 'answered', hasOlder: true });
    const second = search('#birds', 80);
    // what was found stays meanwhile
    expect(data('#birds')?.notes).toHaveLength(20);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked.at(-1)?.filters).toEqual([{ kinds: [1], '#t': ['birds'], limit: 80 }]);
    expect(second.getSnapshot().output).toEqual({ found: 50, outcome: 'answered' });
    expect(data('#birds')?.notes).toEqual(events.map(({ content }) => content));
  });

  it('[ROUTE-13] finds hashtags that have the words, by a request of its own, the most used first', async () => {
    const tagged = (seconds: number, ...hashtags: string[]) =>
      noteAgo(seconds, { tags: hashtags.map((hashtag) => ['t', hashtag]), content: 'a jay' });
    const { search, asked, queryClient, data } = setUp([
      { url: ONE, events: [tagged(1, 'Birds'), tagged(2, 'birds', 'owls'), tagged(3, 'bird'), tagged(4, 'owls')] },
    ]);
    search('bird birds');
    await vi.advanceTimersByTimeAsync(100);
    expect(asked.map(({ filters }) => filters)).toContainEqual([
      { kinds: [1], '#t': ['bird', 'birds', 'birdbirds'], limit: 20 },
    ]);
    expect(queryClient.getQueryData<SearchData>(searchKey('bird birds'))?.hashtags).toEqual([
      { hashtag: 'birds', notes: 2 },
      { hashtag: 'bird', notes: 1 },
    ]);
    expect(data('bird birds')?.notes).toEqual([]);
  });

  it('shows what comes before slow relays have answered, and nothing after it was stopped', async () => {
    const { search, data } = setUp([
      { url: ONE, events: [noteAgo(1, { content: 'jay one' })], latencyMs: 10 },
      { url: TWO, events: [noteAgo(2, { content: 'jay two' })], latencyMs: 3_000 },
    ]);
    const actor = search('jay');
    await vi.advanceTimersByTimeAsync(30);
    expect(data('jay')?.notes).toEqual(['jay one']);
    actor.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(data('jay')?.notes).toEqual(['jay one']);
  });
});

describe('resolving', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  const resolve = async (text: string, events: NostrEvent[] = [], known?: NostrEvent) => {
    const { queryClient, registry } = setUp([{ url: ONE, events }]);
    if (known) registry.add(known);
    queryClient.setQueryDefaults(['metadata'], {
      queryFn: () => Promise.resolve(events.filter(({ kind }) => kind === 0).map(parseMetadata)[0] ?? null),
    });
    const fetch = vi.fn(() =>
      Promise.resolve(new Response(JSON.stringify({ names: { bob: hex(7) }, relays: { [hex(7)]: [TWO] } }))),
    );
    if (registry.get(hex(1)) === undefined && known === undefined) {
      queryClient.setQueryDefaults(['note'], {
        queryFn: () => Promise.resolve(events.find(({ kind }) => kind === 1) ?? null),
      });
    }
    const actor = createActor(defineResolve({ queryClient, registry, fetch }), { input: { text } }).start();
    await vi.advanceTimersByTimeAsync(100);
    return actor.getSnapshot().output;
  };

  it('[ROUTE-13] finds whom a NIP-05 address names', async () => {
    expect(await resolve('bob@example.com')).toEqual({ type: 'profile', pubkey: hex(7), relays: [TWO] });
    expect(await resolve('eve@example.com')).toBeUndefined();
  });

  it('[ROUTE-13] finds out what 64 hex characters are', async () => {
    const text = hex(9);
    const note = { type: 'note', id: text, relays: [] };
    const profile = { type: 'profile', pubkey: text, relays: [] };
    expect(await resolve(text, [noteAgo(1)])).toEqual(note);
    expect(await resolve(text, [person(9, { name: 'x' })])).toEqual(profile);
    expect(await resolve(text)).toBeUndefined();
    expect(await resolve(text, [], fakeEvent({ id: text }))).toEqual(note);
    expect(await resolve(text, [], person(9, { name: 'x' }))).toEqual(profile);
  });

  it('leads nowhere for words', async () => {
    expect(await resolve('words')).toBeUndefined();
  });
});
