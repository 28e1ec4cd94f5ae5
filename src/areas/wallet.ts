import { fromPromise } from 'xstate';
import { createListeners, type Listeners } from '#domain/listeners.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { ratesUrl } from '#domain/money/fiat.ts';
import { createFiat } from '#actors/wallet/fiat.ts';
import { throughProxy } from '#domain/wallet/lnurl-proxy.ts';
import { TRANSACTIONS_PAGE } from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { Ecash } from '#ports/ecash.ts';
import type { Paying } from '#ports/paying.ts';
import type { Wallet } from '#ports/wallet.ts';
import { authorRelaysOf } from '#actors/relays/author-relays.ts';
import { locksOf } from '#actors/shell/alone.ts';
import { databasesOf, openTabChannel } from '#actors/shell/offered.ts';
import { createAskers, isInUse } from '#actors/wallet/askers.ts';
import { whenBack } from '#actors/wallet/coming-back.ts';
import { createConnecting, type Connecting } from '#actors/wallet/connecting.ts';
import { hasProvider, onProvider } from '#actors/wallet/webln.ts';
import { createPayees } from '#actors/wallet/payees.ts';
import { createPayAddress } from '#actors/wallet/pay-address.ts';
import { createHearing, createPaying } from '#actors/wallet/paying.ts';
import type { PaymentSource } from '#actors/wallet/wallet-link.ts';
import type { EcashRoute, PaymentRecord } from '#domain/wallet/payment.ts';
import { toSats } from '#domain/msats.ts';
import type { LnurlDeps } from '#actors/wallet/lnurl.ts';
import { findPayer, sourcesOf } from '#actors/wallet/find-payer.ts';
import { findWallet } from '#actors/wallet/find-wallet.ts';
import { createZapSlots, type AllZapParts } from '#actors/wallet/zap-slots.ts';
import { createReceiptWatch, type WatchReceipt } from '#actors/wallet/receipt-watch.ts';
import { createZapByEcash } from '#actors/ecash/nutzaps/zap-by-ecash.ts';
import { redeemToWallet } from '#actors/wallet/redeeming.ts';
import { watchProof } from '#actors/wallet/zap-proof.ts';
import { createOnlookers, createZapping } from '#actors/wallet/zapping.ts';
import { defineRemoveWallet, defineWatchWalletOwner, forgetWithAccount } from '#actors/wallet/account-change.ts';
import { chooseWallet, defineConnectSaved, defineWatchOccasions } from '#actors/wallet/auto-connect.ts';
import {
  defineConnect,
  defineMindWallet,
  defineWatchWalletRelays,
  isReached,
} from '#actors/wallet/connection-slots.ts';
import { autoConnectMachine } from '#machines/wallet/auto-connect.machine.ts';
import { nwcServiceMachine } from '#machines/wallet/nwc-service.machine.ts';
import { readUrls } from '#machines/relays/directory-plan.ts';
import { paymentDeskMachine } from '#machines/wallet/payment-desk.machine.ts';
import { paymentMachine } from '#machines/wallet/payment.machine.ts';
import { zapDeskMachine } from '#machines/wallet/zap-desk.machine.ts';
import { zapMachine } from '#machines/wallet/zap.machine.ts';
import { savedWalletsMachine } from '#machines/wallet/saved-wallets.machine.ts';
import { walletConnectionMachine } from '#machines/wallet/wallet-connection.machine.ts';
import { openKeystore } from '#store/session/keystore.ts';
import { createLnurlProxy, type LnurlProxy } from '#store/wallet/lnurl-proxy.ts';
import { createLastPayees } from '#store/wallet/last-payees.ts';
import { openPayments, PAYMENTS_CHANNEL, type Payments } from '#store/wallet/payments.ts';
import { createPayerChoice, type PayerChoice } from '#store/wallet/payer-choice.ts';
import { createZapChoices } from '#store/wallet/zap-choices.ts';
import { onAwake } from '#actors/shell/awake.ts';
import { hasEcashTraces } from '#store/ledger/ecash-traces.ts';
import { noteThatItPaid } from '#store/wallet/wallet-traces.ts';
import { createSavedWallets, savedOfAccount, type SavedWallets } from '#store/wallet/saved-wallets.ts';
import { spawnWalletWorker } from '#workers/wallet-spawn.ts';
import { receivingArea } from './receiving.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

