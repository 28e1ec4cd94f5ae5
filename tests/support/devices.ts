import { IDBFactory } from 'fake-indexeddb';
import { getEventHash } from 'nostr-tools/pure';
import { vi } from 'vitest';
import { createActor } from 'xstate';
import { createEngine } from '#actors/ecash/operations/engine.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { createReadingSlots, type ReadingDeps } from '#actors/ecash/wallet/reading-slots.ts';
import { TELLABLE_STORES, tellRelays, type TellingDeps } from '#actors/ecash/sync/telling.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { parseQuote } from '#domain/ecash/events/quote-event.ts';
import { ledgerFaults } from '#domain/ecash/ledger/ledger-faults.ts';
import { NOTHING_SEEN } from '#domain/ecash/mints/mint-tally.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { newest, type NostrEvent } from '#domain/protocol/event.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { ecashReadingMachine } from '#machines/ecash/ecash-reading.machine.ts';
import { createDecryptedBefore, type DecryptedBefore } from '#actors/ecash/decrypted-before.ts';
import { openLedger } from '#store/ledger/ledger.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import { fakeEvent } from './fake-events.ts';
import {
  createMintModel,
  createModelCore,
  createModelsCore,
  MINT,
  OTHER_MINT,
  proofOf,
  type MintModel,
} from './mint-model.ts';

const OWNER = 'a'.repeat(64);
const SEALED = { ivB64: '', ciphertextB64: '' };

/** Numbers from 0 to 1, the same for the same seed. */
export const randomBy = (seed: number) => () => {
  seed = (seed + 0x6d_2b_79_f5) | 0;
  let next = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next;
  return ((next ^ (next >>> 14)) >>> 0) / 4_294_967_296;
};

/** 'drops': loses three in ten of what it says it took. 'replays': deletes nothing and sends old things again. 'lies': says that it has sent all before it has, and gives little at once. */
type Fault = 'drops' | 'replays' | 'lies' | undefined;
type Watch = { readonly request: Parameters<RelayRequests['watch']>[0] };
type Relay = { readonly url: string; fault: Fault; events: NostrEvent[]; readonly watches: Set<Watch> };

const CAP = 5;
const LATENCY_MS = 40;
const LATE_MS = 900;

/** Three relays of which none can be trusted, which all devices share. */
const hostileRelays = (random: () => number) => {
  const relays = (['drops', 'replays', 'lies'] as const).map((fault): Relay => {
    return { url: `wss://${fault}.example`, fault, events: [], watches: new Set() };
  });
  const push = ({ watches, url }: Relay, event: NostrEvent, ms = LATENCY_MS) =>
    setTimeout(() => {
      for (const { request } of watches) if (filterMatcher(request.filters)(event)) request.onEvent?.(event, url);
    }, ms);
  const take = (relay: Relay, event: NostrEvent) => {
    if (relay.fault === 'drops' && random() < 0.3) return;
    const gone = new Set(event.kind === 5 && relay.fault !== 'replays' ? event.tags.map(([, id]) => id) : []);
    const isOld = (each: NostrEvent) => event.kind === 17_375 && each.kind === event.kind;
    relay.events = [...relay.events.filter((each) => !gone.has(each.id) && !isOld(each)), event];
    push(relay, event);
    const [old] = relay.events.filter(() => random() < 0.2);
    if (relay.fault === 'replays' && old) push(relay, old);
  };
  const stored = ({ events }: Relay, filters: Parameters<RelayRequests['fetch']>[0]['filters']) =>
    events.filter(filterMatcher(filters)).toSorted((a, b) => b.created_at - a.created_at);
  const of = (urls: readonly string[] | undefined) => relays.filter(({ url }) => urls?.includes(url) ?? true);

  const requests: RelayRequests = {
    relays: () => relays.map(({ url }) => url),
    fetch: ({ filters, relays: urls, onEvent }) =>
      new Promise((resolve) => {
        const found = of(urls).flatMap((relay) => {
          const most = relay.fault === 'lies' ? CAP : 50;
          return stored(relay, filters)
            .slice(0, most)
            .map((event) => ({ event, relay: relay.url }));
        });
        setTimeout(() => {
          for (const { event, relay } of found) onEvent?.(event, relay);
          const outcomes = of(urls).map(({ url: relay }) => ({ relay, outcome: 'eose' as const }));
          resolve({ events: found.map(({ event }) => event), outcomes });
        }, LATENCY_MS);
      }),
    watch: (request) => {
      const watch = { request };
      for (const relay of of(request.relays)) {
        relay.watches.add(watch);
        const late = relay.fault === 'lies' ? LATE_MS : LATENCY_MS;
        setTimeout(() => {
          if (relay.watches.has(watch))
            for (const event of stored(relay, request.filters)) request.onEvent?.(event, relay.url);
        }, late);
      }
      return () => relays.forEach(({ watches }) => watches.delete(watch));
    },
    publish: async (event, urls, { onAnswer } = {}) => {
      await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
      return of(urls).map((relay): PublishOutcome => {
        take(relay, event);
        const outcome: PublishOutcome = { relay: relay.url, outcome: 'accepted', reason: undefined };
        onAnswer?.(outcome);
        return outcome;
      });
    },
  };
  return { relays, requests, take };
};

