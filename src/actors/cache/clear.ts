import { fromPromise, waitFor, type ActorRefFrom } from 'xstate';
import { CACHE_GROUPS, type CacheGroup } from '#domain/cache/cache-groups.ts';
import { isEveryGroup } from '#domain/cache/every-group.ts';
import { Failure, problemOf } from '#domain/problem.ts';
import type { Stake } from '#domain/ecash/ledger/stake.ts';
import { logDone, logFailure } from '#actors/shell/log.ts';
import type { ClearInput } from '#machines/cache/clear-action.machine.ts';
import type { queryCacheMachine } from '#machines/cache/query-cache.machine.ts';

type QueryCacheRef = ActorRefFrom<typeof queryCacheMachine>;

export type ClearDeps = {
  readonly queryCache: () => QueryCacheRef;
  /** Forgets the events nothing holds any more. */
  readonly sweep: () => void;
  /** Forgets the names of people; those on the screen are asked for anew. */
  readonly forgetNames: () => void;
  /** Has what is on the screen loaded again. */
  readonly refresh: () => void;
  /** Removes what else is kept of what was fetched, beside the query cache. */
  readonly forgetRest: () => void;
  /** Rejects when somebody is still logged in afterwards. */
  readonly signOut: () => Promise<void>;
  readonly clearKeys: () => Promise<void>;
  readonly clearWallets: () => Promise<void>;
  readonly resetPreferences: () => void;
  /** Deletes the ecash of this browser when it is still what was seen, else rejects with 'ecash-kept'. */
  readonly deleteEcash: (seen: readonly Stake[]) => Promise<void>;
};

/**
 * Clears groups of the query cache, once what was saved is restored. Rejects when it failed: then all is as before, or, where all
 * groups were to go, they are gone here and 'copy-kept' tells that what is saved is not.
 */
const clearGroups = async ({ queryCache, sweep, forgetNames, refresh }: ClearDeps, groups: readonly CacheGroup[]) => {
  const cache = queryCache();
  await waitFor(cache, (snapshot) => !snapshot.hasTag('restoring') && !snapshot.hasTag('clearing'));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const subscription = cache.on('cleared', ({ error }) => resolve(error));
  cache.send({ type: 'cache.clear', groups });
  const error = await promise;
  subscription.unsubscribe();
  if (error === undefined || isEveryGroup(groups)) {
    // before anybody asks for it again, for what the registry has is not asked of relays
    sweep();
    if (groups.includes('metadata')) forgetNames();
  }
  refresh();
  if (error !== undefined) throw error as Error;
};

const codeOf = (error: unknown) => problemOf(error).code;

/**
 * Logs out also when the caches could not be cleared. Ecash goes last, when nobody works with it any more and all else is gone, and
 * only what the user said. What fails says what was done before it: 'copy-kept', 'caches-kept', 'still-logged-in', 'ecash-kept' or
 * 'ecash-left'.
 */
const clearEverything = async (deps: ClearDeps, ecash: readonly Stake[] | undefined) => {
  const clearing = clearGroups(deps, CACHE_GROUPS);
  await clearing.catch(() => {});
  try {
    deps.forgetRest();
    await deps.signOut();
  } catch (cause) {
    throw new Failure({ code: 'still-logged-in' }, { cause });
  }
  await clearing.catch((cause: unknown) => {
    const code = codeOf(cause) === 'copy-kept' ? 'copy-kept' : 'caches-kept';
    throw new Failure({ code, ...(ecash && { ecash: 'kept' }) }, { cause });
  });
  if (!ecash) return;
  await deps.deleteEcash(ecash).catch((cause: unknown) => {
    throw codeOf(cause) === 'ecash-kept' ? cause : new Failure({ code: 'ecash-left' }, { cause });
  });
};

const act = (deps: ClearDeps, { action, ecash }: ClearInput): Promise<void> | void => {
  switch (action) {
    case 'everything':
      return clearEverything(deps, ecash);
    case 'saved keys':
      return deps.clearKeys();
    case 'stored wallet':
      return deps.clearWallets();
    case 'preferences':
      return deps.resetPreferences();
    case 'cache':
      return clearGroups(deps, CACHE_GROUPS);
    default:
      return clearGroups(deps, [action]);
  }
};

/** Clears what the action names (CACHE-17, CACHE-22 to CACHE-30) and writes to the console how it ended (CACHE-18). */
export const defineClear = (deps: ClearDeps) =>
  fromPromise<void, ClearInput>(async ({ input }) => {
    const { action } = input;
    try {
      await act(deps, input);
      logDone(`Cleared: ${action}`);
    } catch (error) {
      logFailure(`Not cleared: ${action}`, error);
      throw error;
    }
  });
