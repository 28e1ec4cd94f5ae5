import { KIND } from '#domain/protocol/kinds.ts';
import { toSeconds } from '#domain/units.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { negotiate, type NwcCapabilities } from '#domain/wallet/nwc-encryption.ts';
import {
  readBalance,
  readBudget,
  readFacts,
  readMadeInvoice,
  readPaid,
  readRows,
  readTransaction,
  readTransactions,
  type WalletFacts,
  type WalletTransaction,
} from '#domain/wallet/nwc.ts';
import type { Looked, PaymentEvidence, PaymentRecord } from '#domain/wallet/payment.ts';
import {
  NWC_TIMEOUT_MS,
  NWC_INFO_TIMEOUT_MS,
  TRANSACTIONS_MARGIN_S,
  TRANSACTIONS_PAGE,
  TRANSACTIONS_PAGES_MAX,
  PAYMENT_TIMEOUT_MS,
} from '#domain/wallet/wallet-limits.ts';
import { WalletError, walletProblemOf, type ServiceCode } from '#domain/wallet/wallet-problem.ts';
import { toMsats } from '#domain/msats.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { createNwcClient, type NwcClient, type NwcDeps } from './nwc-client.ts';
import type { WalletLink } from './wallet-link.ts';

export type NwcLinkDeps = Omit<NwcDeps, 'requests'> & {
  readonly requests: Pick<RelayRequests, 'watch' | 'publish' | 'fetch'>;
  /** whether any of these relays is connected */
  readonly isReached: (relays: readonly string[]) => boolean;
};

/** What the wallet tells of itself to everybody; nothing where it does not, or no relay has it. */
const capabilitiesOf = async ({ requests, pairing }: NwcLinkDeps): Promise<NwcCapabilities & { isKnown: boolean }> => {
  const { walletPubkey, relays } = pairing;
  const answer = await requests
    .fetch({
      filters: [{ kinds: [KIND.walletInfo], authors: [walletPubkey], limit: 1 }],
      relays,
      timeoutMs: NWC_INFO_TIMEOUT_MS,
    })
    .catch(() => undefined);
  const info = answer?.events
    .filter(({ kind, pubkey }) => kind === KIND.walletInfo && pubkey === walletPubkey)
    .toSorted((a, b) => b.created_at - a.created_at)[0];
  return { ...negotiate(info), isKnown: info !== undefined };
};

/** What the wallet said no with; undefined where it did not answer. An answer without what was asked for is a no, too. */
const serviceCode = (error: unknown): ServiceCode | undefined => {
  const problem = walletProblemOf(error);
  if (problem.code === 'no-result') return 'OTHER';
  return problem.code === 'service' ? problem.name : undefined;
};

/** Asks who it is, which proves that it takes our requests; one that may not tell has answered all the same. */
const introduce = async (client: NwcClient, known: NwcCapabilities & { isKnown: boolean }): Promise<WalletFacts> => {
  const bare = { alias: '', pubkey: undefined, network: '', ...known };
  const ask = async (): Promise<WalletFacts> => {
    const facts = readFacts(await client.request({ method: 'get_info', timeoutMs: NWC_TIMEOUT_MS }));
    return { ...facts, methods: facts.methods.length > 0 ? facts.methods : known.methods };
  };
  try {
    return await ask();
  } catch (error) {
    const code = serviceCode(error);
    if (code === 'RESTRICTED' || code === 'NOT_IMPLEMENTED') return bare;
    if (code !== 'UNSUPPORTED_ENCRYPTION' || known.isKnown) throw error;
    client.speak('nip44_v2');
    return ask();
  }
};

const stateOf = ({ type, state }: WalletTransaction): Looked => {
  if (state === 'settled') return 'settled';
  // the wallet is the payee, too, and says how the invoice stands
  return state === 'failed' && type === 'outgoing' ? 'failed' : 'pending';
};

type Found = Extract<PaymentEvidence, { type: 'found' }>;

const foundOf = (found: WalletTransaction, at: number): Found => {
  const { preimage, feesMsats } = found;
  return { type: 'found', state: stateOf(found), at, feesMsats, ...(preimage !== undefined && { preimage }) };
};

/**
 * What the wallet knows of a payment. Some look for invoices of their own alone, so what is not found is looked for in the list
 * of payments, too, before it counts as none.
 */
