import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOwnProfile } from '#actors/publish/own-profile.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { byNewest, type NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import type { Post } from '#ports/publishing.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { createVersions } from '#store/replaceable/versions.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { aloneIn } from '#tests/support/fake-locks.ts';
import { createDisk, createPeopleWorld, type PeopleWorld } from '#tests/support/people-world.ts';

const ANNA = hex(0xa);
const WRITERS = ['wss://one.example', 'wss://two.example', 'wss://three.example'];
const INDEXER = 'wss://index.example';
const TAGS = [
  ['i', 'github:anna', 'proof'],
  ['unknown', ' x '],
];
const CONTENT =
  '{ "name":"Anna", "2":[1,{"a":"}"}], "1":12345678901234567890, "about":"Old", "é":"\\u00e9", "x":1.50 }';

const profile = (world: PeopleWorld, over: Partial<NostrEvent> = {}) =>
  fakeEvent({
    id: hex((world.ids += 1)),
    pubkey: ANNA,
    kind: 0,
    created_at: world.time - 1_000,
    content: CONTENT,
    tags: TAGS,
    ...over,
  });

type Options = {
  disk?: ReturnType<typeof createDisk>;
  skew?: number;
  isNew?: boolean;
  entries?: readonly RelayEntry[];
};

const ENTRIES: readonly RelayEntry[] = [
  ...WRITERS.map((url) => ({ url, permission: 'readwrite' as const })),
  { url: INDEXER, permission: 'indexer' },
];

/** One device over the world; a saved profile goes the way of a post to the relays it names. */
const openDevice = (
  world: PeopleWorld,
  { disk = createDisk(), skew = 0, isNew = false, entries = ENTRIES }: Options = {},
) => {
  const registry = createEventRegistry({ now: () => 0, requestFrame: () => {} });
  const urls = (...permissions: string[]) =>
    entries.filter(({ permission }) => permissions.includes(permission)).map(({ url }) => url);
  const requests = {
    relays: (use: string) => (use === 'indexer' ? urls('indexer') : use === 'profile' ? [] : urls('readwrite', use)),
    fetch: ({ filters, relays = [] }: Parameters<RelayRequests['fetch']>[0]) => {
      const events = new Map<string, NostrEvent>();
      const outcomes = relays.map((url) => {
        const { isOffline, isDeaf, events: held } = world.relay(url);
        if (isOffline || isDeaf) return { relay: url, outcome: isDeaf ? ('timeout' as const) : ('offline' as const) };
        for (const event of held.filter(filterMatcher(filters))) events.set(event.id, event);
        return { relay: url, outcome: 'eose' as const };
      });
      return Promise.resolve({ events: [...events.values()], outcomes });
    },
  } as unknown as RelayRequests;
  const shown: string[] = [];
  const own = createOwnProfile({
    requests,
    registry,
    versions: createVersions(disk.database),
    alone: aloneIn(disk.local),
    signer: () => undefined,
    directory: () => ({ getSnapshot: () => ({ status: 'active', context: { entries } }) }) as never,
    show: (version) => void shown.push(version.content),
    isNewKey: () => isNew,
    now: () => (world.time + skew) * 1000,
  });
  const publish = async ({ template, relays = [] }: Post) => {
    const event: NostrEvent = { ...template, pubkey: ANNA, id: hex((world.ids += 1)), sig: '0'.repeat(128) };
    await own.signed(event);
    return relays.filter((url) => world.store(url, event).outcome === 'accepted');
  };
  return {
    own,
    disk,
    shown,
    publish,
    save: async (changes: Readonly<Record<string, string>>) => publish(await own.change(ANNA, changes)),
    restore: async (id: string) => publish(await own.restore(ANNA, id)),
  };
};

const newestOf = (world: PeopleWorld) => [...world.relays.values()].flatMap(({ events }) => events).sort(byNewest)[0];
const everywhere = (world: PeopleWorld, event: NostrEvent) => {
  for (const url of world.urls) world.store(url, event);
};
const start = () => createPeopleWorld([...WRITERS, INDEXER]);

