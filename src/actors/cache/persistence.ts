import { FRAME_SLICE_MS } from '#domain/relays/relays-limits.ts';
import type { Browser, EarlySaved } from '#ports/browser.ts';
import type { QueryClient } from '@tanstack/query-core';
import { fromCallback, fromPromise } from 'xstate';
import { restoreVerdict, type CacheGroup, type PersistedCache } from '#domain/cache/cache-groups.ts';
import { DISPLAY_NAMES_KEY } from '#domain/profile/profile-limits.ts';
import { PERSISTED_CACHE_KEY, PERSIST_IDLE_TIMEOUT_MS } from '#domain/cache/cache-limits.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import { nextTask } from '#actors/wire/next-task.ts';
import type { QueryCacheEvent, RestoreOutcome } from '#machines/cache/query-cache.machine.ts';
import type { CacheBuster } from '#store/cache/cache-buster.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import type { KeyValueStore } from '#store/storage/key-value-store.ts';
import { isSavedKey, restoreSteps, type RestoreTarget } from '#store/cache/restore-saved.ts';

/** What was saved, unchecked. */
export type Saved = { readonly record: unknown; readonly names: unknown };

/** Of a first visit: the database is not even opened then, which would keep the first notes waiting for the disk. */
export const NOTHING_SAVED: Promise<Saved> = Promise.resolve({ record: null, names: null });

/**
 * Begins to read what was saved, so that it is there by the time the app is ready to take it. Call it first thing. What
 * was read before the code was there is taken in its place.
 */
export const startRestoreRead = (store: KeyValueStore, early?: EarlySaved): Promise<Saved> => {
  const read = async () => (await early) ?? Promise.all([store.get(PERSISTED_CACHE_KEY), store.get(DISPLAY_NAMES_KEY)]);
  const reading = read().then(([record, names]) => ({ record, names }));
  reading.catch(() => {}); // who awaits it hears of the failure
  return reading;
};

type ReadDeps = {
  readonly reading: Promise<Saved>;
  readonly queryClient: QueryClient;
  readonly registry: EventRegistry;
  readonly names: DisplayNames;
  readonly buster: CacheBuster;
  /** ms since the epoch */
  readonly now: () => number;
};

/** Takes what a record has over what is here, with pauses. False when it was given up. */
export const takeRecord = async (target: RestoreTarget, record: PersistedCache, signal?: AbortSignal) => {
  let pause = performance.now() + FRAME_SLICE_MS;
  for (const _ of restoreSteps(target, record)) {
    if (performance.now() < pause) continue;
    await new Promise<void>(nextTask);
    if (signal?.aborted) return false;
    pause = performance.now() + FRAME_SLICE_MS;
  }
  return true;
};

/** Loads what was saved when it is valid (CACHE-09 to CACHE-12). Rejects when it cannot be read. */
export const defineReadRecord = ({ reading, queryClient, registry, names, buster, now }: ReadDeps) =>
  fromPromise<RestoreOutcome>(async ({ signal }) => {
    const saved = await reading;
    if (signal.aborted) return 'nothing';
    names.restore(saved.names);
    const verdict = restoreVerdict(saved.record, now(), buster.get());
    if (!verdict.restore) return verdict.reason === 'empty' ? 'nothing' : 'worthless';
    if (!(await takeRecord({ client: queryClient, registry, now: now() }, verdict.record, signal))) return 'nothing';
    return 'restored';
  });

/** Waits until the page has nothing better to do, 1 s at most. */
export const idleOf = (browser: Pick<Browser, 'requestIdleCallback'>) => (): Promise<unknown> =>
  new Promise((resolve) => {
    if (browser.requestIdleCallback) browser.requestIdleCallback(resolve, { timeout: PERSIST_IDLE_TIMEOUT_MS });
    else setTimeout(resolve);
  });

type WriteDeps = Pick<ReadDeps, 'queryClient' | 'names' | 'buster' | 'now'> & {
  readonly store: KeyValueStore;
  readonly idle: () => Promise<unknown>;
};

/** Saves the query cache, and the names when they changed. Waits for an idle moment unless it is urgent. */
export const defineWriteRecord = ({ store, queryClient, names, buster, now, idle }: WriteDeps) => {
  let namesChanged = false;
  names.onChanged(() => (namesChanged = true));
  const writeNames = async () => {
    namesChanged = false;
    await store.set(DISPLAY_NAMES_KEY, names.entries()).catch((error: unknown) => {
      namesChanged = true;
      throw error;
    });
  };
  return fromPromise<void, { urgent: boolean }>(async ({ input, signal }) => {
    if (!input.urgent) await idle();
    const { buildRecord } = await import('#store/cache/worth-saving.ts');
    if (signal.aborted) return;
    const record = buildRecord(queryClient, now(), buster.get());
    await Promise.all([store.set(PERSISTED_CACHE_KEY, record), namesChanged && writeNames()]);
  });
};

/** Clears groups, here and in what is saved; its code is not part of the start. */
export const defineClearGroups = (deps: Omit<ReadDeps, 'reading'> & { readonly store: KeyValueStore }) =>
  fromPromise<void, { groups: readonly CacheGroup[] }>(async ({ input }) =>
    arrived(await import('./clear-groups.ts')).clearGroups(deps, input.groups),
  );

/** Removes the saved query cache; the names stay. */
export const defineRemoveRecord = (store: KeyValueStore) => fromPromise<void>(() => store.remove(PERSISTED_CACHE_KEY));

type Hideable = {
  readonly window: EventTarget;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
};

/** Calls back when the page goes out of sight and may not come back. */
export const onPageHidden = ({ window, document }: Hideable, listener: () => void): (() => void) => {
  const whenHidden = () => document.visibilityState === 'hidden' && listener();
  document.addEventListener('visibilitychange', whenHidden);
  window.addEventListener('pagehide', listener);
  return () => {
    document.removeEventListener('visibilitychange', whenHidden);
    window.removeEventListener('pagehide', listener);
  };
};

type WatchDeps = Pick<ReadDeps, 'queryClient' | 'names'> & { readonly onHidden: (listener: () => void) => () => void };

/** Tells of new data that is worth saving, and when the page goes out of sight. */
export const defineWatchChanges = ({ queryClient, names, onHidden }: WatchDeps) =>
  fromCallback(({ sendBack }) => {
    const tell = (event: QueryCacheEvent) => sendBack(event);
    const stops = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (isSavedKey(event.query.queryKey)) tell({ type: 'cache.changed' });
      }),
      names.onChanged(() => tell({ type: 'cache.changed' })),
      onHidden(() => tell({ type: 'page.hidden' })),
    ];
    return () => stops.forEach((stop) => stop());
  });