type WalletDeps = AreaDeps & {
  readonly signer: CurrentSigner;
  readonly ecash: {
    /** the ecash at a mint, to pay from; undefined until ecash runs */
    readonly source: (route: EcashRoute) => PaymentSource | undefined;
    readonly start: () => Promise<void>;
    /** undefined until ecash runs */
    readonly running: () => Ecash | undefined;
  };
};
type WalletGroup = { readonly areas: AreasOf<'wallet'>; readonly wallet: Wallet };

const createParts = (deps: WalletDeps) => {
  const { browser, storages, account, signer, requests, wire, now, ending } = deps;
  const indexedDB = databasesOf(browser);
  const saved = createSavedWallets({ storage: storages.local, window: browser, keystore: openKeystore({ indexedDB }) });
  const connecting = createConnecting({
    spawn: () => spawnWalletWorker(browser),
    requests,
    isReached: (relays) => isReached(wire, relays),
    saved,
    signer,
    account: () => account.get().pubkey,
    place: browser,
    now,
    random: () => browser.crypto.randomUUID().replaceAll('-', '').slice(0, 12),
  });
  const payments = openPayments(indexedDB, openTabChannel(browser, PAYMENTS_CHANNEL));
  onAwake({ window: browser, document: browser.document }, payments.lookAgain, ending);
  const proxy = createLnurlProxy({ storage: storages.local, window: browser });
  const lnurl = {
    fetch: browser.fetch.bind(browser),
    now,
    isOnline: () => browser.navigator.onLine,
    proxy: (told: boolean) => throughProxy(proxy.get(), told),
  };
  const payer = createPayerChoice({ storage: storages.local, window: browser, account: () => account.get().pubkey });
  const watchReceipt = createReceiptWatch(requests);
  const locks = locksOf(browser);
  return { saved, connecting, payments, proxy, lnurl, payer, watchReceipt, locks, looks: createListeners() };
};

type Parts = {
  readonly saved: SavedWallets;
  readonly connecting: Connecting;
  readonly payments: Payments;
  readonly proxy: LnurlProxy;
  readonly lnurl: LnurlDeps;
  readonly payer: PayerChoice;
  readonly watchReceipt: WatchReceipt;
  /** undefined where the browser has none */
  readonly locks: LockManager | undefined;
  /** tell that somebody looks at the balance */
  readonly looks: Listeners;
};

/** Says that money went in spite of a refusal. */
const afterAllOf = ({ notify }: Pick<WalletDeps, 'notify'>) => {
  return ({ msats }: PaymentRecord) => notify({ code: 'paid-after-all', sats: toSats(msats) });
};

/** Removes what is saved of a wallet that failed, unless another tab may be paying over it all the same. */
const forgetUseless = async ({ saved, locks }: Pick<Parts, 'saved' | 'locks'>, id: string, isFault: boolean) => {
  if (!isFault || !(await isInUse(locks, id))) await saved.remove(id);
};

const connectionArea = (
  { saved, connecting, payments, looks, locks }: Parts,
  { account, wire, now, notify, find, follow, browser: { document } }: WalletDeps,
) => ({
  logic: walletConnectionMachine.provide({
    actors: {
      'watch account': defineWatchWalletOwner({
        account,
        saved,
        connected: () => find('wallet-connection')?.getSnapshot().context.wallet?.id,
        onConnected: (listener) => follow('wallet-connection', listener),
      }),
      connect: defineConnect(connecting),
      'mind wallet': defineMindWallet(connecting, {
        onMoved: payments.watch,
        onAsked: looks.subscribe,
        hear: createHearing({ payments, now, paidAfterAll: afterAllOf({ notify }) }),
        document,
        now,
      }),
      'nwc-service': nwcServiceMachine.provide({
        actors: { 'watch relays': defineWatchWalletRelays(connecting, wire) },
      }),
    },
    guards: { 'former is there': () => connecting.hasFormer() },
    actions: {
      'drop wallet': () => connecting.drop(),
      'set wallet aside': () => connecting.setAside(),
      'take former back': () => connecting.takeBack(),
      'let former go': () => connecting.letGo(),
      'forget stored': (_, { id, isFault }) => void forgetUseless({ saved, locks }, id, isFault).catch(() => {}),
      'remember that it was by hand': (_, { byHand }) => saved.byHand.set(byHand),
    },
  }),
});

