import { setMaxListeners } from 'node:events';
import { hexToBytes } from '@noble/hashes/utils.js';
import { IDBFactory } from 'fake-indexeddb';
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { createSigner } from '#devnet/content/signer.ts';
import { createLedger } from '#devnet/lightning/ledger.ts';
import type { NwcAsked, ServiceRelays } from '#devnet/nwc/scripted-service.ts';
import type { NwcFault } from '#devnet/nwc/wallet-faults.ts';
import { startNwcWallet, walletInfoEvent } from '#devnet/nwc/wallet.ts';
import { createActor, type ActorRefFrom } from 'xstate';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import type { Payable, PaymentRecord } from '#domain/wallet/payment.ts';
import { connectNwc } from '#actors/wallet/nwc-link.ts';
import { createPaying, type PayingDeps } from '#actors/wallet/paying.ts';
import type { WalletLink } from '#actors/wallet/wallet-link.ts';
import type { KeeperProcess } from '#actors/wallet/keeper-process.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { paymentDeskMachine } from '#machines/wallet/payment-desk.machine.ts';
import { paymentMachine } from '#machines/wallet/payment.machine.ts';
import { openPayments, type Payments } from '#store/wallet/payments.ts';
import { createWalletKeeper, type WalletWorker } from '#workers/wallet-core.ts';

/** What is wrong with the answer to one request, or with its way. */
export type WalletFault =
  | 'none'
  /** it is paid, and nobody is told */
  | 'no answer'
  | 'late answer'
  | 'answers twice'
  /** it is under way in the wallet for a while */
  | 'pending'
  | 'wrong preimage'
  | 'undecryptable'
  | 'fails'
  | 'internal error, but paid'
  | 'no funds'
  /** a confused wallet: it says no, and pays */
  | 'no funds, but paid'
  /** the relay loses the request, or keeps it back */
  | 'lost'
  | 'delivered late'
  /** just before it must not be begun any more */
  | 'delivered at the last moment'
  /** the relay takes nothing */
  | 'relay down';

export const WALLET_FAULTS: readonly WalletFault[] = [
  'none',
  'no answer',
  'late answer',
  'answers twice',
  'pending',
  'wrong preimage',
  'undecryptable',
  'fails',
  'internal error, but paid',
  'no funds',
  'no funds, but paid',
  'lost',
  'delivered late',
  'delivered at the last moment',
  'relay down',
];

const SECOND = 1_000;

/** What the service does wrong; the others are on the way to it. */
const SERVICE_FAULTS: Partial<Record<WalletFault, NwcFault>> = {
  'no answer': { type: 'no answer', pays: true },
  'late answer': { type: 'late', ms: 31 * SECOND },
  'answers twice': { type: 'twice' },
  pending: { type: 'slow', ms: 40 * SECOND },
  'wrong preimage': { type: 'wrong preimage' },
  undecryptable: { type: 'undecryptable' },
  fails: { type: 'error', code: 'PAYMENT_FAILED' },
  'internal error, but paid': { type: 'error', code: 'INTERNAL', pays: true },
  'no funds, but paid': { type: 'error', code: 'INSUFFICIENT_BALANCE', pays: true },
  'no funds': { type: 'error', code: 'INSUFFICIENT_BALANCE' },
};

/** ms that the relay keeps a request back */
const WAYS: Partial<Record<WalletFault, number>> = {
  'delivered late': 50 * SECOND,
  'delivered at the last moment': 28_900,
};
const WAY_MS = 5;

type Listener = { readonly matches: (event: NostrEvent) => boolean; readonly hear: (event: NostrEvent) => void };

