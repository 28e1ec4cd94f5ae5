import { IDBFactory } from 'fake-indexeddb';
import { nsecEncode } from 'nostr-tools/nip19';
import { finalizeEvent, getPublicKey, verifyEvent } from 'nostr-tools/pure';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { createSigner } from '#devnet/content/signer.ts';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { accountOf, createLnurlProvider } from '#devnet/lightning/lnurl-provider.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import { parseMetadata } from '#domain/profile/metadata.ts';
import { Failure } from '#domain/problem.ts';
import { SECOND } from '#domain/units.ts';
import { isPassing, zapFailureOf, type ZapWish } from '#domain/wallet/zap-wish.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { ToldZap } from '#domain/wallet/zap-problem.ts';
import type { EcashRoute, PaymentPhase } from '#domain/wallet/payment.ts';
import type { Paying } from '#ports/paying.ts';
import type { GiftOffer, Zapping } from '#ports/zapping.ts';
import { createCurrentSigner } from '#actors/session/current-signer.ts';
import { createPaying } from '#actors/wallet/paying.ts';
import { NoRelayAnswered } from '#actors/relays/ask-relays.ts';
import { createPayees } from '#actors/wallet/payees.ts';
import type { PaymentSource } from '#actors/wallet/wallet-link.ts';
import { createReceiptWatch } from '#actors/wallet/receipt-watch.ts';
import { watchProof } from '#actors/wallet/zap-proof.ts';
import { createOnlookers, createZapping } from '#actors/wallet/zapping.ts';
import { createZapSlots, type AllZapParts, type ZapSlotDeps } from '#actors/wallet/zap-slots.ts';
import { paymentDeskMachine } from '#machines/wallet/payment-desk.machine.ts';
import { paymentMachine } from '#machines/wallet/payment.machine.ts';
import { zapDeskMachine } from '#machines/wallet/zap-desk.machine.ts';
import { zapMachine } from '#machines/wallet/zap.machine.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createLastPayees } from '#store/wallet/last-payees.ts';
import { openPayments } from '#store/wallet/payments.ts';
import { createZapChoices } from '#store/wallet/zap-choices.ts';
import { failureText } from '#ui/ecash/failure-text.ts';
import { walletProblems } from '#ui/texts/problems/wallet.ts';
import { walletProblems as germanProblems } from '#ui/texts/de/problems/wallet.ts';
import { wordsFor } from '#ui/texts/say.ts';
import { notGivenText, notPaidText, toldDoubtText, zapFailureText } from '#ui/wallet/zap-failure-text.ts';
import { areasOf } from '#tests/support/areas.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { fakeRequests, RELAYS } from '#tests/support/fake-requests.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const PEOPLE = { lena: hex(11), ikram: hex(12), dov: hex(13), bo: hex(14) } as const;
const SECRET = new Uint8Array(32).fill(7);
const ME = getPublicKey(SECRET);
const WALLET = { kind: 'nwc', walletPubkey: hex(20) } as const;
const EMPTY = { code: 'service', name: 'INSUFFICIENT_BALANCE', said: '' } as const;
const PAGE = 'https://pay.example';

const me: Signer = {
  pubkey: ME,
  signEvent: async ({ tags, ...event }) => finalizeEvent({ ...event, tags: tags.map((tag) => [...tag]) }, SECRET),
  nip44: undefined,
  nip04: undefined,
};

const nobody = (): Signer | undefined => undefined;
const NSEC = nsecEncode(new Uint8Array(32).fill(9));
const ACCOUNT = { account: { get: () => ({ method: 'nip07', pubkey: ME }) }, vault: {} } as never as Pick<
  Parameters<typeof createCurrentSigner>[0],
  'account' | 'vault'
>;

const handleOf = (pubkey: string) => Object.entries(PEOPLE).find(([, key]) => key === pubkey)?.[0];

type Change = Partial<ZapSlotDeps> & {
  readonly pays?: 'at once' | 'nobody knows';
  readonly isUsed?: boolean;
  readonly offer?: Paying['offer'];
  readonly gift?: Zapping['gift'];
  readonly usual?: EcashRoute;
  readonly answer?: (tell: Parameters<PaymentSource['pay']>[1], pay: () => void) => void;
  readonly readGiven?: () => Promise<void>;
};