/** Connects one of the saved wallets. */
const connectSavedOf = ({ saved }: Parts, { find, account }: WalletDeps) =>
  defineConnectSaved(
    () => find('wallet-connection'),
    (id) => saved.of(account.get().pubkey).find((one) => one.id === id)?.walletType,
  );

const autoConnectArea = (parts: Parts, deps: WalletDeps) => {
  const { browser, find, follow, account, signer, now } = deps;
  const connection = () => find('wallet-connection');
  const choose = () =>
    chooseWallet({
      find: connection,
      saved: parts.saved,
      account: () => account.get().pubkey,
      canOpen: (kind) => (kind === 'webln' ? hasProvider(browser) : signer() !== undefined),
      now,
    });
  return {
    logic: autoConnectMachine.provide({
      actors: {
        'watch occasions': defineWatchOccasions(follow, { window: browser, document: browser.document }),
        'choose wallet': fromPromise<{ id: string } | undefined>(async () => choose()),
        'connect wallet': connectSavedOf(parts, deps),
      },
      actions: { 'stop connecting': () => connection()?.send({ type: 'wallet.cancel' }) },
    }),
  };
};

const savedArea = (parts: Parts, deps: WalletDeps) => {
  const { saved } = parts;
  const { find } = deps;
  const connection = () => find('wallet-connection');
  return {
    logic: savedWalletsMachine.provide({
      actors: {
        'connect wallet': connectSavedOf(parts, deps),
        'remove wallet': defineRemoveWallet(connection, saved),
      },
      actions: {
        'rename wallet': (_, { id, name }) => {
          const renamed = saved.rename(id, name);
          if (renamed !== undefined) connection()?.send({ type: 'wallet.renamed', id, name: renamed });
        },
        'stop connecting': () => connection()?.send({ type: 'wallet.cancel', byHand: true }),
      },
    }),
  };
};

const payingOf = ({ payments, connecting, lnurl, payer, watchReceipt }: Parts, deps: WalletDeps) => {
  const { browser, storages, find, account, now } = deps;
  const sourceOf = sourcesOf(connecting.link, deps.ecash.source);
  return createPaying({
    payments,
    desk: () => find('payment-desk'),
    first: () => sourceOf(payer.get()),
    sourceOf,
    whenBack: whenBack(deps, browser),
    account: { get: () => account.get().pubkey, subscribe: account.subscribe },
    watchProof: (payment, onPaid) => watchProof({ lnurl, watchReceipt }, payment, onPaid),
    now,
    attemptId: () => browser.crypto.randomUUID(),
    onBegin: () => noteThatItPaid(storages.local),
    paidAfterAll: afterAllOf(deps),
  });
};

