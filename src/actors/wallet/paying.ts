import { fromCallback, fromPromise, type ActorRefFrom, type AnyEventObject } from 'xstate';
import { SECOND } from '#domain/units.ts';
import {
  isClosed,
  isOver,
  isPreimageOf,
  isSameRoute,
  learn,
  mayPayAgain,
  recover,
  requestPayment,
  standOf,
  type Payable,
  type PaymentEvidence,
  type PaymentRecord,
  type PaymentRoute,
  type WalletRoute,
} from '#domain/wallet/payment.ts';
import type { PaymentTrace } from '#domain/wallet/payment-trace.ts';
import type { WalletTransaction } from '#domain/wallet/nwc.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { paymentDeskMachine, PaymentsFact } from '#machines/wallet/payment-desk.machine.ts';
import type { PaymentHash, PaymentInput, RecordFact, WalletFact } from '#machines/wallet/payment.machine.ts';
import type { Paying } from '#ports/paying.ts';
import type { Changing } from '#ports/session.ts';
import type { Payments } from '#store/wallet/payments.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import type { PaymentSource } from './wallet-link.ts';

export type PayingDeps = {
  readonly payments: Payments;
  readonly desk: () => ActorRefFrom<typeof paymentDeskMachine> | undefined;
  /** what pays unless something else is asked for */
  readonly first: () => PaymentSource | undefined;
  /** what can be asked of payments by this route; it pays when it is the very same */
  readonly sourceOf: (route: PaymentRoute) => PaymentSource | undefined;
  /** Calls back when a wallet was connected or the network came back, until the returned function is called. */
  readonly whenBack: (listener: () => void) => () => void;
  /** whose payments, hex */
  readonly account: Changing<string | undefined>;
  /** Looks wherever others than its wallet tell of a payment, until the returned function is called. */
  readonly watchProof: (
    payment: { readonly hash: string; readonly trace: PaymentTrace },
    onPaid: (by: 'receipt' | 'verify', preimage: string | undefined) => void,
  ) => () => void;
  /** ms since the epoch */
  readonly now: () => number;
  /** a name that no other attempt has */
  readonly attemptId: () => string;
  /** once the first payment is about to be written down: the next visit has to look for it */
  readonly onBegin: () => void;
  /** Tells the user of a payment that its wallet had refused and made all the same. */
  readonly paidAfterAll: (record: PaymentRecord) => void;
};

/** What this tab wrote down and is to send. */
type Own = Map<string, { readonly attempt: string; readonly source: PaymentSource }>;

const inputOf = (record: PaymentRecord, now: number, isOurs: boolean): PaymentInput => {
  const step = recover(record, now);
  return {
    hash: record.hash,
    phase: standOf(record, now),
    isOurs,
    isByEcash: record.route.kind === 'ecash',
    waitMs: step.do === 'wait' ? step.until - now : 0,
  };
};

export type NoteDeps = Pick<PayingDeps, 'payments' | 'now' | 'paidAfterAll'>;

/** Who says something of a payment. */
type Teller = { readonly attempt?: string; readonly route?: PaymentRoute };

/**
 * Writes down what is learned of a payment, and tells when it was paid in spite of its refusal. A word by another attempt or of
 * another wallet than was asked counts as far as it proves something.
 */
const createNote =
  ({ payments, paidAfterAll }: NoteDeps) =>
  async (hash: string, evidence: PaymentEvidence, { attempt, route }: Teller = {}) => {
    let before: PaymentRecord | undefined;
    const written = await payments.change(hash, (known) => {
      before = known;
      const isSame = !route || isSameRoute(route, known.route);
      return learn(known, evidence, isSame ? attempt : 'another wallet');
    });
    if (before?.phase === 'refused' && written?.phase === 'settled') paidAfterAll(written);
    return written;
  };

/** Where others than the wallet tell that it was paid, that is written down. */
const defineSeekProof = (deps: PayingDeps) => {
  const { payments, watchProof, now } = deps;
  const note = createNote(deps);
  return fromCallback<AnyEventObject, PaymentHash>(({ input: { hash } }) => {
    let [over, end] = [false, () => {}];
    const paid = (by: 'receipt' | 'verify', preimage: string | undefined) => {
      const isProof = isPreimageOf(preimage, hash);
      const evidence = { type: 'found', state: 'settled', at: now(), ...(isProof && { preimage: preimage! }) } as const;
      // a wallet that was asked to pay knows better than a provider without a proof
      const isBelieved = (known: PaymentRecord | undefined) =>
        isProof || by === 'receipt' || known?.phase === 'offered';
      const act = async () => isBelieved(await payments.get(hash)) && (await note(hash, evidence));
      void act().catch(() => {});
    };
    const begin = async () => {
      const { trace } = (await payments.get(hash)) ?? {};
      if (trace && !over) end = watchProof({ hash, trace }, paid);
    };
    void begin().catch(() => {});
    return () => {
      over = true;
      end();
    };
  });
};