/** A relay in memory, which can be gone. */
const createRelay = () => {
  const listeners = new Set<Listener>();
  let isOnline = true;
  return {
    isOnline: () => isOnline,
    setOnline: (online: boolean) => void (isOnline = online),
    carry(event: NostrEvent, afterMs = WAY_MS) {
      setTimeout(() => {
        for (const { matches, hear } of isOnline ? [...listeners] : []) if (matches(event)) hear(event);
      }, afterMs);
    },
    listen(filters: readonly Filter[], hear: (event: NostrEvent) => void) {
      const listener = { matches: filterMatcher(filters), hear };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

type MemoryRelay = ReturnType<typeof createRelay>;

const RELAY = 'wss://alder.example';
const [DEVICE, PAYEE] = ['device', 'shop'];
/** who pays what the app shows for a phone to scan */
export const PHONE = 'phone';
const SATS = 1_000_000;
const SHARE_SATS = 21;

/** The app's side of the relay. A request to pay fares on its way as its fault says. */
const requestsOver = (
  relay: MemoryRelay,
  info: NostrEvent,
  faultOf: (event: NostrEvent) => WalletFault,
): Pick<RelayRequests, 'watch' | 'publish' | 'fetch'> => ({
  fetch: () => Promise.resolve({ events: [info], outcomes: [] }),
  watch({ filters, onEvent, onEose }) {
    const stop = relay.listen(filters, (event) => onEvent?.(event, RELAY));
    onEose?.();
    return stop;
  },
  async publish(event) {
    const fault = relay.isOnline() ? faultOf(event) : 'relay down';
    if (fault === 'relay down') throw new Error('no relay');
    if (fault !== 'lost') relay.carry(event, WAYS[fault]);
    return [];
  },
});

/** The service's side of it, in the place of the library's sockets. */
const serviceRelays = (relay: MemoryRelay): ServiceRelays => ({
  ensureRelay: async () => {},
  subscribe: (_, filter, { onevent }) => ({
    close: relay.listen([filter as Filter], (event) => onevent?.(event as Parameters<NonNullable<typeof onevent>>[0])),
  }),
  publish(_, event) {
    relay.carry(event);
    return [Promise.resolve('')];
  },
  close: () => {},
});

/** The same by code that signs several times as fast: that the keeper of the app signs well is tested with itself. */
type SignFast = (body: string, at: number, expiration: number | undefined) => NostrEvent;

const keeperOf = (signFast: SignFast): KeeperProcess => {
  const keeper = createWalletKeeper({
    subtle: crypto.subtle,
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  });
  const worker: WalletWorker = {
    ...keeper,
    request: async (body, encryption, at, expiration) =>
      encryption === 'nip44_v2'
        ? { ok: true, value: signFast(body, at, expiration) }
        : keeper.request(body, encryption, at, expiration),
  };
  return {
    async call(act) {
      const answer = await act(worker as never);
      if (!answer.ok) throw new Error(answer.problem.code);
      return answer.value;
    },
    end: () => {},
  };
};

/**
 * A device: what it keeps between its tabs, and outside of it the wallet service and the ledger of the sample network, over a
 * relay in memory. The books decide what is true.
 */
export const createLightningWorld = async (faultOf: (hash: string) => WalletFault) => {
  const ledger = createLedger();
  ledger.fund(DEVICE, SATS);
  ledger.fund(PHONE, SATS);
  const relay = createRelay();
  const signer = createSigner('world');
  const faultOfInvoice = (invoice: unknown) => faultOf(readInvoice(String(invoice))?.paymentHash ?? '');
  const place = { name: 'world', signer, ledger, account: DEVICE, lud16: 'me@alder.example', budgetSats: undefined };
  const service = await startNwcWallet({
    ...place,
    relayUrls: [RELAY],
    relays: serviceRelays(relay),
    faultOf: ({ method, params }) =>
      method === 'pay_invoice' ? SERVICE_FAULTS[faultOfInvoice(params['invoice'])] : undefined,
  });
  const client = new URL(service.pairingCode).searchParams.get('secret')!;
  const conversation = getConversationKey(hexToBytes(client), service.pubkey);
  const faultOfRequest = ({ content }: NostrEvent): WalletFault => {
    const { method, params } = JSON.parse(decrypt(content, conversation)) as NwcAsked;
    return method === 'pay_invoice' ? faultOfInvoice(params['invoice']) : 'none';
  };
  const key = { secret: hexToBytes(client) };
  const signFast: SignFast = (body, at, expiration) => {
    const tags = [
      ['p', service.pubkey],
      ['encryption', 'nip44_v2'],
      ...(expiration === undefined ? [] : [['expiration', String(expiration)]]),
    ];
    return signer.sign({ kind: KIND.walletRequest, at, tags, content: encrypt(body, conversation) }, key);
  };
  const requests = requestsOver(relay, walletInfoEvent(place, 1), faultOfRequest);
  const onBack = new Set<() => void>();
  const proofs = new Set<ProofWatch>();
  const channel = new EventTarget();
  // one for each tab there ever was
  setMaxListeners(0, channel);
  return {
    ledger,
    service,
    requests,
    signFast,
    factory: new IDBFactory(),
    channel,
    onBack,
    /** hashes of payments of which the user was told that they were made in spite of a refusal */
    afterAll: [] as string[],
    /** the provider of whoever is paid, which hears of nothing by itself */
    watchProof(hash: string, onPaid: ProofWatch['onPaid']) {
      const watch = { hash, onPaid };
      proofs.add(watch);
      const { settled, preimage } = ledger.find(hash) ?? {};
      if (settled?.payer === PHONE) queueMicrotask(() => onPaid('receipt', preimage));
      return () => void proofs.delete(watch);
    },
    /** it tells that an invoice was paid */
    tellProof(hash: string, by: 'receipt' | 'verify', preimage: string | undefined) {
      for (const one of proofs) if (one.hash === hash) one.onPaid(by, preimage);
    },
    watched: () => [...proofs].map(({ hash }) => hash),
    setOnline(online: boolean) {
      relay.setOnline(online);
      if (online) for (const listener of onBack) listener();
    },
    /** an invoice of somebody outside */
    invoice: (): Payable => ledger.invoice({ payee: PAYEE, msats: SHARE_SATS * 1_000 }),
    invoices: () => ledger.of(PAYEE),
  };
};

type ProofWatch = { readonly hash: string; readonly onPaid: Parameters<PayingDeps['watchProof']>[1] };

export type LightningWorld = Awaited<ReturnType<typeof createLightningWorld>>;

/** The channel between the tabs of a device. */
const channelOf = ({ channel }: LightningWorld) => ({
  postMessage: () => queueMicrotask(() => void channel.dispatchEvent(new Event('message'))),
  addEventListener: channel.addEventListener.bind(channel),
  removeEventListener: channel.removeEventListener.bind(channel),
});

const whenWorldSays =
  ({ onBack }: LightningWorld): PayingDeps['whenBack'] =>
  (listener) => {
    onBack.add(listener);
    return () => void onBack.delete(listener);
  };

type TabOptions = {
  /** another way of writing down than that of the app */
  readonly payments?: (payments: Payments) => Payments;
  /** around what the payment does outside */
  readonly around?: (link: WalletLink) => WalletLink;
  /** who is logged in */
  readonly account?: PayingDeps['account'];
  /** when somebody is there again; when the world says so, where it is left out */
  readonly whenBack?: PayingDeps['whenBack'];
};

let attempts = 0;
export const OWNER = '11'.repeat(32);

/** A tab in which the wallet is connected, as the app joins its parts. */
export const openPayingTab = async (
  world: LightningWorld,
  {
    payments = (own) => own,
    around = (own) => own,
    account = { get: () => OWNER, subscribe: () => () => {} },
    whenBack = whenWorldSays(world),
  }: TabOptions = {},
) => {
  const { service, requests, factory, signFast } = world;
  const keeper = keeperOf(signFast);
  const { pairing } = await keeper.call((worker) => worker.pair(service.pairingCode, false));
  const link = around(await connectNwc({ requests, keeper, pairing, isReached: () => true, now: () => Date.now() }));
  let desk: ActorRefFrom<typeof paymentDeskMachine> | undefined;
  const deps: PayingDeps = {
    payments: payments(openPayments(factory, channelOf(world) as never)),
    desk: () => desk,
    first: () => link,
    sourceOf: ({ kind }) => (link.route.kind === kind ? link : undefined),
    whenBack,
    account,
    watchProof: (payment, onPaid) => world.watchProof(payment.hash, onPaid),
    now: () => Date.now(),
    attemptId: () => `attempt ${(attempts += 1)}`,
    onBegin: () => {},
    paidAfterAll: ({ hash }) => void world.afterAll.push(hash),
  };
  const { paying, slots, followPayments } = createPaying(deps);
  const payment = paymentMachine.provide({ actors: slots });
  desk = createActor(paymentDeskMachine.provide({ actors: { payment, 'follow payments': followPayments } })).start();
  return {
    paying,
    desk,
    link,
    /** The tab is gone from one moment to the next. */
    close() {
      desk?.stop();
      link.close();
    },
  };
};

export type PayingTab = Awaited<ReturnType<typeof openPayingTab>>;

/** What the device has written down. */
export const writtenDown = (world: LightningWorld): Promise<readonly PaymentRecord[]> =>
  openPayments(world.factory).all();
