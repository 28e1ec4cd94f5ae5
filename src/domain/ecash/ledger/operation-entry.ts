import {
  isOpenEntry,
  type MoneyEntry,
  type MoneyState,
  type TokenEnd,
  type TokenHands,
} from '#domain/money/money-entry.ts';
import { OPERATION_NOTE_MAX } from '#domain/ecash/ecash-limits.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { isOfferText } from '#domain/wallet/offer.ts';
import { mintsOfRoute, type PaymentRecord } from '#domain/wallet/payment.ts';
import { invoiceNote } from '#domain/wallet/payment-entry.ts';
import { awaitsPayment, isUnpaid } from './deposit.ts';
import { isOfNutzap, isOfRequest, tokenEnd, type HistoryRow, type OperationOutcome } from './ledger-history.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { toMsats } from '#domain/msats.ts';
import { isOut, isOver, type Operation, type OperationKind } from './operation.ts';

/** What is the same in a record and in a row of the history. */
type Facts = Pick<
  Operation,
  'kind' | 'mint' | 'amount' | 'fee' | 'surplus' | 'memo' | 'preimage' | 'partner' | 'person' | 'address'
> & {
  readonly id: string;
  readonly at: number;
  readonly state: MoneyState;
  readonly token?: TokenEnd;
  readonly hands?: TokenHands;
  readonly invoice?: string;
  readonly isNutzap?: true;
  readonly isRequest?: true;
  readonly elsewhere?: true;
  readonly isUnpaid?: true;
  readonly why?: EcashProblem;
  readonly backFee?: number;
  readonly gone?: number;
};

const stateOfRecord = (record: Operation): MoneyState => {
  const { phase } = record;
  if (phase === 'attention') return 'needs you';
  if (phase === 'fenced') return 'not paid';
  if (isOver(record)) return 'paid';
  // an invoice of which nobody said yet that it was paid
  if (awaitsPayment(record)) return 'under way';
  // that it is paid is proven, and its change is looked for
  return phase === 'unknown' && record.preimage === undefined ? 'not known' : 'under way';
};

const STATES: Readonly<Record<OperationOutcome, MoneyState>> = {
  done: 'paid',
  out: 'under way',
  taken: 'paid',
  'taken back': 'paid',
  'not done': 'not paid',
  'spent elsewhere': 'not paid',
  attention: 'needs you',
};

const TOKENS: Partial<Readonly<Record<OperationOutcome, TokenEnd>>> = {
  out: 'out',
  taken: 'taken',
  'taken back': 'taken back',
  'spent elsewhere': 'gone',
};

/** In whose hands a token is that not everybody can open. */
export const handsOf = ({ lock, delivery }: Pick<Operation, 'lock' | 'delivery'>): TokenHands | undefined => {
  if (!delivery) return lock && 'locked';
  return delivery.deliveredAt === undefined ? 'undelivered' : 'delivered';
};

const factsOfRecord = (record: Operation): Facts => {
  const { kind, mint, amount, fee, id, createdAt, memo, preimage, quote, partner, person } = record;
  const { elsewhere, address } = record;
  const hands = isOut(record) ? handsOf(record) : undefined;
  return {
    kind,
    mint,
    amount,
    fee,
    id,
    at: createdAt,
    state: stateOfRecord(record),
    ...(isOut(record) && { token: 'out' }),
    ...(hands && { hands }),
    ...(memo !== undefined && { memo }),
    ...(preimage !== undefined && { preimage }),
    ...(quote && { invoice: quote.invoice }),
    ...(partner && { partner }),
    ...(person !== undefined && { person }),
    ...(isOfNutzap(record) && { isNutzap: true }),
    ...(isOfRequest(record) && { isRequest: true }),
    ...(elsewhere && { elsewhere }),
    ...(isUnpaid(record) && { isUnpaid: true }),
    ...(address !== undefined && { address }),
  };
};

const factsOfRow = ({ operation, outcome, ...row }: HistoryRow): Facts => {
  const token = TOKENS[outcome];
  return { ...row, id: operation, state: STATES[outcome], ...(token && { token }) };
};

const KINDS: Readonly<Record<OperationKind, MoneyEntry['kind']>> = {
  deposit: 'deposit',
  receive: 'token in',
  send: 'token out',
  reclaim: 'taken back',
  melt: 'invoice',
  swap: 'exchange',
  consolidation: 'exchange',
  fence: 'exchange',
  restore: 'restored',
  adoption: 'restored',
};

