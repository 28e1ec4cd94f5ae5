import { afterEach, describe, expect, it, vi } from 'vitest';
import { openKeyValueStore } from '#store/storage/key-value-store.ts';

afterEach(() => vi.unstubAllGlobals());

describe('key-value store', () => {
  it('[CACHE-16] rejects and does not throw where the browser has no database', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const store = openKeyValueStore();
    await expect(store.get('key')).rejects.toThrow();
    await expect(store.set('key', 1)).rejects.toThrow();
    await expect(store.remove('key')).rejects.toThrow();
  });
});
