import type { AsciiStudio } from '#ports/ascii-studio.ts';
import type { Session } from '#ports/session.ts';
import type { Upkeep } from '#ports/upkeep.ts';
import { readBrowserMemory } from '#actors/cache/browser-memory.ts';
import { defineClear } from '#actors/cache/clear.ts';
import { followOtherTabs } from '#actors/cache/other-tabs.ts';
import { lookLater } from '#actors/cache/late-look.ts';
import { defineCleanUp, defineMakeRoom, defineMeasure, type MemoryDeps } from '#actors/cache/clean-up.ts';
import { resetPreferences } from '#actors/cache/preferences-reset.ts';
import { createCacheReport, readStorageState } from '#actors/cache/report.ts';
import { databasesOf } from '#actors/shell/offered.ts';
import { clearActionMachine } from '#machines/cache/clear-action.machine.ts';
import { memoryMachine } from '#machines/cache/memory.machine.ts';
import { PERSISTED_CACHE_KEY } from '#domain/cache/cache-limits.ts';
import { startOnce } from '#domain/start-once.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import { isIos } from '#domain/shell/platform.ts';
import { forgetCachedMetadata } from '#store/profile/cached-metadata.ts';
import { openKeystore } from '#store/session/keystore.ts';
import { sweepRegistry } from '#store/events/registry-sweep.ts';
import { FIAT_RATE_KEY } from '#store/wallet/fiat-rate.ts';
import { countUnsealedWallets } from '#store/wallet/unsealed-wallets.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

type UpkeepDeps = AreaDeps & {
  /** the login, once it runs */
  readonly session: () => Promise<Session>;
  /** Disconnects and forgets all wallets. */
  readonly clearWallets: () => Promise<void>;
  /** undefined until pictures were drawn as ASCII art */
  readonly ascii: () => AsciiStudio | undefined;
};

type UpkeepGroup = {
  readonly areas: AreasOf<'upkeep'>;
  readonly upkeep: Upkeep;
  /** To be called once the areas run. */
  readonly started: () => void;
};

const createParts = (deps: UpkeepDeps) => {
  const { browser, storages, find, timelines, account } = deps;
  const memory: MemoryDeps = {
    ...deps,
    rows: function* () {
      for (const { rows } of timelines.all()) yield* rows.unshown;
    },
    own: () => account.get().pubkey,
    feed: () => find('feed'),
    browserMemory: () => readBrowserMemory(browser.performance),
    ascii: () => deps.ascii()?.count() ?? 0,
    ios: isIos(browser.navigator),
  };
  // few have ecash
  const stakes = startOnce(async () =>
    arrived(await import('#actors/ecash/wallet/stakes.ts')).createStakes(
      databasesOf(browser),
      storages.local,
      deps.now,
    ),
  );
  return {
    memory,
    stakes,
    keystore: openKeystore({ indexedDB: databasesOf(browser) }),
    local: storages.local,
    queryCache: () => find('query-cache')!,
    sweep: () => sweepRegistry(memory, deps.now(), 0),
    refresh: () => {
      find('feed')?.send({ type: 'feed.refresh' });
      find('thread')?.send({ type: 'thread.refresh' });
      find('profile')?.send({ type: 'profile.refresh' });
      void deps.queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined });
    },
  };
};

type Parts = ReturnType<typeof createParts>;

const memoryArea = ({ memory, queryCache }: Parts, { kept }: UpkeepDeps) => ({
  logic: memoryMachine.provide({
    actors: {
      measure: defineMeasure(memory),
      'clean up': defineCleanUp(memory),
      'make room': defineMakeRoom({
        ...memory,
        removeSaved: () => kept.store.remove(PERSISTED_CACHE_KEY),
        retry: () => queryCache().send({ type: 'storage.retry' }),
      }),
    },
  }),
  input: { ios: memory.ios },
});

const clearActionArea = (parts: Parts, deps: UpkeepDeps) => {
  const { local, queryCache, sweep, refresh } = parts;
  const { account, preferences, directory, session, find, ascii } = deps;
  const clear = defineClear({
    queryCache,
    refresh,
    sweep,
    forgetNames: () => {
      deps.kept.names.forget();
      forgetCachedMetadata(local);
    },
    forgetRest: () => {
      local?.removeItem(FIAT_RATE_KEY);
      ascii()?.clear();
    },
    async signOut() {
      if (account.get().pubkey === undefined) return;
      await session();
      find('login')?.send({ type: 'account.signOut' });
      if (account.get().pubkey !== undefined) throw new Error('Still logged in');
    },
    clearKeys: async () => (await session()).accounts.clear(),
    clearWallets: deps.clearWallets,
    deleteEcash: async (seen) => (await parts.stakes()).deleteEcash(seen),
    resetPreferences: () =>
      resetPreferences({
        storage: local,
        preferences,
        restoreRelays: () => directory().send({ type: 'relays.restore' }),
      }),
  });
  return { logic: clearActionMachine.provide({ actors: { clear } }) };
};

/** The wallet that is connected and was never saved, also while another one is being connected. */
const countUnsaved = ({ find }: UpkeepDeps): number => {
  const { wallet, former } = find('wallet-connection')?.getSnapshot().context ?? {};
  const live = wallet ?? former;
  return live && live.id === undefined ? 1 : 0;
};

/** The areas that keep the caches small and clear them, and what the settings show of them. */
export const upkeepAreas = (deps: UpkeepDeps): UpkeepGroup => {
  const parts = createParts(deps);
  const { memory, keystore, sweep, refresh } = parts;
  return {
    areas: { memory: memoryArea(parts, deps), 'clear-action': clearActionArea(parts, deps) },
    upkeep: {
      stakes: async () => (await parts.stakes()).read(),
      countKeys: async () => (await keystore.list()).length,
      report: createCacheReport({
        ...memory,
        ...deps.kept,
        lastCleanup: () => deps.find('memory')?.getSnapshot().context.lastCleanup,
        storage: () => readStorageState(deps.browser.navigator.storage),
        wallets: async () =>
          (await keystore.countWallets()) + countUnsealedWallets(deps.storages.local) + countUnsaved(deps),
      }),
    },
    started() {
      let wasFull = false;
      deps.follow('query-cache', (snapshot) => {
        const isFull = snapshot.hasTag('storage full');
        if (isFull && !wasFull) deps.find('memory')?.send({ type: 'storage.full' });
        wasFull = isFull;
      });
      void lookLater({
        ...deps.kept,
        since: deps.browser.performance.timeOrigin,
        now: deps.now,
        isRestoring: () => parts.queryCache().getSnapshot().hasTag('restoring'),
        report: () => deps.notify({ code: 'saved-notes-unreadable' }),
      });
      followOtherTabs({ ...deps, ...deps.kept, window: deps.browser, sweep, refresh });
    },
  };
};