const INWARD: ReadonlySet<OperationKind> = new Set(['deposit', 'receive', 'reclaim', 'restore']);

const truthOf = ({ kind, state, token, preimage, elsewhere, invoice }: Facts): MoneyEntry['truth'] => {
  if (state !== 'paid' || (elsewhere && token === undefined)) return undefined;
  // of an offer nobody here knows which hash the proof has to fit
  const isProof = preimage !== undefined && !(invoice !== undefined && isOfferText(invoice));
  if (kind === 'melt') return isProof ? 'proof' : 'mint';
  return kind === 'send' ? 'mint' : 'ecash';
};

const hashes = new Map<string, string | undefined>();

/** Invoices are read once: the history asks for all of them at each change. */
const hashOf = (invoice: string | undefined): string | undefined => {
  if (invoice === undefined) return undefined;
  if (!hashes.has(invoice)) hashes.set(invoice, readInvoice(invoice)?.paymentHash);
  return hashes.get(invoice);
};

const noteOf = ({ memo, kind, invoice }: Facts): string =>
  memo === undefined && kind === 'melt' && invoice !== undefined
    ? invoiceNote(invoice)
    : calmLine(memo ?? '', OPERATION_NOTE_MAX);

type NameOf = (mint: string) => string;

const entryOf = (facts: Facts, nameOf: NameOf): MoneyEntry => {
  const { id, kind, amount, fee, at, state, mint, token, invoice, person, isNutzap, isRequest, elsewhere, why } = facts;
  // what did not happen costs nothing but what making its ecash fresh cost; what another device paid for a token is not known here
  const isCostKnown =
    state === 'paid' || (token === 'out' && !elsewhere) || (state === 'not paid' && kind === 'melt' && fee > 0);
  return {
    id,
    isTold: false,
    kind: isNutzap ? 'zap' : KINDS[kind],
    direction: INWARD.has(kind) ? 'in' : 'out',
    msats: toMsats(amount),
    feeMsats: isCostKnown ? toMsats(fee) : undefined,
    person,
    note: noteOf(facts),
    at,
    state,
    truth: truthOf(facts),
    paymentHash: hashOf(invoice),
    mint: nameOf(mint),
    ...(token && { token }),
    ...(facts.hands && { hands: facts.hands }),
    ...(facts.isUnpaid && state === 'under way' && { isUnpaid: true }),
    ...(why && { why }),
    ...(facts.surplus !== undefined && { surplus: facts.surplus }),
    ...(facts.backFee !== undefined && { backFee: facts.backFee }),
    ...(facts.gone !== undefined && { gone: facts.gone }),
    ...(elsewhere && { isElsewhere: true }),
    ...(isRequest && { isRequest }),
    ...(facts.address !== undefined && { isToAddress: true }),
  };
};

const stateOfMove = (melt: Facts, deposit: Facts): MoneyState => {
  const states = [melt.state, deposit.state];
  if (deposit.state === 'paid') return 'paid';
  if (melt.state === 'paid' && deposit.state === 'not paid') return 'not paid';
  if (states.includes('needs you')) return 'needs you';
  if (states.includes('not known')) return 'not known';
  return melt.state === 'not paid' ? 'not paid' : 'under way';
};

/** What left one mint and came to another is one thing: both halves name each other. */
const moveOf = (melt: Facts, deposit: Facts, nameOf: NameOf): MoneyEntry => {
  const state = stateOfMove(melt, deposit);
  const isOpen = isOpenEntry({ state });
  return {
    ...entryOf(deposit, nameOf),
    id: melt.id,
    kind: 'move',
    direction: 'out',
    feeMsats: isOpen ? undefined : toMsats(melt.fee),
    state,
    at: isOpen ? melt.at : Math.max(melt.at, deposit.at),
    from: nameOf(melt.mint),
    ...(melt.surplus !== undefined && { surplus: melt.surplus }),
  };
};

/** What the ledger has: what is not over, and what is. */
export type EcashBooks = { readonly open: readonly Operation[]; readonly history: readonly HistoryRow[] };

/**
 * What a person has no use for: own ecash that was made fresh, as long as it cost nothing and nothing is wrong with it, and a search
 * that found nothing.
 */
const isQuiet = ({ kind, amount, fee, state }: Facts): boolean => {
  if (KINDS[kind] === 'restored') return amount === 0 && state === 'paid';
  return KINDS[kind] === 'exchange' && (kind === 'fence' || state !== 'paid' || fee === 0) && state !== 'needs you';
};

