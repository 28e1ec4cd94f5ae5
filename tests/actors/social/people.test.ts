import { describe, expect, it } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { LIST_RETRY_MS } from '#domain/replaceable/replaceable-limits.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import type { PeopleListKind } from '#domain/social/people-list.ts';
import { earlyFollowsKey, type EarlyFollows } from '#domain/social/early-follows.ts';
import { peopleOnOwnList } from '#domain/social/muted.ts';
import type { Contact } from '#domain/profile/lists.ts';
import { muteListKey, peopleVersionsKey, profileContactsKey, type PeopleVersion } from '#domain/cache/query-keys.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { createDisk, createPeopleWorld, newestList, openPeopleTab } from '#tests/support/people-world.ts';

const [ANNA, BERT, CARLA, DORA] = [hex(0xa), hex(0xb), hex(0xc), hex(0xd)];
const URLS = ['wss://one.example', 'wss://two.example'];

const setUp = async (list: PeopleListKind = 'follows') => {
  const world = createPeopleWorld(URLS);
  const kind = list === 'follows' ? 3 : 10_000;
  const first = fakeEvent({ id: hex(1), pubkey: ANNA, kind, created_at: 1_000, tags: [['p', BERT]] });
  for (const url of URLS) world.store(url, first);
  const disk = createDisk();
  const tab = openPeopleTab(world, list, ANNA, { disk });
  await tab.rest();
  const shown = () =>
    list === 'mutes'
      ? tab.queryClient.getQueryData<readonly string[]>(muteListKey(ANNA))
      : tab.queryClient
          .getQueryData<readonly { pubkey: string }[]>(profileContactsKey(ANNA))
          ?.map(({ pubkey }) => pubkey);
  const held = () =>
    newestList(world, list)
      ?.tags.filter(([name]) => name === 'p')
      .map(([, pubkey]) => pubkey);
  const each = (change: object) => URLS.forEach((url) => Object.assign(world.relay(url), change));
  return { world, disk, tab, shown, held, each };
};

