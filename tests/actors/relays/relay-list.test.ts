import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { relayListResultKey, relayListVersionsKey, type ListVersion } from '#domain/cache/query-keys.ts';
import { accepted, afterSteps } from '#domain/relays/relay-advice.ts';
import { listedRelays } from '#domain/relays/relay-list-edit.ts';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import type { RelayDefaults } from '#domain/relays/relay-set.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { aloneIn } from '#tests/support/fake-locks.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { createDevice, createListWorld } from '#tests/support/list-world.ts';

const ANNA = hex(0xa);
const INDEX = 'wss://index.example';
const [W0, W1, DEFAULT, NEW] = ['wss://w0.example', 'wss://w1.example', 'wss://default.example', 'wss://new.example'];
const DEFAULTS: RelayDefaults = {
  entries: [
    { url: DEFAULT, permission: 'readwrite' },
    { url: INDEX, permission: 'indexer' },
  ],
  profile: [],
};
const LIST = fakeEvent({
  id: hex(5),
  pubkey: ANNA,
  kind: 10_002,
  created_at: 1_000,
  content: 'kept',
  tags: [
    ['alt', 'x'],
    ['r', W0],
    ['r', W1, 'write'],
    ['unknown', 'y'],
  ],
});
/** a fifth as many schedules as of other lists: each device has a relay directory of its own */
const RUNS = Math.ceil(Number(process.env['SCHEDULES'] ?? 100) / 5);
const START = new Date('2026-03-01T12:00:00Z');
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

/** A world whose relays hold the list, and one device that has just logged in. */
const setUp = async ({ held = [INDEX, W0, W1], list = LIST, method = 'nsec' as 'nsec' | 'none', client = '' } = {}) => {
  const world = createListWorld();
  for (const url of held) world.relay(url).events.push(list);
  const device = createDevice(world, DEFAULTS, undefined, undefined, client || undefined);
  device.logIn(ANNA, method);
  await pass();
  const add = (url: string, permission: RelayPermission = 'read') =>
    device.directory.send({ type: 'relay.add', entry: { url, permission, source: 'user' } });
  return { world, device, add };
};

