import { isHex64 } from '#domain/protocol/event.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { SATS_EVER } from '#domain/units.ts';
import { toMsats, toSats } from '#domain/msats.ts';
import {
  PROVIDER_SAID_MAX_CHARACTERS,
  TRANSACTION_ROWS_MAX,
  TRANSACTION_TEXT_MAX,
  TRANSACTION_INVOICE_MAX,
} from './wallet-limits.ts';
import { SERVICE_CODES, WalletError, type ServiceCode } from './wallet-problem.ts';

/** What a wallet service can be asked (NIP-47). */
export type NwcMethod =
  | 'get_info'
  | 'get_balance'
  | 'get_budget'
  | 'list_transactions'
  | 'make_invoice'
  | 'lookup_invoice'
  | 'pay_invoice';

/** A payment as the wallet tells of it. Amounts in msats, times in seconds. */
export type WalletTransaction = {
  readonly type: 'incoming' | 'outgoing';
  readonly state: 'pending' | 'settled' | 'failed' | 'expired';
  readonly invoice: string | undefined;
  readonly description: string;
  readonly paymentHash: string | undefined;
  readonly preimage: string | undefined;
  readonly msats: number;
  /** undefined where the wallet does not tell it */
  readonly feesMsats: number | undefined;
  readonly createdAt: number;
  readonly settledAt: number | undefined;
};

/** What a wallet may still spend; `renewsAt` in seconds. */
export type WalletBudget = {
  readonly usedMsats: number;
  readonly totalMsats: number;
  readonly renewsAt: number | undefined;
};

export type WalletFacts = {
  readonly alias: string;
  readonly pubkey: string | undefined;
  readonly network: string;
  readonly methods: readonly string[];
  readonly notifications: readonly string[];
};

const MSATS_EVER = toMsats(SATS_EVER);

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const text = (value: unknown, most = TRANSACTION_TEXT_MAX): string =>
  typeof value === 'string' ? calmLine(value, most) : '';

const count = (value: unknown, most = MSATS_EVER): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most ? (value as number) : undefined;

const hex = (value: unknown): string | undefined => {
  const lower = typeof value === 'string' ? value.toLowerCase() : undefined;
  return isHex64(lower) ? lower : undefined;
};

const names = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((name): name is string => typeof name === 'string' && /^\w{1,64}$/.test(name))
    : [];

const isServiceCode = (value: unknown): value is ServiceCode => (SERVICE_CODES as readonly unknown[]).includes(value);

const missing = (method: NwcMethod) => new WalletError({ code: 'no-result', method });

/** The refusal in an answer, in the wallet's own word (NWC-09); one that says nothing is an answer without a result (NWC-17). */
const refusalOf = ({ code, message }: Fields, method: NwcMethod): WalletError => {
  const name = isServiceCode(code) ? code : 'OTHER';
  const said = text(message, PROVIDER_SAID_MAX_CHARACTERS);
  return name === 'OTHER' && said === '' ? missing(method) : new WalletError({ code: 'service', name, said });
};

/**
 * The result of an answer. Throws a WalletError: what the wallet refused with, 'unreadable' for what is no answer to this
 * method (NWC-10), 'no-result' for one that is empty (NWC-17 to NWC-21).
 */
export const readAnswer = (json: string, method: NwcMethod): Fields => {
  let answer: Fields | undefined;
  try {
    answer = fieldsOf(JSON.parse(json));
  } catch {
    answer = undefined;
  }
  if (!answer) throw new WalletError({ code: 'unreadable' });
  const error = fieldsOf(answer['error']);
  if (error) throw refusalOf(error, method);
  const result = fieldsOf(answer['result']);
  if (!result) throw missing(method);
  if (answer['result_type'] !== method) throw new WalletError({ code: 'unreadable' });
  return result;
};

/** NWC-13 */
export const readFacts = (result: Fields): WalletFacts => ({
  alias: text(result['alias'], 100),
  pubkey: typeof result['pubkey'] === 'string' ? text(result['pubkey'], 66) : undefined,
  network: text(result['network'], 20),
  methods: names(result['methods']),
  notifications: names(result['notifications']),
});

/** Sats, of the msats the wallet tells (NWC-12). */
export const readBalance = (result: Fields): number => {
  const msats = count(result['balance']);
  if (msats === undefined) throw missing('get_balance');
  return Math.floor(toSats(msats));
};

/** undefined: without bounds */
export const readBudget = (result: Fields): WalletBudget | undefined => {
  const [usedMsats, totalMsats] = [count(result['used_budget']), count(result['total_budget'])];
  if (usedMsats === undefined || totalMsats === undefined || totalMsats === 0) return undefined;
  return { usedMsats, totalMsats, renewsAt: count(result['renews_at']) };
};

const STATES = ['pending', 'settled', 'failed', 'expired'] as const;

const stateOf = (row: Fields): WalletTransaction['state'] => {
  const said = typeof row['state'] === 'string' ? row['state'].toLowerCase() : undefined;
  const state = STATES.find((one) => one === said);
  // services of before `state` tell by when it was settled
  return state ?? (count(row['settled_at']) ? 'settled' : 'pending');
};

/** One payment; undefined when it makes no sense. */
export const readTransaction = (value: unknown): WalletTransaction | undefined => {
  const row = fieldsOf(value);
  const [type, msats] = [row?.['type'], count(row?.['amount'])];
  if (!row || (type !== 'incoming' && type !== 'outgoing') || msats === undefined) return undefined;
  return {
    type,
    state: stateOf(row),
    invoice:
      typeof row['invoice'] === 'string' && row['invoice'].length <= TRANSACTION_INVOICE_MAX
        ? row['invoice']
        : undefined,
    description: text(row['description']),
    paymentHash: hex(row['payment_hash']),
    preimage: hex(row['preimage']),
    msats,
    feesMsats: count(row['fees_paid']),
    createdAt: count(row['created_at']) ?? 0,
    settledAt: count(row['settled_at']) || undefined,
  };
};

/** The rows of a list, undefined for each that makes no sense. */
export const readRows = (result: Fields): readonly (WalletTransaction | undefined)[] => {
  const rows = result['transactions'];
  if (!Array.isArray(rows)) throw missing('list_transactions');
  return rows.slice(0, TRANSACTION_ROWS_MAX).map(readTransaction);
};

/** NWC-14 */
export const readTransactions = (result: Fields): readonly WalletTransaction[] =>
  readRows(result).filter((row) => row !== undefined);

/** The invoice that was made (NWC-15). */
export const readMadeInvoice = (result: Fields): string => {
  const invoice = result['invoice'];
  if (typeof invoice !== 'string' || invoice === '' || invoice.length > TRANSACTION_INVOICE_MAX)
    throw missing('make_invoice');
  return invoice;
};

/** What a paid invoice is proven by (NWC-11), and its fee; undefined when there is none that could be one. */
export const readPaid = (result: Fields): Pick<WalletTransaction, 'preimage' | 'feesMsats'> => ({
  preimage: hex(result['preimage']),
  feesMsats: count(result['fees_paid']),
});

/** What a wallet tells unasked: money came or went. undefined for what makes no sense. */
export const readNotification = (json: string): WalletTransaction | undefined => {
  try {
    const told = fieldsOf(JSON.parse(json));
    const type = told?.['notification_type'];
    const row = type === 'payment_received' || type === 'payment_sent' ? fieldsOf(told?.['notification']) : undefined;
    const implied = { type: type === 'payment_sent' ? 'outgoing' : 'incoming', state: 'settled' };
    return row && readTransaction({ ...implied, ...row });
  } catch {
    return undefined;
  }
};