/** The part of the app that zaps, over providers and books as the sample network has them. */
const setUp = async ({
  pays = 'at once',
  isUsed = false,
  offer,
  gift = async () => undefined,
  usual,
  answer,
  readGiven = async () => {},
  ...change
}: Change = {}) => {
  const ledger = createLedger();
  ledger.fund('me', 1_000_000);
  const signer = createSigner('zapping');
  const listeners = new Set<(event: NostrEvent) => void>();
  const receipts: NostrEvent[] = [];
  const provider = createLnurlProvider({
    ledger,
    signer,
    pubkeyOf: (handle) => PEOPLE[handle as keyof typeof PEOPLE],
    publish: (receipt) => {
      receipts.push(receipt);
      for (const tell of listeners) tell(receipt);
    },
  });
  const asked: string[] = [];
  const readRelaysOf = async (pubkey: string) =>
    pubkey === PEOPLE.lena ? ['wss://lena.example', RELAYS.read[0]!] : [];
  const fetch = (async (input: string) => {
    asked.push(input);
    const url = new URL(input);
    const { status, json } = provider.answer(url.pathname.split('/').slice(1), PAGE, url.searchParams);
    return Response.json(json, { status });
  }) as typeof globalThis.fetch;
  const queryClient = createQueryClient();
  queryClient.setQueryDefaults(['metadata'], {
    queryFn: ({ queryKey }) => {
      const handle = handleOf(String(queryKey[1]));
      return parseMetadata({ content: JSON.stringify({ lud16: handle && `${handle}@pay.example` }), created_at: 1 });
    },
  });
  const { requests } = fakeRequests();
  requests.watch = ({ onEvent }) => {
    const tell = (event: NostrEvent) => onEvent?.(event, 'wss://one.example');
    listeners.add(tell);
    queueMicrotask(() => receipts.forEach(tell));
    return () => void listeners.delete(tell);
  };
  const watchReceipt = createReceiptWatch(requests);
  const published: NostrEvent[] = [];
  requests.publish = async (event) => {
    published.push(event);
    throw new Error('no relay takes it');
  };
  const payments = openPayments(new IDBFactory());
  let count = 0;
  const lnurl = { fetch, now: () => Date.now() };
  const payees = createPayees({ ...lnurl, queryClient });
  const parts: AllZapParts = new Map();
  const lastPayees = createLastPayees(fakeStorage());
  const { isLookedAt, look } = createOnlookers();
  const told: ToldZap[] = [];
  const logged = { in: ME };
  /** the wallet that is connected */
  const wallet: PaymentSource = {
    route: WALLET,
    unready: () => undefined,
    async pay({ invoice }, tell) {
      const at = Date.now();
      const paid = () => tell({ type: 'paid', preimage: ledger.pay('me', invoice).preimage, feesMsats: 0, at });
      if (answer) return answer(tell, paid);
      if (pays === 'nobody knows') return tell({ type: 'failed', problem: { code: 'no-relay' }, at });
      paid();
    },
    lookUp: async () => ({ type: 'found', state: 'pending', at: Date.now() }),
  };
  /** The part of a tab that pays; each start of it goes on with what is written down. */
  const startPaying = () => {
    const part = createPaying({
      payments,
      desk: () => running,
      first: () => wallet,
      sourceOf: () => wallet,
      whenBack: () => () => {},
      account: { get: () => logged.in, subscribe: () => () => {} },
      watchProof: (payment, onPaid) => watchProof({ lnurl, watchReceipt }, payment, onPaid),
      now: () => Date.now(),
      attemptId: () => `attempt ${(count += 1)}`,
      onBegin: () => {},
      paidAfterAll: () => {},
    });
    const payment = paymentMachine.provide({ actors: part.slots });
    const running = createActor(
      paymentDeskMachine.provide({ actors: { payment, 'follow payments': part.followPayments } }),
    ).start();
    return { ...part, stop: () => running.stop() };
  };
  const { paying, stop: stopPaying } = startPaying();
  const slots = createZapSlots(
    {
      lnurl,
      payees,
      readRelaysOf,
      signer: (): Signer | undefined => me,
      account: () => ({ method: 'nsec', pubkey: logged.in }),
      client: () => 'Nuthatch',
      requests,
      defaultRelays: () => ['wss://start.example'],
      watchReceipt,
      paying: { ...paying, ...(isUsed && { isFree: async () => false }), ...(offer && { offer }) },
      payments,
      lastPayees,
      findWallet: async () => true,
      tell: (news) => void told.push(news),
      isLookedAt,
      gifts: () => Promise.reject(new Error('no ecash')),
      lightning: async () => WALLET,
      ...change,
    },
    parts,
  );
  /** What views of a tab have of zaps. */
  const startZapping = (zaps: Pick<Paying, 'payments'>, desk = createActor(zapDeskMachine).start()) =>
    createZapping(
      {
        ...areasOf({ 'zap-desk': desk }),
        payments: zaps.payments,
        account: () => logged.in,
        payees,
        readRelaysOf,
        parts,
        choice: createZapChoices({ storage: fakeStorage(), window: new EventTarget() }),
        zapId: () => `zap ${(count += 1)}`,
        mayPayAtOnce: async () => true,
        hasLightning: () => true,
        usual: () => usual,
        gift,
        given: { read: readGiven, zaps: () => [], subscribe: () => () => {} },
      },
      look,
    );
  const desk = createActor(zapDeskMachine.provide({ actors: { zap: zapMachine.provide(slots) } })).start();
  const zapping = startZapping(paying, desk);
  const zap = async (wish: Partial<ZapWish>, until: 'sending' | 'sent' | 'failed' | 'not known' | 'asks') => {
    const id = zapping.of('').length === 0 ? `zap ${(count += 1)}` : '';
    const whole = { id, recipient: PEOPLE.lena, sats: 21, comment: '', anonymous: false, ...wish };
    desk.send({ type: 'zap.send', wishes: [whole] });
    const actor = desk.getSnapshot().children[id]!;
    await waitFor(actor, (snapshot) => snapshot.hasTag(until), { timeout: 2_000 });
    return actor;
  };
  const paid = (handle: string) => ledger.balanceOf(accountOf(handle)) / 1_000;
  const records_ = () => payments.all();
  return {
    ledger,
    zap,
    zapping,
    queryClient,
    paid,
    parts,
    told,
    desk,
    published,
    lastPayees,
    asked,
    look,
    logged,
    records: records_,
    startPaying,
    stopPaying,
    /** another tab, or the same one after a reload */
    startZapping: () => startZapping(startPaying().paying),
  };
};

/** What is told of a zap of 21 sats to Lena. */
const TOLD = { zap: { recipient: PEOPLE.lena, sats: 21 } };

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

