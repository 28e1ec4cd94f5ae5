import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KEYSTORE_TIMEOUT_MS } from '#domain/session/session-limits.ts';
import { keyWords } from '#ui/texts/problems/session.ts';
import { keyProblemOf } from '#domain/session/key-problem.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import type { KeyRecord } from '#domain/session/key-record.ts';
import { KEYSTORE_VERSION } from '#store/session/keystore.ts';
import { openKeystore } from '#store/session/keystore.ts';

const pubkeyOf = (n: number) => n.toString(16).padStart(64, '0');

const recordOf = (n: number, changes: Partial<Record<keyof KeyRecord, unknown>> = {}): KeyRecord =>
  ({
    pubkey: `nsec_${pubkeyOf(n)}`,
    kdf: 'PBKDF2',
    iterations: 250_000,
    saltB64: btoa('s'.repeat(16)),
    algo: 'AES-GCM',
    ivB64: btoa('i'.repeat(12)),
    ciphertextB64: btoa('c'.repeat(80)),
    version: 1,
    timestamp: n,
    ...changes,
  }) as KeyRecord;

const openAt = (
  factory: IDBFactory,
  version: number | undefined,
  make: (database: IDBDatabase) => void = () => undefined,
): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = factory.open('nostr-feed', version);
    request.addEventListener('upgradeneeded', () => make(request.result));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error!));
  });

/** A database as another version left it. */
const prepared = async (version: number, make?: (database: IDBDatabase) => void): Promise<IDBFactory> => {
  const factory = new IDBFactory();
  (await openAt(factory, version, make)).close();
  return factory;
};

const makeStore = (database: IDBDatabase, options: IDBObjectStoreParameters | undefined, withIndex: boolean) => {
  const store = database.createObjectStore('keystore', options);
  if (withIndex) store.createIndex('timestamp', 'timestamp');
  return store;
};

const problemFrom = async (promise: Promise<unknown>): Promise<KeyProblem | undefined> => {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return keyProblemOf(error);
  }
};

const rowsOf = async (factory: IDBFactory, store: string): Promise<unknown[]> => {
  const database = await openAt(factory, undefined);
  const request = database.transaction(store).objectStore(store).getAll();
  const rows = await new Promise<unknown[]>((resolve) =>
    request.addEventListener('success', () => resolve(request.result as unknown[])),
  );
  database.close();
  return rows;
};

afterEach(() => vi.useRealTimers());

