import { writeCreqA } from '#domain/ecash/requests/creq.ts';
import { paysRequest } from '#domain/ecash/requests/parcel-tries.ts';
import type { ParcelWay } from '#domain/ecash/ledger/parcel.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { requestName, type MadeRequest } from '#domain/ecash/requests/made-request.ts';
import { rawRequestOf, readPaymentRequest, type PaymentRequest } from '#domain/ecash/requests/payment-request.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import type { Ecash } from '#ports/ecash.ts';
import { deliverAgain } from './parcels.ts';
import type { Alone } from '#actors/shell/alone.ts';
import { beginSend } from '#actors/ecash/operations/begin.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';

export type RequestActsDeps = {
  readonly purse: () => Purse | undefined;
  readonly begin: (act: (mine: Purse) => Promise<string>) => Promise<string>;
  /** relays on which private messages of the user are read */
  readonly inboxRelays: (pubkey: string) => Promise<readonly string[]>;
  /** of two tabs in which the same is confirmed one is the first */
  readonly alone: Alone;
  /** a name that tells a request from all others */
  readonly newName: () => string;
  /** ms since the epoch */
  readonly now: () => number;
};

type Pay = Parameters<Ecash['payRequest']>[0];

const fail = (code: 'ecash-locked' | 'request-amount' | 'request-transport' | 'request-paid'): never => {
  throw new EcashError({ code });
};

const wayOf = ({ ways }: PaymentRequest): ParcelWay => ways[0] ?? fail('request-transport');

/** The payment that this press, or an earlier one, has begun already. */
const begunBefore = async ({ ledger }: Purse, { key, isSingleUse }: PaymentRequest, attempt: string) => {
  // what was taken back has paid nobody
  const back = (await ledger.history()).flatMap((row) => (row.outcome === 'taken back' ? row.operation : []));
  const paying = (await ledger.operations('all')).filter(
    (record) => paysRequest(record, key) && !back.includes(record.id),
  );
  const same = paying.find(({ parcel }) => parcel?.request?.attempt === attempt);
  if (same) return same.id;
  return isSingleUse && paying.length > 0 ? fail('request-paid') : undefined;
};

const beginPaying = async (purse: Purse, request: PaymentRequest, wish: Pay): Promise<string> => {
  const before = await begunBefore(purse, request, wish.attempt);
  if (before !== undefined) return before;
  const { id, key, lock, memo, amount = wish.amount } = request;
  if (amount === undefined || amount <= 0) return fail('request-amount');
  const way = wayOf(request);
  return await beginSend(purse.deps, {
    mint: wish.mint,
    unit: DEFAULT_UNIT,
    amount,
    ...(memo !== undefined && { memo }),
    ...(lock && { lock }),
    ...(way.type === 'message' && { person: way.pubkey }),
    parcel: {
      way,
      state: 'due',
      request: { key, attempt: wish.attempt, ...(id !== undefined && { id }) },
    },
  });
};

/** Asking for sats, and paying who asks. */
export const createRequestActs = (deps: RequestActsDeps) => {
  const { purse, begin, inboxRelays, alone, newName, now } = deps;
  const mine = () => purse() ?? fail('ecash-locked');
  const never = new AbortController().signal;
  return {
    readRequest: (text) => readPaymentRequest(text, isSampleNetwork()),
    async payRequest(wish) {
      const request = readPaymentRequest(wish.request, isSampleNetwork());
      wayOf(request);
      return await alone(`request ${request.key}`, () => begin((opened) => beginPaying(opened, request, wish)), never);
    },
    deliverAgain: (operation) => deliverAgain({ ledger: mine().ledger, now }, operation),
    async makeRequest({ amount, memo, mints, isSingleUse, isLocked }) {
      refuseSecrets({ memo });
      const { ledger, pubkey } = mine();
      const wallet = await ledger.wallet.get();
      if (!wallet) throw new EcashError({ code: 'ecash-none' });
      const relays = await inboxRelays(pubkey);
      const id = newName();
      const said = { ...(amount !== undefined && { amount }), ...(memo !== undefined && { memo }), mints, isSingleUse };
      const raw = rawRequestOf({ id, ...said, pubkey, relays, ...(isLocked && { lock: wallet.pubkey }) });
      const made: MadeRequest = {
        id,
        text: writeCreqA(raw),
        ...said,
        isLocked,
        relays,
        createdAt: now(),
        payments: [],
      };
      await ledger.beside.change<MadeRequest>(requestName(id), () => made);
      return id;
    },
    closeRequest: (id) =>
      mine().ledger.beside.change<MadeRequest>(requestName(id), (known) => known && { ...known, closedAt: now() }),
  } satisfies Partial<Ecash>;
};