describe('a zap', () => {
  it('[ZAP-02] [ZAP-03] [ZAP-15] is asked for with a signed request, paid once and written down with what it is for', async () => {
    const { zap, paid, parts, records, published } = await setUp();
    const note = { id: hex(1), kind: 1 };
    const actor = await zap({ note, comment: 'for the rye' }, 'sent');
    await waitFor(actor, (snapshot) => snapshot.hasTag('over'));
    expect(actor.getSnapshot().value).toBe('receipted');
    expect(paid('lena')).toBe(21);
    const { request } = parts.get(actor.id)!;
    expect(request).toMatchObject({ kind: 9734, pubkey: ME, content: 'for the rye' });
    expect(request!.tags.map(([name]) => name)).toEqual(['relays', 'amount', 'lnurl', 'p', 'e', 'k', 'client']);
    expect(published).toEqual([request]);
    const purpose = { kind: 'zap', recipient: PEOPLE.lena, note: note.id, comment: 'for the rye' };
    expect(await records()).toMatchObject([{ phase: 'settled', msats: 21_000, purpose }]);
  });

  it('[ZAP-15] logs that its request was not published also when the receipt was there before', async () => {
    let fail = (_: Error) => {};
    const publish = () => new Promise<never>((_, reject) => (fail = reject));
    const { zap } = await setUp({ requests: { publish, relays: () => RELAYS.read } });
    const actor = await zap({}, 'sent');
    await waitFor(actor, (snapshot) => snapshot.hasTag('over'));
    expect(actor.getSnapshot().value).toBe('receipted');
    expect(console.error).not.toHaveBeenCalled();
    fail(new Error('no relay takes it'));
    await vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce());
  });

  it('asks for its receipt where the recipient looks, and where we do, and does not wait for long to know where', async () => {
    const relaysOf = async (wish: Partial<ZapWish>, change: Change = {}) => {
      const { zap, parts } = await setUp(change);
      const { request } = parts.get((await zap(wish, 'sent')).id)!;
      return request!.tags.find(([name]) => name === 'relays')!.slice(1);
    };
    expect(await relaysOf({})).toEqual(['wss://lena.example', ...RELAYS.read]);
    expect(await relaysOf({ recipient: PEOPLE.bo })).toEqual(RELAYS.read);
    expect(await relaysOf({}, { readRelaysOf: () => new Promise(() => {}) })).toEqual(RELAYS.read);
  });

  it('without a name is signed by a key that nobody knows, and does not tell the app', async () => {
    const { zap, parts } = await setUp();
    const actor = await zap({ anonymous: true }, 'sent');
    const { request } = parts.get(actor.id)!;
    expect(request!.pubkey).not.toBe(ME);
    expect(verifyEvent({ ...request!, tags: request!.tags.map((tag) => [...tag]) })).toBe(true);
    expect(request!.tags.some(([name]) => name === 'client')).toBe(false);
  });

  it('without a name tells nobody which relays are ours: its receipt is asked for where the recipient looks, else at those of the start', async () => {
    const { zap, parts, published } = await setUp();
    const relaysOf = async (wish: Partial<ZapWish>) => {
      const actor = await zap({ anonymous: true, ...wish }, 'sent');
      await waitFor(actor, (snapshot) => snapshot.hasTag('over'));
      expect(actor.getSnapshot().value).toBe('receipted');
      return parts
        .get(actor.id)!
        .request!.tags.find(([name]) => name === 'relays')!
        .slice(1);
    };
    expect(await relaysOf({})).toEqual(['wss://lena.example', RELAYS.read[0]]);
    expect(await relaysOf({ recipient: PEOPLE.bo })).toEqual(['wss://start.example']);
    expect(published).toEqual([]);
    await zap({}, 'sent');
    await vi.waitFor(() => expect(published).toHaveLength(1));
  });

  it.each([
    ['a locked key', { signer: nobody }, 'zap-key-locked'],
    [
      'nobody who could sign',
      { signer: nobody, account: () => ({ method: 'none', pubkey: undefined }) },
      'no-signing-method',
    ],
    [
      'a signer that fails',
      { signer: () => ({ ...me, signEvent: () => Promise.reject(new Error('no')) }) },
      'zap-unsigned',
    ],
    ['an invoice that may have been paid', { isUsed: true }, 'invoice-used'],
  ] as const)('[ZAP-07] [ZAP-08] with %s pays nothing and says why', async (_, change, code) => {
    const { zap, ledger, told } = await setUp(change as never);
    const actor = await zap({}, 'failed');
    expect(actor.getSnapshot().context.failure).toEqual({ problem: { code } });
    expect(told).toEqual([{ ...TOLD, code: 'zap-refused', why: { problem: { code } } }]);
    expect(ledger.settlements).toEqual([]);
  });

  describe('of one account', () => {
    const FAILED = { problem: { code: 'zap-failed' } };
    /** Another account is there as soon as the given act of the first one is asked for. */
    const change = (meanwhile: 'resolve' | 'invoice' | 'wallet' | 'no wallet') => {
      const logged: { in?: string } = {};
      let signed = 0;
      const after = <Answer>(step: typeof meanwhile, answer: Answer): Answer => {
        if (step === meanwhile) logged.in = hex(98);
        return answer;
      };
      const isShown = meanwhile === 'no wallet';
      const given: Change = {
        readRelaysOf: async () => after('resolve', []),
        signer: () => ({
          ...me,
          async signEvent(event) {
            signed += 1;
            return after('invoice', await me.signEvent(event));
          },
        }),
        findWallet: async () => after(isShown ? 'no wallet' : 'wallet', !isShown),
        account: () => ({ method: 'nsec', pubkey: logged.in ?? ME }),
      };
      return { given, logged, signs: () => signed };
    };

    it.each([
      ['before it is signed', 'resolve', 0],
      ['before its invoice is checked', 'invoice', 1],
      ['while a wallet is looked for', 'wallet', 1],
      ['before its invoice is shown', 'no wallet', 1],
    ] as const)('is not signed or paid by another one that came %s', async (_, meanwhile, times) => {
      const { given, signs } = change(meanwhile);
      const { zap, ledger, records } = await setUp(given);
      const actor = await zap({}, 'failed');
      expect(actor.getSnapshot().context.failure).toEqual(FAILED);
      expect(signs()).toBe(times);
      expect([ledger.settlements, await records()]).toEqual([[], []]);
    });

    it('is not given by another one that tries it again, and by the first one it is', async () => {
      const { given, logged, signs } = change('resolve');
      const { zap, ledger, desk, parts } = await setUp({ ...given, readRelaysOf: async () => [] });
      logged.in = ME;
      const actor = await zap({ recipient: PEOPLE.ikram }, 'failed');
      expect([signs(), parts.get(actor.id)!.giver]).toEqual([1, ME]);
      logged.in = hex(98);
      desk.send({ type: 'zap.again', ids: [actor.id] });
      await waitFor(actor, (snapshot) => snapshot.hasTag('sending'));
      await waitFor(actor, (snapshot) => snapshot.hasTag('failed'));
      expect(actor.getSnapshot().context.failure).toEqual(FAILED);
      expect([signs(), parts.get(actor.id)!.giver]).toEqual([1, ME]);
      logged.in = ME;
      desk.send({ type: 'zap.again', ids: [actor.id] });
      await vi.waitFor(() => expect(signs()).toBe(2));
      expect(ledger.settlements).toEqual([]);
    });
  });

  it.each([
    ['by name', { signer: () => createCurrentSigner({ ...ACCOUNT, extension: { signer: () => me } as never })() }, {}],
    ['without a name', {}, { anonymous: true }],
  ])('with a secret key in its comment does not leave, and says why: %s', async (_, change, wish) => {
    const { zap, asked, told } = await setUp(change);
    const comment = `key ${NSEC}`;
    const actor = await zap({ comment, ...wish }, 'failed');
    const problem = { code: 'secret-inside' };
    expect(actor.getSnapshot().context.failure).toEqual({ problem });
    expect(told).toEqual([{ ...TOLD, code: 'zap-refused', why: { problem } }]);
    expect(asked.filter((url) => url.includes('nsec1'))).toEqual([]);
  });

  it('of somebody whose wallet asks for more, takes no zaps or takes less pays nothing', async () => {
    const { zap, ledger } = await setUp();
    const failure = async (wish: Partial<ZapWish>) => (await zap(wish, 'failed')).getSnapshot().context.failure;
    expect(await failure({ recipient: PEOPLE.ikram })).toEqual({
      problem: { code: 'invoice-amount', asked: 21_000, invoiced: 210_000 },
    });
    expect(await failure({ recipient: PEOPLE.dov })).toEqual({ problem: { code: 'no-zaps-taken' } });
    expect(await failure({ sats: 2_000_000 })).toEqual({ problem: { code: 'amount-above', sats: 1_000_000 } });
    expect(await failure({ recipient: hex(99) })).toEqual({ problem: { code: 'no-lightning-address' } });
    expect(ledger.settlements).toEqual([]);
  });

  it('asks when a node is paid that was not paid before, says so where nobody looks, and remembers whom it paid', async () => {
    const { zap, lastPayees, ledger, desk, told, look } = await setUp();
    const address = 'lena@pay.example';
    lastPayees.add(address, 'ee'.repeat(33));
    const leave = look(PEOPLE.lena);
    await zap({}, 'asks');
    expect(told).toEqual([]);
    leave();
    const actor = await zap({}, 'asks');
    expect(told).toEqual([{ ...TOLD, code: 'zap-asks', address }]);
    expect(actor.getSnapshot().value).toBe('warned');
    expect(ledger.settlements).toEqual([]);
    desk.send({ type: 'zap.confirm', ids: [actor.id] });
    await waitFor(actor, (snapshot) => snapshot.hasTag('sent'));
    expect(lastPayees.get(address)).toEqual(['ee'.repeat(33), ledger.nodeOf()]);
    lastPayees.add(address, 'ff'.repeat(33));
    await zap({}, 'sent');
  });

  it('of which the wallet knows nothing is settled by the receipt of the provider, and by nobody else’s', async () => {
    const { zap, ledger, parts, records } = await setUp({ pays: 'nobody knows' });
    const actor = await zap({}, 'not known');
    const { invoice } = parts.get(actor.id)!.invoice!;
    expect(await records()).toMatchObject([{ phase: 'unknown' }]);
    ledger.pay('me', invoice.text);
    await waitFor(actor, (snapshot) => snapshot.hasTag('sent'), { timeout: 2_000 });
    expect(await records()).toMatchObject([{ phase: 'settled', preimage: ledger.find(invoice.text)!.preimage }]);
  });

  it('without a wallet is over when somebody else paid the invoice', async () => {
    const { zap, ledger, zapping, told } = await setUp({ findWallet: async () => false });
    const actor = await zap({}, 'asks');
    const { text, address } = zapping.invoice(actor.id)!;
    expect(address).toBe('lena@pay.example');
    ledger.fund('phone', 100);
    ledger.pay('phone', text);
    await waitFor(actor, (snapshot) => snapshot.hasTag('sent'), { timeout: 2_000 });
    expect(told).toEqual([]);
  });

  it.each(['closed', 'given up', 'before a restart'] as const)(
    'without a wallet is marked on the note when the invoice is paid after its sheet was %s',
    async (how) => {
      const { zap, ledger, zapping, desk, records, startPaying, stopPaying } = await setUp({
        findWallet: async () => false,
      });
      const note = { id: hex(4), kind: 1 };
      const actor = await zap({ note }, 'asks');
      const { text } = zapping.invoice(actor.id)!;
      expect(await records()).toMatchObject([{ phase: 'offered', route: { kind: 'shown' }, owner: ME }]);
      const purpose = { kind: 'zap', recipient: PEOPLE.lena, note: note.id };
      expect(await records()).toMatchObject([{ purpose, trace: { receipt: { recipient: PEOPLE.lena } } }]);
      if (how === 'given up') desk.send({ type: 'zap.cancel', ids: [actor.id] });
      if (how === 'closed') desk.send({ type: 'zap.forget', ids: [actor.id] });
      if (how === 'before a restart') {
        desk.stop();
        stopPaying();
        startPaying();
      }
      const stop = zapping.subscribe(() => {});
      ledger.fund('phone', 100);
      ledger.pay('phone', text);
      await vi.waitFor(() => expect(zapping.stand(note.id)).toBe('sent'));
      expect(await records()).toMatchObject([{ phase: 'settled', preimage: ledger.find(text)!.preimage }]);
      stop();
    },
  );

  it('is paid once where its invoice is paid elsewhere while another one is asked for', async () => {
    const found = Promise.withResolvers<boolean>();
    let isLookedFor = false;
    const findWallet = () => (isLookedFor ? found.promise : Promise.resolve(false));
    const { zap, ledger, zapping, desk, records } = await setUp({ findWallet });
    const actor = await zap({}, 'asks');
    const { text } = zapping.invoice(actor.id)!;
    isLookedFor = true;
    ledger.fund('phone', 100);
    desk.send({ type: 'zap.again', ids: [actor.id] });
    ledger.pay('phone', text);
    await vi.waitFor(async () => expect(await records()).toMatchObject([{ phase: 'settled' }]));
    found.resolve(true);
    await waitFor(actor, (snapshot) => snapshot.hasTag('failed'), { timeout: 2_000 });
    expect(actor.getSnapshot().context.failure).toEqual({ wallet: { code: 'already-paid' } });
    expect(ledger.settlements).toHaveLength(1);
    expect(await records()).toMatchObject([{ phase: 'settled', route: { kind: 'shown' } }]);
  });

  it('whose invoice cannot be written down is not shown', async () => {
    const offer = () => Promise.reject(new WalletError({ code: 'storage' }));
    const { zap, told } = await setUp({ findWallet: async () => false, offer });
    const actor = await zap({}, 'failed');
    expect(actor.getSnapshot().context.failure).toEqual({ wallet: { code: 'storage' } });
    expect(told).toEqual([{ ...TOLD, code: 'zap-refused', why: { wallet: { code: 'storage' } } }]);
  });

  it('that was shown for another wallet can be paid by none of this app', async () => {
    const { zap, zapping, parts, startPaying, ledger } = await setUp({ findWallet: async () => false });
    const actor = await zap({}, 'asks');
    const { invoice } = parts.get(actor.id)!.invoice!;
    const { paying } = startPaying();
    expect(await paying.isFree(invoice.paymentHash)).toBe(false);
    await expect(paying.pay(invoice)).rejects.toMatchObject({ problem: { code: 'under-way' } });
    await expect(paying.offer(invoice)).rejects.toMatchObject({ problem: { code: 'under-way' } });
    expect(ledger.settlements).toEqual([]);
    expect(zapping.invoice(actor.id)?.text).toBe(invoice.text);
  });
});

