import type {
  NWCWalletServiceRequestHandler,
  Nip47ListTransactionsRequest,
  Nip47LookupInvoiceRequest,
  Nip47MakeInvoiceRequest,
  Nip47PayInvoiceRequest,
  Nip47Transaction,
} from '@getalby/sdk/nwc';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { LedgerError, type Ledger, type LedgerInvoice } from '#devnet/lightning/ledger.ts';
import { wait, type NwcFault } from './wallet-faults.ts';

/** transactions in one answer (NIP-47) */
const PAGE = 20;

export const METHODS = [
  'pay_invoice',
  'make_invoice',
  'lookup_invoice',
  'list_transactions',
  'get_balance',
  'get_info',
  'get_budget',
] as const;

export const NOTIFICATIONS = ['payment_received', 'payment_sent'] as const;

/** An account of the ledger as a wallet shows it. */
export type WalletAccount = {
  readonly ledger: Ledger;
  /** its name in the ledger */
  readonly account: string;
  readonly lud16: string;
  /** what apps may pay, in sats; undefined for no bound */
  budgetSats: number | undefined;
};

const failure = (code: string, message: string) => ({ result: undefined, error: { code, message } });
const success = <T>(result: T) => ({ result, error: undefined });
const now = (): number => Math.floor(Date.now() / 1_000);

const stateOf = ({ settled, expiresAt }: LedgerInvoice): string =>
  settled ? 'settled' : expiresAt <= now() ? 'expired' : 'pending';

/** An invoice as NIP-47 shows it to this account. */
export function transactionOf(account: string, invoice: LedgerInvoice): Nip47Transaction {
  const isIncoming = invoice.payee === account;
  const { settled } = invoice;
  return {
    type: isIncoming ? 'incoming' : 'outgoing',
    state: stateOf(invoice) as Nip47Transaction['state'],
    invoice: invoice.text,
    description: invoice.description,
    description_hash: invoice.descriptionHash ?? '',
    preimage: settled ? invoice.preimage : '',
    payment_hash: invoice.paymentHash,
    amount: invoice.msats,
    fees_paid: 0,
    created_at: invoice.createdAt,
    expires_at: invoice.expiresAt,
    ...(settled && { settled_at: settled.at }),
  } as Nip47Transaction;
}

const ERRORS: Readonly<Record<LedgerError['code'], readonly [code: string, message: string]>> = {
  NOT_FOUND: ['PAYMENT_FAILED', 'No route to the payee'],
  INSUFFICIENT_BALANCE: ['INSUFFICIENT_BALANCE', 'Not enough sats in this wallet'],
  EXPIRED: ['PAYMENT_FAILED', 'The invoice has expired'],
  ALREADY_PAID: ['OTHER', 'This invoice was paid before'],
  PAYMENT_FAILED: ['PAYMENT_FAILED', 'No such invoice'],
};

const WRONG_PREIMAGE = '00'.repeat(32);

/** What the account does for each request; `fault` answers what is to go wrong with the one at hand. */
export function createHandler(
  wallet: WalletAccount,
  fault: () => NwcFault | undefined,
): NWCWalletServiceRequestHandler & { getBudget(): { result: unknown; error: undefined } } {
  const { ledger, account, lud16 } = wallet;
  /** hashes that are being paid */
  const pending = new Map<string, LedgerInvoice>();
  let spentMsats = 0;

  const isBeyond = (msats: number): boolean =>
    wallet.budgetSats !== undefined && spentMsats + msats > wallet.budgetSats * 1_000;

  const pay = async ({ invoice }: Nip47PayInvoiceRequest) => {
    const wrong = fault();
    const known = ledger.find(invoice);
    if (wrong?.type === 'no answer' && !wrong.pays) return success({ preimage: '', fees_paid: 0 });
    if (wrong?.type === 'error' && !wrong.pays) return success({ preimage: '', fees_paid: 0 });
    const msats = readInvoice(invoice)?.msats ?? 0;
    if (known?.settled === undefined && isBeyond(msats))
      return failure('QUOTA_EXCEEDED', 'This app has spent its budget');
    if (known) pending.set(known.paymentHash, known);
    if (wrong?.type === 'slow') await wait(wrong.ms);
    try {
      const paid = ledger.pay(account, invoice);
      spentMsats += paid.msats;
      return success({ preimage: wrong?.type === 'wrong preimage' ? WRONG_PREIMAGE : paid.preimage, fees_paid: 0 });
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      return failure(...ERRORS[error.code]);
    } finally {
      if (known) pending.delete(known.paymentHash);
    }
  };

  const isMine = (invoice: LedgerInvoice): boolean =>
    invoice.payee === account || invoice.settled?.payer === account || pending.has(invoice.paymentHash);

  const lookUp = ({ payment_hash = '', invoice = '' }: Nip47LookupInvoiceRequest) => {
    const found = ledger.find(payment_hash) ?? ledger.find(invoice);
    return found && isMine(found)
      ? success(transactionOf(account, found))
      : failure('NOT_FOUND', 'No such invoice in this wallet');
  };

  const list = ({
    from = 0,
    until = Infinity,
    limit = PAGE,
    offset = 0,
    unpaid,
    type,
  }: Nip47ListTransactionsRequest) => {
    const all = ledger
      .of(account)
      .filter(({ settled, createdAt }) => (unpaid || settled) && createdAt >= from && createdAt <= until)
      .map((invoice) => transactionOf(account, invoice))
      .filter((one) => type === undefined || one.type === type);
    const transactions = all.slice(offset, offset + Math.min(limit, PAGE));
    return success({ transactions, total_count: all.length });
  };

  return {
    payInvoice: pay,
    lookupInvoice: async (request) => lookUp(request),
    listTransactions: async (request) => list(request ?? {}),
    getBalance: async () => success({ balance: ledger.balanceOf(account) }),
    makeInvoice: async ({ amount, description = '', expiry }: Nip47MakeInvoiceRequest) =>
      success(
        transactionOf(
          account,
          ledger.invoice({ payee: account, msats: amount, description, ...(expiry && { expirySeconds: expiry }) }),
        ),
      ),
    getInfo: async () =>
      success({
        alias: 'Sample wallet',
        color: '#c9703f',
        pubkey: ledger.nodeOf(),
        network: 'regtest',
        block_height: 840_000,
        block_hash: '0'.repeat(64),
        methods: [...METHODS],
        notifications: [...NOTIFICATIONS],
        lud16,
      }),
    getBudget: () =>
      success(
        wallet.budgetSats === undefined
          ? {}
          : { used_budget: spentMsats, total_budget: wallet.budgetSats * 1_000, renewal_period: 'never' },
      ),
  };
}