/** Somebody who may know of it is there again, or knows how it ended. */
const defineAwaitWallet = ({ payments, sourceOf, whenBack }: PayingDeps) =>
  fromCallback<WalletFact, PaymentHash>(({ input: { hash }, sendBack }) => {
    const tell = () => sendBack({ type: 'wallet.back' } satisfies WalletFact);
    let over = false;
    let end: (() => void) | undefined;
    const followEnd = async () => {
      const record = await payments.get(hash);
      if (record && !over) end ??= sourceOf(record.route)?.onEnd?.(record, tell);
    };
    const stop = whenBack(() => {
      void followEnd().catch(() => {});
      tell();
    });
    void followEnd().catch(() => {});
    return () => {
      over = true;
      stop();
      end?.();
    };
  });

/** The acts of one payment. Each writes down what it learns; the chart follows what is written. */
const createSlots = (deps: PayingDeps, own: Own) => {
  const { payments, sourceOf, now } = deps;
  const note = createNote(deps);
  /** Words that come when nobody waits for them; a database that fails is tried again by looking up. */
  const tellTo =
    ({ hash, attempt }: PaymentRecord) =>
    (evidence: PaymentEvidence) =>
      void note(hash, evidence, { attempt }).catch(() => {});
  return {
    'follow record': fromCallback<RecordFact, PaymentHash>(({ input: { hash }, sendBack }) =>
      onChanged({
        watch: (look) => [payments.watch(look, hash)],
        async read() {
          const record = await payments.get(hash);
          return record && standOf(record, now());
        },
        tell: (phase) => sendBack({ type: 'record.changed', phase } satisfies RecordFact),
      }),
    ),
    'await wallet': defineAwaitWallet(deps),
    send: fromPromise<void, PaymentHash>(async ({ input: { hash } }) => {
      const ours = own.get(hash);
      if (!ours) return;
      own.delete(hash);
      const problem = ours.source.unready();
      if (problem) return void (await note(hash, { type: 'never sent', problem, at: now() }));
      const left = await note(hash, { type: 'leaves', attempt: ours.attempt, at: now() });
      // somebody gave it up meanwhile, or began another one
      if (left?.phase !== 'sent' || left.attempt !== ours.attempt) return;
      await ours.source.pay(left, tellTo(left));
    }),
    'note silence': fromPromise<void, PaymentHash>(async ({ input: { hash } }) => {
      const at = now();
      await payments.change(hash, (known) => learn(learn(known, { type: 'never sent', at }), { type: 'silence', at }));
    }),
    'look up': fromPromise<void, PaymentHash>(async ({ input: { hash } }) => {
      const record = await payments.get(hash);
      const asked = record && !isClosed(record, now()) && sourceOf(record.route);
      if (!asked) return;
      await note(hash, { type: 'asked', at: now() }, record);
      await note(hash, await asked.lookUp(record), { attempt: record.attempt, route: asked.route });
    }),
    'seek proof': defineSeekProof(deps),
  };
};

/**
 * Takes the word of the wallet that is connected on money that went, also when nobody asks. It counts for what that wallet was
 * asked to pay, and a proof for any payment.
 */
export const createHearing = (deps: NoteDeps) => {
  const note = createNote(deps);
  return (route: WalletRoute, { type, state, paymentHash, preimage, feesMsats }: WalletTransaction) => {
    if (type !== 'outgoing' || state !== 'settled' || paymentHash === undefined) return;
    const found = {
      type: 'found',
      state,
      at: deps.now(),
      feesMsats,
      ...(preimage !== undefined && { preimage }),
    } as const;
    void note(paymentHash, found, { route }).catch(() => {});
  };
};

const createFollow = ({ payments, now }: PayingDeps, own: Own) =>
  fromCallback<PaymentsFact>(({ sendBack }) =>
    onChanged<PaymentsFact>({
      watch: (look) => [payments.watch(look)],
      async read() {
        try {
          // what this tab is about to send is told of by itself
          const open = (await payments.all()).filter((record) => !isClosed(record, now()) && !own.has(record.hash));
          return { type: 'payments.open', payments: open.map((record) => inputOf(record, now(), false)) };
        } catch {
          return { type: 'payments.unreadable' };
        }
      },
      tell: sendBack,
    }),
  );

/** The payments of the account of this moment; the same list as long as neither changes. */
const createList = ({ payments, account }: PayingDeps): Paying['payments'] => {
  let all: readonly PaymentRecord[] | undefined;
  let shown: { readonly of: typeof all; readonly owner: string | undefined; readonly list: typeof all } | undefined;
  return {
    get() {
      const owner = account.get();
      if (shown?.of !== all || shown?.owner !== owner)
        shown = { of: all, owner, list: all?.filter((record) => record.owner === owner) };
      return shown?.list;
    },
    subscribe(listener) {
      const leave = account.subscribe(listener);
      const end = onChanged({
        watch: (look) => [payments.watch(look)],
        read: () => payments.all().catch(() => []),
        tell(read) {
          all = read;
          listener();
        },
      });
      return () => {
        leave();
        end();
      };
    },
  };
};