describe('a zap as ecash that the Lightning wallet pays for', () => {
  const wish = { note: { id: hex(3), kind: 1 }, mint: 'https://mint.example', fromWallet: true as const };

  beforeEach(() => allowLoopback(true));
  afterEach(() => allowLoopback(false));

  /** A mint that gives one invoice for a wish, and tells when it is paid. */
  const setUpMint = async (change: Change = {}) => {
    const told: ((phase: PaymentPhase) => void)[] = [];
    let invoice: string | undefined;
    const gone: string[] = [];
    const gifts: ZapSlotDeps['gifts'] = async () => ({
      give: () => Promise.reject(new Error('is not paid by ecash')),
      giveOncePaid: async ({ sats }) =>
        (invoice ??= world.ledger.invoice({ payee: 'mint', msats: sats * 1_000, description: '' }).text),
      async letGo(id) {
        gone.push(id);
        invoice = undefined;
      },
      follow(_wish, tell) {
        told.push(tell);
        tell('requested');
        return () => {};
      },
    });
    const world = await setUp({ gifts, ...change });
    return { ...world, gone, gives: (phase: PaymentPhase) => told.forEach((tell) => tell(phase)) };
  };

  it('is paid through the desk, and sent once a relay of the recipient has it, not before', async () => {
    const { zap, gives, ledger, records } = await setUpMint();
    const actor = await zap(wish, 'sending');
    await vi.waitFor(async () => expect(await records()).toMatchObject([{ phase: 'settled', route: WALLET }]));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(actor.getSnapshot().value).toEqual({ following: 'sent' });
    gives('settled');
    expect(actor.getSnapshot().value).toBe('given');
    expect(ledger.balanceOf('mint')).toBe(21_000);
    // what is said of the note comes from the ledger of ecash, not from the payment
    expect((await records())[0]!.purpose).toBeUndefined();
  });

  it('is not known while nobody knows whether the wallet paid; another try pays nothing a second time', async () => {
    const { zap, desk, ledger, records } = await setUpMint({ pays: 'nobody knows' });
    const actor = await zap(wish, 'not known');
    const [first] = await records();
    expect(first).toMatchObject({ phase: 'unknown' });
    desk.send({ type: 'zap.forget', ids: [actor.id] });
    await zap(wish, 'not known');
    expect(await records()).toMatchObject([{ hash: first!.hash, attempt: first!.attempt }]);
    expect(ledger.settlements).toEqual([]);
  });

  it('that the wallet refuses says why and lets its invoice go: another try pays another one', async () => {
    let isEmpty = true;
    const { zap, desk, ledger, gives, gone, told, records } = await setUpMint({
      answer: (tell, pay) => (isEmpty ? tell({ type: 'failed', problem: EMPTY, at: Date.now() }) : pay()),
    });
    const actor = await zap(wish, 'failed');
    expect(actor.getSnapshot().context.failure).toEqual({ wallet: EMPTY });
    expect(told).toEqual([{ ...TOLD, code: 'zap-refused', why: { wallet: EMPTY } }]);
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('failed'));
    expect(gone).toEqual([actor.id]);
    isEmpty = false;
    desk.send({ type: 'zap.again', ids: [actor.id] });
    await vi.waitFor(() => expect(ledger.settlements).toHaveLength(1));
    gives('settled');
    await vi.waitFor(() => expect(actor.getSnapshot().hasTag('sent')).toBe(true));
    expect((await records()).map(({ phase }) => phase).toSorted()).toEqual(['refused', 'settled']);
  });

  it('is not let go of while somebody may have paid its invoice', async () => {
    const { zap, gives, gone, records } = await setUpMint();
    const actor = await zap(wish, 'sending');
    await vi.waitFor(async () => expect(await records()).toMatchObject([{ phase: 'settled' }]));
    gives('refused');
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('failed'));
    expect(gone).toEqual([]);
  });

  it.each([
    ['a wallet is looked for', 'wallet', true],
    ['ecash is opened', 'ecash', true],
    ['the mint is asked', 'mint', true],
    ['ecash is opened that is there', 'ecash', undefined],
  ] as const)('is not given by another account that came while %s', async (_, meanwhile, fromWallet) => {
    let pubkey = ME;
    const given: string[] = [];
    const after = <Answer>(step: typeof meanwhile, answer: Answer): Answer => {
      if (step === meanwhile) pubkey = hex(98);
      return answer;
    };
    const { zap, records, ledger } = await setUp({
      account: () => ({ method: 'nsec', pubkey }),
      lightning: async () => after('wallet', WALLET),
      gifts: async () =>
        after('ecash', {
          give: async () => void given.push('ecash'),
          async giveOncePaid({ sats }) {
            given.push('invoice');
            const { text } = ledger.invoice({ payee: 'mint', msats: sats * 1_000, description: '' });
            return after('mint', text);
          },
          letGo: async () => {},
          follow: () => () => {},
        }),
    });
    const actor = await zap({ ...wish, ...(!fromWallet && { fromWallet }) } as typeof wish, 'failed');
    expect(actor.getSnapshot().context.failure).toEqual({ problem: { code: 'zap-failed' } });
    expect(given).toEqual(meanwhile === 'mint' ? ['invoice'] : []);
    expect([await records(), ledger.settlements]).toEqual([[], []]);
  });

  it('asks no mint when no wallet is connected', async () => {
    const { zap, records } = await setUpMint({ lightning: async () => undefined });
    const actor = await zap(wish, 'failed');
    expect(actor.getSnapshot().context.failure).toEqual({ wallet: { code: 'not-connected' } });
    expect(await records()).toEqual([]);
  });
});