describe("one's own profile", () => {
  it('changes the fields that were edited; all else, and the tags, stay byte for byte', async () => {
    const world = start();
    everywhere(world, profile(world));
    await openDevice(world).save({ about: 'New ☂', website: 'https://a.example' });
    expect(newestOf(world)).toMatchObject({
      created_at: world.time,
      tags: TAGS,
      content:
        '{"name":"Anna","2":[1,{"a":"}"}],"1":12345678901234567890,"about":"New ☂","é":"\\u00e9","x":1.50,"website":"https://a.example"}',
    });
  });

  it('comes after the newest one, whatever the clock says', async () => {
    const world = start();
    everywhere(world, profile(world, { created_at: world.time + 5_000 }));
    await openDevice(world).save({ name: 'A' });
    expect(newestOf(world)?.created_at).toBe(world.time + 5_001);
  });

  it('is merged by field with what another device published since the editor opened', async () => {
    const world = start();
    everywhere(world, profile(world));
    const [here, there] = [openDevice(world), openDevice(world)];
    await here.own.newest(ANNA);
    await there.save({ name: 'Anne' });
    await here.save({ about: 'New' });
    expect(JSON.parse(newestOf(world)!.content)).toMatchObject({ name: 'Anne', about: 'New' });
  });

  it('[PUB-10] is not saved without relays to bring it to', async () => {
    const { own, save } = openDevice(start(), { entries: [{ url: WRITERS[0]!, permission: 'read' }] });
    await expect(save({ name: 'A' })).rejects.toThrow('no-write-relays');
    await expect(own.restore(ANNA, hex(1))).rejects.toThrow('no-write-relays');
    await expect(openDevice(start(), { entries: [] }).save({ name: 'A' })).rejects.toThrow('no-relays');
  });

  it('is not taken for missing because of one empty answer', async () => {
    const world = start();
    world.store(WRITERS[2]!, profile(world));
    Object.assign(world.relay(WRITERS[1]!), { isDeaf: true });
    Object.assign(world.relay(WRITERS[2]!), { isOffline: true });
    const { own, save } = openDevice(world);
    await expect(own.newest(ANNA)).rejects.toThrow('profile-may-exist');
    await expect(save({ name: 'A' })).rejects.toThrow('profile-may-exist');
    expect(world.relay(WRITERS[0]!).events).toEqual([]);
  });

  it.each(['isOffline', 'isDeaf'] as const)('is not taken for missing when no indexer answers (%s)', async (mode) => {
    const world = start();
    Object.assign(world.relay(INDEXER), { [mode]: true });
    await expect(openDevice(world).save({ name: 'A' })).rejects.toThrow('profile-may-exist');
  });

  it('is not changed when none of the relays written to answers, also when an old one is known', async () => {
    const world = start();
    everywhere(world, profile(world));
    const device = openDevice(world);
    await device.own.newest(ANNA);
    for (const url of WRITERS) Object.assign(world.relay(url), { isDeaf: true });
    await expect(device.own.newest(ANNA)).rejects.toThrow('profile-not-read');
    await expect(device.save({ name: 'A' })).rejects.toThrow('profile-not-read');
    for (const url of world.urls) Object.assign(world.relay(url), { isDeaf: false, isOffline: true });
    await expect(device.save({ name: 'A' })).rejects.toThrow('profile-not-read');
    expect(newestOf(world)!.content).toBe(CONTENT);
  });

  it('is not sent to a relay that was silent and may have a newer one', async () => {
    const world = start();
    everywhere(world, profile(world));
    const newer = profile(world, { created_at: world.time - 10, content: '{"name":"elsewhere"}' });
    world.store(WRITERS[2]!, newer);
    Object.assign(world.relay(WRITERS[2]!), { isDeaf: true });
    expect(await openDevice(world).save({ name: 'A' })).toEqual([WRITERS[0], WRITERS[1], INDEXER]);
    expect(world.relay(WRITERS[2]!).events).toEqual([newer]);
  });

  it('is built upon what this browser saw, when relays have only older ones', async () => {
    const world = start();
    everywhere(world, profile(world));
    const { disk, save } = openDevice(world);
    await save({ name: 'Second' });
    for (const url of world.urls) world.relay(url).events = [profile(world)];
    await openDevice(world, { disk }).save({ about: 'Third' });
    expect(JSON.parse(newestOf(world)!.content)).toMatchObject({ name: 'Second', about: 'Third' });
  });

  it('is made by somebody who has none: enough relays say so, or the key was made just now', async () => {
    const world = start();
    expect(await openDevice(world).own.newest(ANNA)).toBeUndefined();
    await openDevice(world).save({ name: 'A', about: '' });
    expect(newestOf(world)).toMatchObject({ content: '{"name":"A"}', tags: [], created_at: world.time });
    const other = start();
    for (const url of [...WRITERS.slice(1), INDEXER]) Object.assign(other.relay(url), { isOffline: true });
    expect(await openDevice(other, { isNew: true }).save({ name: 'B' })).toEqual([WRITERS[0]]);
    Object.assign(other.relay(WRITERS[0]!), { isOffline: true });
    await expect(openDevice(other, { isNew: true }).save({ name: 'B' })).rejects.toThrow('profile-not-read');
  });

  it('a new key has no profile but the one it published', async () => {
    const world = start();
    const { save } = openDevice(world, { isNew: true });
    await save({ name: 'A' });
    await save({ about: 'B' });
    expect(newestOf(world)!.content).toBe('{"name":"A","about":"B"}');
  });

  it('replaces one that is no JSON object; what was there is kept as a version', async () => {
    const world = start();
    everywhere(world, profile(world, { content: '["no profile"]' }));
    const { save, own } = openDevice(world);
    await save({ name: 'A' });
    expect(newestOf(world)!.content).toBe('{"name":"A"}');
    expect((await own.versions(ANNA)).map(({ content }) => content)).toEqual(['{"name":"A"}', '["no profile"]']);
  });

  it('keeps the last 100 versions; any of them can be published again', async () => {
    const world = start();
    everywhere(world, profile(world));
    const { save, restore, own } = openDevice(world);
    for (let count = 0; count < 105; count += 1) {
      world.time += 1;
      await save({ name: `N${count}` });
    }
    const kept = await own.versions(ANNA);
    expect([kept.length, JSON.parse(kept[0]!.content)]).toMatchObject([100, { name: 'N104' }]);
    world.time -= 1_000;
    await restore(kept[50]!.id);
    expect(newestOf(world)).toMatchObject({
      content: kept[50]!.content,
      tags: TAGS,
      created_at: kept[0]!.created_at + 1,
    });
    await expect(restore(hex(1))).rejects.toThrow('version-gone');
  });

  it('needs a relay to write to', async () => {
    const world = start();
    const entries = [{ url: INDEXER, permission: 'indexer' }] as const;
    await expect(openDevice(world, { entries }).save({ name: 'A' })).rejects.toThrow('profile-not-read');
  });
});