/** Whether a token was spent when it was taken once more, for it had come to this wallet itself. */
const isTwice = ({ outcome, tokenY }: HistoryRow, history: readonly HistoryRow[]): boolean =>
  outcome === 'spent elsewhere' && tokenY !== undefined && tokenEnd(history, tokenY) === 'done';

/** Devices with the same words may have taken the same nutzap at once, and both say so: it came once. */
const withoutTwins = (history: readonly HistoryRow[]): readonly HistoryRow[] => {
  const mine = history.filter(({ elsewhere, outcome }) => !elsewhere && outcome === 'done');
  const told = new Set(mine.flatMap(({ redeemed = [] }) => redeemed));
  return history.filter(({ elsewhere, redeemed = [] }) => {
    if (!elsewhere || redeemed.length === 0) return true;
    const isTwin = redeemed.every((id) => told.has(id));
    for (const id of redeemed) told.add(id);
    return !isTwin;
  });
};

/**
 * What a person reads of the ledger of ecash. `paid`: payment hashes of payments that are listed by themselves, which say more
 * of an invoice than the operation that paid it.
 */
export const entriesOfEcash = (
  { open, history }: EcashBooks,
  nameOf: NameOf,
  paid: ReadonlySet<string>,
): readonly MoneyEntry[] => {
  const opened = new Set(open.map(({ id }) => id));
  const all = [
    ...open.map(factsOfRecord),
    ...withoutTwins(history)
      .filter((row) => !opened.has(row.operation) && row.unit === DEFAULT_UNIT && !isTwice(row, history))
      .map(factsOfRow),
  ];
  const byId = new Map(all.map((facts) => [facts.id, facts]));
  return all.flatMap((facts) => {
    const { kind, invoice, partner } = facts;
    const other = partner && byId.get(partner.operation);
    if (isQuiet(facts) || (kind === 'deposit' && other)) return [];
    if (kind === 'melt' && other) return [moveOf(facts, other, nameOf)];
    return kind === 'melt' && paid.has(hashOf(invoice) ?? '') ? [] : [entryOf(facts, nameOf)];
  });
};

type ByMints = Pick<PaymentRecord, 'invoice' | 'route'>;

/** What mints do for a payment of which there is a record of its own, as long as that is not over. */
export const meltsUnderWay = (open: readonly Operation[], { invoice, route }: ByMints): readonly Operation[] =>
  route.kind === 'ecash' ? open.filter(({ kind, quote }) => kind === 'melt' && quote?.invoice === invoice) : [];

/** What a mint took for making the ecash of a payment fresh that came to nothing. */
const lossOf = ({ kind, outcome, fee }: HistoryRow): number => (kind === 'melt' && outcome === 'not done' ? fee : 0);

/** What of the books bears on payments with a record of their own: that is little, and it is looked through for each of them. */
export const booksOfPayments = ({ open, history }: EcashBooks): EcashBooks => ({
  open,
  history: history.filter((row) => row.surplus !== undefined || lossOf(row) > 0),
});

/** What all its mints did for a payment, in sats. */
const sumOfMelts = (
  history: readonly HistoryRow[],
  { invoice }: ByMints,
  of: (melt: HistoryRow) => number | undefined,
): number =>
  history.reduce((sum, row) => sum + (row.kind === 'melt' && row.invoice === invoice ? (of(row) ?? 0) : 0), 0);

/** What it cost, with what was lost in vain; undefined as long as nobody says. */
const costOf = ({ state, feeMsats }: MoneyEntry, lost: number): number | undefined => {
  const isKnown = feeMsats !== undefined || (state === 'not paid' && lost > 0);
  return isKnown ? (feeMsats ?? 0) + toMsats(lost) : undefined;
};

/** A payment as its mints have it: one that does not add up there needs somebody, though the mint can be asked. */
export const atMints = (
  entry: MoneyEntry,
  record: ByMints,
  { open, history }: EcashBooks,
  nameOf: NameOf,
): MoneyEntry => {
  const mints = mintsOfRoute(record.route);
  if (mints.length === 0) return entry;
  const surplus = sumOfMelts(history, record, (melt) => melt.surplus);
  const isStuck = isOpenEntry(entry) && meltsUnderWay(open, record).some(({ phase }) => phase === 'attention');
  return {
    ...entry,
    mint: mints.map(nameOf).join(', '),
    feeMsats: costOf(entry, sumOfMelts(history, record, lossOf)),
    ...(isStuck && { state: 'needs you' }),
    ...(surplus !== 0 && { surplus }),
  };
};
