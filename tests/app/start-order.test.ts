import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { threadKey } from '#domain/cache/query-keys.ts';
import { PERSIST_RESTORE_LIMIT_MS } from '#domain/cache/cache-limits.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';
import { SOUND } from '#tests/support/socket-relays.ts';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { MIRA, noteBy, startApp, until } from '#tests/support/app-world.ts';

const URL = 'wss://one.example';

beforeEach(() => void fakeTime());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the order in which the app starts', () => {
  it('starts what the first notes do without after them', async () => {
    const app = startApp({ [URL]: [noteBy(MIRA, 'Read first.', 60)] }, { kind: 'delay', ms: 2_000 });
    const acts = () => app.system.find('publish-desk') !== undefined;
    await pass(1_500);
    expect(acts()).toBe(false);
    await until('the note is shown', () => app.shown().includes('Read first.'));
    expect(acts()).toBe(false);
    await until('what acts has started', acts, 2_000);
    app.system.stop();
  });

  it('does not wait for ever for a relay that says nothing', async () => {
    const app = startApp({ [URL]: [] }, { kind: 'silence' });
    await pass(4_000);
    expect(app.system.find('publish-desk')).toBeUndefined();
    await until('what acts has started', () => app.system.find('publish-desk') !== undefined, 2_000);
    app.system.stop();
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[CACHE-14] asks no relay for a note that is opened by its address while the cache is restored', async () => {
    // a database that does not answer
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
    const note = noteBy(MIRA, 'Opened by its address.', 60);
    const local = fakeStorage({ lastRouteInfo: '{}' });
    const app = startApp({ [URL]: [note] }, SOUND, undefined, false, local);
    const reads = app.system
      .later('reading')
      .then(() => app.system.find('thread')!.send({ type: 'thread.open', id: note.id, relays: [], author: undefined }));
    const isLoaded = () => Boolean(app.system.queryClient.getQueryData(threadKey(note.id)));
    const isRestoring = () => app.system.find('query-cache')!.getSnapshot().hasTag('restoring');
    await pass(PERSIST_RESTORE_LIMIT_MS - 200);
    expect([open.mock.calls.length > 0, isRestoring(), isLoaded()]).toEqual([true, true, false]);
    await until('the note is loaded', isLoaded, 2_000);
    expect(isRestoring()).toBe(false);
    await reads;
    app.system.stop();
  });

  it('opens no database before the first notes of a first visit', async () => {
    const open = vi.spyOn(indexedDB, 'open');
    const app = startApp({ [URL]: [noteBy(MIRA, 'Read first.', 60)] });
    await until('the note is shown', () => app.shown().includes('Read first.'));
    expect(open).not.toHaveBeenCalled();
    app.system.stop();
  });
});
