import { arrived } from '#domain/shell/missing-code.ts';
import { startOnce } from '#domain/start-once.ts';
import { settledOf } from '#store/storage/settled.ts';

/** localforage names: database, store, key (CACHE-08) */
export const PERSISTED_CACHE_DATABASE = 'keyval-store';
export const PERSISTED_CACHE_STORE = 'keyval';

/** Values by key that outlive the page. Every act rejects where the browser keeps nothing or has no room. */
export type KeyValueStore = {
  /** null when there is none */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
};

const openDatabase = async (name: string): Promise<IDBDatabase> => {
  const request = indexedDB.open(name);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(PERSISTED_CACHE_STORE));
  const database = await settledOf(request);
  // another tab may need to upgrade it
  database.addEventListener('versionchange', () => database.close());
  return database;
};

/** Reads without localforage, which would have to be loaded before the first note can be shown. */
const readValue = async (name: string, key: string): Promise<unknown> => {
  const database = await openDatabase(name);
  try {
    if (!database.objectStoreNames.contains(PERSISTED_CACHE_STORE)) return null;
    const store = database.transaction(PERSISTED_CACHE_STORE).objectStore(PERSISTED_CACHE_STORE);
    return (await settledOf<unknown>(store.get(key))) ?? null;
  } finally {
    database.close();
  }
};

/** Database `keyval-store`, store `keyval` (CACHE-08). Opens when it is needed and never throws; the acts wait for it. */
export const openKeyValueStore = (name = PERSISTED_CACHE_DATABASE): KeyValueStore => {
  const forage = startOnce(async () => arrived(await import('./forage.ts')).openForage(name, PERSISTED_CACHE_STORE));
  return {
    get: (key) => readValue(name, key),
    set: async (key, value) => void (await (await forage()).setItem(key, value)),
    remove: async (key) => (await forage()).removeItem(key),
  };
};