type Hostile = ReturnType<typeof hostileRelays>;

/** Contents as they are, with a mark that makes each event another one. */
const createSigner = (random: () => number): Signer => ({
  pubkey: OWNER,
  nip04: undefined,
  nip44: {
    encrypt: async (_, text) => `${random()} ${text}`,
    decrypt: async (_, text) => text.slice(text.indexOf(' ') + 1),
  },
  async signEvent({ kind, content, created_at, tags }) {
    const event = { kind, content, created_at, tags: tags.map((tag) => [...tag]), pubkey: OWNER };
    return { ...event, id: getEventHash(event), sig: '' };
  },
});

type PlainProof = { readonly y: string; readonly amount: number; readonly keyset: string };

/** What the worker writes and reads of events, without secrets. */
const eventCore: TellingDeps['core'] &
  ReturnType<ReadingDeps['reader']>['core'] &
  Pick<EcashCore, 'sealCopy' | 'openCopy'> = {
  async writeTokenEvents({ mint, unit, proofs, del, former = [], gone = [] }) {
    const known = new Set([...proofs.map(({ y }) => y), ...gone]);
    const kept = former
      .flatMap((plain) => (JSON.parse(plain) as { proofs: PlainProof[] }).proofs)
      .filter(({ y }) => !known.has(y));
    const all = [...proofs.map(({ y, amount, keyset }): PlainProof => ({ y, amount, keyset })), ...kept];
    if (all.length === 0) return [];
    return [{ content: JSON.stringify({ mint, unit, proofs: all, del }), ys: proofs.map(({ y }) => y) }];
  },
  async readTokenEvent(content) {
    const { mint, unit, proofs, del } = JSON.parse(content) as {
      mint: string;
      unit: string;
      proofs: PlainProof[];
      del: string[];
    };
    return { mint, unit, del, others: 0, proofs: proofs.map((proof) => ({ ...proof, mint, unit, sealed: SEALED })) };
  },
  writeQuoteTerms: async ({ amount, unit }) => JSON.stringify({ amount, unit }),
  async readQuote({ content, tags, terms }) {
    const { quote, mint } = parseQuote(content, tags, terms);
    return { quote, mint };
  },
  writeWalletEvent: async ({ mints }) => JSON.stringify(mints),
  writeBackup: async ({ mints, at }) => fakeEvent({ kind: 30_078, created_at: at, content: JSON.stringify(mints) }),
  readWalletEvent: async (content) => ({ mints: JSON.parse(content) as string[], pubkeys: [] }),
  sealCopy: async ({ plain }) => ({ ivB64: '', ciphertextB64: plain }),
  openCopy: async ({ sealed }) => sealed.ciphertextB64,
};

