import { createActor, fromCallback } from 'xstate';
import { Failure } from '#domain/problem.ts';
import type { RelayListDeps } from '#actors/relays/relay-list.ts';
import { relayListSlots } from '#actors/relays/relay-list-slots.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { byNewest, type Filter, type NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import { readsFrom, writesTo, type RelayPermission } from '#domain/relays/relay-permission.ts';
import type { RelayDefaults } from '#domain/relays/relay-set.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import { relayListMachine } from '#machines/relays/relay-list.machine.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import type { KeyValueStore } from '#store/storage/key-value-store.ts';
import { createVersions } from '#store/replaceable/versions.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createJournals } from '#store/replaceable/journals.ts';
import { createRelayListStore, relayListJournal } from '#store/relays/relay-list-store.ts';
import { hex } from './fake-events.ts';
import { aloneIn } from './fake-locks.ts';
import { areasOf } from './areas.ts';
import { builtOnce } from './built-once.ts';
import { fakeStorage } from './fake-storage.ts';

/** A relay of the world: what it holds and whether it works; fields may be changed while it runs. */
export type WorldRelay = { events: NostrEvent[]; isOffline?: boolean; refuses?: string };

const USES: Readonly<Record<string, (permission: RelayPermission) => boolean>> = {
  read: readsFrom,
  write: writesTo,
  indexer: (permission) => permission === 'indexer',
};

/** Relays that keep the newest list of each author, and the events that were ever published. */
export const createListWorld = () => {
  const relays = new Map<string, WorldRelay>();
  const published: NostrEvent[] = [];
  const asked: Filter[] = [];
  const relay = (url: string): WorldRelay => {
    const known = relays.get(url) ?? { events: [] };
    relays.set(url, known);
    return known;
  };
  const store = (url: string, event: NostrEvent): PublishOutcome => {
    const { isOffline, refuses, events } = relay(url);
    if (isOffline) return { relay: url, outcome: 'offline', reason: { code: 'no-connection' } };
    if (refuses !== undefined)
      return { relay: url, outcome: 'rejected', reason: { code: 'relay-said', words: refuses } };
    const older = events.findIndex(({ kind, pubkey }) => kind === event.kind && pubkey === event.pubkey);
    if (event.kind === 1 || older < 0) events.push(event);
    else if (byNewest(event, events[older]!) < 0) events[older] = event;
    return { relay: url, outcome: 'accepted', reason: undefined };
  };
  return { relay, store, published, asked, held: (url: string) => relay(url).events };
};

export type ListWorld = ReturnType<typeof createListWorld>;

const memoryStore = (): KeyValueStore => {
  const kept = new Map<string, unknown>();
  return {
    get: async (key) => structuredClone(kept.get(key)) ?? null,
    set: async (key, value) => void kept.set(key, structuredClone(value)),
    remove: async (key) => void kept.delete(key),
  };
};

const silent = fromCallback(() => {});
const directoryOfNone = relayDirectoryMachine.provide({
  actors: { 'relay-connection': silent, subscription: silent, connectivity: silent } as never,
});
const relayList = builtOnce(relayListMachine);

let count = 1_000;

/** One device over the world: its own storages, set and relay list machine. `local` outlives it as the browser does. */
export const createDevice = (
  world: ListWorld,
  defaults: RelayDefaults,
  local = fakeStorage(),
  session = fakeStorage(),
  client?: string,
  versions = createVersions(memoryStore()),
) => {
  const frames: (() => void)[] = [];
  const registry = createEventRegistry({ now: Date.now, requestFrame: (frame) => void frames.push(frame) });
  const directory = createActor(directoryOfNone, { input: defaults }).start();
  const entries = () => directory.getSnapshot().context.entries;
  const requests: RelayRequests = {
    relays: (use) =>
      use === 'profile'
        ? defaults.profile
        : entries()
            .filter(({ permission }) => USES[use]!(permission))
            .map(({ url }) => url),
    fetch: async ({ filters, relays = [] }) => {
      if (directory.getSnapshot().status !== 'active') throw new Failure({ code: 'pool-destroyed' });
      const events = new Map<string, NostrEvent>();
      world.asked.push(...filters);
      for (const url of relays) {
        const { isOffline, events: held } = world.relay(url);
        for (const event of isOffline ? [] : held.filter(filterMatcher(filters))) {
          events.set(event.id, event);
          registry.add(event, url);
          registry.sawOn(event.id, url);
        }
      }
      const outcomeOf = (url: string) => (world.relay(url).isOffline ? 'offline' : 'eose');
      return { events: [...events.values()], outcomes: relays.map((url) => ({ relay: url, outcome: outcomeOf(url) })) };
    },
    watch: () => () => {},
    publish: async (event, relays) => {
      world.published.push(event);
      const outcomes = relays.map((url) => world.store(url, event));
      if (!outcomes.some(({ outcome }) => outcome === 'accepted')) throw new PublishFailure(outcomes);
      return outcomes;
    },
  };
  const account = createAccountStore({ local, session, window: new EventTarget() });
  const queryClient = createQueryClient();
  let signing = true;
  const signer = (): Signer | undefined => {
    const { pubkey, method } = account.get();
    if (!pubkey || method === 'none' || !signing) return undefined;
    const signEvent: Signer['signEvent'] = async (template) => ({
      ...template,
      pubkey,
      id: hex((count += 1)),
      sig: '0'.repeat(128),
    });
    return { pubkey, signEvent, nip44: undefined, nip04: undefined };
  };
  const store = createRelayListStore(session, local);
  const journals = createJournals(local, relayListJournal);
  const deps: RelayListDeps = {
    requests,
    registry,
    directory: () => directory,
    follow: areasOf({ 'relay-directory': directory }).follow,
    account,
    signer,
    queryClient,
    store,
    journals,
    isSound: () => true,
    versions,
    alone: aloneIn(local),
    client: () => client,
    now: Date.now,
  };
  const machine = relayList(relayListSlots(deps)).start();
  return {
    directory,
    machine,
    queryClient,
    /** A relay sends a version that another device published. */
    arrives(event: NostrEvent, url: string) {
      registry.add(event, url);
      for (const frame of frames.splice(0)) frame();
    },
    journal: (pubkey: string) => journals.get(pubkey).edits,
    session,
    local,
    versions,
    set: () => Object.fromEntries(entries().map(({ url, permission }) => [url, permission])),
    sources: () => Object.fromEntries(entries().map(({ url, source = 'default' }) => [url, source])),
    tags: () => [...machine.getSnapshot().tags],
    context: () => machine.getSnapshot().context,
    logIn: (pubkey: string, method: 'nsec' | 'none' = 'nsec') => account.set({ pubkey, method, persisted: false }),
    logOut: () => account.set({ pubkey: undefined, method: 'none', persisted: false }),
    lock: (locked: boolean) => {
      signing = !locked;
      account.set({ ...account.get() });
    },
    stop: () => {
      machine.stop();
      directory.stop();
    },
  };
};
