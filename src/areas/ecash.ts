import { USUAL_ADDRESS_SERVICE } from '#domain/ecash/address.ts';
import { isSampleNetwork, sampleAddressService, sampleMints } from '#domain/ecash/mints/sample-mints.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { isWatched } from '#domain/ecash/ledger/made-offer.ts';
import { isOver } from '#domain/ecash/ledger/operation.ts';
import type { Ecash, EcashStand } from '#ports/ecash.ts';
import type { Session } from '#ports/session.ts';
import { createAddress } from '#actors/ecash/address/address.ts';
import { createConsolidationSlots } from '#actors/ecash/operations/consolidating.ts';
import { startCore, startCoreLate } from '#actors/ecash/core-process.ts';
import {
  type CheckDeps,
  defineCheckQuote,
  defineFollowQuote,
  defineTakeEcash,
} from '#actors/ecash/wallet/deposit-slots.ts';
import type { PaymentSource } from '#actors/wallet/wallet-link.ts';
import type { EcashRoute } from '#domain/wallet/payment.ts';
import { createEcashSource } from '#actors/ecash/wallet/ecash-source.ts';
import { createRelayCopies } from '#actors/ecash/sync/relay-copies.ts';
import { createEcashActs } from '#actors/ecash/wallet/ecash-acts.ts';
import {
  createActingSlots,
  createWalletSlots,
  openOperation,
  type TabMessage,
} from '#actors/ecash/wallet/ecash-slots.ts';
import { createLead, LEAD_CHANNEL } from '#actors/ecash/wallet/leading-tab.ts';
import { createMintSlots } from '#actors/ecash/wallet/mint-slots.ts';
import { createMintSockets, type MintSockets } from '#actors/ecash/mint-sockets.ts';
import { createNutzapInfos, type NutzapInfos } from '#actors/ecash/nutzaps/nutzap-infos.ts';
import { createOfferSlots, defineWatchOffers } from '#actors/ecash/wallet/own-offers.ts';
import { createPurse, type Purse } from '#actors/ecash/wallet/purse.ts';
import { rememberHeld } from '#actors/ecash/wallet/remember-held.ts';
import { noteReasons, type NoteReason } from '#actors/ecash/wallet/wanted-again.ts';
import { isAwaitingPayment } from '#actors/ecash/requests/request-payments.ts';
import { createRecommended } from '#actors/ecash/wallet/recommended-mints.ts';
import { createReservationSlots } from '#actors/ecash/operations/reservations.ts';
import { createStand } from '#actors/ecash/wallet/stand.ts';
import { askToken } from '#actors/ecash/wallet/token-look.ts';
import { beThere, tabsThere } from '#actors/ecash/wallet/tabs-there.ts';
import { createReadOnly } from '#actors/ecash/wallet/read-only.ts';
import { locksOf } from '#actors/shell/alone.ts';
import { onAwake } from '#actors/shell/awake.ts';
import { authorRelaysOf } from '#actors/relays/author-relays.ts';
import { defineWatchLogin } from '#actors/session/watch-login.ts';
import { databasesOf, openTabChannel } from '#actors/shell/offered.ts';
import { consolidationMachine } from '#machines/ecash/consolidation.machine.ts';
import { depositMachine } from '#machines/ecash/deposit.machine.ts';
import { ecashMachine } from '#machines/ecash/ecash.machine.ts';
import { dutyMachine } from '#machines/ecash/duty.machine.ts';
import { leadingTabMachine } from '#machines/ecash/leading-tab.machine.ts';
import { mintLinkMachine } from '#machines/ecash/mint-link.machine.ts';
import { offerMachine } from '#machines/ecash/offer.machine.ts';
import { proofReservationMachine } from '#machines/ecash/proof-reservation.machine.ts';
import { createNutzapSettings, type AllNutzapSettings } from '#store/ecash/nutzap-settings.ts';
import { createMessageSettings, type AllMessageSettings } from '#store/messages/message-settings.ts';
import { createRelayChoice, type RelayChoice } from '#store/ledger/relay-choice.ts';
import { LEDGER_CHANNEL } from '#store/ledger/ledger.ts';
import { spawnEcashWorker } from '#workers/ecash-spawn.ts';
import type { AreaDeps, AreasOf } from './deps.ts';
import { foundOnRelays, relayCharts } from './ecash-relays.ts';
import { readWhileWanted, tokensByMessage } from './ecash-messages.ts';
import { createMessages } from './messages.ts';
import { nutzapParts, type NutzapAreaDeps } from './nutzaps.ts';
import { createRequests } from './requests.ts';