describe('of the tabs of one browser', () => {
  const two = () => {
    const world = start();
    everywhere(world, profile(world));
    const disk = createDisk();
    return { world, here: openDevice(world, { disk }), there: openDevice(world, { disk }) };
  };
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  };

  it('one at a time writes, until its version is signed and kept; the other builds upon that', async () => {
    const { world, here, there } = two();
    const post = await here.own.change(ANNA, { name: 'Anne' });
    here.own.posted(post, new Promise(() => {}));
    let isMade = false;
    const saved = there.save({ about: 'New' }).then(() => (isMade = true));
    await turns(5);
    expect(isMade).toBe(false);
    await here.publish(post);
    await saved;
    expect(JSON.parse(newestOf(world)!.content)).toMatchObject({ name: 'Anne', about: 'New' });
    expect(JSON.parse(there.shown[0]!)).toMatchObject({ name: 'Anne', about: 'Old' });
  });

  it('the turn ends without a signature: nobody posts it, or the post fails', async () => {
    const { world, here, there } = two();
    await here.own.change(ANNA, { name: 'never posted' });
    await there.save({ name: 'B' });
    const post = await here.own.change(ANNA, { name: 'fails' });
    here.own.posted(post, Promise.reject(new Error('Cancelled')));
    await there.save({ about: 'C' });
    await expect(here.own.restore(ANNA, hex(1))).rejects.toThrow('version-gone');
    await there.save({ website: 'D' });
    expect(JSON.parse(newestOf(world)!.content)).toMatchObject({ name: 'B', about: 'C', website: 'D' });
  });
});