describe('whom the user follows and mutes', () => {
  const ways = [
    { act: 'add', pubkey: CARLA, people: [BERT, CARLA] },
    { act: 'remove', pubkey: BERT, people: [] },
  ] as const;
  const others = { refuses: { refuses: 'blocked: no' }, 'goes away': { isOffline: true } };
  for (const { act, pubkey, people } of ways)
    for (const [what, change] of Object.entries(others))
      it.each([0, 1])(`[FOLLOW-02] ${act} succeeds when relay %s takes it and the other one ${what}`, async (index) => {
        const { world, disk, tab, shown } = await setUp();
        const [taking, other] = [world.relay(URLS[index]!), world.relay(URLS[1 - index]!)];
        const before = other.events;
        const { store } = world;
        // it has told its list, and takes no other one
        world.store = (url, event) => {
          if (url === URLS[1 - index]) Object.assign(other, change);
          return store(url, event);
        };
        tab.machine.send({ type: 'list.edit', edit: { pubkey, wanted: act === 'add' } });
        expect(shown()).toEqual(people);
        await tab.rest();
        const state = tab.machine.getSnapshot();
        expect([state.hasTag('published'), state.hasTag('failed'), state.context.problem]).toEqual([
          true,
          false,
          undefined,
        ]);
        expect(tab.told).toEqual([]);
        expect(shown()).toEqual(people);
        expect(taking.events.flatMap(({ tags }) => tags.map(([, person]) => person))).toEqual(people);
        expect(other.events).toEqual(before);
        // and it stands after a reload
        tab.close();
        const again = openPeopleTab(world, 'follows', ANNA, { disk });
        await again.rest();
        expect(again.queryClient.getQueryData<Contact[]>(profileContactsKey(ANNA))?.map((one) => one.pubkey)).toEqual(
          people,
        );
        again.close();
      });

  it('several who are followed at once come in together, in one version; one who is refused keeps out all', async () => {
    const { world, tab, shown, held } = await setUp();
    const written: NostrEvent[] = [];
    const { store } = world;
    world.store = (url, event) => {
      if (url === URLS[0]) written.push(event);
      return store(url, event);
    };
    const follow = (...people: string[]) =>
      tab.machine.send({ type: 'list.editAll', edits: people.map((pubkey) => ({ pubkey, wanted: true })) });
    follow(CARLA, DORA);
    expect(shown()).toEqual([BERT, CARLA, DORA]);
    await tab.rest();
    expect(held()).toEqual([BERT, CARLA, DORA]);
    expect(written).toHaveLength(1);
    follow(hex(0xe), ANNA);
    await tab.rest();
    expect(held()).toEqual([BERT, CARLA, DORA]);
    expect(tab.told).toHaveLength(1);
    tab.close();
  });

  it('of two tabs of one browser one writes at a time, and finds done what the other one wrote', async () => {
    const { world, disk, tab, held } = await setUp();
    const other = openPeopleTab(world, 'follows', ANNA, { disk });
    await other.rest();
    tab.slowDown(3);
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    other.machine.send({ type: 'list.edit', edit: { pubkey: DORA, wanted: true } });
    await tab.rest();
    await other.rest();
    expect([world.published.length, held()]).toEqual([1, [BERT, CARLA, DORA]]);
    expect([tab.told, other.told]).toEqual([[], []]);
    // one that dies in the middle holds nobody up
    const dying = openPeopleTab(world, 'follows', ANNA, { disk, dies: 5 });
    await dying.rest();
    dying.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: false } });
    await dying.rest();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: BERT, wanted: false } });
    await tab.rest();
    expect(held()).not.toContain(BERT);
  });

  it.each(ways)('[FOLLOW-02] $act fails when no relay takes it', async ({ act, pubkey }) => {
    const { world, tab, shown, held } = await setUp();
    Object.assign(world.relay(URLS[0]!), { refuses: 'blocked: no' });
    Object.assign(world.relay(URLS[1]!), { refuses: 'restricted: no' });
    tab.machine.send({ type: 'list.edit', edit: { pubkey, wanted: act === 'add' } });
    await tab.rest();
    expect([shown(), held(), tab.machine.getSnapshot().hasTag('failed'), tab.told.length]).toEqual([
      [BERT],
      [BERT],
      true,
      1,
    ]);
  });

  it.each([
    [
      'mutes',
      'extension-unsigned',
      'Extension did not respond to sign request. Please check your extension and try again.',
    ],
    ['mutes', 'extension-missing', 'Nostr extension not found'],
    ['follows', 'extension-unsigned', 'Follow failed'],
  ] as const)(
    '[LOGIN-16] [LOGIN-17] [FOLLOW-16] %s that fail by %s say so in their words',
    async (list, code, words) => {
      const { tab, shown, held } = await setUp(list);
      tab.failToSign({ code });
      tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
      await tab.rest();
      expect([shown(), held(), tab.told]).toEqual([[BERT], [BERT], [words]]);
    },
  );

  it('[FOLLOW-03] shows at once, and is published to the relays', async () => {
    const { world, tab, shown, held } = await setUp();
    world.relay(URLS[0]!).refuses = 'blocked: no';
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    expect(shown()).toEqual([BERT, CARLA]);
    await tab.rest();
    expect([shown(), held(), tab.told]).toEqual([[BERT, CARLA], [BERT, CARLA], []]);
    expect(tab.machine.getSnapshot().context).toMatchObject({ accepted: 1, asked: 2 });
  });

  it('[FOLLOW-03] [FOLLOW-04] shows at once also whom one follows before the list is read, and takes that back', async () => {
    const { world, each } = await setUp();
    const early = (tab: typeof first) => tab.queryClient.getQueryData<EarlyFollows>(earlyFollowsKey(ANNA));
    const contacts = (tab: typeof first) =>
      tab.queryClient.getQueryData<readonly Contact[]>(profileContactsKey(ANNA))?.map((one) => one.pubkey);
    const first = openPeopleTab(world, 'follows', ANNA);
    first.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    // one person is not the list
    expect([early(first), contacts(first)]).toEqual([{ [CARLA]: true }, undefined]);
    await first.rest();
    expect([early(first), contacts(first)]).toEqual([{}, [BERT, CARLA]]);
    each({ isDeaf: true });
    const second = openPeopleTab(world, 'follows', ANNA);
    second.machine.send({ type: 'list.edit', edit: { pubkey: BERT, wanted: false } });
    expect(early(second)).toEqual({ [BERT]: false });
    await second.rest();
    expect([early(second), second.told.length]).toEqual([{}, 1]);
  });

  it.each(['follows', 'mutes'] as const)(
    '[PUB-09] no list of %s is published while the client is not ready',
    async (list) => {
      const { tab, shown, world } = await setUp(list);
      tab.disconnect();
      tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
      await tab.rest();
      expect([shown(), world.published, tab.told]).toEqual([[BERT], [], ['Nostr client not ready']]);
    },
  );

  it('no click is dropped while one is being published', async () => {
    const { tab, shown, held, world } = await setUp();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await Promise.resolve();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: BERT, wanted: false } });
    tab.machine.send({ type: 'list.edit', edit: { pubkey: DORA, wanted: true } });
    expect(shown()).toEqual([CARLA, DORA]);
    await tab.rest();
    expect([shown(), held()]).toEqual([
      [CARLA, DORA],
      [CARLA, DORA],
    ]);
    expect(world.published.length).toBeLessThanOrEqual(2);
  });

  it('[FOLLOW-04] [FOLLOW-16] [FOLLOW-17] goes back when no relay takes it, with the text', async () => {
    const { tab, shown, each } = await setUp();
    each({ refuses: 'blocked: no' });
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    expect([shown(), tab.told]).toEqual([[BERT], ['Follow failed']]);
    tab.machine.send({ type: 'list.edit', edit: { pubkey: BERT, wanted: false } });
    expect(shown()).toEqual([]);
    await tab.rest();
    expect([shown(), tab.told]).toEqual([[BERT], ['Follow failed', 'Unfollow failed']]);
    expect(tab.machine.getSnapshot().hasTag('failed')).toBe(true);
    expect(tab.journal().edits).toEqual({});
  });

  it('[FOLLOW-16] [FOLLOW-17] of follows and unfollows that fail together both are told', async () => {
    const { tab, shown, each } = await setUp();
    each({ refuses: 'blocked: no' });
    tab.machine.send({
      type: 'list.editAll',
      edits: [
        { pubkey: CARLA, wanted: true },
        { pubkey: BERT, wanted: false },
        { pubkey: DORA, wanted: true },
      ],
    });
    await tab.rest();
    expect([tab.told, shown()]).toEqual([['Follow failed', 'Unfollow failed'], [BERT]]);
  });

  it('[FOLLOW-14] an indexer alone is nothing to publish to', async () => {
    const tab = openPeopleTab(createPeopleWorld(URLS), 'follows', ANNA, { permission: 'indexer' });
    await tab.rest();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    expect(tab.told).toEqual(['No relays configured for publishing']);
  });

  it('[FOLLOW-05] is read again after it was published', async () => {
    const { world, tab, shown } = await setUp();
    const elsewhere = fakeEvent({ id: hex(9), pubkey: ANNA, kind: 3, created_at: world.time + 9, tags: [['p', DORA]] });
    tab.machine.subscribe((snapshot) => {
      if (snapshot.matches({ list: { user: { work: 'settling' } } }))
        for (const url of URLS) world.store(url, elsewhere);
    });
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    expect(world.published).toHaveLength(1);
    expect(shown()).toContain(DORA);
  });

  it('is shown as another device changed it as soon as one relay sends that, with what is being done here on top', async () => {
    const { world, tab, shown, held } = await setUp();
    const elsewhere = fakeEvent({
      id: hex(9),
      pubkey: ANNA,
      kind: 3,
      created_at: 2_000,
      tags: [
        ['p', BERT],
        ['p', DORA],
      ],
    });
    for (const url of URLS) world.store(url, elsewhere);
    tab.arrives(elsewhere, URLS[0]!);
    expect(shown()).toEqual([BERT, DORA]);
    await tab.rest();
    expect(tab.queryClient.getQueryData<readonly PeopleVersion[]>(peopleVersionsKey('follows', ANNA))?.[0]?.id).toBe(
      hex(9),
    );
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    const later = { ...elsewhere, id: hex(10), created_at: 3_000, tags: [['p', DORA]] };
    for (const url of URLS) world.store(url, later);
    tab.arrives(later, URLS[0]!);
    expect(shown()).toEqual([DORA, CARLA]);
    await tab.rest();
    expect([shown(), held()]).toEqual([
      [DORA, CARLA],
      [DORA, CARLA],
    ]);
    expect(tab.told).toEqual([]);
  });

  it('[PROF-11] shows at once who is followed again on another device after they were dropped here, not by what was before', async () => {
    const { world, tab, shown } = await setUp();
    const again = (id: number, created_at: number) =>
      fakeEvent({ id: hex(id), pubkey: ANNA, kind: 3, created_at, tags: [['p', BERT]] });
    tab.machine.send({ type: 'list.edit', edit: { pubkey: BERT, wanted: false } });
    await tab.rest();
    tab.arrives(again(8, 1_001), URLS[0]!);
    expect(shown()).toEqual([]);
    tab.slowDown(50);
    tab.arrives(again(9, world.time + 9), URLS[0]!);
    for (const url of URLS) world.store(url, again(9, world.time + 9));
    expect(tab.machine.getSnapshot().hasTag('busy')).toBe(true);
    expect(shown()).toEqual([BERT]);
    tab.machine.send({ type: 'list.edit', edit: { pubkey: BERT, wanted: false } });
    expect(shown()).toEqual([]);
    tab.slowDown(0);
    await tab.rest();
    expect([shown(), world.published.at(-1)?.tags, world.published.length]).toEqual([[], [], 2]);
  });

  it('what it published itself is no news to it', async () => {
    const { world, tab } = await setUp();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    tab.arrives(world.published[0]!, URLS[1]!);
    expect(tab.machine.getSnapshot().hasTag('published')).toBe(true);
    expect(tab.machine.getSnapshot().hasTag('busy')).toBe(false);
  });

  const unread = ['follows', 'mutes'] as const;
  it.each(unread)('[FOLLOW-16] refuses to publish %s when no relay they are written to has answered', async (list) => {
    const { world, tab, shown, each } = await setUp(list);
    each({ isDeaf: true });
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    expect(world.published).toEqual([]);
    const why =
      'Not changed: none of the relays you write to answered, and a newer version of your list could be lost.';
    expect(tab.told).toEqual([list === 'follows' ? `Follow failed. ${why}` : why]);
    expect(shown()).toEqual([BERT]);
  });

  it('makes no first list while half of the relays are silent', async () => {
    const world = createPeopleWorld(URLS);
    world.relay(URLS[0]!).isDeaf = true;
    const tab = openPeopleTab(world, 'follows', ANNA);
    await tab.rest();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    expect(world.published).toEqual([]);
    expect(tab.told[0]).toMatch(/^Follow failed\. Not changed: no list of yours was found/);
  });

  it('sends nothing to a relay that did not answer: it may have a newer list', async () => {
    const { world, tab } = await setUp();
    world.relay(URLS[1]!).isDeaf = true;
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    expect(world.relay(URLS[0]!).events[0]?.tags).toHaveLength(2);
    expect(world.relay(URLS[1]!).events[0]?.id).toBe(hex(1));
  });

  it('[FOLLOW-13] [FOLLOW-14] says that nobody can sign, or that there are no relays', async () => {
    const { tab, shown } = await setUp();
    tab.setSigning(false);
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    expect([tab.told, shown()]).toEqual([['Failed to sign in'], [BERT]]);
    const bare = openPeopleTab(createPeopleWorld([]), 'follows', ANNA);
    await bare.rest();
    bare.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await bare.rest();
    expect(bare.told).toEqual(['No relays configured']);
  });

  const WRONG = 'Invalid pubkey format. Please enter a valid 64-character hex pubkey or npub.';
  it.each([
    ['[FOLLOW-08]', 'follows', ANNA, ANNA, true, "Can't follow yourself"],
    ['[FOLLOW-09]', 'follows', ANNA, ANNA, false, "Can't unfollow yourself"],
    ['[FOLLOW-10]', 'follows', ANNA, 'npub1bert', true, WRONG],
    ['[FOLLOW-11]', 'follows', undefined, BERT, true, 'Sign in required to follow users'],
    ['[FOLLOW-12]', 'follows', undefined, BERT, false, 'Sign in required to unfollow users'],
    ['[PUB-12]', 'mutes', ANNA, 'bert', true, 'Invalid pubkey to mute'],
    ['[PUB-13]', 'mutes', ANNA, 'bert', false, 'Invalid pubkey to unmute'],
    ['[PUB-14]', 'mutes', undefined, BERT, true, 'Invalid user pubkey'],
  ] as const)(
    '%s %s of %s refuse %s (%s) at once, and publish nothing',
    async (_, list, user, pubkey, wanted, text) => {
      const { world } = await setUp(list);
      const tab = openPeopleTab(world, list, user);
      await tab.rest();
      tab.machine.send({ type: 'list.edit', edit: { pubkey, wanted } });
      await tab.rest();
      expect([tab.told, world.published, newestList(world, list)?.id]).toEqual([[text], [], hex(1)]);
    },
  );

  it('[FOLLOW-10] takes an npub, and capitals', async () => {
    const { tab, held } = await setUp();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: ` ${encodeNpub(CARLA).toUpperCase()} `, wanted: true } });
    tab.machine.send({ type: 'list.edit', edit: { pubkey: BERT.toUpperCase(), wanted: false } });
    await tab.rest();
    expect([held(), tab.told]).toEqual([[CARLA], []]);
  });

  it('[FOLLOW-01] [FOLLOW-03] a list of 12,000 people keeps all of them, and shows them', async () => {
    const crowd = Array.from({ length: 12_000 }, (_, at) => ['p', hex(1_000 + at), 'wss://hint.example', `no ${at}`]);
    const world = createPeopleWorld(URLS);
    const first = fakeEvent({ id: hex(1), pubkey: ANNA, kind: 3, created_at: 1_000, tags: crowd });
    for (const url of URLS) world.store(url, first);
    const tab = openPeopleTab(world, 'follows', ANNA);
    await tab.rest();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    expect(tab.told).toEqual([]);
    expect(newestList(world, 'follows')?.tags).toEqual([...crowd, ['p', CARLA]]);
    const shown = tab.queryClient.getQueryData<Contact[]>(profileContactsKey(ANNA));
    expect([shown?.length, shown?.at(-1)?.pubkey]).toEqual([12_001, CARLA]);
  });

  it('[FOLLOW-06] [FOLLOW-07] counts as done what is so already', async () => {
    const { world, tab } = await setUp();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: BERT, wanted: true } });
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: false } });
    await tab.rest();
    expect([tab.told, world.published, tab.journal().edits]).toEqual([[], [], {}]);
  });

  it('[FOLLOW-06] [FOLLOW-07] counts it as done also when no relay answers, but nothing that waits to be published', async () => {
    const { world, tab, shown, each } = await setUp();
    each({ isOffline: true });
    const edit = (pubkey: string, wanted: boolean) => tab.machine.send({ type: 'list.edit', edit: { pubkey, wanted } });
    edit(BERT, true);
    edit(CARLA, false);
    await tab.rest();
    expect([tab.told, world.published, tab.journal().edits, shown()]).toEqual([[], [], {}, [BERT]]);
    expect(tab.machine.getSnapshot().hasTag('failed')).toBe(false);
    edit(CARLA, true);
    await tab.rest();
    expect([tab.told.length, tab.machine.getSnapshot().hasTag('failed')]).toEqual([1, true]);
  });

  it('[PUB-08] a mute list that is published again names this app, a list of follows whoever wrote it', async () => {
    for (const list of ['mutes', 'follows'] as const) {
      const { world, tab } = await setUp(list);
      tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
      await tab.rest();
      const [, first] = tab.queryClient.getQueryData<readonly PeopleVersion[]>(peopleVersionsKey(list, ANNA))!;
      tab.machine.send({ type: 'list.restore', id: first!.id });
      await tab.rest();
      const restored = newestList(world, list)!;
      expect(world.published).toHaveLength(2);
      expect(restored.tags).toEqual([['p', BERT], ...(list === 'mutes' ? [['client', 'Nuthatch']] : [])]);
    }
  });

  it('an older version is published again', async () => {
    const { tab, shown, held } = await setUp();
    tab.machine.send({ type: 'list.edit', edit: { pubkey: BERT, wanted: false } });
    await tab.rest();
    const versions = tab.queryClient.getQueryData<readonly PeopleVersion[]>(peopleVersionsKey('follows', ANNA))!;
    expect(versions.map(({ people }) => people)).toEqual([0, 1]);
    tab.machine.send({ type: 'list.restore', id: versions[1]!.id });
    await tab.rest();
    expect([shown(), held(), tab.told]).toEqual([[BERT], [BERT], []]);
  });

  it('a closed tab loses no click', async () => {
    const { world, disk, held } = await setUp();
    const dying = openPeopleTab(world, 'follows', ANNA, { disk, dies: 3 });
    await dying.rest();
    dying.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await dying.rest();
    dying.close();
    expect(held()).toEqual([BERT]);
    const next = openPeopleTab(world, 'follows', ANNA, { disk });
    await next.rest();
    expect(held()).toEqual([BERT, CARLA]);
  });

  const cut = [
    ['follows', true, 0],
    ['follows', false, 0],
    ['follows', true, 3],
    ['mutes', true, 0],
    ['mutes', false, 3],
  ] as const;
  it.each(cut)(
    '[FOLLOW-01] [FOLLOW-16] [FOLLOW-17] a page that is left in the middle loses no change: %s, %s, after %s turns',
    async (list, wanted, turns) => {
      const { world, disk, tab, held } = await setUp(list);
      const after = wanted ? [BERT, CARLA] : [];
      tab.slowDown(3);
      tab.machine.send({ type: 'list.edit', edit: { pubkey: wanted ? CARLA : BERT, wanted } });
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      // one more, which waits for its turn
      tab.machine.send({ type: 'list.edit', edit: { pubkey: DORA, wanted: true } });
      tab.ends();
      await tab.rest();
      expect([tab.told, held()]).toEqual([[], [BERT]]);
      tab.close();
      const next = openPeopleTab(world, list, ANNA, { disk });
      await next.rest();
      expect([held(), next.told]).toEqual([[...after, DORA], []]);
    },
  );

  it('what relays have already of a page that was left is not done again, and waits no more', async () => {
    const { world, disk, tab, held } = await setUp();
    const { store } = world;
    world.store = (url, event) => {
      const outcome = store(url, event);
      if (url === URLS[1]) tab.ends();
      return outcome;
    };
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await tab.rest();
    expect([held(), tab.told]).toEqual([[BERT, CARLA], []]);
    tab.close();
    const next = openPeopleTab(world, 'follows', ANNA, { disk });
    await next.rest();
    expect([world.published.length, next.journal().edits, next.told]).toEqual([1, {}, []]);
  });

  it('a browser may cut off a page before it ends; one that goes on tries again', async () => {
    const { tab, shown, held, each } = await setUp();
    tab.slowDown(3);
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await Promise.resolve();
    tab.isLeft();
    each({ isOffline: true });
    await tab.rest();
    expect([tab.told, shown(), Object.keys(tab.journal().edits)]).toEqual([[], [BERT, CARLA], [CARLA]]);
    each({ isOffline: false });
    tab.clock.increment(LIST_RETRY_MS);
    await tab.rest();
    expect([held(), tab.told]).toEqual([[BERT, CARLA], []]);
  });

  it.each([
    ['says no', { code: 'extension-said', words: 'User rejected' }],
    ['gave back something else', { code: 'list-changed' }],
  ] as const)('what signs and %s is not asked again because the page seemed to be left', async (_, problem) => {
    const { tab, shown, held } = await setUp('mutes');
    tab.slowDown(3);
    tab.failToSign(problem);
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    await Promise.resolve();
    // a link to a wallet fires it, too
    tab.isLeft();
    await tab.rest();
    expect([tab.told, shown(), tab.journal().edits]).toEqual([[problemText(problem)], [BERT], {}]);
    tab.failToSign(undefined);
    tab.clock.increment(LIST_RETRY_MS);
    await tab.rest();
    expect(held()).toEqual([BERT]);
  });

  it.each([
    [CARLA, true, 'Follow failed'],
    [BERT, false, 'Unfollow failed'],
  ] as const)(
    '[FOLLOW-04] [FOLLOW-16] [FOLLOW-17] what an earlier visit left goes back when it fails: %s, %s',
    async (pubkey, wanted, words) => {
      const { world, disk, each } = await setUp();
      const dying = openPeopleTab(world, 'follows', ANNA, { disk, dies: 2 });
      await dying.rest();
      dying.machine.send({ type: 'list.edit', edit: { pubkey, wanted } });
      await dying.rest();
      dying.close();
      each({ refuses: 'blocked: no' });
      const next = openPeopleTab(world, 'follows', ANNA, { disk });
      await next.rest();
      const shown = next.queryClient.getQueryData<readonly Contact[]>(profileContactsKey(ANNA));
      expect([next.told, shown?.map((one) => one.pubkey), next.journal().edits]).toEqual([[words], [BERT], {}]);
    },
  );

  it('[PUB-15] mutes at once also before the list is read, which loses nobody, and takes that back', async () => {
    const { world, held, each } = await setUp('mutes');
    const disk = createDisk();
    disk.local.setItem(`nostrMuted_${ANNA}`, DORA);
    const open = () => openPeopleTab(world, 'mutes', ANNA, { disk, seals: true });
    const mutes = (tab: ReturnType<typeof open>) => [...tab.muted.get()];
    const listed = (tab: ReturnType<typeof open>) => tab.queryClient.getQueryData<readonly string[]>(muteListKey(ANNA));
    const failing = open();
    each({ isDeaf: true });
    failing.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    failing.machine.send({ type: 'list.edit', edit: { pubkey: hex(0xe), wanted: true, hidden: true } });
    failing.machine.send({ type: 'list.edit', edit: { pubkey: DORA, wanted: false } });
    // one person is not the list
    expect([mutes(failing), listed(failing)]).toEqual([[CARLA, hex(0xe)], undefined]);
    await failing.rest();
    expect([mutes(failing), failing.told.length]).toEqual([[DORA], 1]);
    expect(disk.local.getItem(`nostrMuted_${ANNA}`)).toBe(DORA);
    failing.close();

    const closing = open();
    closing.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    closing.close();
    const next = open();
    await next.rest();
    expect([mutes(next), listed(next)]).toEqual([[DORA, CARLA], undefined]);
    each({ isDeaf: false });
    next.machine.send({ type: 'list.refresh' });
    await next.rest();
    expect([mutes(next), listed(next), held()]).toEqual([
      [BERT, CARLA],
      [BERT, CARLA],
      [BERT, CARLA],
    ]);
    next.close();
  });

  it('[PUB-15] mutes and unmutes; muted people are known at once and in the next visit', async () => {
    const { tab, shown, held, disk, world } = await setUp('mutes');
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: true } });
    expect([...tab.muted.get()]).toEqual([BERT, CARLA]);
    await tab.rest();
    expect([shown(), held()]).toEqual([
      [BERT, CARLA],
      [BERT, CARLA],
    ]);
    tab.close();
    for (const url of URLS) world.relay(url).isOffline = true;
    const next = openPeopleTab(world, 'mutes', ANNA, { disk });
    expect([...next.muted.get()]).toEqual([BERT, CARLA]);
    next.account.set({ pubkey: undefined, method: 'none', persisted: false });
    expect([...next.muted.get()]).toEqual([]);
  });
});