describe('relay list of the user', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it('[RLIST-01] takes the newest version, also when only the relays it names have it', async () => {
    const world = createListWorld();
    world.relay(INDEX).events.push(LIST);
    const newer = {
      ...LIST,
      id: hex(6),
      created_at: 2_000,
      tags: [
        ['r', W0],
        ['r', NEW, 'read'],
      ],
    };
    world.relay(W1).events.push(newer);
    const device = createDevice(world, DEFAULTS);
    device.logIn(ANNA);
    await pass();
    expect(device.set()).toEqual({ [W0]: 'readwrite', [NEW]: 'read', [INDEX]: 'indexer' });
    expect(device.sources()).toMatchObject({ [W0]: 'list', [INDEX]: 'default' });
    expect(world.asked[0]).toEqual({ kinds: [10_002], authors: [ANNA], limit: 10 });
  });

  it('[RLIST-09] [RLIST-10] puts it into the set once in a tab, and forgets that at sign-out', async () => {
    const { world, device } = await setUp();
    expect(device.session.getItem(`nostrRelaysApplied_${ANNA}`)).toBe(LIST.id);
    expect(JSON.parse(device.session.getItem('nostrSessionRelays')!)).toMatchObject({ pubkey: ANNA });
    device.directory.send({ type: 'relays.restore' });
    await pass(10_000);
    expect(world.published).toEqual([]);
    const reloaded = createDevice(world, DEFAULTS, device.local, device.session);
    await pass();
    expect(reloaded.set()).toEqual({ [DEFAULT]: 'readwrite', [INDEX]: 'indexer' });
    reloaded.logOut();
    await pass();
    expect(device.session.length).toBe(0);
    reloaded.logIn(ANNA);
    await pass();
    expect(reloaded.set()).toEqual({ [W0]: 'readwrite', [W1]: 'write', [INDEX]: 'indexer' });
  });

  it('[RLIST-10] puts it no second time in a tab into a set that the app has changed since', async () => {
    const { world, device } = await setUp();
    const { entries } = device.directory.getSnapshot().context;
    const changed = entries.map((entry) =>
      entry.url === INDEX ? ({ url: NEW, permission: 'indexer', source: 'advisor' } as const) : entry,
    );
    const kept = { ...DEFAULTS, saved: changed };
    const same = createDevice(world, kept, device.local, device.session);
    await pass();
    expect(same.set()).toEqual({ [W0]: 'readwrite', [W1]: 'write', [NEW]: 'indexer' });
    const other = createDevice(world, kept, device.local);
    await pass();
    expect(other.set()).toMatchObject({ [INDEX]: 'indexer' });
  });

  it('[RLIST-09] falls back on what the list gave in this tab when no relay tells it', async () => {
    const { world, device } = await setUp();
    for (const url of [INDEX, W0, W1, DEFAULT]) world.relay(url).isOffline = true;
    const reloaded = createDevice(world, DEFAULTS, device.local, device.session);
    await pass();
    expect(reloaded.tags()).toEqual(['unread']);
    expect(reloaded.set()).toEqual(device.set());
  });

  it('[RLIST-03] [RELAY-70] proposes relays of the notes, none blacklisted, when there is no list; accepted ones are read and never published', async () => {
    const world = createListWorld();
    const note = fakeEvent({
      pubkey: ANNA,
      kind: 1,
      tags: [
        ['r', 'wss://relay.nostr.bg'],
        ['r', 'wss://noted.example'],
        ['r', 'https://page.example'],
      ],
    });
    world.relay(DEFAULT).events.push(note);
    const device = createDevice(world, DEFAULTS);
    device.logIn(ANNA);
    await pass();
    expect(device.context().proposal).toEqual(['wss://noted.example']);
    expect(world.asked.at(-1)).toEqual({ kinds: [1], authors: [ANNA], limit: 50 });
    expect(device.set()).toEqual({ [DEFAULT]: 'readwrite', [INDEX]: 'indexer' });
    device.machine.send({ type: 'list.accept' });
    await pass(10_000);
    expect(device.set()).toMatchObject({ 'wss://noted.example': 'read' });
    expect(world.published).toEqual([]);
    device.directory.send({ type: 'relay.add', entry: { url: NEW, permission: 'write', source: 'user' } });
    await pass(3_000);
    expect(world.published[0]?.tags).toEqual([
      ['r', DEFAULT],
      ['r', NEW, 'write'],
    ]);
  });

  it('[RLIST-04] publishes a change with every other tag as it was, to write relays and indexers', async () => {
    const { world, device, add } = await setUp();
    add(NEW);
    await pass(3_000);
    const [event] = world.published;
    expect(event).toMatchObject({ kind: 10_002, content: 'kept', tags: [...LIST.tags, ['r', NEW, 'read']] });
    expect(event!.created_at).toBe(START.getTime() / 1000 + 3);
    for (const url of [W0, W1, INDEX]) expect(world.held(url)).toEqual([event]);
    expect(device.tags()).toEqual(['published']);
    expect(device.context()).toMatchObject({ accepted: 3, asked: 3 });
    expect(device.sources()).toMatchObject({ [NEW]: 'list' });
    expect(device.journal(ANNA)).toEqual({});
  });

  it('tells what each relay said, and sends again to those that did not take it', async () => {
    const { world, device, add } = await setUp();
    world.relay(W1).refuses = 'blocked: no';
    add(NEW);
    await pass(3_000);
    expect(device.context()).toMatchObject({ accepted: 2, asked: 3 });
    const results = device.queryClient.getQueryData(relayListResultKey(ANNA));
    expect(results).toContainEqual({
      relay: W1,
      accepted: false,
      reason: { code: 'relay-said', words: 'blocked: no' },
    });
    delete world.relay(W1).refuses;
    device.machine.send({ type: 'list.publish' });
    await pass();
    expect(world.published[1]?.id).toBe(world.published[0]?.id);
    expect(device.context()).toMatchObject({ accepted: 3, asked: 3 });
  });

  it('[PUB-09] publishes nothing while the client is not ready, and keeps the change', async () => {
    const { world, device, add } = await setUp();
    add(NEW);
    device.directory.stop();
    await pass(3_000);
    expect(device.context().problem).toEqual({ code: 'not-ready' });
    expect([world.published, Object.keys(device.journal(ANNA))]).toEqual([[], [NEW]]);
  });

  it('publishes once that a relay is an indexer, which a list says by not naming it', async () => {
    const { world, device } = await setUp();
    world.relay(W0).refuses = 'blocked: no';
    device.directory.send({ type: 'relay.permit', url: W1, permission: 'indexer' });
    await pass(3_000);
    expect(Object.keys(device.journal(ANNA))).toEqual([W1]);
    delete world.relay(W0).refuses;
    const next = createDevice(world, DEFAULTS, device.local);
    next.logIn(ANNA);
    await pass(3_000);
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(1);
    expect([next.set(), next.journal(ANNA)]).toEqual([{ [W0]: 'readwrite', [W1]: 'indexer', [INDEX]: 'indexer' }, {}]);
  });

  it('publishes that another relay was accepted in the place of one, and has it so from then on', async () => {
    const { world, device } = await setUp();
    const removed = device.directory.getSnapshot().context.entries.find(({ url }) => url === W1);
    const added = { url: NEW, permission: 'write', source: 'advisor' } as const;
    const step = accepted({ id: 'step', done: false, why: 'dead', removed, added });
    const { entries } = device.directory.getSnapshot().context;
    device.directory.send({ type: 'relays.adopt', entries: afterSteps(entries, [step]) });
    await pass(3_000);
    expect(world.published.map(({ tags }) => tags)).toEqual([
      [
        ['alt', 'x'],
        ['r', W0],
        ['unknown', 'y'],
        ['r', NEW, 'write'],
      ],
    ]);
    const next = createDevice(world, DEFAULTS);
    next.logIn(ANNA);
    await pass();
    for (const { set } of [device, next])
      expect(set()).toEqual({ [W0]: 'readwrite', [NEW]: 'write', [INDEX]: 'indexer' });
  });

  it('[RLIST-05] refuses a list without write relays, and keeps the change', async () => {
    const list = { ...LIST, tags: [['r', W0, 'write']] };
    const { world, device } = await setUp({ list });
    device.directory.send({ type: 'relay.permit', url: W0, permission: 'read' });
    await pass(3_000);
    expect(device.context().problem).toEqual({ code: 'no-write-relays' });
    expect(device.tags()).toEqual(['failed']);
    expect(world.published).toEqual([]);
    expect(device.set()).toMatchObject({ [W0]: 'read' });
  });

  it('publishes nothing when no write relay answered, for a newer list could be lost', async () => {
    const { world, device, add } = await setUp();
    for (const url of [W0, W1]) world.relay(url).isOffline = true;
    add(NEW);
    await pass(3_000);
    expect(device.context().problem).toEqual({ code: 'relay-list-not-read' });
    expect(world.published).toEqual([]);
    delete world.relay(W0).isOffline;
    device.machine.send({ type: 'list.publish' });
    await pass();
    expect(device.context()).toMatchObject({ accepted: 2, asked: 3 });
    expect(Object.keys(device.journal(ANNA))).toEqual([NEW]);
  });

  it('makes no first list while an indexer that may know one is away', async () => {
    const { world, device, add } = await setUp({ held: [] });
    world.relay(INDEX).isOffline = true;
    add(NEW);
    await pass(3_000);
    expect(device.context().problem).toEqual({ code: 'relay-list-may-exist' });
    expect(world.published).toEqual([]);
    delete world.relay(INDEX).isOffline;
    device.machine.send({ type: 'list.publish' });
    await pass();
    expect(world.published[0]?.tags).toEqual([
      ['r', DEFAULT],
      ['r', NEW, 'read'],
    ]);
  });

  it('[RLIST-07] keeps a change that was made while the key was locked, over a reload, and publishes it then', async () => {
    const { world, device, add } = await setUp();
    device.lock(true);
    add(NEW);
    await pass(3_000);
    expect(device.tags()).toEqual(['locked']);
    device.stop();
    const later = createDevice(world, DEFAULTS, device.local, device.session);
    later.lock(true);
    await pass(3_000);
    expect(later.tags()).toEqual(['locked']);
    later.lock(false);
    await pass();
    expect(later.tags()).toEqual(['published']);
    expect(world.published[0]?.tags).toContainEqual(['r', NEW, 'read']);
  });

  it('[RLIST-07] publishes nothing for a login that only reads', async () => {
    const { world, device, add } = await setUp({ method: 'none' });
    expect(device.set()).toMatchObject({ [W0]: 'readwrite' });
    add(NEW);
    await pass(60_000);
    expect(device.tags()).toEqual(['locked']);
    expect(device.context().signing).toBe('read only');
    expect(world.published).toEqual([]);
  });

  it('takes a change back: the relay is as the list has it', async () => {
    const { world, device, add } = await setUp();
    device.directory.send({ type: 'relay.remove', url: W1 });
    add(NEW);
    device.machine.send({ type: 'list.undo' });
    await pass(10_000);
    expect(device.set()).toEqual({ [W0]: 'readwrite', [W1]: 'write', [INDEX]: 'indexer' });
    expect(world.published).toEqual([]);
  });

  it('publishes an older version again as the newest', async () => {
    const { world, device, add } = await setUp();
    add(NEW);
    await pass(3_000);
    const versions = device.queryClient.getQueryData<readonly ListVersion[]>(relayListVersionsKey(ANNA))!;
    expect(versions.map(({ id, relays }) => [id === LIST.id, relays])).toEqual([
      [false, 3],
      [true, 2],
    ]);
    device.machine.send({ type: 'list.restore', id: LIST.id });
    await pass();
    expect(world.published[1]).toMatchObject({ tags: LIST.tags, created_at: world.published[0]!.created_at + 1 });
    expect(device.set()).toEqual({ [W0]: 'readwrite', [W1]: 'write', [INDEX]: 'indexer' });
  });

  it('[PUB-08] names this app in place of the one that wrote the list, also in an older version', async () => {
    const theirs = { ...LIST, tags: [...LIST.tags, ['client', 'Other', '31990:x']] };
    const { world, device, add } = await setUp({ list: theirs, client: 'Nuthatch' });
    add(NEW);
    await pass(3_000);
    device.machine.send({ type: 'list.restore', id: LIST.id });
    await pass();
    expect(world.published.map(({ tags }) => tags.filter(([name]) => name === 'client'))).toEqual([
      [['client', 'Nuthatch']],
      [['client', 'Nuthatch']],
    ]);
    expect(world.published[1]?.tags.slice(0, -1)).toEqual(LIST.tags);
  });

  it('[RLIST-05] does not publish an older version that has only a relay for lists to write to', async () => {
    const { world, device, add } = await setUp({
      list: {
        ...LIST,
        tags: [
          ['r', INDEX],
          ['r', W0, 'read'],
        ],
      },
    });
    add(NEW, 'readwrite');
    await pass(3_000);
    expect(world.published).toHaveLength(1);
    device.machine.send({ type: 'list.restore', id: LIST.id });
    await pass();
    expect(world.published).toHaveLength(1);
    expect(device.context().problem).toEqual({ code: 'no-write-relays' });
  });

  it('[RLIST-05] what relays said to the version before is not said of one that is refused', async () => {
    const { device, add } = await setUp();
    add(NEW);
    await pass(3_000);
    const said = () => device.queryClient.getQueryData(relayListResultKey(ANNA));
    expect(said()).toHaveLength(3);
    for (const url of [W0, W1]) device.directory.send({ type: 'relay.remove', url });
    await pass(3_000);
    expect([device.context().problem, said()]).toEqual([{ code: 'no-write-relays' }, []]);
  });

  it('[RLIST-07] waits for no key once a newer list says what was changed, and goes on waiting for one beside it', async () => {
    const { world, device, add } = await setUp({ method: 'none' });
    add(NEW);
    await pass(3_000);
    expect(device.tags()).toEqual(['locked']);
    const arrives = async (at: number, tags: readonly string[][]) => {
      const version = { ...LIST, id: hex(at), created_at: at, tags: [...LIST.tags, ...tags] };
      for (const url of [W0, W1]) world.relay(url).events = [version];
      device.arrives(version, W0);
      await pass(3_000);
    };
    await arrives(2_000, [['r', DEFAULT, 'read']]);
    expect([device.tags(), device.set()]).toEqual([['locked'], expect.objectContaining({ [DEFAULT]: 'read' })]);
    await arrives(3_000, [['r', NEW, 'read']]);
    expect(device.tags()).toEqual([]);
  });

  it('[RELAY-28] gives up what was changed and not published once the defaults are restored', async () => {
    const list = { ...LIST, tags: [...LIST.tags, ['r', DEFAULT]] };
    const { world, device, add } = await setUp({ list });
    device.directory.send({ type: 'relay.remove', url: DEFAULT });
    add(NEW);
    expect(Object.keys(device.journal(ANNA))).toEqual([DEFAULT, NEW]);
    device.directory.send({ type: 'relays.restore' });
    await pass(10_000);
    expect(device.set()).toEqual({ [DEFAULT]: 'readwrite', [INDEX]: 'indexer' });
    expect([device.journal(ANNA), world.published, device.tags()]).toEqual([{}, [], []]);
    add(NEW);
    await pass(3_000);
    expect(world.published.map(({ tags }) => tags)).toEqual([[...list.tags, ['r', NEW, 'read']]]);
  });

  const RESTORED = { [DEFAULT]: 'readwrite', [INDEX]: 'indexer' };

  it('[RELAY-28] keeps the restored defaults in later tabs, until the list has a newer version', async () => {
    const { world, device } = await setUp();
    device.directory.send({ type: 'relays.restore' });
    await pass();
    const later = createDevice(world, DEFAULTS, device.local);
    later.logIn(ANNA);
    await pass();
    expect(later.set()).toEqual(RESTORED);
    const elsewhere = { ...LIST, id: hex(6), created_at: 2_000 };
    world.relay(W0).events = [elsewhere];
    later.arrives(elsewhere, W0);
    await pass();
    expect(later.set()).toEqual({ [W0]: 'readwrite', [W1]: 'write', [INDEX]: 'indexer' });
  });

  it('[RELAY-28] keeps them also where the list was not read yet', async () => {
    const { world, device } = await setUp();
    for (const url of [INDEX, W0, W1, DEFAULT]) world.relay(url).isOffline = true;
    const later = createDevice(world, DEFAULTS, device.local, undefined, undefined, device.versions);
    later.logIn(ANNA);
    await pass();
    expect(later.tags()).toEqual(['unread']);
    later.directory.send({ type: 'relay.add', entry: { url: W0, permission: 'read', source: 'list' } });
    later.directory.send({ type: 'relays.restore' });
    await pass();
    world.relay(INDEX).isOffline = false;
    later.machine.send({ type: 'list.publish' });
    await pass();
    expect([later.tags(), later.set()]).toEqual([[], RESTORED]);
  });

  it('[RELAY-28] takes a change back to the restored defaults', async () => {
    const { device, add } = await setUp();
    device.directory.send({ type: 'relays.restore' });
    await pass();
    add(NEW);
    device.machine.send({ type: 'list.undo' });
    await pass();
    expect(device.set()).toEqual(RESTORED);
  });

  it('[RELAY-28] no longer says of the set what became of the list', async () => {
    const { device, add } = await setUp();
    add(NEW);
    await pass(3_000);
    expect(device.tags()).toEqual(['published']);
    device.directory.send({ type: 'relays.restore' });
    expect(device.tags()).toEqual([]);
  });

  it('[RELAY-28] goes on looking after a change that was published before the defaults were restored', async () => {
    const { world, device, add } = await setUp();
    world.relay(W1).isOffline = true;
    add(NEW);
    await pass(3_000);
    device.directory.send({ type: 'relays.restore' });
    await pass(10_000);
    expect(device.set()).toEqual({ [DEFAULT]: 'readwrite', [INDEX]: 'indexer' });
    expect([Object.keys(device.journal(ANNA)), world.published.length]).toEqual([[NEW], 1]);
  });

  it('[RELAY-28] keeps them also when the list they took the place of is only sent again', async () => {
    const { world, device, add } = await setUp();
    device.directory.send({ type: 'relays.restore' });
    await pass();
    add(NEW);
    takeOut(device, NEW);
    await pass(3_000);
    expect([world.published.map(({ id }) => id), device.tags()]).toEqual([[LIST.id], ['published']]);
    expect(device.set()).toEqual(RESTORED);
  });

  const takeOut = ({ directory }: ReturnType<typeof createDevice>, url: string) =>
    directory.send({ type: 'relay.remove', url });

  it('leaves out a default that was taken out by hand, also of another list and in a later tab', async () => {
    const { device, add, world } = await setUp();
    takeOut(device, INDEX);
    add(NEW);
    await pass(3_000);
    expect(device.set()).toEqual({ [W0]: 'readwrite', [W1]: 'write', [NEW]: 'read' });
    const later = createDevice(world, DEFAULTS, device.local);
    later.logIn(ANNA);
    await pass();
    expect(later.set()).toEqual({ [W0]: 'readwrite', [W1]: 'write', [NEW]: 'read' });
    later.logOut();
    later.logIn(ANNA);
    await pass();
    expect(Object.keys(later.set())).not.toContain(INDEX);
  });

  it('[RELAY-28] brings such a default back once it is added, the removal is undone or the defaults are restored', async () => {
    const backs = [
      (device: ReturnType<typeof createDevice>) =>
        device.directory.send({ type: 'relay.add', entry: { url: INDEX, permission: 'indexer', source: 'user' } }),
      (device: ReturnType<typeof createDevice>) => device.machine.send({ type: 'list.undo' }),
      (device: ReturnType<typeof createDevice>) => device.directory.send({ type: 'relays.restore' }),
    ];
    // a list that says otherwise, so that the removal waits
    const list = { ...LIST, tags: [...LIST.tags, ['r', INDEX]] };
    for (const back of backs) {
      const { world, device } = await setUp({ list });
      takeOut(device, INDEX);
      expect(Object.keys(device.set())).not.toContain(INDEX);
      back(device);
      await pass(3_000);
      expect(device.set()).toMatchObject({ [INDEX]: 'indexer' });
      const newer = { ...LIST, id: hex(6), created_at: 2_000 };
      for (const url of [W0, W1]) world.relay(url).events = [newer];
      device.arrives(newer, W0);
      await pass();
      expect(device.set()).toMatchObject({ [W0]: 'readwrite', [INDEX]: 'indexer' });
      device.stop();
    }
  });

  it('[RLIST-06] publishes that somebody without a list took out a default, but not that the app did', async () => {
    const { world, device, add } = await setUp({ held: [] });
    add(NEW, 'readwrite');
    await pass(3_000);
    world.relay(W0).events = [];
    const other = await setUp({ held: [] });
    const { entries } = other.device.directory.getSnapshot().context;
    other.device.directory.send({ type: 'relays.adopt', entries: entries.filter(({ url }) => url !== DEFAULT) });
    await pass(3_000);
    expect([other.world.published, other.device.tags()]).toEqual([[], []]);
    takeOut(device, DEFAULT);
    expect(device.tags()).toEqual(['waiting']);
    await pass(3_000);
    expect(world.published.at(-1)?.tags).toEqual([['r', NEW]]);
  });

  it('publishes no removal that the published list says already, and remembers it', async () => {
    for (const method of ['none', 'nsec'] as const) {
      const { world, device } = await setUp({ method });
      takeOut(device, INDEX);
      await pass(3_000);
      expect([device.tags(), world.published, device.journal(ANNA)]).toEqual([[], [], {}]);
      const later = createDevice(world, DEFAULTS, device.local);
      later.logIn(ANNA, method);
      await pass();
      expect(later.set()).toEqual({ [W0]: 'readwrite', [W1]: 'write' });
      for (const opened of [device, later]) opened.stop();
    }
  });

  it('tells which relays of the list were taken out, also after a reload', async () => {
    const { world, device, add } = await setUp({ method: 'none' });
    takeOut(device, W1);
    add(NEW);
    expect(device.context().taken).toEqual([W1]);
    const later = createDevice(world, DEFAULTS, device.local);
    later.logIn(ANNA, 'none');
    await pass();
    expect(later.context().taken).toEqual([W1]);
  });

  it('is put into the set when another device has published it', async () => {
    const { world, device } = await setUp();
    const tags = [
      ['r', W1],
      ['r', NEW, 'read'],
    ];
    const elsewhere = { ...LIST, id: hex(6), created_at: 2_000, tags };
    for (const url of [W0, W1]) world.relay(url).events = [elsewhere];
    device.arrives(elsewhere, W0);
    await pass();
    expect(device.set()).toEqual({ [W1]: 'readwrite', [NEW]: 'read', [INDEX]: 'indexer' });
    const shown = device.queryClient.getQueryData<readonly ListVersion[]>(relayListVersionsKey(ANNA));
    expect(shown?.map(({ id }) => id)).toEqual([hex(6), LIST.id]);
    expect(world.published).toEqual([]);
  });

  it('is not published while another tab of the browser does', async () => {
    const { world, device, add } = await setUp();
    let finish = () => {};
    const theirs = new Promise<void>((end) => (finish = end));
    void aloneIn(device.local)(`list 10002 ${ANNA}`, () => theirs, new AbortController().signal);
    add(NEW);
    await pass(60_000);
    expect([world.published, device.tags()]).toEqual([[], ['publishing']]);
    finish();
    await pass();
    expect(world.published).toHaveLength(1);
  });

  it('leaves a change to the tab in which it was made', async () => {
    const { world, device, add } = await setUp();
    const other = createDevice(world, DEFAULTS, device.local);
    other.logIn(ANNA);
    await pass();
    add(NEW);
    other.directory.send({ type: 'relays.adopt', entries: device.directory.getSnapshot().context.entries });
    await pass(10_000);
    expect(other.set()).toMatchObject({ [NEW]: 'read' });
    expect(world.published).toHaveLength(1);
  });

  it('gives up what waits when the user signs out', async () => {
    const { world, device, add } = await setUp();
    add(NEW);
    await pass(1_000);
    device.logOut();
    await pass(60_000);
    expect(world.published).toEqual([]);
    expect(device.context().pubkey).toBe('');
  });

  it('does not take the set of a visitor, put in at sign-out, for a change by hand', async () => {
    const { device } = await setUp();
    device.logOut();
    device.directory.send({ type: 'relay.remove', url: W1 });
    await pass();
    expect(device.journal(ANNA)).toEqual({});
  });

  type Step =
    | { do: 'add'; device: number; url: string }
    | { do: 'set'; relay: number; mode: 'up' | 'offline' | 'refusing' }
    | { do: 'restart'; device: number }
    | { do: 'wait'; ms: number };
  const device = fc.constantFrom(0, 1);
  const url = fc.constantFrom('a.example', 'b.example', 'c.example');
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), device, url }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('set' as const),
        relay: fc.constantFrom(0, 1, 2),
        mode: fc.constantFrom('up' as const, 'offline' as const, 'refusing' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const), device }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1_000, 3_000) }) },
  );

  it('loses nothing between two devices whose relays answer and refuse as they like', async () => {
    const relays = [W0, W1, INDEX];
    const play = async (steps: readonly Step[]) => {
      const world = createListWorld();
      for (const one of relays) world.relay(one).events.push(LIST);
      const locals = [fakeStorage(), fakeStorage()];
      const open = async (index: number) => {
        const opened = createDevice(world, DEFAULTS, locals[index]);
        opened.logIn(ANNA);
        await pass();
        return opened;
      };
      const devices = [await open(0), await open(1)];
      const restart = async (index: number) => {
        devices[index]!.stop();
        devices[index] = await open(index);
      };
      const added = new Set<string>();
      for (const now of steps) {
        if (now.do === 'wait') await pass(now.ms);
        if (now.do === 'restart') await restart(now.device);
        if (now.do === 'set')
          Object.assign(world.relay(relays[now.relay]!), {
            isOffline: now.mode === 'offline',
            refuses: now.mode === 'refusing' ? 'blocked: no' : undefined,
          });
        if (now.do !== 'add') continue;
        const entry = { url: `wss://d${now.device}${now.url}`, permission: 'read', source: 'user' } as const;
        devices[now.device]!.directory.send({ type: 'relay.add', entry });
        added.add(entry.url);
      }
      for (const one of relays) Object.assign(world.relay(one), { isOffline: false, refuses: undefined });
      for (const index of [0, 1, 0, 1]) {
        await restart(index);
        await pass(3_000);
      }
      for (const opened of devices) opened.stop();
      const [final] = world.held(W0);
      const urls = new Set(listedRelays(final!, new Set()).map(({ url: relay }) => relay));
      for (const relay of [W0, W1, ...added]) expect(urls).toContain(relay);
      expect(final!.tags.slice(0, 4)).toEqual(LIST.tags);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), play), { numRuns: RUNS });
  }, 300_000);
});
