import { Failure, type Problem } from '#domain/problem.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { SimulatedClock } from 'xstate';
import { peopleSlots, type PeopleDeps } from '#actors/social/people.ts';
import { createSecretPart } from '#actors/social/secret-part.ts';
import type { Alone } from '#actors/shell/alone.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { byNewest, type NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { kindOfList, type PeopleListKind } from '#domain/social/people-list.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import type { Cipher, Signer } from '#domain/protocol/signer.ts';
import { followsMachine } from '#machines/social/follows.machine.ts';
import { mutesMachine } from '#machines/social/mutes.machine.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { createVersions } from '#store/replaceable/versions.ts';
import { createMuted } from '#store/social/muted.ts';
import { createJournals } from '#store/replaceable/journals.ts';
import { peopleJournal } from '#store/social/people-journal.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { hex } from './fake-events.ts';
import { aloneIn } from './fake-locks.ts';
import { fakeStorage } from './fake-storage.ts';
import { builtOnce } from './built-once.ts';

/** How a relay behaves; fields may be changed while it runs. */
export type PeopleRelay = {
  events: NostrEvent[];
  /** reads are not answered, writes are taken */
  isDeaf?: boolean;
  isOffline?: boolean;
  refuses?: string;
};

/** Relays that keep the newest list of an author. Time is in seconds and only passes when told to. */
export const createPeopleWorld = (urls: readonly string[], start = 1_000_000) => {
  const relays = new Map(urls.map((url): [string, PeopleRelay] => [url, { events: [] }]));
  const published: NostrEvent[] = [];
  const store = (url: string, event: NostrEvent): PublishOutcome => {
    const relay = relays.get(url);
    if (!relay || relay.isOffline) return { relay: url, outcome: 'offline', reason: { code: 'no-connection' } };
    if (relay.refuses !== undefined)
      return { relay: url, outcome: 'rejected', reason: { code: 'relay-said', words: relay.refuses } };
    const other = ({ kind, pubkey }: NostrEvent) => kind !== event.kind || pubkey !== event.pubkey;
    const older = relay.events.find((held) => !other(held));
    if (!older || byNewest(event, older) < 0) relay.events = [...relay.events.filter(other), event];
    return { relay: url, outcome: 'accepted', reason: undefined };
  };
  return { urls, relays, relay: (url: string) => relays.get(url)!, published, store, time: start, ids: 100 };
};

export type PeopleWorld = ReturnType<typeof createPeopleWorld>;

/** What outlives a tab. */
export const createDisk = () => {
  const kept = new Map<string, unknown>();
  return {
    local: fakeStorage(),
    database: {
      get: async (key: string) => kept.get(key) ?? null,
      set: async (key: string, value: unknown) => void kept.set(key, value),
      remove: async (key: string) => void kept.delete(key),
    },
  };
};

type Options = {
  disk?: ReturnType<typeof createDisk>;
  /** the tab dies after so many acts outside of it */
  dies?: number;
  /** its signer encrypts */
  seals?: boolean;
  /** what its relays are for; they are read and written to when it is left out */
  permission?: 'indexer';
  /** seconds its clock is ahead */
  skew?: number;
};

const CHARTS = { follows: builtOnce(followsMachine), mutes: builtOnce(mutesMachine) };

/** A new one each time: one for all would hold on to every tab that ever waited for it. */
const never = () => new Promise<never>(() => {});
const NEVER_DONE = Symbol('the tab is dead');