describe('what a mute list says besides people, and in its encrypted part', () => {
  const note = (fields: Partial<NostrEvent>) => fakeEvent({ id: hex(77), pubkey: DORA, ...fields });
  const open = async (content: string, tags: string[][] = [['p', BERT]], disk = createDisk()) => {
    const world = createPeopleWorld(URLS);
    const first = fakeEvent({ id: hex(1), pubkey: ANNA, kind: 10_000, created_at: 1_000, tags, content });
    for (const url of URLS) world.store(url, first);
    const tab = openPeopleTab(world, 'mutes', ANNA, { disk, seals: true });
    await tab.rest();
    return { world, tab, disk, mutes: () => tab.muted.get(), newest: () => newestList(world, 'mutes')! };
  };
  const secret = 'sealed [["p","' + CARLA + '"],["word","crypto"]]';

  it('words, hashtags and threads hide notes', async () => {
    const tags = [
      ['word', 'Spoiler'],
      ['t', 'Owls'],
      ['e', hex(5)],
    ];
    const { mutes } = await open('', tags);
    expect(mutes().others).toEqual({ words: 1, hashtags: 1, threads: 1 });
    const hides = (fields: Partial<NostrEvent>) => mutes().hides?.(note(fields)) === true;
    expect(hides({ content: 'A SPOILER, sorry' })).toBe(true);
    expect(hides({ content: 'spoilers' })).toBe(false);
    expect(hides({ tags: [['t', 'owls']] })).toBe(true);
    expect(hides({ id: hex(5) })).toBe(true);
    expect(hides({ id: hex(6), tags: [['e', hex(5), '', 'root']] })).toBe(true);
    expect(hides({ id: hex(7), content: 'Nothing' })).toBe(false);
  });

  it('words and hashtags of the last visit act before relays answer, whatever a view has read of the list', async () => {
    const tags = [
      ['p', BERT],
      ['word', 'spoiler'],
    ];
    const { tab, disk, world } = await open('', tags);
    tab.close();
    for (const url of URLS) world.relay(url).isOffline = true;
    const next = openPeopleTab(world, 'mutes', ANNA, { disk });
    next.queryClient.setQueryData(muteListKey(ANNA), [BERT]);
    await next.muted.ready;
    const hides = () => next.muted.get().hides?.(note({ content: 'A spoiler' }));
    expect(hides()).toBe(true);
    await next.rest();
    expect([hides(), [...next.muted.get()]]).toEqual([true, [BERT]]);
  });

  it('the signer is asked once for the encrypted part, which hides people and words, too', async () => {
    const { tab, mutes, disk } = await open(secret);
    expect([mutes().has(BERT), mutes().has(CARLA)]).toEqual([true, true]);
    expect(mutes().hides?.(note({ content: 'Buy crypto' }))).toBe(true);
    expect([mutes().others, mutes().isSealed]).toEqual([{ words: 1, hashtags: 0, threads: 0 }, false]);
    tab.machine.send({ type: 'list.refresh' });
    await tab.rest();
    expect(tab.decrypted).toEqual([secret]);
    // others who use this device do not learn of it
    expect(disk.local.getItem(`nostrMuted_${ANNA}`)).toBe(BERT);
  });

  it('who is muted privately stays on the list of the user alone, whatever a view reads of it', async () => {
    const tags = [
      ['p', BERT],
      ['p', DORA],
    ];
    const { tab, mutes } = await open(`sealed [["p","${CARLA}"],["p","${DORA}"]]`, tags);
    const listed = () => tab.queryClient.getQueryData<readonly string[]>(muteListKey(ANNA)) ?? [];
    expect([listed(), mutes().privately]).toEqual([[BERT, DORA], [CARLA]]);
    expect(peopleOnOwnList(listed(), mutes())).toEqual([BERT, DORA, CARLA]);
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: false } });
    expect(peopleOnOwnList(listed(), mutes())).toEqual([BERT, DORA]);
  });

  it('is not asked for again once that was refused, which is known, and stays byte for byte', async () => {
    const disk = createDisk();
    const { tab, mutes, newest, world } = await open('sealed by another app', undefined, disk);
    expect([mutes().others, mutes().isSealed]).toEqual([undefined, true]);
    tab.machine.send({ type: 'list.edit', edit: { pubkey: DORA, wanted: true } });
    await tab.rest();
    expect(mutes().has(CARLA)).toBe(false);
    expect([newest().content, newest().tags.map(([, one]) => one)]).toEqual([
      'sealed by another app',
      [BERT, DORA, 'Nuthatch'],
    ]);
    expect(tab.decrypted).toHaveLength(1);
    tab.close();
    const next = openPeopleTab(world, 'mutes', ANNA, { disk, seals: true });
    await next.rest();
    expect([next.decrypted, next.muted.get().isSealed]).toEqual([[], true]);
  });

  it('nobody is muted privately by what cannot encrypt, which is told', async () => {
    const { tab, shown, held } = await setUp('mutes');
    tab.machine.send({ type: 'list.edit', edit: { pubkey: DORA, wanted: true, hidden: true } });
    await tab.rest();
    expect(tab.told).toEqual(['Not changed: your extension cannot encrypt, so it can mute nobody privately.']);
    expect([shown(), held(), tab.muted.get().has(DORA)]).toEqual([[BERT], [BERT], false]);
  });

  it('nobody is muted privately into a part that cannot be read', async () => {
    const { tab, newest } = await open('sealed by another app');
    tab.machine.send({ type: 'list.edit', edit: { pubkey: DORA, wanted: true, hidden: true } });
    await tab.rest();
    expect(tab.told).toEqual(['Not changed: the encrypted part of your list could not be read.']);
    expect([newest().id, tab.muted.get().has(DORA)]).toEqual([hex(1), false]);
  });

  it('somebody is muted privately, at once, beside what is there, and unmuted', async () => {
    const { tab, mutes, newest, disk } = await open(secret);
    tab.machine.send({ type: 'list.edit', edit: { pubkey: DORA, wanted: true, hidden: true } });
    expect(mutes().has(DORA)).toBe(true);
    await tab.rest();
    expect(newest().tags.filter(([name]) => name === 'p')).toEqual([['p', BERT]]);
    expect(JSON.parse(newest().content.slice('sealed '.length))).toEqual([
      ['p', CARLA],
      ['word', 'crypto'],
      ['p', DORA],
    ]);
    const kept = Array.from({ length: disk.local.length }, (_, at) => disk.local.getItem(disk.local.key(at) ?? ''));
    expect(kept.join()).not.toContain(DORA);
    expect(tab.journal().edits).toEqual({});
    tab.machine.send({ type: 'list.edit', edit: { pubkey: CARLA, wanted: false } });
    expect(mutes().has(CARLA)).toBe(false);
    await tab.rest();
    expect([mutes().has(CARLA), mutes().has(DORA), mutes().has(BERT), tab.told]).toEqual([false, true, true, []]);
    expect(newest().content).not.toContain(CARLA);
  });

  it('whoever is muted privately is shown again when no relay takes the list', async () => {
    const { tab, mutes, world } = await open(secret);
    for (const url of URLS) world.relay(url).refuses = 'blocked: no';
    tab.machine.send({ type: 'list.edit', edit: { pubkey: DORA, wanted: true, hidden: true } });
    await tab.rest();
    expect([mutes().has(DORA), mutes().has(CARLA), tab.told]).toEqual([false, true, ['Mute failed']]);
  });
});