describe('with what zaps are paid', () => {
  const MINT = 'https://mint.example';
  const offerOf = (balance: number, isOurs = true): GiftOffer => ({
    takes: true,
    names: ['mint'],
    common: balance > 0 ? [{ url: MINT, name: 'mint', balance }] : [],
    empty: undefined,
    through: { url: MINT, name: 'mint', isOurs },
    fee: async () => 0,
    price: async (_mint, sats) => sats,
    hasWallet: true,
  });
  /** Lena and Dov take ecash, and Dov has no Lightning address that takes zaps. */
  const giftTo =
    (offer: GiftOffer): Zapping['gift'] =>
    async (pubkey) =>
      pubkey === PEOPLE.lena || pubkey === PEOPLE.dov ? offer : undefined;
  const shared = fakeEvent({
    id: hex(2),
    pubkey: hex(50),
    tags: [PEOPLE.lena, PEOPLE.dov, PEOPLE.bo].map((pubkey) => ['zap', pubkey, '', '1']),
  });
  const order = { event: shared, sats: 30, comment: '', anonymous: false };
  const waysOf = (wishes: readonly ZapWish[] | undefined) =>
    wishes?.map(({ recipient, mint, fromWallet }) => [
      handleOf(recipient),
      mint === undefined ? 'Lightning' : fromWallet ? 'wallet' : 'ecash',
    ]);

  it('is what was chosen for all who share where they take it, and what they take otherwise', async () => {
    const { zapping } = await setUp({ gift: giftTo(offerOf(100)) });
    expect(waysOf(await zapping.wishes({ ...order, by: { by: 'ecash' } }))).toEqual([
      ['lena', 'ecash'],
      ['dov', 'ecash'],
      ['bo', 'Lightning'],
    ]);
    expect(waysOf(await zapping.wishes({ ...order, by: { by: 'lightning' } }))).toEqual([
      ['lena', 'Lightning'],
      ['dov', 'wallet'],
      ['bo', 'Lightning'],
    ]);
  });

  it('is the chosen payer for one tap: its ecash as it is where that is taken', async () => {
    const usual = { kind: 'ecash', mint: MINT } as const;
    const { zapping } = await setUp({ gift: giftTo(offerOf(100)), usual });
    expect(waysOf(await zapping.wishesAtOnce(order))).toEqual([
      ['lena', 'ecash'],
      ['dov', 'ecash'],
      ['bo', 'Lightning'],
    ]);
    const { zapping: poor } = await setUp({ gift: giftTo(offerOf(5)), usual });
    expect(waysOf(await poor.wishesAtOnce({ ...order, event: undefined, person: PEOPLE.lena }))).toEqual([
      ['lena', 'Lightning'],
    ]);
  });

  it('is asked about where one tap could reach nobody, or over a mint that nobody looked at', async () => {
    const { zapping } = await setUp({ gift: giftTo(offerOf(0, false)) });
    const alone = { ...order, event: undefined };
    expect(await zapping.wishesAtOnce({ ...alone, person: PEOPLE.dov })).toBeUndefined();
    expect(waysOf(await zapping.wishes({ ...alone, person: PEOPLE.dov }))).toEqual([['dov', 'wallet']]);
    expect(await zapping.wishesAtOnce({ ...alone, person: hex(99) })).toBeUndefined();
  });

  it('is asked about where it cannot be read what was given before', async () => {
    const { zapping } = await setUp({ readGiven: () => Promise.reject(new Error('no database')) });
    const alone = { ...order, event: undefined, person: PEOPLE.lena };
    expect(await zapping.wishesAtOnce(alone)).toBeUndefined();
    expect(await zapping.wishes(alone)).toHaveLength(1);
  });

  it('is put together once however often it is pressed before it is sent', async () => {
    const { zapping } = await setUp();
    const alone = { ...order, event: undefined, person: PEOPLE.lena };
    const [first, second] = await Promise.all([zapping.wishesAtOnce(alone), zapping.wishesAtOnce(alone)]);
    expect([first?.length, second]).toEqual([1, []]);
    expect(await zapping.wishesAtOnce(alone)).toHaveLength(1);
  });

  it('asks nobody how ecash is taken where Lightning pays and is taken', async () => {
    const asked: string[] = [];
    const gift: Zapping['gift'] = async (pubkey) => {
      asked.push(pubkey);
      return undefined;
    };
    const { zapping } = await setUp({ gift });
    await zapping.wishesAtOnce({ ...order, event: undefined, person: PEOPLE.lena });
    expect(asked).toEqual([]);
  });
});

