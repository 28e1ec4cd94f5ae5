import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { IDBFactory } from 'fake-indexeddb';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { createActor, type ActorRefFrom } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { tagValue } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import type { Payable, PaymentRecord } from '#domain/wallet/payment.ts';
import { connectNwc } from '#actors/wallet/nwc-link.ts';
import { createPaying, type PayingDeps } from '#actors/wallet/paying.ts';
import type { WalletLink } from '#actors/wallet/wallet-link.ts';
import type { KeeperProcess } from '#actors/wallet/keeper-process.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { paymentDeskMachine } from '#machines/wallet/payment-desk.machine.ts';
import { paymentMachine } from '#machines/wallet/payment.machine.ts';
import { openPayments, type Payments } from '#store/wallet/payments.ts';
import { createWalletKeeper } from '#workers/wallet-core.ts';

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
  'lost',
  'delivered late',
  'delivered at the last moment',
  'relay down',
];

const [WALLET, CLIENT] = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(4)];
const [WALLET_PUBKEY, CLIENT_PUBKEY] = [getPublicKey(WALLET), getPublicKey(CLIENT)];
const CONVERSATION = getConversationKey(WALLET, CLIENT_PUBKEY);
const SECOND = 1_000;
/** ms that the relay keeps a request back */
const WAYS: Partial<Record<WalletFault, number>> = {
  'delivered late': 50 * SECOND,
  'delivered at the last moment': 28_900,
};

/** Invoices and who settled them: the books, which decide what is true. */
export const createLedger = () => {
  const preimages = new Map<string, string>();
  const settlements = new Map<string, string[]>();
  return {
    invoice(name: string, expiresInS = 3_600): Payable {
      const preimage = bytesToHex(sha256(new TextEncoder().encode(name)));
      const paymentHash = bytesToHex(sha256(hexToBytes(preimage)));
      preimages.set(paymentHash, preimage);
      settlements.set(paymentHash, []);
      return { text: `ln${paymentHash}`, paymentHash, msats: 21_000, expiresAt: Date.now() / SECOND + expiresInS };
    },
    /** Settles it once more: nothing here keeps anybody from paying twice. */
    settle(hash: string, by: string): string {
      settlements.get(hash)!.push(by);
      return preimages.get(hash)!;
    },
    settled: (hash: string): readonly string[] => settlements.get(hash) ?? [],
    preimage: (hash: string) => preimages.get(hash)!,
    hashes: () => [...preimages.keys()],
  };
};

type Ledger = ReturnType<typeof createLedger>;
type Paid = { state: 'pending' | 'settled' | 'failed'; fault: WalletFault };

