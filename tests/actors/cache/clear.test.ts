import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/query-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, toPromise, waitFor, type AnyActorLogic } from 'xstate';
import { problemText } from '#ui/texts/problem-text.ts';
import { clearGroups } from '#actors/cache/clear-groups.ts';
import { defineClear, type ClearDeps } from '#actors/cache/clear.ts';
import { followOtherTabs } from '#actors/cache/other-tabs.ts';
import {
  defineClearGroups,
  defineReadRecord,
  defineRemoveRecord,
  defineWriteRecord,
  idleOf,
  startRestoreRead,
} from '#actors/cache/persistence.ts';
import { resetPreferences } from '#actors/cache/preferences-reset.ts';
import { CACHE_GROUPS, type CacheGroup } from '#domain/cache/cache-groups.ts';
import { Failure } from '#domain/problem.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { noteFromEvent } from '#domain/note/note.ts';
import {
  feedKey,
  metadataKey,
  myReactionKey,
  myRepostKey,
  noteStatsKey,
  profileContactsKey,
  profileMetadataKey,
  threadKey,
} from '#domain/cache/query-keys.ts';
import { clearActionMachine, type ClearAction } from '#machines/cache/clear-action.machine.ts';
import { queryCacheMachine } from '#machines/cache/query-cache.machine.ts';
import type { Stake } from '#domain/ecash/ledger/stake.ts';
import { createCacheBuster } from '#store/cache/cache-buster.ts';
import { createDisplayNames } from '#store/profile/display-names.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { openKeyValueStore, type KeyValueStore } from '#store/storage/key-value-store.ts';
import { createPreferences } from '#store/settings/preferences.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const KEY = 'rq-cache-v1';
const BUSTER_KEY = 'rq-cache-buster';
const START = 1_800_000_000_000;
const feed = feedKey({ hashtags: [] });
const note = noteFromEvent(fakeEvent(), 5_000);
const texts = { name: 'ann', display_name: 'Ann', picture: '', about: '', nip05: '', website: '', banner: '' };
const metadata: Metadata = { ...texts, lud16: '', lud06: '', createdAt: 1 };
const contact = { pubkey: hex(3), relay: '', petname: '' };
const counts = { replies: 1, reposts: 0, likes: 0, zaps: 0, zapSats: 0 };

let databases = 0;

/** One visit to the app on what the last visit left. */
const visit = ({
  store = openKeyValueStore(`caches-${(databases += 1)}`),
  local = fakeStorage(),
  time = START,
} = {}) => {
  const now = () => time;
  const queryClient = createQueryClient();
  const names = createDisplayNames(now);
  const registry = createEventRegistry({ now, requestFrame: () => {} });
  const buster = createCacheBuster(local);
  const deps = { store, queryClient, names, registry, buster, now };
  const run = <Output>(logic: AnyActorLogic, input?: object) =>
    toPromise(createActor(logic, { input }).start()) as Promise<Output>;
  // before names are put, for it saves those that came since
  const writeRecord = defineWriteRecord({ ...deps, idle: () => Promise.resolve() });
  const fill = () => {
    queryClient.setQueryData(feed, { items: [{ id: note.id, at: note.created_at, note }], hasMore: true });
    queryClient.setQueryData(metadataKey(hex(2)), metadata);
    queryClient.setQueryData(profileMetadataKey(hex(2)), metadata);
    queryClient.setQueryData(profileContactsKey(hex(2)), [contact]);
    queryClient.setQueryData(threadKey(note.id), { rootId: note.id, notes: [note] });
    queryClient.setQueryData(noteStatsKey(note.id), counts);
    queryClient.setQueryData(['search', 'x'], { notes: [], people: [] });
    names.put(hex(2), metadata);
  };
  const groupsThere = () => {
    const has = (key: readonly unknown[]) => queryClient.getQueryData(key) !== undefined;
    const keys: Record<CacheGroup, readonly unknown[]> = {
      feed,
      metadata: metadataKey(hex(2)),
      contacts: profileContactsKey(hex(2)),
      thread: threadKey(note.id),
      'zap-totals': noteStatsKey(note.id),
      other: ['search', 'x'],
    };
    return CACHE_GROUPS.filter((group) => has(keys[group]));
  };
  return {
    ...deps,
    local,
    fill,
    groupsThere,
    read: () => run<string>(defineReadRecord({ ...deps, reading: startRestoreRead(store) })),
    write: () => run<void>(writeRecord, { urgent: true }),
  };
};