describe('keystore', () => {
  it('[KEY-12] [KEY-13] keeps records in nostr-feed, version 8, store keystore, with their index', async () => {
    const factory = new IDBFactory();
    const keystore = openKeystore({ indexedDB: factory });
    await keystore.save(recordOf(1));
    const database = await openAt(factory, undefined);
    const store = database.transaction('keystore').objectStore('keystore');
    expect([database.version, store.keyPath, [...store.indexNames]]).toEqual([8, 'pubkey', ['timestamp']]);
    expect(store.index('timestamp').keyPath).toBe('timestamp');
    database.close();
    expect(await keystore.get(pubkeyOf(1))).toEqual(recordOf(1));
  });

  it('[KEY-12] lists newest first, replaces, removes and clears', async () => {
    const factory = new IDBFactory();
    const keystore = openKeystore({ indexedDB: factory });
    for (const n of [1, 3, 2]) await keystore.save(recordOf(n));
    await keystore.save(recordOf(1, { timestamp: 9 }));
    expect((await keystore.list()).map(({ pubkey }) => pubkey)).toEqual([1, 3, 2].map(pubkeyOf));
    await keystore.remove(pubkeyOf(3));
    expect(await problemFrom(keystore.get(pubkeyOf(3)))).toBe('no-record');
    expect(await keystore.list()).toHaveLength(2);
    await keystore.clear();
    expect(await keystore.list()).toEqual([]);
  });

  it('[KEY-12] [KEY-13] opens every older version, with or without the store, and keeps all other stores', async () => {
    for (const version of [1, 2, 3, 4, 5, 6, 7])
      for (const form of ['none', 'store', 'store and index'] as const) {
        const factory = await prepared(version, (database) => {
          database.createObjectStore('outbox-events', { keyPath: 'id' }).put({ id: 'kept' });
          if (form !== 'none')
            makeStore(database, { keyPath: 'pubkey' }, form === 'store and index').put(recordOf(version));
        });
        const keystore = openKeystore({ indexedDB: factory });
        expect(await keystore.list()).toHaveLength(form === 'none' ? 0 : 1);
        if (form !== 'none') expect(await keystore.get(pubkeyOf(version))).toEqual(recordOf(version));
        await keystore.save(recordOf(20));
        expect(await keystore.list()).toHaveLength(form === 'none' ? 1 : 2);
        expect(await rowsOf(factory, 'outbox-events')).toEqual([{ id: 'kept' }]);
        const database = await openAt(factory, undefined);
        expect([...database.transaction('keystore').objectStore('keystore').indexNames]).toEqual(['timestamp']);
        database.close();
      }
  });

  it('[KEY-13] moves records of a store with other keys and loses none', async () => {
    const factory = await prepared(3, (database) => {
      const store = makeStore(database, undefined, false);
      store.put(recordOf(1), 'some key');
      const { pubkey: _, ...nameless } = recordOf(2);
      store.put(nameless, `nsec_${pubkeyOf(2)}`);
      store.put('no record at all', 'third');
    });
    const keystore = openKeystore({ indexedDB: factory });
    expect(await keystore.get(pubkeyOf(1))).toEqual(recordOf(1));
    expect(await keystore.get(pubkeyOf(2))).toEqual(recordOf(2));
    expect(await rowsOf(factory, 'keystore-before-8')).toHaveLength(3);
  });

  it('[KEY-10] [KEY-13] finds and removes records named by the bare public key', async () => {
    const bare = recordOf(5, { pubkey: pubkeyOf(5) });
    const factory = await prepared(7, (database) => void makeStore(database, { keyPath: 'pubkey' }, true).put(bare));
    const keystore = openKeystore({ indexedDB: factory });
    expect(await keystore.get(pubkeyOf(5))).toEqual(bare);
    expect((await keystore.list())[0]?.pubkey).toBe(pubkeyOf(5));
    await keystore.remove(pubkeyOf(5));
    expect(await keystore.list()).toEqual([]);
  });

  it('[KEY-27] marks records that cannot be read and leaves them where they are', async () => {
    const rows = [
      recordOf(1),
      recordOf(2, { version: 2 }),
      recordOf(3, { ciphertextB64: 'AAAA' }),
      { pubkey: 'settings', theme: 'dark' },
      { pubkey: 4, anything: true },
      recordOf(6, { pubkey: `nwc_${pubkeyOf(6)}` }),
    ];
    const factory = await prepared(7, (database) => {
      const store = makeStore(database, { keyPath: 'pubkey' }, true);
      for (const row of rows) store.put(row);
    });
    const keystore = openKeystore({ indexedDB: factory });
    const listed = await keystore.list();
    expect(listed).toHaveLength(5);
    expect(listed.filter(({ record }) => record)).toHaveLength(1);
    expect(listed.filter(({ problem }) => problem === 'corrupted')).toHaveLength(4);
    expect(await problemFrom(keystore.get(pubkeyOf(2)))).toBe('corrupted');
    expect(await rowsOf(factory, 'keystore')).toHaveLength(rows.length);
    await keystore.clear();
    expect(await rowsOf(factory, 'keystore')).toEqual([rows[5]]);
  });

  it('[KEY-10] [CACHE-24] counts the wallet connections, and removes them and nothing else', async () => {
    const factory = await prepared(7, (database) => {
      const store = makeStore(database, { keyPath: 'pubkey' }, true);
      for (const row of [recordOf(1), recordOf(2, { pubkey: `nwc_${pubkeyOf(2)}` }), { pubkey: 'settings' }])
        store.put(row);
    });
    const keystore = openKeystore({ indexedDB: factory });
    expect(await keystore.countWallets()).toBe(1);
    await keystore.clearWallets();
    expect(await keystore.countWallets()).toBe(0);
    expect(await rowsOf(factory, 'keystore')).toEqual([recordOf(1), { pubkey: 'settings' }]);
  });

  it('[KEY-13] says that a newer version wrote the database and changes nothing', async () => {
    const factory = await prepared(KEYSTORE_VERSION + 1, (database) =>
      makeStore(database, { keyPath: 'pubkey' }, true).put(recordOf(1)),
    );
    const keystore = openKeystore({ indexedDB: factory });
    for (const act of [keystore.list(), keystore.save(recordOf(2)), keystore.clear()])
      expect(await problemFrom(act)).toBe('newer-database');
    expect(keyWords('newer-database')).toContain('newer version');
    expect(await rowsOf(factory, 'keystore')).toEqual([recordOf(1)]);
  });

  it('[KEY-13] says that another app owns the database of this version', async () => {
    const without = await prepared(8, (database) => void database.createObjectStore('notes'));
    expect(await problemFrom(openKeystore({ indexedDB: without }).list())).toBe('foreign-database');
    const other = await prepared(8, (database) => void makeStore(database, { keyPath: 'id' }, false));
    expect(await problemFrom(openKeystore({ indexedDB: other }).list())).toBe('foreign-database');
  });

  it('[KEY-13] waits for another tab that holds an older version, and says so when it does not give way', async () => {
    const factory = await prepared(5);
    const otherTab = await openAt(factory, undefined);
    const keystore = openKeystore({ indexedDB: factory });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = problemFrom(keystore.list());
    // the other tab is told and does nothing about it
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(KEYSTORE_TIMEOUT_MS);
    vi.useRealTimers();
    expect(await first).toBe('database-blocked');
    // it waits behind the first one, and is not told by the browser
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const second = problemFrom(keystore.save(recordOf(2)));
    await vi.advanceTimersByTimeAsync(KEYSTORE_TIMEOUT_MS);
    vi.useRealTimers();
    expect(await second).toBe('database-blocked');
    const third = keystore.save(recordOf(1));
    otherTab.close();
    await third;
    expect(await keystore.list()).toHaveLength(1);
  });

  it('[KEY-13] gives way to a tab with a newer version', async () => {
    const factory = new IDBFactory();
    const keystore = openKeystore({ indexedDB: factory });
    await keystore.save(recordOf(1));
    const newer = await openAt(factory, 9);
    expect(newer.version).toBe(9);
    newer.close();
    expect(await problemFrom(keystore.get(pubkeyOf(1)))).toBe('newer-database');
  });

  it('[KEY-28] says that there is no database', async () => {
    expect(await problemFrom(openKeystore({ indexedDB: undefined }).list())).toBe('no-database');
    const closed = {
      open: () => {
        throw new DOMException('no', 'SecurityError');
      },
    } as unknown as IDBFactory;
    expect(await problemFrom(openKeystore({ indexedDB: closed }).save(recordOf(1)))).toBe('no-database');
  });

  it('says that the storage keeps nothing also where it is full', async () => {
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    expect(await problemFrom(openKeystore({ indexedDB: new IDBFactory() }).save(recordOf(1)))).toBe('no-database');
    full.mockRestore();
  });

  it('does not blame another tab for a wait after one that failed', async () => {
    const requests: EventTarget[] = [];
    const open = () => {
      const request = Object.assign(new EventTarget(), { error: new DOMException('no', 'AbortError') });
      requests.push(request);
      return request;
    };
    const keystore = openKeystore({ indexedDB: { open } as unknown as IDBFactory });
    const first = problemFrom(keystore.list());
    for (const type of ['blocked', 'error']) requests[0]!.dispatchEvent(new Event(type));
    expect(await first).toBe('failed');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const second = problemFrom(keystore.list());
    await vi.advanceTimersByTimeAsync(KEYSTORE_TIMEOUT_MS);
    vi.useRealTimers();
    expect(await second).toBe('timeout');
  });
});
