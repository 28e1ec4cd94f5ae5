import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { openKeyValueStore } from '#store/storage/key-value-store.ts';

/** of so many some come while the database is made, also on a machine on which that takes long */
const MOST = 2_000;

it('writes in the order it was asked to, also while its database is made', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const store = openKeyValueStore('made meanwhile');
  const writes = [store.set('key', 0)];
  const made = writes[0]!.then(() => 'made' as const);
  // at each step of that
  while (writes.length < MOST && (await Promise.race([made, new Promise(setImmediate)])) !== 'made')
    writes.push(store.set('key', writes.length));
  await Promise.all(writes);
  const written = put.mock.calls.map(([value]) => value as number);
  expect(written).toEqual(writes.map((_, index) => index));
});
