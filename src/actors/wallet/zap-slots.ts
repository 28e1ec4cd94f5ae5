import { fromCallback, fromPromise } from 'xstate';
import { within } from '#domain/within.ts';
import { Failure } from '#domain/problem.ts';
import { bareEvent } from '#domain/protocol/event.ts';
import { signChecked } from '#domain/protocol/sign.ts';
import type { CurrentSigner, Signer } from '#domain/protocol/signer.ts';
import { noSigner, type Account } from '#domain/session/account.ts';
import { SecretInside } from '#domain/session/leaked-secret.ts';
import { SECOND, toSeconds } from '#domain/units.ts';
import { composeZapRequest, zapRelays } from '#domain/wallet/compose-zap.ts';
import type { Payee } from '#domain/wallet/payee.ts';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import { paymentProblem } from '#domain/wallet/lnurl-pay.ts';
import { createNamelessSigner } from '#domain/wallet/nameless-signer.ts';
import { traceOfZap, type InvoicedZap } from '#domain/wallet/payment-trace.ts';
import { readPayable } from '#domain/wallet/payable.ts';
import type { Payable, PaymentRecord, PaymentRoute } from '#domain/wallet/payment.ts';
import { ZAP_RELAYS_WAIT_MS } from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { ToldZap, ZapNews } from '#domain/wallet/zap-problem.ts';
import { zapPurposeOf, zapTargetOf, type ZapFailure, type ZapTimes, type ZapWish } from '#domain/wallet/zap-wish.ts';
import { toMsats } from '#domain/msats.ts';
import { logFailure } from '#actors/shell/log.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { ZapChecked, ZapInput, ZapPaymentFact } from '#machines/wallet/zap.machine.ts';
import type { Nutzaps } from '#ports/nutzaps.ts';
import type { Paying } from '#ports/paying.ts';
import type { LastPayees } from '#store/wallet/last-payees.ts';
import type { Payments } from '#store/wallet/payments.ts';
import { requestInvoice, type LnurlDeps } from './lnurl.ts';
import type { Payees } from './payees.ts';
import type { WatchReceipt } from './receipt-watch.ts';

export type ZapSlotDeps = {
  readonly lnurl: LnurlDeps;
  readonly payees: Payees;
  /** Where somebody looks for what is about them; never rejects. */
  readonly readRelaysOf: (pubkey: string) => Promise<readonly string[]>;
  readonly signer: CurrentSigner;
  readonly account: () => Pick<Account, 'method' | 'pubkey'>;
  readonly client: () => string | undefined;
  readonly requests: Pick<RelayRequests, 'publish' | 'relays'>;
  /** read relays that the app starts with, whoever uses it */
  readonly defaultRelays: () => readonly string[];
  readonly watchReceipt: WatchReceipt;
  readonly paying: Pick<Paying, 'pay' | 'offer' | 'isFree'>;
  readonly payments: Pick<Payments, 'get' | 'watch'>;
  readonly lastPayees: LastPayees;
  /** whether a wallet is connected, once one that is about to be is */
  readonly findWallet: (signal: AbortSignal) => Promise<boolean>;
  /** Says it in passing, to who does not look at the zap. */
  readonly tell: (told: ToldZap) => void;
  readonly isLookedAt: (target: string) => boolean;
  /** What gives ecash; it starts with the first call. */
  readonly gifts: () => Promise<Pick<Nutzaps, 'give' | 'giveOncePaid' | 'letGo' | 'follow'>>;
  /** the Lightning wallet that is connected, once one that is about to be is */
  readonly lightning: (signal: AbortSignal) => Promise<PaymentRoute | undefined>;
};

/** What is known of a zap besides its chart; `giver`: the account that wanted it, hex; `theirs`: relays of the recipient. */
export type ZapParts = Partial<InvoicedZap> & {
  readonly theirs?: readonly string[];
  readonly times?: ZapTimes;
  readonly node?: string;
  readonly giver?: string | undefined;
  /** payment hash of the invoice that ecash is given for */
  readonly hash?: string;
};
export type AllZapParts = Map<string, ZapParts>;

/** The payment hash of the invoice that is paid for a zap, once there is one. */
export const hashOf = ({ hash, invoice }: ZapParts = {}): string | undefined => hash ?? invoice?.invoice.paymentHash;

const signerOf = ({ signer, account }: ZapSlotDeps, { anonymous }: ZapWish): Signer => {
  const found = signer();
  if (found) return anonymous ? createNamelessSigner() : found;
  throw account().method === 'nsec' ? new Failure({ code: 'zap-key-locked' }) : noSigner(account());
};