const saved = async (store: KeyValueStore) =>
  (await store.get(KEY)) as { buster: string; timestamp: number; clientState: { queries: { queryKey: unknown[] }[] } };

const failing = (store: KeyValueStore): KeyValueStore => ({
  ...store,
  set: () => Promise.reject(Object.assign(new Error('no room'), { name: 'QuotaExceededError' })),
});

describe('clearing groups', () => {
  it.each(['metadata', 'contacts', 'thread'] as const)(
    '[CACHE-17] deletes the %s queries, saves the rest with a new time-stamped buster and reloads it',
    async (group) => {
      const page = visit();
      page.fill();
      await page.write();
      const reads = vi.spyOn(page.store, 'get');
      await clearGroups(page, [group]);
      const record = await saved(page.store);
      expect(page.groupsThere()).toEqual(CACHE_GROUPS.filter((other) => other !== group));
      expect(page.queryClient.getQueryData(profileMetadataKey(hex(2))) === undefined).toBe(group === 'metadata');
      expect(record.buster).toContain(String(START));
      expect(record.buster).not.toBe('nuthatch-1');
      expect(record.clientState.queries.map(({ queryKey }) => queryKey[0])).not.toContain(group);
      expect(reads).toHaveBeenCalledWith(KEY);

      const next = visit({ store: page.store, local: page.local });
      expect(await next.read()).toBe('restored');
      expect(next.groupsThere()).toEqual(CACHE_GROUPS.filter((other) => other !== group && other !== 'other'));
    },
  );

  it('[CACHE-17] takes from the saved copy what is not here any more', async () => {
    const page = visit();
    page.fill();
    const { store } = page;
    const collecting: KeyValueStore = {
      ...store,
      async set(key, value) {
        await store.set(key, value);
        // collected in the meantime
        page.queryClient.removeQueries({ queryKey: feed });
      },
    };
    await clearGroups({ ...page, store: collecting }, ['contacts']);
    expect(page.groupsThere()).toContain('feed');
  });

  it('[CACHE-11] [CACHE-17] what is saved under a buster of before the clearing is worthless afterwards', async () => {
    const page = visit();
    page.fill();
    const other = visit({ store: page.store, local: page.local });
    other.fill();
    await clearGroups(page, ['contacts']);
    await other.write();
    expect(await visit({ store: page.store, local: page.local }).read()).toBe('worthless');
  });

  it('[CACHE-17] keeps no buster of another build, and does without the local storage', async () => {
    const local = fakeStorage({ [BUSTER_KEY]: 'nuthatch-0.5.contacts' });
    expect(visit({ local }).buster.get()).toBe('nuthatch-1');
    const page = visit({ local: blockedStorage() });
    page.fill();
    await clearGroups(page, ['contacts']);
    expect((await saved(page.store)).buster).toBe('nuthatch-1');
    const next = visit({ store: page.store, local: blockedStorage() });
    expect(await next.read()).toBe('restored');
    expect(next.groupsThere()).not.toContain('contacts');
  });

  it('with the metadata no names are saved any more', async () => {
    const page = visit();
    page.fill();
    await page.write();
    await clearGroups(page, ['metadata']);
    const next = visit({ store: page.store, local: page.local });
    await next.read();
    expect(next.names.get(hex(2))).toBeUndefined();
  });

  it('names that are forgotten are wanted again by who reads them', () => {
    const { names, fill } = visit();
    fill();
    let told = 0;
    names.subscribe(hex(2), () => (told += 1));
    names.forget();
    expect([names.get(hex(2)), told, names.takeWanted(5)]).toEqual([undefined, 1, [hex(2)]]);
  });

  it.each([fakeStorage(), blockedStorage()])('goes also where the browser has no room', async (local) => {
    const page = visit({ local });
    page.fill();
    await page.write();
    await clearGroups({ ...page, store: failing(page.store) }, ['contacts', 'metadata']);
    expect(page.groupsThere()).toEqual(CACHE_GROUPS.filter((group) => group !== 'contacts' && group !== 'metadata'));
    const next = visit({ store: page.store, local });
    expect([await next.read(), next.groupsThere(), next.names.get(hex(2))]).toEqual(['nothing', [], undefined]);
  });

  it('loses nothing when it can be neither saved nor removed', async () => {
    const page = visit();
    page.fill();
    await page.write();
    const before = await saved(page.store);
    const store = { ...failing(page.store), remove: () => Promise.reject(new Error('blocked')) };
    await expect(clearGroups({ ...page, store }, ['feed', 'metadata'])).rejects.toThrow('blocked');
    expect(page.groupsThere()).toEqual(CACHE_GROUPS);
    expect(page.names.get(hex(2))?.displayName).toBe('Ann');
    expect(await saved(page.store)).toEqual(before);
    expect(page.buster.get()).toBe('nuthatch-1');
  });

  it('[CACHE-17] what is saved stays good when the names could not be removed', async () => {
    const page = visit();
    page.fill();
    await page.write();
    const store: KeyValueStore = { ...page.store, remove: () => Promise.reject(new Error('blocked')) };
    await expect(clearGroups({ ...page, store }, ['metadata'])).rejects.toThrow('blocked');
    expect(page.groupsThere()).toEqual(CACHE_GROUPS);
    expect(await visit({ store: page.store, local: page.local }).read()).toBe('restored');
  });

  it('names that are saved stay when the rest could not be read back', async () => {
    const page = visit();
    page.fill();
    await page.write();
    const { get } = page.store;
    const store: KeyValueStore = {
      ...page.store,
      get: (key) => (key === KEY ? Promise.reject(new Error('no disk')) : get(key)),
    };
    await expect(clearGroups({ ...page, store }, ['metadata'])).rejects.toThrow('no disk');
    const next = visit({ store: page.store, local: page.local });
    expect(await next.read()).toBe('restored');
    expect(next.names.get(hex(2))?.displayName).toBe('Ann');
  });

  it('a query that a view shows stays, without its data, and is asked for again', async () => {
    const page = visit();
    page.fill();
    const queryFn = vi.fn(async () => [contact, contact]);
    const observer = new QueryObserver(page.queryClient, {
      queryKey: profileContactsKey(hex(2)),
      queryFn,
      staleTime: Infinity,
    });
    const shown: unknown[] = [];
    const stop = observer.subscribe(({ data }) => shown.push(data));
    await clearGroups(page, ['contacts']);
    await vi.waitFor(() => expect(shown.at(-1)).toBeUndefined());
    await page.queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined });
    await vi.waitFor(() => expect(shown.at(-1)).toEqual([contact, contact]));
    expect(queryFn).toHaveBeenCalledTimes(1);
    stop();
  });

  it('what was not fetched is not cleared with the other group', async () => {
    const page = visit();
    page.queryClient.setQueryData(['relay-list/versions', hex(2)], [1]);
    const deeds = [myReactionKey(hex(2), note.id), myRepostKey(hex(2), note.id)];
    for (const key of deeds) page.queryClient.setQueryData(key, { content: '+' });
    page.queryClient.setQueryData(['search', 'x'], {});
    await clearGroups(page, ['other']);
    expect(deeds.map((key) => page.queryClient.getQueryData(key))).toEqual([{ content: '+' }, { content: '+' }]);
    expect(page.queryClient.getQueryData(['relay-list/versions', hex(2)])).toEqual([1]);
    expect(page.queryClient.getQueryData(['search', 'x'])).toBeUndefined();
  });

  it('another tab forgets the same groups and saves nothing of them', async () => {
    const local = fakeStorage();
    const page = visit({ local });
    const other = visit({ store: page.store, local });
    page.fill();
    other.fill();
    const window = new EventTarget();
    const refresh = vi.fn();
    const sweep = vi.fn();
    followOtherTabs({ ...other, window, sweep, refresh });
    await clearGroups(page, ['thread', 'metadata']);
    const event = Object.assign(new Event('storage'), { key: BUSTER_KEY, newValue: local.getItem(BUSTER_KEY) });
    window.dispatchEvent(event);
    expect(other.groupsThere()).toEqual(['feed', 'contacts', 'zap-totals', 'other']);
    expect(other.names.get(hex(2))).toBeUndefined();
    expect(refresh).toHaveBeenCalledTimes(1);
    await other.write();
    const next = visit({ store: page.store, local });
    expect(await next.read()).toBe('restored');
    expect(next.groupsThere()).toEqual(['feed', 'contacts', 'zap-totals']);
    window.dispatchEvent(event);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'darkMode', newValue: 'true' }));
    window.dispatchEvent(Object.assign(new Event('storage'), { key: BUSTER_KEY, newValue: 'nonsense' }));
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

