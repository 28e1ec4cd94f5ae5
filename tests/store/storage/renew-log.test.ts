import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { renewLog } from '#store/storage/renew-log.ts';

describe('a new log for what is stored', () => {
  it('is begun by a database that is deleted again, three times, for a write at the same moment spoils one', async () => {
    const factory = new IDBFactory();
    const deleted = vi.spyOn(factory, 'deleteDatabase');
    await renewLog(factory);
    expect(deleted).toHaveBeenCalledTimes(3);
    expect(await factory.databases()).toEqual([]);
  });

  it('is not tried where the browser keeps nothing', async () => {
    await expect(renewLog(undefined)).resolves.toBeUndefined();
    const open = vi.fn(() => {
      throw new Error('blocked');
    });
    const deleteDatabase = vi.fn();
    await expect(renewLog({ open, deleteDatabase } as unknown as IDBFactory)).resolves.toBeUndefined();
    expect([open.mock.calls.length, deleteDatabase.mock.calls.length]).toEqual([1, 0]);
  });
});
