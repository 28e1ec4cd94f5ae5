import { describe, expect, it, vi } from 'vitest';
import { NOTHING_SAVED, type Saved } from '#actors/cache/persistence.ts';
import { lookLater } from '#actors/cache/late-look.ts';
import { createCacheBuster } from '#store/cache/cache-buster.ts';
import type { KeyValueStore } from '#store/storage/key-value-store.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const valid = { buster: 'nuthatch-1', timestamp: NOW - HOUR, clientState: { queries: [], mutations: [] } };

const look = async (
  kept: unknown,
  reading: Promise<Saved>,
  { isRestoring = false, unreadable = false, onBegun = (_save: (record: unknown) => void) => {} } = {},
) => {
  let record = kept;
  const store: KeyValueStore = {
    get: async () => {
      if (unreadable) throw new Error('broken');
      return record;
    },
    set: () => Promise.reject(new Error('not wanted')),
    remove: async () => void (record = null),
  };
  const report = vi.fn();
  const buster = createCacheBuster(undefined);
  const now = () => NOW;
  const looking = lookLater({
    store,
    buster,
    reading,
    since: NOW - 5_000,
    now,
    isRestoring: () => isRestoring,
    report,
  });
  // it has begun when all that waits now was called
  await new Promise((done) => setTimeout(done));
  onBegun((saved) => (record = saved));
  await looking;
  return { isKept: record !== null, reports: report.mock.calls.length };
};

describe('a look at what the start did not see to', () => {
  it.each([
    ['[CACHE-09] is too old', { ...valid, timestamp: NOW - 25 * HOUR }],
    ['[CACHE-10] has no timestamp', { ...valid, timestamp: undefined }],
    ['[CACHE-11] has another buster', { ...valid, buster: 'old' }],
  ])('removes a record that nobody read and that %s', async (_, record) => {
    expect(await look(record, NOTHING_SAVED)).toEqual({ isKept: false, reports: 0 });
  });

  it('leaves what this visit has saved, and what the start has seen to', async () => {
    expect((await look(valid, NOTHING_SAVED)).isKept).toBe(true);
    const old = { ...valid, buster: 'old' };
    expect((await look(old, Promise.resolve({ record: old, names: null }))).isKept).toBe(true);
    const failed = Promise.reject<Saved>(new Error('broken'));
    failed.catch(() => {});
    expect(await look(valid, failed)).toEqual({ isKept: true, reports: 0 });
  });

  it('[CACHE-13] removes a record whose read failed when the app had gone on, and reports it', async () => {
    const { promise, reject } = Promise.withResolvers<Saved>();
    const onBegun = () => reject(new Error('broken'));
    expect(await look(valid, promise, { onBegun })).toEqual({ isKept: false, reports: 1 });
  });

  it('[CACHE-13] removes one that cannot be read again either', async () => {
    const { promise, reject } = Promise.withResolvers<Saved>();
    const onBegun = () => reject(new Error('broken'));
    expect(await look(valid, promise, { onBegun, unreadable: true })).toEqual({ isKept: false, reports: 1 });
  });

  it.each([
    ['leaves one', valid, true],
    ['removes a worthless one', { ...valid, buster: 'old' }, false],
  ])('[CACHE-13] %s that this visit saved before the read failed', async (_, record, isKept) => {
    const { promise, reject } = Promise.withResolvers<Saved>();
    const onBegun = (save: (record: unknown) => void) => {
      save({ ...record, timestamp: NOW - 1_000 });
      reject(new Error('broken'));
    };
    expect(await look(valid, promise, { onBegun })).toEqual({ isKept, reports: 1 });
  });

  it('[CACHE-13] leaves one that fails while the app waits for it to the start', async () => {
    const { promise, reject } = Promise.withResolvers<Saved>();
    const onBegun = () => reject(new Error('broken'));
    expect(await look(valid, promise, { onBegun, isRestoring: true })).toEqual({ isKept: true, reports: 0 });
  });

  it('judges a record that was read too late', async () => {
    const old = { ...valid, buster: 'old' };
    const { promise, resolve } = Promise.withResolvers<Saved>();
    const onBegun = () => resolve({ record: old, names: null });
    expect((await look(old, promise, { onBegun })).isKept).toBe(false);
  });
});
