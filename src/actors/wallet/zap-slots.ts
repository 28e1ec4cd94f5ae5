import { fromCallback, fromPromise } from 'xstate';
import { Failure } from '#domain/problem.ts';
import { bareEvent } from '#domain/protocol/event.ts';
import { signChecked } from '#domain/protocol/sign.ts';
import type { CurrentSigner, Signer } from '#domain/protocol/signer.ts';
import { noSigner, type Account } from '#domain/session/account.ts';
import { SECOND } from '#domain/units.ts';
import { composeZapRequest, ZAP_RELAYS_MOST } from '#domain/wallet/compose-zap.ts';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import { MSATS_PER_SAT, paymentProblem } from '#domain/wallet/lnurl-pay.ts';
import { createNamelessSigner } from '#domain/wallet/nameless-signer.ts';
import { isPreimageOf, learn, type PaymentPhase } from '#domain/wallet/payment.ts';
import { zapPurposeOf, zapTargetOf, type ZapFailure, type ZapWish } from '#domain/wallet/zap-wish.ts';
import { logFailure } from '#actors/shell/log.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { ZapChecked, ZapInput, ZapInvoiceFact, ZapPaymentFact } from '#machines/wallet/zap.machine.ts';
import type { Paying } from '#ports/paying.ts';
import type { LastPayees } from '#store/wallet/last-payees.ts';
import type { Payments } from '#store/wallet/payments.ts';
import { requestInvoice, type LnurlDeps } from './lnurl.ts';
import type { Payees } from './payees.ts';
import { watchReceipt, watchVerify, type InvoicedZap } from './zap-proof.ts';

export type ZapSlotDeps = {
  readonly lnurl: LnurlDeps;
  readonly payees: Payees;
  readonly signer: CurrentSigner;
  readonly account: () => Pick<Account, 'method' | 'pubkey'>;
  readonly client: () => string | undefined;
  readonly requests: Pick<RelayRequests, 'watch' | 'publish' | 'relays'>;
  readonly paying: Pick<Paying, 'pay' | 'isFree'>;
  readonly payments: Pick<Payments, 'get' | 'change' | 'watch'>;
  readonly lastPayees: LastPayees;
  /** whether a wallet is connected, once one that is about to be is */
  readonly findWallet: (signal: AbortSignal) => Promise<boolean>;
  readonly tell: (failure: ZapFailure) => void;
  readonly isLookedAt: (target: string) => boolean;
};

/** What is known of a zap besides its chart; `giver`: the account that gives it, hex, once it signed. */
export type ZapParts = Partial<InvoicedZap> & { readonly node?: string; readonly giver?: string };
export type AllZapParts = Map<string, ZapParts>;

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

const preparing = (deps: ZapSlotDeps, parts: AllZapParts) => ({
  resolve: fromPromise<void, ZapInput>(async ({ input: { wish } }) => {
    const payee = await deps.payees.of(wish.recipient);
    const msats = wish.sats * MSATS_PER_SAT;
    const problem = paymentProblem(payee.parameters, { msats, comment: wish.comment, zap: true });
    if (problem !== undefined) throw new Failure(problem);
    parts.set(wish.id, { payee });
  }),
  sign: fromPromise<void, ZapInput>(async ({ input: { wish } }) => {
    const payee = parts.get(wish.id)!.payee!;
    const by = signerOf(deps, wish);
    const relays = deps.requests.relays('read').slice(0, ZAP_RELAYS_MOST);
    const draft = { ...wish, relays, endpoint: payee.endpoint.url };
    const at = { now: Math.floor(deps.lnurl.now() / SECOND), client: deps.client() };
    const request = await signChecked(by, composeZapRequest(draft, at), { changed: { code: 'zap-unsigned' } }).catch(
      (cause: unknown) => {
        throw new Failure({ code: 'zap-unsigned' }, { cause });
      },
    );
    parts.set(wish.id, { payee, request, giver: deps.account().pubkey ?? by.pubkey });
  }),
  'request invoice': fromPromise<void, ZapInput>(async ({ input: { wish }, signal }) => {
    const { payee, request, giver } = parts.get(wish.id)!;
    const nostr = JSON.stringify(bareEvent(request!));
    const asked = { msats: wish.sats * MSATS_PER_SAT, comment: wish.comment, nostr };
    const invoice = await requestInvoice(deps.lnurl, payee!, asked, signal);
    parts.set(wish.id, { payee, request, giver, invoice } as ZapParts);
  }),
  'check invoice': fromPromise<ZapChecked, ZapInput>(async ({ input }) => {
    const zap = invoiced(parts, input);
    const { invoice } = zap.invoice;
    const node = payeeOf(invoice);
    if (node === undefined) throw new Failure({ code: 'invoice-unreadable' });
    // somebody else is logged in by now, whose payment it would be
    if (zap.giver !== deps.account().pubkey) throw new Failure({ code: 'zap-failed' });
    if (!(await deps.paying.isFree(invoice.paymentHash))) throw new Failure({ code: 'invoice-used' });
    parts.set(input.wish.id, { ...zap, node });
    const last = deps.lastPayees.get(zap.payee.endpoint.shown);
    return {
      isOtherPayee: last !== undefined && last !== node,
      leftMs: Math.max(0, invoice.expiresAt * SECOND - deps.lnurl.now()),
    };
  }),
});

