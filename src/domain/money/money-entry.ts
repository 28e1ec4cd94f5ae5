import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { toSats } from '#domain/msats.ts';

/** Where a movement of money stands. Views have no other words for it, and no movement ends but by evidence. */
export type MoneyState =
  /** nobody has answered yet, and that is as it should be */
  | 'under way'
  /** it may have moved: whoever knows is asked until they say */
  | 'not known'
  /** the same, and nobody can be asked without the user */
  | 'needs you'
  | 'paid'
  | 'not paid';

/** 'out': somebody may take it. 'gone': somebody else spent it first. */
export type TokenEnd = 'out' | 'taken' | 'taken back' | 'gone';

/** Locked to a key, and perhaps with the relays of whom it is for, or on its way there. */
export type TokenHands = 'locked' | 'delivered' | 'undelivered';

/** What a person reads of one movement of money, whichever wallet moved it. Times in ms since the epoch. */
export type MoneyEntry = {
  /** in the address of its page, unless `isTold` */
  readonly id: string;
  /** known from the wallet's own list alone: there is no page about it */
  readonly isTold: boolean;
  readonly kind:
    | 'invoice'
    | 'zap'
    | 'received'
    /** ecash for a Lightning payment */
    | 'deposit'
    | 'token in'
    | 'token out'
    /** a token that nobody took */
    | 'taken back'
    /** found again by the words of the wallet */
    | 'restored'
    /** from one mint to another; it changes what is there by its fee alone */
    | 'move'
    /** own ecash for fresh one; the same */
    | 'exchange';
  readonly direction: 'in' | 'out';
  readonly msats: number;
  /** undefined as long as nobody says */
  readonly feeMsats: number | undefined;
  /** sats that a mint gave back beyond what it owed; below 0: that it kept beyond what it had said */
  readonly surplus?: number;
  /** of a token that was taken back: sats that its mint took for that */
  readonly backFee?: number;
  /** sats of it that somebody took before */
  readonly gone?: number;
  /** public key, hex, of the other side where that is known */
  readonly person: string | undefined;
  /** the Lightning address that was paid, as a person reads it */
  readonly address?: string | undefined;
  /** what the other side wrote, or was told; calm, one line */
  readonly note: string;
  readonly at: number;
  readonly state: MoneyState;
  /** what 'paid' rests on: the preimage, what the wallet says, the ecash that is here, or what the mint says */
  readonly truth: 'proof' | 'word' | 'ecash' | 'mint' | undefined;
  /** hex */
  readonly paymentHash: string | undefined;
  /** name of the mint; of what moves, of the one that gets it */
  readonly mint?: string;
  /** name of the mint that what moves comes from */
  readonly from?: string;
  /** another device of the account did it, or began it, or another app */
  readonly isElsewhere?: true;
  /** it paid a payment request, or came for one of ours */
  readonly isRequest?: true;
  /** it was paid to the Lightning address of the ecash wallet */
  readonly isToAddress?: true;
  /** why it did not happen, where that is known */
  readonly why?: EcashProblem;
  /** its invoice is shown to whoever is to pay it, and nobody has yet */
  readonly isUnpaid?: true;
  /** how it stands with a token, where that is more than paid or not */
  readonly token?: TokenEnd;
  /** in whose hands a token is that not everybody can open */
  readonly hands?: TokenHands;
};

export const isOpenEntry = ({ state }: Pick<MoneyEntry, 'state'>): boolean => state !== 'paid' && state !== 'not paid';

/** Whether somebody should look at it: nobody knows, or nobody can be asked. */
export const isInDoubt = ({ state }: Pick<MoneyEntry, 'state'>): boolean =>
  state === 'not known' || state === 'needs you';

/** Whether it came in: what the words of the wallet found was there before. */
export const isIncome = ({ direction, kind }: Pick<MoneyEntry, 'direction' | 'kind'>): boolean =>
  direction === 'in' && kind !== 'restored';

/** Whole sats of a fee: it is never shown smaller than it is. */
export const feeSats = (feeMsats: number): number => Math.ceil(toSats(feeMsats));

/** Whole sats: what leaves is never shown smaller than it is, what comes never larger. */
export const satsOf = ({ msats, direction }: Pick<MoneyEntry, 'msats' | 'direction'>): number =>
  direction === 'out' ? Math.ceil(toSats(msats)) : Math.floor(toSats(msats));

/** Whole sats that it moved; 0 for what was not paid, and for own ecash that was made fresh. */
export const movedSats = (entry: MoneyEntry): number =>
  entry.state === 'not paid' || entry.kind === 'exchange' ? 0 : satsOf(entry);