describe('clear actions', () => {
  const info = vi.spyOn(console, 'info');
  const error = vi.spyOn(console, 'error');
  beforeEach(() => {
    info.mockReset().mockImplementation(() => {});
    error.mockReset().mockImplementation(() => {});
  });
  afterEach(() => vi.clearAllMocks());

  const start = async (page: ReturnType<typeof visit>, changes: Partial<ClearDeps> = {}) => {
    const machine = queryCacheMachine.provide({
      actors: {
        'read record': defineReadRecord({ ...page, reading: startRestoreRead(page.store) }),
        'write record': defineWriteRecord({ ...page, idle: idleOf({}) }),
        'remove record': defineRemoveRecord(page.store),
        'clear groups': defineClearGroups(page),
        'watch changes': fromCallback(() => {}),
      },
    });
    const cache = createActor(machine).start();
    const acts: string[] = [];
    const act = (name: string) => vi.fn(async () => void acts.push(name));
    const deps: ClearDeps = {
      queryCache: () => cache,
      sweep: () => void acts.push('sweep'),
      forgetNames: () => {
        acts.push('forget names');
        page.names.forget();
      },
      refresh: () => void acts.push('refresh'),
      forgetRest: () => void acts.push('forget rest'),
      signOut: act('sign out'),
      clearKeys: act('clear keys'),
      clearWallets: act('clear wallets'),
      resetPreferences: () => void acts.push('reset'),
      deleteEcash: act('delete ecash'),
      ...changes,
    };
    const actor = createActor(clearActionMachine.provide({ actors: { clear: defineClear(deps) } })).start();
    const clear = async (action: ClearAction, ecash?: readonly Stake[]) => {
      actor.send({ type: 'clear.open', action });
      actor.send({ type: 'clear.confirm', ...(ecash && { ecash }) });
      await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
      return actor.getSnapshot().hasTag('done');
    };
    return { acts, clear, actor };
  };

  it('[CACHE-22] everything: every group goes, and the user is logged out', async () => {
    const page = visit();
    const { acts, clear } = await start(page);
    page.fill();
    await page.write();
    expect(await clear('everything')).toBe(true);
    expect(page.groupsThere()).toEqual([]);
    expect([await saved(page.store), await page.store.get('display-names-v1')]).toEqual([null, null]);
    expect(page.names.entries()).toEqual([]);
    expect(acts).toEqual(['sweep', 'forget names', 'refresh', 'forget rest', 'sign out']);
  });

  it('[CACHE-22] everything goes also where the browser has no room', async () => {
    const page = visit();
    page.fill();
    await page.write();
    const { acts, clear } = await start({ ...page, store: failing(page.store) });
    expect(await clear('everything')).toBe(true);
    expect(page.groupsThere()).toEqual([]);
    expect(await saved(page.store)).toBeNull();
    expect(acts).toEqual(['sweep', 'forget names', 'refresh', 'forget rest', 'sign out']);
  });

  it('[CACHE-22] logs out also where what is saved cannot be removed, says so, and can be tried again', async () => {
    const page = visit();
    page.fill();
    await page.write();
    const remove = vi.fn(() => Promise.reject(new Error('blocked')));
    const store = { ...page.store, remove };
    const { acts, clear, actor } = await start({ ...page, store });
    const stakes: Stake[] = [];
    expect(await clear('everything', stakes)).toBe(false);
    expect(acts).toEqual(['sweep', 'forget names', 'refresh', 'forget rest', 'sign out']);
    expect(page.groupsThere()).toEqual([]);
    expect(problemText(actor.getSnapshot().context.problem)).toBe(
      'The caches were cleared, but not what is saved of them on this device. Your ecash was kept. Please try again.',
    );
    expect(error).toHaveBeenCalledWith('Not cleared: everything (copy-kept)');
    // of ecash that was not to go nothing is said
    expect(await clear('everything')).toBe(false);
    expect(problemText(actor.getSnapshot().context.problem)).toBe(
      'The caches were cleared, but not what is saved of them on this device. Please try again.',
    );
    // its buster is one of before
    expect(await visit({ store: page.store, local: page.local }).read()).toBe('worthless');
    remove.mockImplementation(() => Promise.resolve() as Promise<never>);
    expect(await clear('everything', stakes)).toBe(true);
    expect(acts).toContain('delete ecash');
  });

  it('[CACHE-22] says so when the caches themselves could not be cleared, once the user is logged out', async () => {
    const page = visit();
    const { acts, clear, actor } = await start(page);
    vi.spyOn(page.queryClient, 'getQueryCache').mockImplementation(() => {
      throw new Error('no');
    });
    expect(await clear('everything')).toBe(false);
    expect(problemText(actor.getSnapshot().context.problem)).toBe(
      'You are logged out, but not all caches were cleared. Please try again.',
    );
    expect(await clear('everything', [])).toBe(false);
    expect(problemText(actor.getSnapshot().context.problem)).toBe(
      'You are logged out, but not all caches were cleared. Your ecash was kept. Please try again.',
    );
    expect(acts).toContain('sign out');
    expect(acts).not.toContain('delete ecash');
  });

  it.each([
    [new Error('no'), 'The caches were cleared, but not all of your ecash was deleted. Please try again.'],
    [
      new Failure({ code: 'ecash-kept' }),
      'Your ecash was kept, for it changed in the meantime. Everything else was cleared.',
    ],
  ])('[CACHE-22] says that the rest is gone when the ecash was not deleted (%s)', async (cause, words) => {
    const { clear, actor } = await start(visit(), { deleteEcash: () => Promise.reject(cause) });
    expect(await clear('everything', [])).toBe(false);
    expect(problemText(actor.getSnapshot().context.problem)).toBe(words);
  });

  it.each(['signOut', 'forgetRest'] as const)(
    '[CACHE-22] says that the caches are gone when %s failed, and can be tried again',
    async (part) => {
      const page = visit();
      const fails = vi.fn(() => {
        throw new Error('no');
      });
      const { clear, actor } = await start(page, { [part]: fails });
      page.fill();
      expect(await clear('everything')).toBe(false);
      expect(page.groupsThere()).toEqual([]);
      expect(problemText(actor.getSnapshot().context.problem)).toMatch(
        /^The caches were cleared, but you are still logged in/,
      );
      expect(error).toHaveBeenCalledWith('Not cleared: everything (still-logged-in)');
      fails.mockImplementation(() => undefined as never);
      expect(await clear('everything')).toBe(true);
    },
  );

  it('ecash goes last, when nobody is logged in any more, and only where somebody said so', async () => {
    const { acts, clear } = await start(visit());
    await clear('everything');
    expect(acts).not.toContain('delete ecash');
    await clear('everything', []);
    expect(acts.at(-1)).toBe('delete ecash');
    expect(acts.at(-2)).toBe('sign out');
    const failing = await start(visit(), { signOut: () => Promise.reject(new Error('no')) });
    expect(await failing.clear('everything', [])).toBe(false);
    expect(failing.acts).not.toContain('delete ecash');
    await clear('cache', []);
    await clear('saved keys', []);
    expect(acts.filter((act) => act === 'delete ecash')).toHaveLength(1);
  });

  it('[CACHE-30] the contacts alone, and each other group alone', async () => {
    for (const group of CACHE_GROUPS) {
      const page = visit();
      const { clear } = await start(page);
      page.fill();
      expect(await clear(group)).toBe(true);
      expect(page.groupsThere()).toEqual(CACHE_GROUPS.filter((other) => other !== group));
    }
  });

  it('the whole cache without a sign-out', async () => {
    const page = visit();
    const { acts, clear } = await start(page);
    page.fill();
    expect(await clear('cache')).toBe(true);
    expect(page.groupsThere()).toEqual([]);
    expect(acts).toEqual(['sweep', 'forget names', 'refresh']);
  });

  it('[CACHE-23] [CACHE-24] saved keys, wallet and preferences are each cleared alone', async () => {
    const page = visit();
    const { acts, clear } = await start(page);
    page.fill();
    await clear('saved keys');
    await clear('stored wallet');
    await clear('preferences');
    expect(acts).toEqual(['clear keys', 'clear wallets', 'reset']);
    expect(page.groupsThere()).toEqual(CACHE_GROUPS);
  });

  it('[CACHE-18] logs success or error to the console, without what the error quotes', async () => {
    const { clear } = await start(visit(), {
      clearKeys: () => Promise.reject(Object.assign(new Error('nsec1secret'), { name: 'KeyError' })),
    });
    await clear('contacts');
    await clear('saved keys');
    expect(info.mock.calls).toEqual([['Cleared: contacts']]);
    expect(error.mock.calls).toEqual([['Not cleared: saved keys (KeyError)']]);
  });
});

