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

/** What a person reads of one movement of money, whichever wallet moved it. Times in ms since the epoch. */
export type MoneyEntry = {
  /** in the address of its page, unless `isTold` */
  readonly id: string;
  /** known from the wallet's own list alone: there is no page about it */
  readonly isTold: boolean;
  readonly kind: 'invoice' | 'zap' | 'received';
  readonly direction: 'in' | 'out';
  readonly msats: number;
  /** undefined as long as nobody says */
  readonly feeMsats: number | undefined;
  /** public key, hex, of the other side where that is known */
  readonly person: string | undefined;
  /** what the other side wrote, or was told; calm, one line */
  readonly note: string;
  readonly at: number;
  readonly state: MoneyState;
  /** what 'paid' rests on: the preimage, or what the wallet says */
  readonly truth: 'proof' | 'word' | undefined;
  /** hex */
  readonly paymentHash: string | undefined;
};

export const isOpenEntry = ({ state }: Pick<MoneyEntry, 'state'>): boolean => state !== 'paid' && state !== 'not paid';

/** Whether somebody should look at it: nobody knows, or nobody can be asked. */
export const isInDoubt = ({ state }: Pick<MoneyEntry, 'state'>): boolean =>
  state === 'not known' || state === 'needs you';

/** Whole sats: what leaves is never shown smaller than it is, what comes never larger. */
export const satsOf = ({ msats, direction }: Pick<MoneyEntry, 'msats' | 'direction'>): number =>
  direction === 'out' ? Math.ceil(msats / 1_000) : Math.floor(msats / 1_000);