/** The parts of a zap that has come so far. */
const invoiced = (parts: AllZapParts, { wish: { id } }: ZapInput): InvoicedZap & ZapParts => {
  const found = parts.get(id);
  if (!found?.payee || !found.request || !found.invoice) throw new Failure({ code: 'zap-failed' });
  return found as InvoicedZap & ZapParts;
};

/** Whoever wanted a zap gives it: once somebody else is logged in, nothing of it is signed or paid. */
const onlyGiver = ({ account }: Pick<ZapSlotDeps, 'account'>, { giver }: ZapParts = {}): void => {
  if (giver !== account().pubkey) throw new Failure({ code: 'zap-failed' });
};

const preparing = (deps: ZapSlotDeps, parts: AllZapParts) => ({
  resolve: fromPromise<void, ZapInput>(async ({ input: { wish } }) => {
    // before anything is waited for; another try is of the same one
    if (!parts.has(wish.id)) parts.set(wish.id, { giver: deps.account().pubkey });
    // how they take ecash is asked for with what is given
    if (wish.mint !== undefined) return;
    const begun = deps.lnurl.now();
    const [payee, theirs] = await Promise.all([
      deps.payees.of(wish.recipient),
      within(ZAP_RELAYS_WAIT_MS, deps.readRelaysOf(wish.recipient), []),
    ]);
    const msats = toMsats(wish.sats);
    const problem = paymentProblem(payee.parameters, { msats, comment: wish.comment, zap: true });
    if (problem !== undefined) throw new Failure(problem);
    const { giver } = parts.get(wish.id)!;
    parts.set(wish.id, { payee, theirs, giver, times: { begun, address: deps.lnurl.now() } });
  }),
  sign: fromPromise<void, ZapInput>(async ({ input: { wish } }) => {
    const { payee, times, giver, theirs = [] } = parts.get(wish.id) as ZapParts & { payee: Payee };
    onlyGiver(deps, { giver });
    const by = signerOf(deps, wish);
    // relays of our own, named in public, would tell who it is
    const ours = !wish.anonymous ? deps.requests.relays('read') : theirs.length > 0 ? [] : deps.defaultRelays();
    const relays = zapRelays(theirs, ours);
    const draft = { ...wish, relays, endpoint: payee.endpoint.url };
    const at = { now: toSeconds(deps.lnurl.now()), client: deps.client() };
    const request = await signChecked(by, composeZapRequest(draft, at), { changed: { code: 'zap-unsigned' } }).catch(
      (cause: unknown) => {
        throw cause instanceof SecretInside ? cause : new Failure({ code: 'zap-unsigned' }, { cause });
      },
    );
    parts.set(wish.id, { payee, request, giver, times: { ...times, request: deps.lnurl.now() } });
  }),
  'request invoice': fromPromise<void, ZapInput>(async ({ input: { wish }, signal }) => {
    const { payee, request, giver, times } = parts.get(wish.id)!;
    const nostr = JSON.stringify(bareEvent(request!));
    const asked = { msats: toMsats(wish.sats), comment: wish.comment, nostr };
    const invoice = await requestInvoice(deps.lnurl, payee!, asked, signal);
    const at = { ...times, invoice: deps.lnurl.now() };
    parts.set(wish.id, { payee, request, giver, invoice, times: at } as ZapParts);
  }),
  'check invoice': fromPromise<ZapChecked, ZapInput>(async ({ input }) => {
    const zap = invoiced(parts, input);
    const { invoice } = zap.invoice;
    const node = payeeOf(invoice);
    if (node === undefined) throw new Failure({ code: 'invoice-unreadable' });
    onlyGiver(deps, zap);
    if (!(await deps.paying.isFree(invoice.paymentHash))) throw new Failure({ code: 'invoice-used' });
    parts.set(input.wish.id, { ...zap, node });
    const known = deps.lastPayees.get(zap.payee.endpoint.shown);
    return {
      isOtherPayee: known.length > 0 && !known.includes(node),
      leftMs: Math.max(0, invoice.expiresAt * SECOND - deps.lnurl.now()),
    };
  }),
});

const failureOf = ({ problem, ecashProblem }: Partial<PaymentRecord>): ZapFailure | undefined =>
  ecashProblem ? { ecash: ecashProblem } : problem && { wallet: problem };

/** What is paid for a zap. */
const payableOf = (parts: AllZapParts, input: ZapInput): Payable => {
  const zap = invoiced(parts, input);
  return { ...zap.invoice.invoice, purpose: zapPurposeOf(input.wish), trace: traceOfZap(zap) };
};

type GiftDeps = Pick<ZapSlotDeps, 'gifts' | 'payments'>;