export type EcashAreaDeps = AreaDeps & {
  readonly signer: CurrentSigner;
  readonly session: () => Session | undefined;
  readonly redeem: NutzapAreaDeps['redeem'];
};

type EcashGroup = {
  readonly areas: AreasOf<'ecash'>;
  readonly ecash: Ecash;
  /** the ecash at a mint, or at several, to pay invoices from */
  readonly source: (route: EcashRoute) => PaymentSource;
};

/** Later names sort behind earlier ones (UUID, version 7). */
const timeOrdered = (now: () => number, crypto: Crypto) => () => {
  const time = Math.floor(now()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
};

const createPurses = (
  { browser, signer, now, ending, find, account }: EcashAreaDeps,
  { tab, takes }: { readonly tab: string; readonly takes: NutzapInfos['now'] },
) => {
  const purses = new Map<string, Purse>();
  const channel = openTabChannel(browser, LEDGER_CHANNEL);
  const complain = (faults: readonly string[]) =>
    queueMicrotask(() => {
      throw new Error(faults.join('\n'));
    });
  const of = (pubkey: string): Purse => {
    const known = purses.get(pubkey);
    if (known) return known;
    const purse = createPurse(
      {
        indexedDB: databasesOf(browser),
        signer,
        startCore: (lost) => startCore(() => spawnEcashWorker(browser), lost),
        channel,
        now,
        random: Math.random,
        newId: timeOrdered(now, browser.crypto),
        tab,
        begun: (record) => {
          if (account.get().pubkey === pubkey)
            find('ecash')?.send({ type: 'operation.begun', operation: openOperation(record, true) });
        },
        takes,
        complain: import.meta.env.DEV ? complain : undefined,
      },
      pubkey,
    );
    purses.set(pubkey, purse);
    return purse;
  };
  ending.addEventListener('abort', () => {
    for (const purse of purses.values()) purse.close();
  });
  return of;
};

type Parts = {
  readonly tab: string;
  readonly duties: ReturnType<typeof nutzapParts>['duties'] &
    Readonly<Record<'message list' | 'address taking', typeof dutyMachine>>;
  readonly purseOf: (pubkey: string) => Purse;
  readonly current: () => Purse | undefined;
  readonly choice: RelayChoice;
};

const depositChart = (sockets: MintSockets, deps: CheckDeps) =>
  depositMachine.provide({
    actors: {
      'follow quote': defineFollowQuote(sockets),
      'check quote': defineCheckQuote(deps),
      'take ecash': defineTakeEcash(deps.engine),
    },
  });

const ecashArea = (
  { purseOf, current, choice, tab, duties }: Parts,
  deps: EcashAreaDeps,
): AreasOf<'ecash'>['ecash'] => {
  const { browser, find, now, ending } = deps;
  const channel = openTabChannel(browser, LEAD_CHANNEL);
  const sockets = createMintSockets((url) => new browser.WebSocket(url));
  const locks = locksOf(browser);
  const page = { window: browser, document: browser.document };
  beThere(locks, tab, page, ending);
  // an operation is of whoever was logged in when its chart began; with them the chart ends
  const mine = () => current()!;
  const engine = { advance: (id: string, isFresh?: 'fresh') => mine().engine.advance(id, isFresh) };
  const ledger = {
    operation: (id: string) => mine().ledger.operation(id),
    watch: (...to: Parameters<Purse['ledger']['watch']>) => mine().ledger.watch(...to),
  };
  const look = (operation: string) => find('ecash')?.send({ type: 'operation.look', operation });
  const core: CheckDeps['core'] = { checkMintQuote: (name) => mine().core.checkMintQuote(name) };
  const deposit = depositChart(sockets, { core, ledger, engine, now });
  const mintLink = mintLinkMachine.provide({
    actors: createMintSlots(current, sockets, look),
    actions: { 'tell that it answers': () => find('ecash')?.send({ type: 'occasion' }) },
  });
  return {
    logic: ecashMachine.provide({
      actors: {
        'watch login': defineWatchLogin(deps),
        ...createWalletSlots(purseOf),
        ...createActingSlots(purseOf, {
          window: browser,
          document: browser.document,
          channel,
          now,
          tabs: () => tabsThere(locks),
        }),
        lead: leadingTabMachine.provide(createLead({ locks, channel, tab, page })),
        consolidation: consolidationMachine.provide({
          actors: createConsolidationSlots(mine, (record) =>
            find('ecash')?.send({ type: 'operation.begun', operation: openOperation(record, true) }),
          ),
        }),
        'watch offers': defineWatchOffers(purseOf, now),
        offer: offerMachine.provide({ actors: createOfferSlots(mine, sockets) }),
        ...duties,
        ...relayCharts(deps, { purseOf, mine, choice }),
        deposit,
        'proof-reservation': proofReservationMachine.provide({ actors: createReservationSlots({ ledger }, engine) }),
        'mint-link': mintLink,
      },
      actions: {
        'close wallet': (_, { pubkey }) => {
          if (pubkey !== '') purseOf(pubkey).close();
        },
        'pass on': (_, message: TabMessage) => {
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window has one
          if (message.wish.operations.length > 0) channel?.postMessage(message);
        },
      },
    }),
  };
};

/** Asks mints of tokens for somebody who is not logged in, too: then by a worker without secrets. */
const createAsking = ({ browser, ending }: EcashAreaDeps, current: () => Purse | undefined) => {
  const { core, end } = startCoreLate(
    (lost) => startCore(() => spawnEcashWorker(browser), lost),
    (mine) => mine.allow({ loopback: isSampleNetwork() }),
    () => {},
  );
  ending.addEventListener('abort', end);
  return async (text: string) => {
    const purse = current();
    return askToken(purse?.core ?? core, purse, text);
  };
};

/** What relays hold of the ecash, and what a person can do about it. */
const copyActs = (
  { account, find, follow, requests }: EcashAreaDeps,
  { current, choice, note }: Pick<Parts, 'current' | 'choice'> & { readonly note: NoteReason },
): Pick<Ecash, 'copies' | 'keepOnRelays' | 'copyAgain'> => ({
  copies: createRelayCopies({
    follow,
    ledger: () => current()?.ledger,
    pubkey: () => account.get().pubkey,
    onAccount: account.subscribe,
    choice,
    relays: () => requests.relays('write'),
    seen: (isDone) => note('untold', !isDone),
  }),
  keepOnRelays(isOn) {
    const { pubkey } = account.get();
    if (pubkey !== undefined) choice.set(pubkey, isOn);
  },
  copyAgain: () => find('ecash')?.getSnapshot().children['ecash-sync']?.send({ type: 'sync.again' }),
});

/** How people take ecash. */
const infosOf = (deps: EcashAreaDeps): NutzapInfos => {
  const authorRelays = authorRelaysOf(deps);
  return createNutzapInfos({
    ...deps,
    writeRelaysOf: (pubkey) => authorRelays({ pubkey, relays: [] }).then(({ writes }) => writes),
  });
};

type StandParts = {
  readonly current: () => Purse | undefined;
  readonly held: ReturnType<typeof rememberHeld>;
  readonly note: NoteReason;
  /** others were told that they can give */
  readonly isAwaited: () => boolean;
};

const standOf = (
  { account, browser, ending, now }: EcashAreaDeps,
  { current, held: { remembered, seen }, note, isAwaited }: StandParts,
) =>
  createStand({
    ledger: () => current()?.ledger,
    onAccount: account.subscribe,
    onAwake: (listener) => onAwake({ window: browser, document: browser.document }, listener, ending),
    remembered,
    seen(next: EcashStand, before) {
      const isOpen = next.open.some((record) => !isOver(record));
      const isOffered = next.offers.some((offer) => isWatched(offer, now()));
      note('open', isOpen || isOffered || isAwaited() || isAwaitingPayment(next, now()));
      seen(next, before);
    },
  });

const configurationOf = ({ browser }: EcashAreaDeps) =>
  browser.document.querySelector<HTMLMetaElement>('meta[name=nuthatch-relays]')?.content;

/** The Lightning address that pays into the ecash, and what fetches by itself what was paid. */
const addressOf = (
  deps: EcashAreaDeps,
  { current, purseOf, opened }: Pick<Parts, 'current' | 'purseOf'> & { readonly opened: () => Promise<Purse> },
) => {
  const { address, slots } = createAddress({
    ...deps,
    fetch: (...asked) => deps.browser.fetch(...asked),
    window: deps.browser,
    document: deps.browser.document,
    purse: current,
    opened,
    purseOf,
    onAccount: deps.account.subscribe,
    usual: sampleAddressService(configurationOf(deps)) ?? USUAL_ADDRESS_SERVICE,
    arrived: (sats) => deps.notify({ code: 'address-paid', sats }),
  });
  return { address, taking: dutyMachine.provide({ actors: slots }) };
};

type Ways = Pick<Ecash, 'address'> & {
  readonly settings: AllMessageSettings;
  readonly nutzapSettings: AllNutzapSettings;
};

/** Whether others were told how they can give: then it is looked for what came at each start. */
const isGivenTo = (pubkey: string, { address, settings, nutzapSettings }: Ways): boolean => {
  const kept = address.stand.get();
  const isFetching = kept !== undefined && kept.isOff === undefined;
  return isFetching || settings.of(pubkey).receives || nutzapSettings.of(pubkey).named.mints.length > 0;
};

const currentOf =
  ({ account }: EcashAreaDeps, purseOf: Parts['purseOf']) =>
  () => {
    const { pubkey } = account.get();
    return pubkey === undefined ? undefined : purseOf(pubkey);
  };

/** The ecash of whoever is logged in. */
export const ecashAreas = (deps: EcashAreaDeps): EcashGroup => {
  const { account, browser, storages, find, session, now } = deps;
  const tab = browser.crypto.randomUUID();
  const infos = infosOf(deps);
  const purseOf = createPurses(deps, { tab, takes: infos.now });
  const current = currentOf(deps, purseOf);
  const note = noteReasons(deps);
  const choice = createRelayChoice({ storage: storages.local, window: browser, now });
  const held = rememberHeld(deps);
  const settings = createMessageSettings({ storage: storages.local, window: browser });
  const nutzapSettings = createNutzapSettings({ storage: storages.local, window: browser });
  const { address, taking } = addressOf(deps, { current, purseOf, opened: () => opened() });
  const isAwaited = () => isGivenTo(account.get().pubkey ?? '', { settings, nutzapSettings, address });
  const stand = standOf(deps, { current, held, note, isAwaited });
  const messages = createMessages({ ...deps, purseOf });
  settings.subscribe(stand.look);
  address.stand.subscribe(stand.look);
  const byMessage = tokensByMessage(deps, { current, stand, messages, infos, settings });
  const { acts, begin, opened } = createEcashActs({
    purse: current,
    chart: () => find('ecash'),
    confirm: async (passphrase) => await session()?.confirm(passphrase),
    onBegin: () => note('open', true),
    ...byMessage.deps,
    now,
  });
  const { nutzaps, duties } = nutzapParts(deps, { purseOf, current, stand: stand.get, begin, infos, nutzapSettings });
  const all = { ...duties, 'message list': byMessage.duty, 'address taking': taking };
  const asking = createRequests({ ...deps, purse: current, opened, begin, stand, messages });
  readWhileWanted(deps, { stand, settings, messages }, [byMessage.hear, asking.hear]);
  const { found, restore } = foundOnRelays(deps, { current, opened, begin, look: acts.look });
  return {
    source: (route) => createEcashSource({ route, purse: current, purseOf, opened, begin, now }),
    areas: {
      ecash: ecashArea({ purseOf, current, choice, tab, duties: all }, deps),
      ...messages.areas,
      restore: { logic: restore },
    },
    ecash: {
      stand,
      isReadOnly: createReadOnly(deps),
      forgetLost() {
        held.forget();
        stand.look();
      },
      nutzaps,
      ...copyActs(deps, { current, choice, note }),
      address,
      sample: sampleMints(configurationOf(deps)),
      ...acts,
      ...byMessage.arriving,
      ...asking.acts,
      askToken: createAsking(deps, current),
      recommended: createRecommended(deps),
      ...found,
    },
  };
};