describe('reset preferences', () => {
  const KEYS = [
    'darkMode',
    'useAscii',
    'useColor',
    'showReplies',
    'showReposts',
    'nsfwBlock',
    'filterByFollow',
    'filterByImageNotesOnly',
    'customHashtags',
    'currentIndex',
    'showProfileMeta',
  ];
  const other = {
    imageMode: 'true',
    muteLikes: 'true',
    notificationsLastSeen: '5',
    clientTag: 'false',
    nostrPubkey: 'x',
  };
  const changed = {
    darkMode: 'false',
    useAscii: 'false',
    useColor: 'false',
    showReplies: 'false',
    showReposts: 'false',
    nsfwBlock: 'false',
    filterByFollow: 'true',
    filterByImageNotesOnly: 'false',
    customHashtags: '["Cats"]',
    currentIndex: '7',
    showProfileMeta: 'true',
  };
  const prepare = (values: Record<string, string> = { ...changed, ...other }) => {
    const storage = fakeStorage(values);
    const restoreRelays = vi.fn();
    const open = () => createPreferences({ storage, window: new EventTarget() });
    const preferences = open();
    resetPreferences({ storage, preferences, restoreRelays });
    return { storage, preferences, restoreRelays, reopened: open() };
  };

  it.each(['here', 'after a reload'])(
    '[CACHE-25] [CACHE-26] [CACHE-27] sets what is stated, %s: the modes and filters on, Follow Only off, three hashtags',
    (when) => {
      const { preferences, reopened } = prepare();
      const { get } = when === 'here' ? preferences : reopened;
      for (const key of [
        'darkMode',
        'useAscii',
        'useColor',
        'showReplies',
        'showReposts',
        'nsfwBlock',
        'filterByImageNotesOnly',
      ] as const)
        expect([key, get(key)]).toEqual([key, true]);
      expect(get('filterByFollow')).toBe(false);
      expect(get('customHashtags')).toEqual(['Bitcoin', 'Nostr', 'News']);
    },
  );

  it('[CACHE-28] restores the default relays', () => {
    expect(prepare().restoreRelays).toHaveBeenCalledTimes(1);
  });

  it('[CACHE-29] clears the listed keys and leaves all others alone', () => {
    const { storage } = prepare();
    expect(['currentIndex', 'showProfileMeta'].map((key) => storage.getItem(key))).toEqual([null, null]);
    for (const [key, value] of Object.entries(other)) expect(storage.getItem(key)).toBe(value);
    const removed: string[] = [];
    const spy = { ...fakeStorage(), removeItem: (key: string) => void removed.push(key) };
    const preferences = createPreferences({ storage: fakeStorage(), window: new EventTarget() });
    resetPreferences({ storage: spy, preferences, restoreRelays: () => {} });
    expect(removed).toEqual(KEYS);
  });

  it('changes nothing when the storage fails', () => {
    const storage = {
      ...fakeStorage(),
      removeItem: () => {
        throw new DOMException('no', 'SecurityError');
      },
    };
    const preferences = createPreferences({ storage: fakeStorage({ useAscii: 'false' }), window: new EventTarget() });
    const restoreRelays = vi.fn();
    expect(() => resetPreferences({ storage, preferences, restoreRelays })).toThrow();
    expect(preferences.get('useAscii')).toBe(false);
    expect(restoreRelays).not.toHaveBeenCalled();
  });
});