/** Where a gift stands whose invoice is not paid: where its payment does, which is not the same as given. */
const unpaidGift = async ({ payments }: GiftDeps, hash: string | undefined): Promise<Omit<ZapPaymentFact, 'type'>> => {
  const record = hash === undefined ? undefined : await payments.get(hash).catch(() => undefined);
  const { phase = 'sent' } = record ?? {};
  const failure = failureOf(record ?? {});
  return { phase: phase === 'settled' ? 'sent' : phase, ...(failure && { failure }) };
};

/** Tells where ecash that is given stands: as the ledger says, and before that as the payment for it does. */
const followGift = (
  deps: GiftDeps,
  { wish: { id }, hash }: ZapInput & { readonly hash: string | undefined },
  sendBack: (fact: ZapPaymentFact) => void,
): (() => void) => {
  let [isOver, isUnpaid, told] = [false, false, ''];
  const stops: (() => void)[] = [];
  const tell = (fact: Omit<ZapPaymentFact, 'type'>) => {
    if (fact.phase === told) return;
    told = fact.phase;
    sendBack({ type: 'payment.is', ...fact });
  };
  const look = async () => {
    const fact = isUnpaid ? await unpaidGift(deps, hash) : undefined;
    if (fact && isUnpaid) tell(fact);
  };
  const begin = async () => {
    const giving = await deps.gifts();
    if (isOver) return;
    stops.push(
      giving.follow(id, (phase, problem) => {
        isUnpaid = phase === 'requested';
        if (isUnpaid) void look();
        else tell({ phase, ...(problem && { failure: { ecash: problem } }) });
      }),
    );
  };
  if (hash !== undefined) stops.push(deps.payments.watch(() => void look(), hash));
  void begin().catch(() => {});
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
};

type Gift = { readonly wish: ZapWish; readonly part: ZapParts };

/** The Lightning wallet pays a mint, which makes the ecash that is given. */
const giveFromWallet = async (
  deps: ZapSlotDeps,
  { wish, part, invoiced: noteHash }: Gift & { readonly invoiced: (hash: string) => void },
  signal: AbortSignal,
): Promise<void> => {
  const route = await deps.lightning(signal);
  onlyGiver(deps, part);
  if (!route) throw new WalletError({ code: 'not-connected' });
  const giving = await deps.gifts();
  onlyGiver(deps, part);
  const read = readPayable(await giving.giveOncePaid(wish), deps.lnurl.now());
  if ('problem' in read) throw new WalletError({ code: read.problem === 'expired' ? 'invoice-expired' : 'unknown' });
  noteHash(read.payable.paymentHash);
  onlyGiver(deps, part);
  const isOurs = (error: unknown) =>
    error instanceof WalletError && (error.problem.code === 'under-way' || error.problem.code === 'already-paid');
  await deps.paying.pay(read.payable, route).catch((error: unknown) => {
    // the invoice is for this wish alone: whoever pays it already does it for this
    if (!isOurs(error)) throw error;
  });
};

/** The invoice of a gift is given up once it is certain that nobody pays it. */
const letGo = async ({ payments, gifts }: GiftDeps, { id }: ZapWish, hash: string | undefined): Promise<void> => {
  if (hash === undefined) return;
  const payment = await payments.get(hash);
  if (payment === undefined || payment.phase === 'refused') await (await gifts()).letGo(id);
};

/** Tells where the payment stands. */
const defineFollowPayment = (deps: ZapSlotDeps, parts: AllZapParts) =>
  fromCallback<ZapPaymentFact, ZapInput>(({ input, sendBack }) => {
    const { payments } = deps;
    const { wish } = input;
    if (wish.mint !== undefined) return followGift(deps, { wish, hash: parts.get(wish.id)?.hash }, sendBack);
    const hash = invoiced(parts, input).invoice.invoice.paymentHash;
    return onChanged({
      watch: (look) => [payments.watch(look, hash)],
      read: () => payments.get(hash),
      mark: ({ phase }) => phase,
      tell(record) {
        const failure = failureOf(record);
        sendBack({ type: 'payment.is', phase: record.phase, ...(failure && { failure }) } satisfies ZapPaymentFact);
      },
    });
  });

const logUnpublished = (error: unknown) => logFailure('Not published: zap request', error);