const failureOf = (problem: Parameters<typeof learn>[0]['problem']): ZapFailure | undefined =>
  problem && { wallet: problem };

/** Tells where the payment stands; where that is not known, also what the provider says of it. */
const defineFollowPayment = ({ payments, lnurl, requests }: ZapSlotDeps, parts: AllZapParts) =>
  fromCallback<ZapPaymentFact, ZapInput>(({ input, sendBack }) => {
    const zap = invoiced(parts, input);
    const hash = zap.invoice.invoice.paymentHash;
    let told: PaymentPhase | undefined;
    const endings: (() => void)[] = [];
    let isOver = false;
    const settle = (preimage: string | undefined) => {
      const proof = isPreimageOf(preimage, hash) ? { preimage: preimage! } : {};
      const found = { type: 'found', state: 'settled', at: lnurl.now(), ...proof } as const;
      void payments.change(hash, (known) => learn(known, found)).catch(() => {});
    };
    const seekProof = () => {
      endings.push(watchReceipt({ lnurl, requests }, zap, settle));
      const onVerified = (preimage: string | undefined) => {
        if (isPreimageOf(preimage, hash)) settle(preimage);
      };
      endings.push(watchVerify({ lnurl, requests }, zap, onVerified));
    };
    const look = async () => {
      const record = await payments.get(hash).catch(() => undefined);
      if (isOver || !record || record.phase === told) return;
      const { phase, problem } = record;
      if (phase === 'unknown') seekProof();
      told = phase;
      const failure = failureOf(problem);
      sendBack({ type: 'payment.is', phase, ...(failure && { failure }) } satisfies ZapPaymentFact);
    };
    endings.push(payments.watch(() => void look()));
    void look();
    return () => {
      isOver = true;
      for (const end of endings) end();
    };
  });

const ending = (deps: ZapSlotDeps, parts: AllZapParts) => {
  const { requests, lnurl } = deps;
  return {
    'publish request': fromPromise<void, ZapInput>(async ({ input }) => {
      const { request } = invoiced(parts, input);
      await requests.publish(request, requests.relays('write'));
    }),
    'await receipt': fromPromise<void, ZapInput>(
      ({ input, signal }) =>
        new Promise((resolve) => {
          const stop = watchReceipt({ lnurl, requests }, invoiced(parts, input), () => resolve());
          signal.addEventListener('abort', stop, { once: true });
        }),
    ),
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
    pay: fromPromise<void, ZapInput>(async ({ input }) => {
      const { invoice } = invoiced(parts, input).invoice;
      await deps.paying.pay({ ...invoice, purpose: zapPurposeOf(input.wish) });
    }),
    'follow payment': defineFollowPayment(deps, parts),
    'watch invoice': fromCallback<ZapInvoiceFact, ZapInput>(({ input, sendBack }) => {
      const zap = invoiced(parts, input);
      const paid = () => sendBack({ type: 'invoice.paid' } satisfies ZapInvoiceFact);
      const endings = [watchReceipt(deps, zap, paid), watchVerify(deps, zap, paid)];
      return () => endings.forEach((end) => end());
    }),
  },
  actions: {
    'remember payee': (_: unknown, { wish: { id } }: ZapInput) => {
      const { payee, node } = parts.get(id) ?? {};
      if (payee && node !== undefined) deps.lastPayees.set(payee.endpoint.shown, node);
    },
    'tell of failure': (_: unknown, { wish, failure }: { wish: ZapWish; failure: ZapFailure }) => {
      if (!deps.isLookedAt(zapTargetOf(wish))) deps.tell(failure);
    },
    'log unpublished': (_: unknown, { error }: { error: unknown }) => logFailure('Not published: zap request', error),
  },
});
