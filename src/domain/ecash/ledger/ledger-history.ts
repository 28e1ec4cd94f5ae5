import { byText } from '#domain/by-text.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { Operation } from './operation.ts';

/** How an operation ended, for people. */
export type OperationOutcome =
  | 'done'
  /** a token is out */
  | 'out'
  | 'taken'
  | 'taken back'
  | 'not done'
  /** somebody else spent what it would have spent */
  | 'spent elsewhere'
  | 'attention';

/** What a person reads of an operation. */
export type HistoryRow = Pick<
  Operation,
  | 'kind'
  | 'mint'
  | 'unit'
  | 'amount'
  | 'fee'
  | 'surplus'
  | 'memo'
  | 'preimage'
  | 'partner'
  | 'into'
  | 'onward'
  | 'leaves'
  | 'person'
  | 'address'
> & {
  readonly operation: string;
  readonly outcome: OperationOutcome;
  /** of a token that was taken back: what its mint took for that */
  readonly backFee?: number;
  /** sats of it that somebody took before */
  readonly gone?: number;
  /** why it was not done */
  readonly why?: EcashProblem;
  /** what was paid, or was to be */
  readonly invoice?: string;
  /** id of the quote at the mint, by which it finds what was asked of it */
  readonly quote?: string;
  /** ms since the epoch; rows of older versions do not have it */
  readonly begun?: number;
  /** it went out, or came, as a nutzap */
  readonly isNutzap?: true;
  /** it paid a request, or came for one of ours */
  readonly isRequest?: true;
  /** ids of the nutzaps that it took */
  readonly redeemed?: readonly string[];
  /** Y of the first proof of a token that was taken: what it is known again by */
  readonly tokenY?: string;
  /** id of the note that it was given for */
  readonly zapped?: string;
  /** another device of the account did it, or another app */
  readonly elsewhere?: true;
  /** Ys of what is in a token that left there */
  readonly given?: readonly string[];
  /** what that device said besides */
  readonly rest?: readonly (readonly string[])[];
  /** id of the event that told relays of it */
  readonly event?: string;
  /** ms since the epoch */
  readonly at: number;
};

/** The order of a history; of the same moment by their names. */
export const newestFirst = (one: HistoryRow, other: HistoryRow): number =>
  other.at - one.at || byText(one.operation, other.operation);

/**
 * How the token whose first proof has this Y ended here; undefined as long as it may be taken, also after its mint refused to exchange
 * it once.
 */
export const tokenEnd = (
  history: readonly Pick<HistoryRow, 'tokenY' | 'outcome'>[],
  y: string,
): Exclude<OperationOutcome, 'not done'> | undefined => {
  const ends = history.flatMap(({ tokenY, outcome }) => (tokenY === y && outcome !== 'not done' ? outcome : []));
  // a second try of what is ours finds it spent
  return ends.includes('done') ? 'done' : ends[0];
};

/** Whether it is what is given, or taken, as a nutzap; a deposit that goes on as one is none. */
export const isOfNutzap = ({ kind, redeems, delivery }: Pick<Operation, 'kind' | 'redeems' | 'delivery'>): boolean =>
  redeems !== undefined || (kind === 'send' && delivery !== undefined);

/** Whether it pays a request, or takes in what came for one of ours. */
export const isOfRequest = ({ parcel, payment }: Pick<Operation, 'parcel' | 'payment'>): boolean =>
  parcel?.request !== undefined || payment !== undefined;

/** An operation as it stands, for people. */
export const told = (record: Operation, outcome: OperationOutcome): HistoryRow => {
  const { id, kind, mint, unit, amount, fee, memo, preimage, partner, quote, brought, redeems, createdAt, changedAt } =
    record;
  const { into, onward, leaves, person, delivery, elsewhere, trouble, address, surplus } = record;
  return {
    operation: id,
    kind,
    mint,
    unit,
    amount,
    fee,
    outcome,
    at: changedAt,
    begun: createdAt,
    ...(surplus !== undefined && { surplus }),
    ...(outcome === 'not done' && trouble && { why: trouble }),
    ...(memo !== undefined && { memo }),
    ...(preimage !== undefined && { preimage }),
    ...(quote && { invoice: quote.invoice, quote: quote.id }),
    ...(partner && { partner }),
    ...(person !== undefined && { person }),
    ...(isOfNutzap(record) && { isNutzap: true }),
    ...(isOfRequest(record) && { isRequest: true }),
    ...(redeems && { redeemed: redeems.map(({ event }) => event) }),
    ...(brought?.[0] && { tokenY: brought[0].y }),
    ...(into !== undefined && { into }),
    ...(onward !== undefined && { onward }),
    ...(leaves && { leaves }),
    ...(address !== undefined && { address }),
    // what was begun elsewhere and is done here is done here
    ...(elsewhere && kind === 'send' && { elsewhere }),
    ...(delivery?.note && { zapped: delivery.note.id }),
  };
};