const createLookUp = ({ request }: NwcClient, now: () => number) => {
  /** Page by page until nothing new comes: how many a wallet gives at once is its own matter. Rows that say nothing leave it open. */
  const listed = async ({ hash, invoice, sentAt = 0 }: PaymentRecord): Promise<WalletTransaction | Looked> => {
    const begun = Math.min(readInvoice(invoice)?.createdAt ?? Infinity, toSeconds(sentAt));
    const params = { from: begun - TRANSACTIONS_MARGIN_S, unpaid: true, type: 'outgoing', limit: TRANSACTIONS_PAGE };
    const seen = new Set<string>();
    let [offset, isClear] = [0, true];
    for (let page = 0; page < TRANSACTIONS_PAGES_MAX; page += 1) {
      const rows = readRows(await request({ method: 'list_transactions', params: { ...params, offset } }));
      const row = rows.find(
        (one) => one?.paymentHash === hash || one?.invoice?.toLowerCase() === invoice.toLowerCase(),
      );
      if (row) return row;
      const keys = rows.map((one) => one?.paymentHash ?? one?.invoice);
      isClear &&= !keys.includes(undefined);
      // one that knows no pages gives the same again: fewer than it was asked for are all it has
      if (keys.every((key) => key === undefined || seen.has(key)))
        return isClear && rows.length < TRANSACTIONS_PAGE ? 'none' : 'blind';
      for (const key of keys) seen.add(key ?? '');
      offset += rows.length;
    }
    return 'blind';
  };
  const asked = async (record: PaymentRecord): Promise<WalletTransaction | Looked> => {
    try {
      const params = { payment_hash: record.hash };
      const row = readTransaction(await request({ method: 'lookup_invoice', params }));
      if (row?.paymentHash === record.hash || (row && row.paymentHash === undefined)) return row;
      return 'blind';
    } catch (error) {
      const code = serviceCode(error);
      if (code === undefined || code === 'RATE_LIMITED' || code === 'INTERNAL') throw error;
      return await listed(record).catch((problem: unknown) => {
        if (serviceCode(problem) === undefined) throw problem;
        return 'blind' as const;
      });
    }
  };
  return async (record: PaymentRecord): Promise<PaymentEvidence> => {
    const at = now();
    const found = await asked(record);
    return typeof found === 'string' ? { type: 'found', state: found, at } : foundOf(found, at);
  };
};

const createPay =
  ({ request }: NwcClient, now: () => number): WalletLink['pay'] =>
  async ({ invoice, deadline }, tell) => {
    const onWord: NonNullable<Parameters<NwcClient['request']>[0]['onWord']> = (word) => {
      const at = now();
      if ('result' in word) tell({ type: 'paid', ...readPaid(word.result), at });
      else tell({ type: 'failed', problem: word.failure.problem, at });
    };
    const asked = {
      method: 'pay_invoice',
      params: { invoice },
      timeoutMs: PAYMENT_TIMEOUT_MS,
      onWord,
      ...(deadline !== undefined && { expiresAt: deadline }),
    } as const;
    try {
      await request(asked);
    } catch (error) {
      // what the wallet said was told already
      const problem = walletProblemOf(error);
      if (problem.code === 'no-relay' || problem.code === 'worker') tell({ type: 'failed', problem, at: now() });
    }
  };

/** Connects a remote wallet: agrees on the encryption and asks who it is, before anybody says 'connected'. */
export const connectNwc = async (deps: NwcLinkDeps): Promise<WalletLink> => {
  const client = createNwcClient(deps);
  const unready: WalletLink['unready'] = () => {
    if (client.isClosed()) return { code: 'not-connected' };
    return deps.isReached(deps.pairing.relays) ? undefined : { code: 'no-relay' };
  };
  try {
    const known = await capabilitiesOf(deps);
    client.speak(known.encryption);
    const facts = await introduce(client, known);
    return {
      route: { kind: 'nwc', walletPubkey: deps.pairing.walletPubkey, client: deps.pairing.clientPubkey },
      facts,
      unready,
      async prepare() {
        // whatever is asked of them, it is waited for those that were just lost, and not for those that were given up
        if (unready()) await capabilitiesOf(deps);
      },
      pay: createPay(client, deps.now),
      lookUp: createLookUp(client, deps.now),
      balance: async () => readBalance(await client.request({ method: 'get_balance' })),
      budget: async () => readBudget(await client.request({ method: 'get_budget' })),
      transactions: async ({ limit, offset }) =>
        readTransactions(await client.request({ method: 'list_transactions', params: { limit, offset } })),
      makeInvoice: async (sats, description) =>
        readMadeInvoice(
          await client.request({ method: 'make_invoice', params: { amount: toMsats(sats), description } }),
        ),
      async isPaid(payment_hash) {
        const row = readTransaction(await client.request({ method: 'lookup_invoice', params: { payment_hash } }));
        const isOurs = row?.type === 'incoming' && (row.paymentHash ?? payment_hash) === payment_hash;
        return isOurs && row.state === 'settled';
      },
      onMoved: client.onMoved,
      close() {
        client.close();
        deps.keeper.end();
      },
    };
  } catch (error) {
    client.close();
    throw error instanceof WalletError ? error : new WalletError({ code: 'unknown' });
  }
};