/** One tab with one list over the world. */
export const openPeopleTab = (
  world: PeopleWorld,
  list: PeopleListKind,
  pubkey: string | undefined,
  options: Options = {},
) => {
  const { disk = createDisk(), skew = 0, permission = 'readwrite' } = options;
  const self = pubkey ?? '';
  let left = options.dies ?? Infinity;
  let slowness = 0;
  let die = () => {};
  const death = new Promise<void>((dead) => (die = dead)).then(() => NEVER_DONE);
  /** the browser takes back what a dead tab holds */
  const alone: Alone = async (name, work, signal) => {
    const result = await aloneIn(disk.local)(name, () => Promise.race([work(), death]), signal);
    return result === NEVER_DONE ? never() : (result as Awaited<ReturnType<typeof work>>);
  };
  const acts = async () => {
    if ((left -= 1) < 0) {
      die();
      await never();
    }
    for (let turn = 0; turn < slowness; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  let status: 'active' | 'stopped' | 'done' = 'active';
  const page = new EventTarget();
  /** what a page that ends has under way is cut off */
  const endures = () => {
    if (status === 'done') throw new Failure({ code: 'pool-destroyed' });
  };
  const frames: (() => void)[] = [];
  const registry = createEventRegistry({ now: () => 0, requestFrame: (frame) => void frames.push(frame) });
  const told: string[] = [];
  const requests: RelayRequests = {
    relays: (use) => ((permission === 'indexer') === (use === 'indexer') && use !== 'profile' ? world.urls : []),
    fetch: async ({ filters, relays = [] }) => {
      if (status !== 'active') throw new Failure({ code: 'pool-destroyed' });
      const events = new Map<string, NostrEvent>();
      const outcomes = relays.map((url) => {
        const { isOffline, isDeaf, events: held } = world.relay(url);
        if (isOffline || isDeaf) return { relay: url, outcome: isDeaf ? ('timeout' as const) : ('offline' as const) };
        for (const event of held.filter(filterMatcher(filters))) {
          events.set(event.id, event);
          registry.add(event, url);
          registry.sawOn(event.id, url);
        }
        return { relay: url, outcome: 'eose' as const };
      });
      await acts();
      endures();
      return { events: [...events.values()], outcomes };
    },
    watch: () => () => {},
    publish: async (event, relays) => {
      world.published.push(event);
      const outcomes: PublishOutcome[] = [];
      for (const url of relays) {
        await acts();
        endures();
        outcomes.push(world.store(url, event));
      }
      await acts();
      endures();
      if (!outcomes.some(({ outcome }) => outcome === 'accepted')) throw new PublishFailure(outcomes);
      return outcomes;
    },
  };
  const account = createAccountStore({ local: fakeStorage(), session: fakeStorage(), window: new EventTarget() });
  account.set({ pubkey, method: pubkey === undefined ? 'none' : 'nsec', persisted: false });
  const queryClient = createQueryClient();
  const muted = createMuted({ storage: disk.local, account });
  let canSign = true;
  let refusal: Problem | undefined;
  const signEvent: Signer['signEvent'] = async (template) => {
    await acts();
    if (refusal) throw new Failure(refusal);
    return { ...template, pubkey: self, id: hex((world.ids += 1)), sig: '0'.repeat(128) };
  };
  const seal: Cipher = {
    encrypt: async (_, text) => `sealed ${text}`,
    async decrypt(_, text) {
      decrypted.push(text);
      if (!text.startsWith('sealed ') || !canDecrypt) throw new Error('no');
      return text.slice('sealed '.length);
    },
  };
  const decrypted: string[] = [];
  let canDecrypt = true;
  const cipher = options.seals ? seal : undefined;
  const signer = () => (canSign ? { pubkey: self, signEvent, nip44: cipher, nip04: cipher } : undefined);
  const entries = world.urls.map((url) => ({ url, permission }));
  const deps: PeopleDeps = {
    list,
    requests,
    registry,
    queryClient,
    muted,
    secret: createSecretPart({ signer, session: disk.local }),
    directory: () => ({ getSnapshot: () => ({ status, context: { entries } }) }) as never,
    signer,
    versions: createVersions({
      ...disk.database,
      set: async (key, value) => {
        await acts();
        await disk.database.set(key, value);
      },
    }),
    journals: createJournals(disk.local, peopleJournal(list)),
    alone,
    isSound: () => true,
    client: () => 'Nuthatch',
    now: () => (world.time + skew) * 1000,
  };
  const slots = peopleSlots({ ...deps, account, page, notify: (problem) => void told.push(problemText(problem)) });
  const clock = new SimulatedClock();
  const machine = CHARTS[list](slots, { clock }).start();
  const isBusy = () => {
    const snapshot = machine.getSnapshot();
    return snapshot.hasTag('busy') || snapshot.hasTag('loading');
  };
  return {
    machine,
    clock,
    queryClient,
    muted,
    account,
    told,
    disk,
    journal: () => deps.journals.get(self),
    /** A relay sends a version that another device published. */
    arrives(event: NostrEvent, url: string) {
      registry.add(event, url);
      for (const frame of frames.splice(0)) frame();
    },
    /** From now on everything outside takes so many turns of the event loop. */
    slowDown: (turns: number) => void (slowness = turns),
    /** what the signer was asked to decrypt */
    decrypted,
    refuseToDecrypt: () => void (canDecrypt = false),
    /** The relays are not connected any more. */
    disconnect: () => void (status = 'stopped'),
    /** The page is about to be left, or so it seems. */
    isLeft: () => page.dispatchEvent(new Event('beforeunload')),
    /** The page ends: what is under way fails. */
    ends: () => void (status = 'done'),
    setSigning: (possible: boolean) => void (canSign = possible),
    /** What signs fails with this from now on. */
    failToSign: (problem: Problem | undefined) => void (refusal = problem),
    /** Settled when nothing is under way any more; a dead tab never gets there, but stands still. */
    async rest() {
      for (let turn = 0; turn < 200 && isBusy(); turn += 1) {
        if (left < 0) return;
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (left >= 0 && isBusy()) throw new Error('The tab does not come to rest');
    },
    close() {
      machine.stop();
      // its timers would keep all of it for minutes
      queryClient.clear();
    },
  };
};

/** The newest list that any relay has. */
export const newestList = (world: PeopleWorld, list: PeopleListKind): NostrEvent | undefined =>
  [...world.relays.values()]
    .flatMap(({ events }) => events)
    .filter(({ kind }) => kind === kindOfList(list))
    .sort(byNewest)[0];
