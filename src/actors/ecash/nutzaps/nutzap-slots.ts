import { fromCallback, fromPromise } from 'xstate';
import { NUTZAPS_ASKED_MOST, NUTZAPS_MOST } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import type { Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { RELAY_PAGE } from '#domain/relays/relays-limits.ts';
import { union } from '#domain/union.ts';
import { toSeconds } from '#domain/units.ts';
import type { Delivery } from '#domain/ecash/ledger/operation.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { DutyFact, DutyOwner } from '#machines/ecash/duty.machine.ts';
import type { KernelDeps } from '#actors/replaceable/kernel.ts';
import type { AllNutzapSettings } from '#store/ecash/nutzap-settings.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import { untilSo } from '#actors/shell/until-so.ts';
import { readPages, type PagesEnd } from '#actors/wire/relay-pages.ts';
import { acts, onOccasion } from '#actors/ecash/duty-watch.ts';
import type { Heard, WaitingNutzaps } from './waiting-nutzaps.ts';
import { deliverNutzap, isUndelivered } from '#actors/ecash/operations/nutzap-giving.ts';
import { ownInfoOf, publishNutzapInfo } from './nutzap-list.ts';
import { beginTaking, type NutzapLook } from './nutzap-taking.ts';
import type { PurseOf } from '#actors/ecash/wallet/ecash-slots.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';

export type NutzapSlotDeps = KernelDeps &
  Pick<RunningAreas, 'find' | 'follow'> & {
    readonly purseOf: PurseOf;
    readonly settings: AllNutzapSettings;
    readonly waitingOf: (pubkey: string) => WaitingNutzaps;
    readonly window: EventTarget;
    readonly client: () => string | undefined;
    /** who signs a gift; rejects while nobody can */
    readonly signerOf: (pubkey: string, delivery: Delivery) => Signer;
    /** Writes something down and has it led. */
    readonly begin: (act: (purse: Purse) => Promise<string>) => Promise<string>;
    /** something was taken by this operation */
    readonly taken: (pubkey: string, operation: string) => void;
    /** Goes on with what was taken and is to be sent on. */
    readonly resume: (pubkey: string) => void;
  };

type Done = { readonly isLeft: boolean };
const DONE: Done = { isLeft: false };

/** How the user takes nutzaps is known to others. */
const createListSlots = (deps: NutzapSlotDeps) => ({
  'watch duty': fromCallback<DutyFact, DutyOwner>(({ input: { pubkey }, sendBack }) => {
    const mine = deps.purseOf(pubkey);
    const tell = () => sendBack({ type: 'duty.due' });
    return onChanged({
      watch: (look) => [
        mine.ledger.watch(look, { stores: ['wallet', 'mints'] }),
        deps.settings.subscribe(look),
        deps.follow('relay-directory', look),
        onOccasion(deps, tell),
      ],
      read: async () =>
        JSON.stringify([
          await ownInfoOf(deps, mine),
          deps.settings.of(pubkey).receives,
          deps.settings.of(pubkey).named,
        ]),
      tell,
    });
  }),
  'do duty': fromPromise<Done, DutyOwner>(async ({ input: { pubkey } }) => {
    if (!acts(deps)) return DONE;
    const waiting = deps.waitingOf(pubkey);
    const mine = deps.purseOf(pubkey);
    try {
      const { isElsewhere } = await publishNutzapInfo({ ...deps, purse: () => mine }, mine);
      waiting.tell({ isElsewhere, isPublished: true });
      return DONE;
    } catch (error) {
      waiting.tell({ isElsewhere: false, isPublished: false });
      throw error;
    }
  }),
});

/** What was given comes to its recipients. */
const createGivingSlots = (deps: NutzapSlotDeps) => {
  const dueOf = async ({ ledger }: Purse) => (await ledger.seen.operations()).filter(isUndelivered);
  return {
    'watch duty': fromCallback<DutyFact, DutyOwner>(({ input: { pubkey }, sendBack }) => {
      const mine = deps.purseOf(pubkey);
      const tell = () => sendBack({ type: 'duty.due' });
      return onChanged({
        watch: (look) => [mine.ledger.watch(look, { stores: ['operations'] }), onOccasion(deps, tell)],
        read: async () => (await dueOf(mine)).map(({ id }) => id).join(' '),
        tell,
      });
    }),
    'do duty': fromPromise<Done, DutyOwner>(async ({ input: { pubkey } }) => {
      if (!acts(deps)) return DONE;
      const { ledger, core } = deps.purseOf(pubkey);
      const { client, now, requests } = deps;
      const giving = {
        ledger,
        core,
        client,
        now,
        signer: (delivery: Delivery) => deps.signerOf(pubkey, delivery),
        publish: async (...gift: Parameters<typeof requests.publish>) => void (await requests.publish(...gift)),
      };
      let isLeft = false;
      for (const { id } of await dueOf(deps.purseOf(pubkey)))
        await deliverNutzap(giving, id).catch(() => {
          isLeft = true;
        });
      return { isLeft };
    }),
  };
};

const filterOf = (pubkey: string, mints: readonly string[], since: number): Filter => ({
  kinds: [KIND.nutzap],
  '#p': [pubkey],
  // others may write an address with a slash at its end
  '#u': mints.flatMap((url) => [url, `${url}/`]),
  ...(since > 0 && { since }),
});

/** Mints that did not answer are left alone for this time. */
const takeAll = async (
  waiting: WaitingNutzaps,
  take: (nutzap: Nutzap) => Promise<NutzapLook>,
): Promise<{ readonly isLeft: boolean }> => {
  const silent = new Set<string>();
  for (const { nutzap } of waiting.all().toSorted((a, b) => a.nutzap.at - b.nutzap.at)) {
    if (silent.has(nutzap.mint)) continue;
    const look = await take(nutzap);
    if (look.type === 'later') silent.add(nutzap.mint);
    if (look.type === 'later') waiting.note(nutzap.id, look.problem);
    if (look.type === 'over' || look.type === 'begun')
      waiting.end(nutzap.id, look.type === 'begun' || look.why === 'taken');
  }
  return { isLeft: silent.size > 0 };
};

/** Takes one nutzap: what is wrong with it is no failure of the act. */
export const takeNutzap = async (
  { begin, settings }: Pick<NutzapSlotDeps, 'begin' | 'settings'>,
  nutzap: Nutzap,
): Promise<NutzapLook> => {
  let look: NutzapLook | undefined;
  try {
    const operation = await begin(async ({ deps, core }) => {
      look = await beginTaking({ deps, core }, nutzap, settings.of(nutzap.recipient).toWallet);
      if (look.type !== 'begun') throw new EcashError({ code: 'nutzap-over' });
      return look.operation;
    });
    return { type: 'begun', operation };
  } catch (error) {
    if (look && look.type !== 'begun') return look;
    throw error;
  }
};

/** Nutzaps that were taken, here or by another device of the account. */
const takenIn = async ({ ledger }: Pick<Purse, 'ledger'>): Promise<readonly string[]> =>
  (await ledger.seen.history())
    .filter(({ outcome }) => outcome === 'done' || outcome === 'spent elsewhere')
    .flatMap(({ redeemed = [] }) => redeemed);

/** What nutzaps are for this wallet, and where they are looked for. */
const placesOf = async ({ purseOf, settings, requests }: NutzapSlotDeps, pubkey: string) => {
  const { ledger, keys } = purseOf(pubkey);
  const [wallet, rows] = [await ledger.seen.wallet(), await ledger.seen.mints()];
  const relays = union(settings.of(pubkey).named.relays, requests.relays('read'));
  const pubkeys = union(wallet ? [wallet.pubkey] : [], keys.get());
  return { pubkeys, mints: rows.map(({ url }) => url).toSorted(), relays: relays.toSorted() };
};

type Places = Awaited<ReturnType<typeof placesOf>>;

/** Why a relay is not read to its end: so many wait that one was left out. */
class NoRoom extends Error {}

/** Reads all that relays have for a wallet, no faster than what came is looked after; whether nothing was left out. */
const readToEnd = async (
  { requests, waitingOf }: NutzapSlotDeps,
  { pubkey, relays, filter }: { readonly pubkey: string; readonly relays: readonly string[]; readonly filter: Filter },
  hear: (event: NostrEvent) => Heard,
  signal: AbortSignal,
): Promise<boolean> => {
  const waiting = waitingOf(pubkey);
  const hasRoom = () => waiting.all().length + RELAY_PAGE <= NUTZAPS_MOST;
  const ready = () => untilSo(hasRoom, waiting.subscribe, signal);
  const onEvent = (event: NostrEvent) => {
    if (hear(event) === 'no room') throw new NoRoom();
  };
  const ends: PagesEnd[] = [];
  for (const relay of relays)
    ends.push(await readPages({ requests, signal, ready, onEvent }, relay, filter).catch(() => 'cut' as const));
  return ends.every((end) => end === 'whole');
};

/** Hears what comes, and what relays have, until the returned function is called. */
const hearNutzaps = (deps: NutzapSlotDeps, pubkey: string, places: Places, tell: () => void): (() => void) => {
  const { pubkeys, mints, relays } = places;
  if (mints.length === 0 || relays.length === 0) return () => {};
  const waiting = deps.waitingOf(pubkey);
  const ending = new AbortController();
  const { since, reached } = deps.settings.of(pubkey);
  const all = [...pubkeys, ...mints, ...relays];
  const filter = filterOf(pubkey, mints, all.every((place) => reached.includes(place)) ? since : 0);
  const known = new Set<string>();
  let newest = 0;
  const hear = (event: NostrEvent): Heard => {
    newest = Math.max(newest, event.created_at);
    if (known.has(event.id)) return 'no news';
    const heard = waiting.hear(event, { pubkeys, mints });
    if (heard !== 'no room') known.add(event.id);
    if (heard === 'new') tell();
    return heard;
  };
  const stop = deps.requests.watch({ filters: [{ ...filter, limit: NUTZAPS_ASKED_MOST }], relays, onEvent: hear });
  const read = async () => {
    for (const id of await takenIn(deps.purseOf(pubkey))) known.add(id);
    const isWhole = await readToEnd(deps, { pubkey, relays, filter }, hear, ending.signal);
    if (isWhole) waiting.looked(newest, toSeconds(deps.now()), all);
  };
  // what was left out is asked for again in the next visit
  void read().catch(() => {});
  return () => {
    stop();
    ending.abort();
  };
};

/** What comes is taken. */
const createTakingSlots = (deps: NutzapSlotDeps) => ({
  'watch duty': fromCallback<DutyFact, DutyOwner>(({ input: { pubkey }, sendBack }) => {
    const { ledger, keys } = deps.purseOf(pubkey);
    const tell = () => sendBack({ type: 'duty.due' });
    let stop = () => {};
    const listen = async () => {
      const places = await placesOf(deps, pubkey);
      stop();
      stop = hearNutzaps(deps, pubkey, places, tell);
    };
    const resume = () => {
      if (acts(deps)) deps.resume(pubkey);
    };
    const stops = [
      onChanged({
        watch: (look) => [
          ledger.watch(look, { stores: ['wallet', 'mints'] }),
          keys.subscribe(look),
          deps.follow('relay-directory', look),
        ],
        read: async () => JSON.stringify(await placesOf(deps, pubkey)),
        tell: () => void listen().catch(() => {}),
      }),
      onChanged({
        watch: (look) => [ledger.watch(look, { stores: ['history'] }), deps.settings.subscribe(look)],
        read: async () => JSON.stringify([deps.settings.of(pubkey).byHand, await takenIn({ ledger })]),
        tell,
      }),
      onOccasion(deps, tell),
      onOccasion(deps, resume),
      deps.follow('wallet-connection', (snapshot) => snapshot.hasTag('connected') && resume()),
    ];
    return () => {
      stops.forEach((each) => each());
      stop();
    };
  }),
  'do duty': fromPromise<Done, DutyOwner>(async ({ input: { pubkey } }) => {
    const { byHand, receives } = deps.settings.of(pubkey);
    // relays say it again at each visit
    for (const id of await takenIn(deps.purseOf(pubkey))) deps.waitingOf(pubkey).end(id, true);
    if (!acts(deps) || byHand || receives === false) return DONE;
    return await takeAll(deps.waitingOf(pubkey), async (nutzap) => {
      const look = await takeNutzap(deps, nutzap);
      if (look.type === 'begun') deps.taken(pubkey, look.operation);
      return look;
    });
  }),
});

/** The slots of the three duties about nutzaps. */
export const createNutzapSlots = (deps: NutzapSlotDeps) => ({
  list: createListSlots(deps),
  giving: createGivingSlots(deps),
  taking: createTakingSlots(deps),
});