describe('what views have of zaps', () => {
  const share = (pubkey: string, weight: string) => ['zap', pubkey, '', weight];

  it('divides a zap between those who share in it and can be paid', async () => {
    const { zapping } = await setUp();
    const tags = [share(PEOPLE.lena, '1'), share(PEOPLE.dov, '5'), share(PEOPLE.bo, '2')];
    const event = fakeEvent({ id: hex(2), pubkey: hex(50), tags });
    const order = { event, sats: 100, comment: '', anonymous: false };
    const sats = async (more: object) =>
      (await zapping.wishes({ ...order, ...more })).map(({ recipient, sats }) => [recipient, sats]);
    expect(await sats({})).toEqual([
      [PEOPLE.lena, 33],
      [PEOPLE.bo, 67],
    ]);
    expect(await sats({ alone: true })).toEqual([[hex(50), 100]]);
    // more than a provider takes for Bo
    const others = [share(PEOPLE.lena, '1'), share(PEOPLE.bo, '10'), share(PEOPLE.ikram, '1')];
    expect(await sats({ event: fakeEvent({ ...event, tags: others }), sats: 1_800_000 })).toEqual([
      [PEOPLE.lena, 900_000],
      [PEOPLE.ikram, 900_000],
    ]);
    expect(await sats({ event: undefined, person: PEOPLE.bo })).toEqual([[PEOPLE.bo, 100]]);
  });

  it('gives nobody without a look what was meant for another one who cannot be reached', async () => {
    const { zapping, queryClient } = await setUp();
    const event = fakeEvent({ id: hex(2), pubkey: hex(50), tags: [share(PEOPLE.lena, '1'), share(PEOPLE.bo, '99')] });
    const order = { event, sats: 100, comment: '', anonymous: false };
    const parts = (wishes: readonly ZapWish[] | undefined) => wishes?.map(({ recipient, sats }) => [recipient, sats]);
    const both = [
      [PEOPLE.lena, 1],
      [PEOPLE.bo, 99],
    ];
    expect(parts(await zapping.wishesAtOnce(order))).toEqual(both);
    const { queryFn } = queryClient.getQueryDefaults(['metadata']);
    queryClient.removeQueries();
    const late: typeof queryFn = (context) => {
      if (context.queryKey[1] === PEOPLE.bo) throw new NoRelayAnswered();
      return (queryFn as (asked: typeof context) => unknown)(context);
    };
    queryClient.setQueryDefaults(['metadata'], { queryFn: late, retry: false });
    expect(await zapping.wishesAtOnce(order)).toBeUndefined();
    // the form shows who gets what
    expect(parts(await zapping.wishes(order))).toEqual([[PEOPLE.lena, 100]]);
    // also who takes no zaps at all
    const withDov = { ...event, tags: [share(PEOPLE.lena, '1'), share(PEOPLE.dov, '99')] };
    expect(await zapping.wishesAtOnce({ ...order, event: withDov })).toBeUndefined();
  });

  it('says where the zaps of a note stand, from their charts and from what is written down', async () => {
    const { zap, zapping, desk } = await setUp();
    const note = { id: hex(3), kind: 1 };
    const stop = zapping.subscribe(() => {});
    expect(zapping.stand(note.id)).toBeUndefined();
    expect(zapping.of(note.id)).toBe(zapping.of(note.id));
    const actor = await zap({ note }, 'sent');
    await vi.waitFor(() => expect([zapping.stand(note.id), zapping.stand(PEOPLE.lena)]).toEqual(['sent', undefined]));
    const { begun, address, request, invoice, paying } = zapping.of(note.id)[0]!.times;
    const steps = [begun, address, request, invoice, paying];
    expect(steps).toEqual(steps.toSorted((one, other) => one! - other!));
    expect(paying).toBeGreaterThan(1_000_000_000_000);
    expect(zapping.of(note.id)).toBe(zapping.of(note.id));
    await waitFor(actor, (snapshot) => snapshot.hasTag('over'));
    desk.send({ type: 'zap.forget', ids: [actor.id] });
    expect(zapping.of(note.id)).toEqual([]);
    // what is written down is left
    expect(zapping.stand(note.id)).toBe('sent');
    stop();
  });

  it('are those of who is logged in: another account is not told that it zapped', async () => {
    const { zap, zapping, logged } = await setUp();
    const note = { id: hex(3), kind: 1 };
    await zap({ note }, 'sent');
    expect(zapping.of(note.id)).toHaveLength(1);
    logged.in = hex(98);
    expect([zapping.of(note.id), zapping.stand(note.id)]).toEqual([[], undefined]);
    logged.in = ME;
    expect(zapping.stand(note.id)).toBe('sent');
  });

  it('are those of who is logged in also where one failed before it was signed', async () => {
    const { zap, zapping, logged } = await setUp({ signer: nobody });
    await zap({ comment: 'between us' }, 'failed');
    expect(zapping.of(PEOPLE.lena)).toHaveLength(1);
    logged.in = hex(98);
    expect([zapping.of(PEOPLE.lena), zapping.stand(PEOPLE.lena)]).toEqual([[], undefined]);
  });

  it.each(['sending', 'not known'] as const)(
    'shows one that is %s after a reload and in other tabs, and sends no other one there without a look',
    async (stand) => {
      const { zap, zapping, records, startZapping } = await setUp({
        pays: 'nobody knows',
        ...(stand === 'sending' && { answer: () => {} }),
      });
      const note = fakeEvent({ id: hex(3), pubkey: PEOPLE.lena });
      await zap({ note }, stand);
      await vi.waitFor(async () => expect(await records()).toHaveLength(1));
      const other = startZapping();
      const order = { event: note, sats: 21, comment: '', anonymous: false };
      expect(await other.wishesAtOnce(order)).toBeUndefined();
      const stop = other.subscribe(() => {});
      const open = [{ id: (await records())[0]!.hash, sats: 21, stand }];
      await vi.waitFor(() => expect(other.open(note.id)).toEqual(open));
      expect(other.open(note.id)).toBe(other.open(note.id));
      expect([other.of(note.id), other.open(hex(4))]).toEqual([[], []]);
      expect(zapping.of(note.id)).toMatchObject([{ payment: open[0]!.id }]);
      expect(await other.wishesAtOnce({ ...order, event: { ...note, id: hex(4) } })).toHaveLength(1);
      stop();
    },
  );

  it('tells a failure only where nobody looks', async () => {
    const { zap, look, told } = await setUp({ signer: nobody });
    const leave = look(PEOPLE.lena);
    await zap({}, 'failed');
    expect(told).toEqual([]);
    leave();
    await zap({}, 'failed');
    expect(told).toHaveLength(1);
  });

  it('[ZAP-13] tells that nobody knows of a payment only where nobody looks, and in the words of its row', async () => {
    const { zap, look, told, paid, parts } = await setUp({ pays: 'nobody knows' });
    const leave = look(PEOPLE.lena);
    await zap({}, 'not known');
    expect(told).toEqual([]);
    leave();
    const { id } = await zap({}, 'not known');
    const payment = parts.get(id)!.invoice!.invoice.paymentHash;
    const doubt = { isGiven: false, payment, why: { wallet: { code: 'no-relay' } } };
    expect(told).toEqual([{ ...TOLD, code: 'zap-unknown', doubt }]);
    expect(paid('lena')).toBe(0);
    const may = 'Your wallet may still pay. We keep asking, and pay nothing a second time.';
    const timedOut = 'Payment request timed out. Please check your NWC wallet connection and try again.';
    for (const more of [{}, { why: { wallet: { code: 'no-answer', ms: 25_000 } } }] as const)
      expect(toldDoubtText({ isGiven: false, ...more })).toBe(`${timedOut} ${may}`);
    expect(toldDoubtText({ isGiven: true })).toContain('never pays twice');
  });

  it('[ZAP-06] [ZAP-10] says what the provider says of it, behind the words of the specification', () => {
    const said = 'Daily limit reached.';
    const of = (code: 'address-unresolved' | 'invoice-request', more = {}) => ({ problem: { code, ...more } });
    expect(zapFailureText(of('invoice-request', { said }))).toBe(
      `Failed to get payment request. Their provider says: ${said}`,
    );
    expect(zapFailureText(of('address-unresolved'))).toBe('Failed to resolve Lightning address');
    expect(failureText(new Failure({ code: 'address-unresolved', said }))).toBe(
      `Failed to resolve Lightning address. Their provider says: ${said}`,
    );
  });

  it('[ZAP-14] that fails without a message is told as such, and elsewhere nothing empty is quoted', async () => {
    const silent = { code: 'provider', said: '' } as const;
    const quoted = { ...silent, said: 'no' };
    for (const wallet of [silent, { code: 'unknown' }] as const)
      expect(zapFailureText({ wallet })).toBe('Failed to send zap');
    expect(zapFailureText(zapFailureOf(new Error()))).toBe('Failed to send zap');
    expect(zapFailureText({ wallet: quoted })).toBe('Your wallet says: no');
    // of ecash that was to be given
    expect(notGivenText({ wallet: quoted })).toBe('Not given. Your sats are still yours.');
    expect(notGivenText({ ecash: { code: 'quote-issued' } })).toBe('Not given, though the mint was paid for it.');
    // of a mint that was to pay
    expect(notPaidText({ ecash: { code: 'mint-refused', number: 20_004, said: '' } })).toBe('Your sats are back.');
    // it refused the price of it: nothing had left
    expect(notPaidText({ ecash: { code: 'mint-refused', number: 20_003, said: '' } })).toBeUndefined();
    expect(notPaidText({ ecash: { code: 'funds-send' } })).toBeUndefined();
    expect(notPaidText({ wallet: quoted })).toBeUndefined();
    for (const words of [walletProblems, germanProblems]) {
      expect(wordsFor(words, silent)).toMatch(/\w\.$/);
      expect(wordsFor(words, quoted)).toMatch(/: no$/);
    }
  });

  it('[ZAP-05] [ZAP-06] is told that somebody has no address only by relays that answered; else they are asked again', async () => {
    const { zapping, queryClient } = await setUp();
    const failureOf = async (queryFn: () => Promise<null>) => {
      queryClient.setQueryDefaults(['metadata'], { queryFn, retry: false });
      return zapFailureOf(await zapping.payee(PEOPLE.lena).catch((error: unknown) => error));
    };
    const late = await failureOf(() => Promise.reject(new NoRelayAnswered()));
    expect([isPassing(late), zapFailureText(late)]).toEqual([
      true,
      'Failed to resolve Lightning address - network timeout',
    ]);
    const none = await failureOf(async () => null);
    expect([isPassing(none), zapFailureText(none)]).toEqual([false, 'Recipient does not have a Lightning address']);
    expect(isPassing({ problem: { code: 'secret-inside' } })).toBe(false);
  });

  it('asks a provider once for a while', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { zapping, asked } = await setUp();
    await Promise.all([zapping.payee(PEOPLE.lena), zapping.payee(PEOPLE.lena)]);
    expect(asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 3_600 * SECOND);
    await zapping.payee(PEOPLE.lena);
    expect(asked).toHaveLength(2);
    vi.useRealTimers();
  });
});
