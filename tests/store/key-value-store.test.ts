import { describe, expect, it } from 'vitest';
import { openKeyValueStore } from '#store/key-value-store.ts';

describe('key-value store', () => {
  it('[CACHE-16] rejects and does not throw where the browser has no database', async () => {
    const store = openKeyValueStore();
    await expect(store.get('key')).rejects.toThrow();
    await expect(store.set('key', 1)).rejects.toThrow();
    await expect(store.remove('key')).rejects.toThrow();
  });
});
