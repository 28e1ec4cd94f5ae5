import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { renewLog } from '#store/storage/renew-log.ts';

describe('a new log for what is stored', () => {
  it('is begun by a database that is deleted again', async () => {
    const factory = new IDBFactory();
    const deleted = vi.spyOn(factory, 'deleteDatabase');
    await renewLog(factory);
    expect(deleted).toHaveBeenCalledOnce();
    expect(await factory.databases()).toEqual([]);
  });

  it('is not tried where the browser keeps nothing', async () => {
    await renewLog(undefined);
    const blocked = {
      open: () => {
        throw new Error('blocked');
      },
    };
    await renewLog(blocked as unknown as IDBFactory);
  });
});