/** A wallet service over a relay in memory, which does what the fault of the moment says. */
export const createService = (ledger: Ledger, faultOf: (hash: string) => WalletFault) => {
  const listeners = new Set<(event: NostrEvent) => void>();
  const paid = new Map<string, Paid>();
  let isOnline = true;
  const say = (event: NostrEvent) => {
    if (isOnline) for (const listener of listeners) listener(event);
  };
  const reply = (
    to: NostrEvent,
    body: unknown,
    afterMs = 20,
    content = encrypt(JSON.stringify(body), CONVERSATION),
  ) => {
    const tags = [
      ['p', to.pubkey],
      ['e', to.id],
    ];
    const event = finalizeEvent({ kind: 23195, tags, content, created_at: Math.floor(Date.now() / SECOND) }, WALLET);
    setTimeout(() => say(event), afterMs);
  };
  const fail = (to: NostrEvent, method: string, code: string) =>
    reply(to, { result_type: method, error: { code, message: code } });
  const rowOf = (hash: string) => {
    const known = paid.get(hash)!;
    const isPaid = known.state === 'settled';
    return {
      type: 'outgoing',
      state: known.state,
      amount: 21_000,
      payment_hash: hash,
      ...(isPaid && { preimage: ledger.preimage(hash) }),
    };
  };
  const pay = (event: NostrEvent, hash: string) => {
    const fault = faultOf(hash);
    if (fault === 'no funds') return fail(event, 'pay_invoice', 'INSUFFICIENT_BALANCE');
    if (fault === 'fails') {
      paid.set(hash, { state: 'failed', fault });
      return fail(event, 'pay_invoice', 'PAYMENT_FAILED');
    }
    const settle = () => {
      paid.set(hash, { state: 'settled', fault });
      return ledger.settle(hash, 'wallet');
    };
    const word = (preimage: string) => ({ result_type: 'pay_invoice', result: { preimage } });
    if (fault === 'pending') {
      paid.set(hash, { state: 'pending', fault });
      return void setTimeout(() => reply(event, word(settle())), 40 * SECOND);
    }
    const preimage = settle();
    if (fault === 'no answer') return undefined;
    if (fault === 'late answer') return reply(event, word(preimage), 31 * SECOND);
    if (fault === 'wrong preimage') return reply(event, word('ee'.repeat(32)));
    if (fault === 'undecryptable') return reply(event, {}, 20, 'nonsense');
    if (fault === 'internal error, but paid') return fail(event, 'pay_invoice', 'INTERNAL');
    reply(event, word(preimage));
    if (fault === 'answers twice') reply(event, word(preimage), 50);
    return undefined;
  };
  const hear = (event: NostrEvent) => {
    const expiration = tagValue(event, 'expiration');
    if (expiration !== undefined && Number(expiration) * SECOND <= Date.now()) return undefined;
    const { method, params } = JSON.parse(decrypt(event.content, CONVERSATION)) as {
      method: string;
      params: Record<string, string>;
    };
    if (method === 'get_info') return reply(event, { result_type: method, result: { alias: 'Alder', methods: [] } });
    if (method === 'pay_invoice') return pay(event, params['invoice']!.slice(2));
    if (method === 'list_transactions')
      return reply(event, { result_type: method, result: { transactions: [...paid.keys()].map(rowOf) } });
    const hash = params['payment_hash']!;
    return paid.has(hash)
      ? reply(event, { result_type: method, result: rowOf(hash) })
      : fail(event, method, 'NOT_FOUND');
  };
  const requests: Pick<RelayRequests, 'watch' | 'publish' | 'fetch'> = {
    fetch: () =>
      Promise.resolve({
        events: [
          finalizeEvent({ kind: 13194, tags: [['encryption', 'nip44_v2']], content: '', created_at: 1 }, WALLET),
        ],
        outcomes: [],
      }),
    watch({ filters, onEvent, onEose }) {
      const matches = filterMatcher(filters);
      const listener = (event: NostrEvent) => matches(event) && onEvent?.(event, 'wss://alder.example');
      listeners.add(listener);
      onEose?.();
      return () => void listeners.delete(listener);
    },
    async publish(event) {
      if (!isOnline) throw new Error('no relay');
      const { method, params } = JSON.parse(decrypt(event.content, CONVERSATION)) as {
        method: string;
        params: Record<string, string>;
      };
      const fault = method === 'pay_invoice' ? faultOf(params['invoice']!.slice(2)) : 'none';
      if (fault === 'relay down') throw new Error('no relay');
      if (fault !== 'lost') setTimeout(() => isOnline && hear(event), WAYS[fault] ?? 5);
      return [];
    },
  };
  return { requests, setOnline: (online: boolean) => void (isOnline = online) };
};

const keeperOf = (): KeeperProcess => {
  const worker = createWalletKeeper({
    subtle: crypto.subtle,
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  });
  return {
    async call(act) {
      const answer = await act(worker as never);
      if (!answer.ok) throw new Error(answer.problem.code);
      return answer.value;
    },
    end: () => {},
  };
};

/** A device: what it keeps between its tabs, and the wallet and the books outside. */
export const createLightningWorld = (faultOf: (hash: string) => WalletFault) => {
  const ledger = createLedger();
  return { ledger, service: createService(ledger, faultOf), factory: new IDBFactory(), channel: new EventTarget() };
};

export type LightningWorld = ReturnType<typeof createLightningWorld>;

/** The channel between the tabs of a device. */
const channelOf = ({ channel }: LightningWorld) => ({
  postMessage: () => queueMicrotask(() => void channel.dispatchEvent(new Event('message'))),
  addEventListener: channel.addEventListener.bind(channel),
  removeEventListener: channel.removeEventListener.bind(channel),
});

type TabOptions = {
  /** another way of writing down than that of the app */
  readonly payments?: (payments: Payments) => Payments;
  /** around what the payment does outside */
  readonly around?: (link: WalletLink) => WalletLink;
};

let attempts = 0;

/** A tab in which the wallet is connected, as the app joins its parts. */
export const openPayingTab = async (
  world: LightningWorld,
  { payments = (own) => own, around = (own) => own }: TabOptions = {},
) => {
  const { service, factory } = world;
  const code = `nostr+walletconnect://${WALLET_PUBKEY}?relay=wss://alder.example&secret=${bytesToHex(CLIENT)}`;
  const keeper = keeperOf();
  const { pairing } = await keeper.call((worker) => worker.pair(code, false));
  const link = around(await connectNwc({ requests: service.requests, keeper, pairing, now: () => Date.now() }));
  let desk: ActorRefFrom<typeof paymentDeskMachine> | undefined;
  const deps: PayingDeps = {
    payments: payments(openPayments(factory, channelOf(world) as never)),
    desk: () => desk,
    link: () => link,
    onBack: () => () => {},
    account: () => CLIENT_PUBKEY,
    now: () => Date.now(),
    attemptId: () => `attempt ${(attempts += 1)}`,
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