/** What becomes of a payment, and what a person can say of it. */
const createEnds = (deps: PayingDeps): Pick<Paying, 'outcome' | 'prove' | 'deny'> => {
  const { payments, now } = deps;
  const note = createNote(deps);
  return {
    outcome: (hash) =>
      new Promise((resolve, reject) => {
        const look = () =>
          payments.get(hash).then((record) => {
            if (!record || !isOver(record)) return;
            stop();
            resolve(record);
          }, reject);
        const stop = payments.watch(() => void look(), hash);
        void look();
      }),
    async prove(hash, said) {
      const preimage = said.trim().toLowerCase();
      if (!/^[0-9a-f]{64}$/.test(preimage) || !isPreimageOf(preimage, hash)) return false;
      const evidence = { type: 'found', state: 'settled', preimage, at: now() } as const;
      return (await note(hash, evidence))?.phase === 'settled';
    },
    async deny(hash) {
      const denied = await note(hash, { type: 'denied', at: now() });
      return denied?.phase === 'refused';
    },
  };
};

/** Why an invoice cannot be paid, or shown, now. */
const busy = ({ phase }: PaymentRecord): WalletError =>
  new WalletError({
    code: phase === 'settled' ? 'already-paid' : phase === 'refused' ? 'may-be-paid' : 'under-way',
  });

/**
 * Whoever must allow it is asked, and who was just lost waited for, before anything is written down: a person may think it over for
 * minutes, in which other tabs would give up what is not sent.
 */
const letAllow = async (source: PaymentSource, { account }: Pick<PayingDeps, 'account'>): Promise<void> => {
  const owner = account.get();
  await source.prepare?.();
  if (account.get() !== owner) throw new WalletError({ code: 'cancelled' });
};

const refuseExpired = ({ expiresAt }: Payable, now: number) => {
  if (expiresAt * SECOND <= now) throw new WalletError({ code: 'invoice-expired' });
};

/** The way of every payment: it is written down, sent once, and followed until it is known what became of it. */
export const createPaying = (deps: PayingDeps) => {
  const { payments, desk, first, sourceOf, account, now, attemptId, onBegin } = deps;
  const own: Own = new Map();
  /** invoices of which whoever must allow it is asked: nothing is written down of them yet */
  const asking = new Set<string>();
  const isBegun = (hash: string) => own.has(hash) || asking.has(hash);
  const openDesk = () => {
    const open = desk();
    if (!open) throw new WalletError({ code: 'no-client' });
    return open;
  };
  const begin = async (invoice: Payable, source: PaymentSource): Promise<PaymentRecord> => {
    const attempt = attemptId();
    own.set(invoice.paymentHash, { attempt, source });
    const by = { owner: account.get() ?? '', route: source.route, attempt, at: now() };
    onBegin();
    const record = await payments.begin(requestPayment(invoice, by));
    if (record.attempt === attempt) return record;
    throw busy(record);
  };
  const paying: Paying = {
    async offer(invoice) {
      const by = { owner: account.get() ?? '', route: { kind: 'shown' }, attempt: attemptId(), at: now() } as const;
      onBegin();
      const record = await payments.begin(requestPayment(invoice, by));
      if (record.attempt !== by.attempt) throw busy(record);
    },
    async pay(invoice, by) {
      const { paymentHash: hash } = invoice;
      const source = by ? sourceOf(by) : first();
      openDesk();
      if (invoice.text === '') throw new WalletError({ code: 'missing-pr' });
      if (!source || (by && !isSameRoute(source.route, by))) throw new WalletError({ code: 'not-connected' });
      refuseExpired(invoice, now());
      if (isBegun(hash)) throw new WalletError({ code: 'under-way' });
      asking.add(hash);
      try {
        await letAllow(source, deps);
        refuseExpired(invoice, now());
        const open = openDesk();
        const record = await begin(invoice, source);
        open.send({ type: 'payment.begun', ...inputOf(record, now(), true) });
      } catch (error) {
        own.delete(hash);
        throw error;
      } finally {
        asking.delete(hash);
      }
      return hash;
    },
    ...createEnds(deps),
    // what cannot be read may be under way
    isFree: async (hash) =>
      !isBegun(hash) &&
      (await payments.get(hash).then(
        (known) => mayPayAgain(known, now()),
        () => false,
      )),
    payments: createList(deps),
  };
  return { paying, slots: createSlots(deps, own), followPayments: createFollow(deps, own) };
};