/** A device of the account: its ledger, its worker with words of its own or the same, and the two ways to relays. */
export const openDevice = async (
  { model, other, relays }: { readonly model: MintModel; readonly other: MintModel; readonly relays: Hostile },
  {
    seed,
    random,
    leads = false,
    losesAnswer = () => false,
  }: {
    readonly seed: string;
    readonly random: () => number;
    /** whether the mint does what it is asked and its answer never comes; by the name of the call */
    readonly losesAnswer?: (name: string) => boolean;
    /** what it begins by itself is led at once, as the app does it */
    readonly leads?: boolean;
  },
) => {
  const broken: string[] = [];
  const net = async <T>(name: string, act: () => T): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, 10 + random() * 40));
    if (!losesAnswer(name)) return act();
    try {
      act();
    } catch {
      // a refusal does not come, either
    }
    throw new EcashError({ code: 'mint-network' });
  };
  const ledger = openLedger(new IDBFactory(), {
    pubkey: OWNER,
    now: Date.now,
    inspect: (content) => broken.push(...ledgerFaults(content)),
  });
  let count = 0;
  const name = () => `${seed}${(count += 1)}`;
  const cores = [model, other].map((mint) => [mint.url, createModelCore(mint, net, seed, name)] as const);
  const core = createModelsCore(new Map(cores));
  const deps: EcashDeps = {
    ledger,
    core,
    mintFacts: (url) => core.loadMint(url),
    now: Date.now,
    newId: () => `${String(Date.now()).padStart(15, '0')}${name()}`,
    random,
    begun: ({ id }) => {
      if (leads) void engine.advance(id).catch(() => {});
    },
  };
  const engine = createEngine(deps);
  await ledger.wallet.add({ version: 1, sealed: SEALED, wrappedKey: '', pubkey: `02${seed}`, createdAt: 1 });
  await ledger.mints.change(MINT, () => ({ url: MINT, addedAt: 1, tally: NOTHING_SEEN }));
  const signer = createSigner(random);
  const { requests } = relays;
  const startReading = (before: DecryptedBefore) => {
    const actors = createReadingSlots({
      reader: () => ({ deps, core: eventCore, before, keys: { learn: () => {} } }),
      signer: () => signer,
      requests,
      relays: () => requests.relays('write'),
      onRelays: () => () => {},
    });
    return createActor(ecashReadingMachine.provide({ actors }), { input: { pubkey: OWNER } }).start();
  };
  const before = createDecryptedBefore({ ledger, core: eventCore });
  let reading = startReading(before);
  const telling: TellingDeps = {
    pubkey: OWNER,
    ledger,
    core: eventCore,
    before,
    signer: () => signer,
    isSound: () => true,
    now: Date.now,
    relays: () => requests.relays('write'),
    newestWallet: async () =>
      newest(relays.relays.flatMap(({ events }) => events.filter(({ kind }) => kind === 17_375))),
    oldWallets: async () => [],
    namedMints: async () => [],
    firstRelays: () => [],
    publish: requests.publish,
  };
  // as its chart does it: what changes gathers for a moment
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTelling = false;
  const due = () => (timer ??= setTimeout(() => void tell(), 500));
  const tell = async () => {
    timer = undefined;
    if (isTelling) return void due();
    isTelling = true;
    await tellRelays(telling, true, ending.signal).catch(() => due());
    isTelling = false;
  };
  const stopWatching = ledger.watch(due, { stores: TELLABLE_STORES });
  due();
  return {
    seed,
    deps,
    ledger,
    broken,
    engine,
    signer,
    place: {
      /** Ecash that somebody else has, the same each time. */
      stranger: (amounts: readonly number[]) =>
        amounts.map((amount, at) => {
          const b = `bS/0000000000000000/nutzap${at}`;
          if (!model.signed.has(b)) model.sign([{ b, amount, keyset: '0000000000000000' }]);
          return proofOf(model, b);
        }),
    },
    /** Reads all again, as after a reload. */
    reload() {
      reading.stop();
      reading = startReading(createDecryptedBefore({ ledger, core: eventCore }));
    },
    free: async () => (await ledger.proofs()).filter(({ state }) => state === 'available'),
    end() {
      stopWatching();
      clearTimeout(timer);
      ending.abort();
      reading.stop();
    },
  };
};

export type Device = Awaited<ReturnType<typeof openDevice>>;

/** Lets so much fake time pass; what waits for the disk goes on meanwhile. */
export const pass = async (ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= 20) {
    await vi.advanceTimersByTimeAsync(20);
    for (let turn = 0; turn < 24; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
};

/** A mint with its books, another one, and three relays that nobody can trust. */
export const createPlace = (random: () => number) => ({
  model: createMintModel({}),
  other: createMintModel({ url: OTHER_MINT, ids: '00f' }),
  relays: hostileRelays(random),
});