type Step =
  | { do: 'save'; device: number; field: number }
  | { do: 'set'; relay: number; mode: 'up' | 'offline' | 'deaf' | 'refusing' }
  | { do: 'restart'; device: number }
  | { do: 'wait'; seconds: number };

const device = fc.integer({ min: 0, max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('save' as const), device, field: fc.integer({ min: 0, max: 2 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      relay: fc.integer({ min: 0, max: 3 }),
      mode: fc.constantFrom('up' as const, 'offline' as const, 'deaf' as const, 'refusing' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), device }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(0, 1, 4_000) }) },
);
const FIELDS = ['name', 'about', 'website'];

/** of each of the two tests */
const RUNS = Number(process.env['SCHEDULES'] ?? 100);

/** Whether the newest version of all is on no relay that answers: nobody who reads now can build upon it. */
const isOutOfReach = (world: PeopleWorld): boolean => {
  const last = newestOf(world);
  const answering = [...world.relays.values()].filter(({ isOffline, isDeaf }) => !isOffline && !isDeaf);
  return last !== undefined && !answering.some(({ events }) => events.some(({ id }) => id === last.id));
};

/**
 * Each device edits fields of its own: what it saved, and what other apps wrote, is never lost from what it reads next, as long
 * as a relay that answers has it.
 */
const play = async (schedule: readonly Step[], starts: boolean) => {
  const world = start();
  if (starts) everywhere(world, profile(world));
  const disks = [createDisk(), createDisk()];
  const open = (index: number) => openDevice(world, { disk: disks[index]!, skew: index * 3 });
  const devices = [open(0), open(1)];
  /** what each device's fields may hold: what a relay took last, and what was tried since without an answer */
  const saved: Record<string, readonly string[]>[] = [{}, {}];
  for (const [count, now] of schedule.entries()) {
    world.time += 1;
    if (now.do === 'wait') world.time += now.seconds;
    if (now.do === 'restart') devices[now.device] = open(now.device);
    if (now.do === 'set')
      Object.assign(world.relay(world.urls[now.relay]!), {
        isOffline: now.mode === 'offline',
        isDeaf: now.mode === 'deaf',
        refuses: now.mode === 'refusing' ? 'blocked: no' : undefined,
      });
    if (now.do !== 'save') continue;
    const field = `${FIELDS[now.field]}${now.device}`;
    const [newestBefore, isBlind] = [newestOf(world), isOutOfReach(world)];
    const accepted = await devices[now.device]!.save({ [field]: String(count) }).catch(() => []);
    const before = accepted.length > 0 ? undefined : saved[now.device]![field];
    if (accepted.length > 0 || before) saved[now.device]![field] = [...(before ?? []), String(count)];
    const latest = devices[now.device]!;
    if (starts)
      for (const { content, tags } of await latest.own.versions(ANNA)) {
        // no version of anybody was ever made of nothing
        expect(content).toContain('"1":12345678901234567890');
        expect(tags).toEqual(TAGS);
      }
    const mine = JSON.parse((await latest.own.versions(ANNA))[0]?.content ?? '{}') as Record<string, unknown>;
    if (accepted.length > 0)
      for (const [name, values] of Object.entries(saved[now.device]!)) expect(values, name).toContain(mine[name]);
    // two versions side by side: the later one is read next, and brings no more than it was made of
    if (isBlind && newestOf(world) !== newestBefore) saved.splice(0, 2, {}, {});
  }
  return world;
};

describe('a profile over any schedule', () => {
  for (const starts of [true, false])
    it(`nothing of it is lost: ${starts ? 'one that other apps wrote' : 'none yet'}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (schedule) => {
          const world = await play(schedule, starts);
          if (starts) expect(newestOf(world)!.content).toContain('"é":"\\u00e9"');
        }),
        { numRuns: RUNS },
      );
    }, 300_000);
});