const ending = (deps: ZapSlotDeps, parts: AllZapParts) => {
  const { requests } = deps;
  return {
    'publish request': fromPromise<void, ZapInput>(async ({ input, signal }) => {
      // whoever brings it to relays is known to them
      if (input.wish.anonymous) return;
      const { request } = invoiced(parts, input);
      await requests.publish(request, requests.relays('write')).catch((error: unknown) => {
        // the receipt came first: the chart is over and hears of this no more
        if (signal.aborted) logUnpublished(error);
        throw error;
      });
    }),
    'await receipt': fromPromise<void, ZapInput>(
      ({ input, signal }) =>
        new Promise((resolve) => {
          const zap = invoiced(parts, input);
          const hash = zap.invoice.invoice.paymentHash;
          const stop = deps.watchReceipt({ hash, ...traceOfZap(zap) }, () => resolve());
          signal.addEventListener('abort', stop, { once: true });
        }),
    ),
  };
};

/** What is told of a zap in passing, to who does not look at it. */
const news = (deps: ZapSlotDeps, parts: AllZapParts) => {
  const tell = (wish: ZapWish, told: ZapNews) => {
    const { recipient, sats } = wish;
    if (!deps.isLookedAt(zapTargetOf(wish))) deps.tell({ ...told, zap: { recipient, sats } });
  };
  return {
    'tell of failure': (_: unknown, { wish, failure }: { wish: ZapWish; failure: ZapFailure }) =>
      tell(wish, { code: 'zap-refused', why: failure }),
    'tell of doubt': (_: unknown, { wish, doubt }: { wish: ZapWish; doubt: ZapFailure | undefined }) => {
      const isGiven = wish.mint !== undefined && !wish.fromWallet;
      const why = doubt && 'problem' in doubt ? undefined : doubt;
      tell(wish, { code: 'zap-unknown', doubt: { isGiven, payment: hashOf(parts.get(wish.id)), why } });
    },
    'tell of warning': (_: unknown, { wish }: ZapInput) =>
      tell(wish, { code: 'zap-asks', address: parts.get(wish.id)?.payee?.endpoint.shown ?? '' }),
  };
};

/** The invoice is paid here, or shown for another wallet to pay. */
const paying = (deps: ZapSlotDeps, parts: AllZapParts) => {
  /** payment hashes of what was shown, by the zap */
  const shown = new Map<string, readonly string[]>();
  return {
    pay: fromPromise<void, ZapInput>(async ({ input }) => {
      const zap = invoiced(parts, input);
      // who was shown an invoice may have paid it elsewhere while this one was asked for
      for (const hash of shown.get(input.wish.id) ?? [])
        if ((await deps.payments.get(hash))?.phase === 'settled') throw new WalletError({ code: 'already-paid' });
      onlyGiver(deps, zap);
      parts.set(input.wish.id, { ...zap, times: { ...zap.times, paying: deps.lnurl.now() } });
      await deps.paying.pay(payableOf(parts, input));
    }),
    offer: fromPromise<void, ZapInput>(async ({ input }) => {
      const payable = payableOf(parts, input);
      onlyGiver(deps, parts.get(input.wish.id));
      await deps.paying.offer(payable);
      shown.set(input.wish.id, [...(shown.get(input.wish.id) ?? []), payable.paymentHash]);
    }),
  };
};

/** The acts of a zap. Whatever they learn of address, request and invoice stands in `parts`. */
export const createZapSlots = (deps: ZapSlotDeps, parts: AllZapParts) => ({
  actors: {
    ...preparing(deps, parts),
    ...ending(deps, parts),
    'find wallet': fromPromise<{ isThere: boolean }, ZapInput>(async ({ signal }) => ({
      isThere: await deps.findWallet(signal),
    })),
    'give ecash': fromPromise<void, ZapInput>(async ({ input: { wish }, signal }) => {
      const part: ZapParts = { giver: parts.get(wish.id)?.giver, times: { begun: deps.lnurl.now() } };
      onlyGiver(deps, part);
      parts.set(wish.id, part);
      const noteHash = (hash: string) => void parts.set(wish.id, { ...part, hash });
      if (wish.fromWallet) return giveFromWallet(deps, { wish, part, invoiced: noteHash }, signal);
      const giving = await deps.gifts();
      onlyGiver(deps, part);
      await giving.give({ ...wish, mint: wish.mint! });
    }),
    'let go': fromPromise<void, ZapInput>(({ input: { wish } }) => letGo(deps, wish, parts.get(wish.id)?.hash)),
    ...paying(deps, parts),
    'follow payment': defineFollowPayment(deps, parts),
  },
  actions: {
    'remember payee': (_: unknown, { wish: { id } }: ZapInput) => {
      const { payee, node } = parts.get(id) ?? {};
      if (payee && node !== undefined) deps.lastPayees.add(payee.endpoint.shown, node);
    },
    ...news(deps, parts),
    'log kept': (_: unknown, { error }: { error: unknown }) => logFailure('Not dropped: the invoice of a gift', error),
    'log unpublished': (_: unknown, { error }: { error: unknown }) => logUnpublished(error),
  },
});
