import type { MoneyEntry, MoneyState } from '#domain/money/money-entry.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { SECOND } from '#domain/units.ts';
import { readInvoice } from './invoice.ts';
import type { WalletTransaction } from './nwc.ts';
import { isBeingAsked, isOfDeletedEcash, isSameRoute, type PaymentRecord, type WalletRoute } from './payment.ts';
import { PAYMENT_NOTE_MAX } from './wallet-limits.ts';

/** Which wallet can be asked now: none, one that is being connected, or this one. */
export type AskableWallet = WalletRoute | 'connecting' | undefined;

/** Whether this tab can find out what became of a payment without the user. Nobody can ask the wallet of a browser. */
export const canBeAsked = (record: PaymentRecord, wallet: AskableWallet): boolean => {
  const { route } = record;
  if (route.kind === 'webln') return false;
  // the mint is asked whenever the key is unlocked
  if (route.kind === 'ecash') return !isOfDeletedEcash(record);
  if (wallet === 'connecting') return true;
  return wallet !== undefined && isSameRoute(wallet, route);
};

/** The remote wallets that some tab can ask, by the keys of services and of connections; undefined where that is not known. */
export type Askers = ReadonlySet<string> | undefined;

/** Whether another tab finds out what became of it: one that is there, or else one that asked just now. */
const isAskedElsewhere = (record: PaymentRecord, now: number, askers: Askers): boolean =>
  askers && record.route.kind === 'nwc'
    ? askers.has(record.route.client ?? record.route.walletPubkey)
    : isBeingAsked(record, now);

const stateOf = (record: PaymentRecord, wallet: AskableWallet, now: number, askers: Askers): MoneyState => {
  if (record.phase === 'settled') return 'paid';
  if (record.phase === 'refused') return 'not paid';
  if (record.phase !== 'unknown') return 'under way';
  return canBeAsked(record, wallet) || isAskedElsewhere(record, now, askers) ? 'not known' : 'needs you';
};

/** Whether the user may enter the proof of a payment of which nobody knows: its wallet cannot be asked for it. */
export const mayProve = ({ route }: Pick<PaymentRecord, 'route'>, state: MoneyState): boolean =>
  state !== 'under way' && route.kind === 'webln';

/** What the payee wrote on an invoice; '' for nothing. */
export const invoiceNote = (invoice: string): string =>
  calmLine(readInvoice(invoice)?.description ?? '', PAYMENT_NOTE_MAX);

/** What a person reads of a payment that this app made; `now` and `askers` tell whether another tab asks about it. */
export const entryOfPayment = (
  record: PaymentRecord,
  wallet: AskableWallet,
  now: number,
  askers?: Askers,
): MoneyEntry => {
  const { hash, msats, purpose, address, phase, preimage, feesMsats, invoice, requestedAt } = record;
  return {
    id: hash,
    isTold: false,
    kind: purpose ? 'zap' : 'invoice',
    direction: 'out',
    msats,
    feeMsats: feesMsats,
    person: purpose?.recipient,
    address,
    note: purpose ? calmLine(purpose.comment ?? '', PAYMENT_NOTE_MAX) : invoiceNote(invoice),
    at: requestedAt,
    state: stateOf(record, wallet, now, askers),
    truth: phase !== 'settled' ? undefined : preimage === undefined ? 'word' : 'proof',
    paymentHash: hash,
  };
};

const TOLD: Readonly<Record<WalletTransaction['state'], MoneyState>> = {
  settled: 'paid',
  pending: 'under way',
  failed: 'not paid',
  expired: 'not paid',
};

/** What a person reads of a row of the wallet's own list. Who pays oneself has the same hash twice; a row may have none. */
export const entryOfTransaction = (row: WalletTransaction): MoneyEntry => {
  const isIn = row.type === 'incoming';
  const state = TOLD[row.state];
  return {
    id: `${row.type} ${row.paymentHash ?? `${row.createdAt} ${row.msats}`}`,
    isTold: true,
    kind: isIn ? 'received' : 'invoice',
    direction: isIn ? 'in' : 'out',
    msats: row.msats,
    feeMsats: isIn ? undefined : row.feesMsats,
    person: undefined,
    note: calmLine(row.description, PAYMENT_NOTE_MAX),
    at: (row.settledAt ?? row.createdAt) * SECOND,
    state,
    truth: state === 'paid' ? 'word' : undefined,
    paymentHash: row.paymentHash,
  };
};