/** Zaps, and what views have of them. */
const zapsOf = ({ payments, connecting, lnurl, payer, watchReceipt }: Parts, paying: Paying, deps: WalletDeps) => {
  const { browser, storages, queryClient, account } = deps;
  const payees = createPayees({ ...lnurl, queryClient });
  const authorRelays = authorRelaysOf(deps);
  const readRelaysOf = (pubkey: string) => authorRelays({ pubkey, relays: [] }).then(({ reads }) => reads);
  const parts: AllZapParts = new Map();
  const { giving, ...gifts } = createZapByEcash({
    ...deps,
    writeRelaysOf: (pubkey) => authorRelays({ pubkey, relays: [] }).then(({ writes }) => writes),
    ecash: { ...deps.ecash, isTraced: () => hasEcashTraces(storages.local) },
    account: () => account.get().pubkey,
  });
  const { isLookedAt, look } = createOnlookers();
  const slots = createZapSlots(
    {
      ...deps,
      lnurl,
      watchReceipt,
      payees,
      readRelaysOf,
      defaultRelays: () => readUrls(deps.directory().getSnapshot().context.defaults),
      paying,
      payments,
      isLookedAt,
      gifts: giving,
      account: account.get,
      lastPayees: createLastPayees(storages.local),
      findWallet: (signal) => findPayer(payer.get(), deps, { signal, isPress: true }),
      lightning: async (signal) => ((await findWallet(deps, signal)) ? connecting.link()?.route : undefined),
      tell: deps.notify,
    },
    parts,
  );
  const choice = createZapChoices({ storage: storages.local, window: browser });
  const zapping = createZapping(
    {
      ...deps,
      payments: paying.payments,
      account: () => account.get().pubkey,
      payees,
      readRelaysOf,
      parts,
      choice,
      zapId: () => `zap ${browser.crypto.randomUUID()}`,
      mayPayAtOnce: () => findPayer(payer.get(), deps, { signal: deps.ending }),
      hasLightning: () => connecting.link() !== undefined,
      usual: payer.get,
      ...gifts,
    },
    look,
  );
  return { logic: zapDeskMachine.provide({ actors: { zap: zapMachine.provide(slots) } }), zapping };
};

const fiatOf = ({ browser, storages, now }: WalletDeps) =>
  createFiat({
    storage: storages.local,
    fetch: (...asked) => browser.fetch(...asked),
    url: () => ratesUrl(browser.document.querySelector<HTMLMetaElement>('meta[name=nuthatch-relays]')?.content),
    now,
  });

/** The areas of Lightning wallets: which one is connected, those that were saved, and what is paid. */
export const walletAreas = (deps: WalletDeps): WalletGroup => {
  const parts = createParts(deps);
  const { saved, connecting } = parts;
  const { account, browser, ending } = deps;
  ending.addEventListener('abort', forgetWithAccount(account, saved));
  ending.addEventListener('abort', connecting.drop);
  // what was paid with ecash is asked of its ledger
  if (parts.payer.get()) deps.ecash.start().catch(() => {});
  const { paying, slots, followPayments } = payingOf(parts, deps);
  const payment = paymentMachine.provide({ actors: slots });
  const { logic: zapDesk, zapping } = zapsOf(parts, paying, deps);
  return {
    areas: {
      'wallet-connection': connectionArea(parts, deps),
      'saved-wallets': savedArea(parts, deps),
      'payment-desk': {
        logic: paymentDeskMachine.provide({ actors: { payment, 'follow payments': followPayments } }),
      },
      'zap-desk': { logic: zapDesk },
      'auto-connect': autoConnectArea(parts, deps),
      receiving: receivingArea({ link: connecting.link, now: deps.now }),
    },
    wallet: {
      paying,
      zapping,
      saved: savedOfAccount(saved, account),
      proxy: parts.proxy,
      payer: parts.payer,
      askers: createAskers({ follow: deps.follow, locks: parts.locks, ending }),
      address: createPayAddress(parts.lnurl),
      fiat: fiatOf(deps),
      async redeem(taken) {
        await findWallet(deps, deps.ending);
        const payCosts: Ecash['payCosts'] = (wish) => deps.ecash.running()!.payCosts(wish);
        await redeemToWallet({ link: connecting.link, payCosts, paying, description: '' }, taken);
      },
      async forgetAll() {
        deps.find('wallet-connection')?.send({ type: 'wallet.disconnect' });
        await saved.clear();
      },
      browserWallet: { get: () => hasProvider(browser), subscribe: (listener) => onProvider(browser, listener) },
      look: parts.looks.tell,
      transactions(offset) {
        const link = connecting.link();
        if (!link) return Promise.reject(new WalletError({ code: 'not-connected' }));
        return link.transactions({ limit: TRANSACTIONS_PAGE, offset });
      },
    },
  };
};
