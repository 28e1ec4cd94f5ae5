import localforage from 'localforage';
import { PERSISTED_CACHE_DATABASE, PERSISTED_CACHE_STORE } from '#domain/limits.ts';

/** Values by key that outlive the page. Every act rejects where the browser keeps nothing or has no room. */
export type KeyValueStore = {
  /** null when there is none */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
};

/** Database `keyval-store`, store `keyval` (CACHE-08). Opens at once and never throws; the acts wait for it. */
export const openKeyValueStore = (name = PERSISTED_CACHE_DATABASE): KeyValueStore => {
  const store = localforage.createInstance({
    driver: localforage.INDEXEDDB,
    name,
    storeName: PERSISTED_CACHE_STORE,
  });
  return {
    get: (key) => store.getItem(key),
    set: async (key, value) => void (await store.setItem(key, value)),
    remove: (key) => store.removeItem(key),
  };
};
