import { assign, emit, raise, setup } from 'xstate';
import type { CacheGroup } from '#domain/cache/cache-groups.ts';
import type { CacheProblem } from '#domain/cache/cache-problem.ts';
import { PERSIST_RESTORE_LIMIT_MS, PERSIST_RETRY_MS, PERSIST_SAVE_DELAY_MS } from '#domain/cache/cache-limits.ts';
import { callbackSlot, promiseSlot } from '#machines/slots.ts';

/** How the restore ended; `worthless` when the saved record is too old, of another build or malformed. */
export type RestoreOutcome = 'restored' | 'nothing' | 'worthless';

export type QueryCacheEvent =
  | { type: 'cache.changed' }
  /** the page is out of sight and may be closed at any time */
  | { type: 'page.hidden' }
  /** forget these groups, here and in what is saved (CACHE-17) */
  | { type: 'cache.clear'; groups: readonly CacheGroup[] }
  /** there may be room again */
  | { type: 'storage.retry' };

type StorageEvent = { type: 'storage.worked' } | { type: 'storage.failed'; full: boolean };

/** Something a person should know, which stops nothing. */
export type QueryCacheNotice = { type: 'notice'; problem: CacheProblem };

/** How a `cache.clear` ended; `error` is undefined when all of it was cleared. */
export type QueryCacheCleared = { type: 'cleared'; error: unknown };

const isFull = (error: unknown) => (error as { name?: unknown } | null | undefined)?.name === 'QuotaExceededError';
const notice = (code: Exclude<CacheProblem['code'], 'not-cleared'>): QueryCacheNotice => ({
  type: 'notice',
  problem: { code },
});

const storageFailed = {
  type: 'tell that storage failed' as const,
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
};
const saved = [
  { guard: 'changed meanwhile' as const, target: 'dirty' as const, actions: 'tell that storage worked' as const },
  { target: 'clean' as const, actions: 'tell that storage worked' as const },
];

/**
 * Restores the saved query cache, then saves its changes (CACHE-07 to CACHE-16). While it is `restoring` queries are held
 * back. Storage that fails stops nothing: it is tried again later and `notice` is emitted once.
 */
export const queryCacheMachine = setup({
  types: {} as {
    context: { changed: boolean };
    events: QueryCacheEvent | StorageEvent;
    emitted: QueryCacheNotice | QueryCacheCleared;
    tags: 'restoring' | 'clearing' | 'storage full';
  },
  actors: {
    'read record': promiseSlot<RestoreOutcome>('read record'),
    'write record': promiseSlot<void, { urgent: boolean }>('write record'),
    'remove record': promiseSlot<void>('remove record'),
    'clear groups': promiseSlot<void, { groups: readonly CacheGroup[] }>('clear groups'),
    'watch changes': callbackSlot('watch changes'),
  },
  guards: {
    'is worthless': (_, { outcome }: { outcome: RestoreOutcome }) => outcome === 'worthless',
    'changed meanwhile': ({ context }) => context.changed,
    'is full': (_, { full }: { full: boolean }) => full,
  },
  actions: {
    'note change': assign({ changed: true }),
    'forget change': assign({ changed: false }),
    'tell that storage worked': raise({ type: 'storage.worked' }),
    'tell that storage failed': raise((_, { error }: { error: unknown }) => ({
      type: 'storage.failed' as const,
      full: isFull(error),
    })),
    'report failed restore': emit(notice('saved-notes-unreadable')),
    'tell that it was cleared': emit((_, { error }: { error?: unknown }) => ({ type: 'cleared' as const, error })),
    'report full storage': emit(notice('storage-full')),
    'report missing storage': emit(notice('storage-missing')),
  },
  delays: {
    restoreLimit: PERSIST_RESTORE_LIMIT_MS,
    saveDelay: PERSIST_SAVE_DELAY_MS,
    retryDelay: PERSIST_RETRY_MS,
  },
}).createMachine({
  id: 'query-cache',
  type: 'parallel',
  context: { changed: false },
  states: {
    record: {
      initial: 'restoring',
      states: {
        restoring: {
          tags: 'restoring',
          invoke: {
            id: 'read record',
            src: 'read record',
            onDone: [
              {
                guard: { type: 'is worthless', params: ({ event }) => ({ outcome: event.output }) },
                target: 'discarding',
              },
              { target: 'ready' },
            ],
            onError: 'repairing',
          },
          after: { restoreLimit: 'ready' },
        },
        discarding: {
          description: 'Removes a record that is too old, of another build or malformed.',
          tags: 'restoring',
          invoke: {
            id: 'discard',
            src: 'remove record',
            onDone: 'ready',
            onError: {
              target: 'ready',
              actions: storageFailed,
            },
          },
          after: { restoreLimit: 'ready' },
        },
        repairing: {
          description: 'Removes a record whose restore failed.',
          tags: 'restoring',
          invoke: {
            id: 'repair',
            src: 'remove record',
            onDone: { target: 'ready', actions: 'report failed restore' },
            onError: {
              target: 'ready',
              actions: storageFailed,
            },
          },
          after: { restoreLimit: { target: 'ready', actions: 'report failed restore' } },
        },
        ready: {
          initial: 'clean',
          invoke: {
            id: 'watch changes',
            src: 'watch changes',
            onError: {
              target: 'unwatched',
              actions: storageFailed,
            },
          },
          on: { 'cache.clear': 'clearing' },
          states: {
            clean: { on: { 'cache.changed': 'dirty' } },
            dirty: { after: { saveDelay: 'saving' }, on: { 'page.hidden': 'flushing' } },
            saving: {
              entry: 'forget change',
              on: { 'cache.changed': { actions: 'note change' }, 'page.hidden': 'flushing' },
              invoke: {
                id: 'save',
                src: 'write record',
                input: { urgent: false },
                onDone: saved,
                onError: {
                  target: 'waiting',
                  actions: storageFailed,
                },
              },
            },
            flushing: {
              description: 'Saves at once, since the page may be closed.',
              entry: 'forget change',
              on: { 'cache.changed': { actions: 'note change' } },
              invoke: {
                id: 'flush',
                src: 'write record',
                input: { urgent: true },
                onDone: saved,
                onError: {
                  target: 'waiting',
                  actions: storageFailed,
                },
              },
            },
            waiting: {
              description: 'Saving failed; it is tried again after a while.',
              after: { retryDelay: 'saving' },
              on: { 'storage.retry': 'saving' },
            },
          },
        },
        clearing: {
          tags: 'clearing',
          invoke: {
            id: 'clear',
            src: 'clear groups',
            input: ({ event }) => event as Extract<QueryCacheEvent, { type: 'cache.clear' }>,
            onDone: { target: 'ready', actions: { type: 'tell that it was cleared', params: {} } },
            // what is saved may be half of it by now
            onError: {
              target: 'ready.dirty',
              actions: { type: 'tell that it was cleared', params: ({ event }) => event },
            },
          },
        },
        unwatched: {
          description: 'Changes can no longer be seen, so nothing is saved.',
          on: { 'cache.clear': 'clearing' },
        },
      },
    },
    storage: {
      initial: 'working',
      states: {
        working: {
          on: {
            'storage.failed': [
              { guard: { type: 'is full', params: ({ event }) => event }, target: 'full' },
              { target: 'unavailable' },
            ],
          },
        },
        full: { tags: 'storage full', entry: 'report full storage', on: { 'storage.worked': 'working' } },
        unavailable: { entry: 'report missing storage', on: { 'storage.worked': 'working' } },
      },
    },
  },
});
