import { SATS_EVER } from '#domain/units.ts';
import { OFFER_LATE_MS, LARGEST_PIECES_MOST } from '#domain/ecash/ecash-limits.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { HistoryRow } from './ledger-history.ts';
import type { MintFacts, MintQuote } from '#domain/ecash/mints/mint.ts';
import { isOver, type Operation } from './operation.ts';
import type { SealedText } from '#domain/ecash/proof.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { NUT_LOCKED_QUOTES, NUT_RESTORE } from '#domain/ecash/mints/nuts.ts';

/** An offer of one's own (NUT-25): its quote at a mint is never over, and each payment adds to it. Amounts in sats, times in ms. */
export type MadeOffer = {
  readonly id: string;
  readonly mint: string;
  readonly quote: string;
  /** lno1 */
  readonly text: string;
  /** the least of one payment; left out: the payer says how much */
  readonly amount?: number;
  readonly memo?: string;
  /** signs for what came in (NUT-20) */
  readonly lockKey: SealedText;
  /** the most that the mint ever said came in */
  readonly paid: number;
  /** why it cannot be seen now what came in */
  readonly trouble?: EcashProblem;
  readonly createdAt: number;
  /** when its owner stopped using it */
  readonly closedAt?: number;
};

/** The name it goes by beside the money. */
export const OFFER_PREFIX = 'offer ';
export const offerName = (id: string): string => `${OFFER_PREFIX}${id}`;

/** Whether what is paid to it is still looked for. */
export const isWatched = ({ closedAt }: Pick<MadeOffer, 'closedAt'>, now: number): boolean =>
  closedAt === undefined || now - closedAt < OFFER_LATE_MS;

/** Whether a mint makes offers whose payments cannot be lost: locked ones, of a mint that says what it signed. */
export const makesOffers = ({ info: { mint, nuts } }: Pick<MintFacts, 'info'>): boolean =>
  !mint.disabled &&
  mint.methods.some(({ method, unit }) => method === 'bolt12' && unit === DEFAULT_UNIT) &&
  nuts.includes(NUT_RESTORE) &&
  nuts.includes(NUT_LOCKED_QUOTES);

/** Whether what an offer is for can stand on it. */
export const offersMemo = ({ info: { mint } }: Pick<MintFacts, 'info'>): boolean =>
  mint.methods.some(({ method, unit, description }) => method === 'bolt12' && unit === DEFAULT_UNIT && description);

/** The id of what takes what came in: the same for all who want to take the same, so that one of them writes it down. */
export const arrivalId = ({ id }: Pick<MadeOffer, 'id'>, number: number): string => `${id}-${number}`;

/** Whether an operation, by its id, took what came in by this offer. */
export const isOfOffer = ({ id }: Pick<MadeOffer, 'id'>, operation: string): boolean => operation.startsWith(`${id}-`);

/** The sats that came in by it and are here. */
export const arrivedBy = (offer: Pick<MadeOffer, 'id'>, history: readonly HistoryRow[]): number =>
  history
    .filter(({ operation, outcome }) => outcome === 'done' && isOfOffer(offer, operation))
    .reduce((sum, { amount }) => sum + amount, 0);

type Named = Pick<MadeOffer, 'mint' | 'quote'>;

/** Whether an operation takes what came in by an offer. */
export const isArrival = ({ kind, quote }: Pick<Operation, 'kind' | 'quote'>): boolean =>
  kind === 'deposit' && quote?.method === 'bolt12';

/** What takes what came in by this offer, whether it is over or not. */
export const arrivalsOf = ({ mint, quote }: Named, operations: readonly Operation[]): readonly Operation[] =>
  operations.filter((record) => isArrival(record) && record.mint === mint && record.quote?.id === quote);

/** What was taken by others than this operation. */
export const takenElsewhere = (arrivals: readonly Operation[], but?: string): number =>
  arrivals
    .filter(({ id, phase }) => id !== but && (phase === 'committed' || phase === 'published'))
    .reduce((sum, { amount }) => sum + amount, 0);

/** The one that is to be over before another one may begin: one request at a time, so that it is known which one was signed. */
export const openArrival = (arrivals: readonly Operation[]): Operation | undefined =>
  // what does not add up is looked at again, and keeps nobody from what comes after it
  arrivals.find((record) => !isOver(record) && record.phase !== 'attention');

type Sums = { readonly paid: number; readonly issued: number };

/** The sums of the quote of an offer; undefined where they cannot be, or the mint once said that more came in. */
export const sumsOf = ({ paid, issued }: Pick<MintQuote, 'paid' | 'issued'>, before: number): Sums | undefined => {
  if (paid === undefined || issued === undefined) return undefined;
  return paid > SATS_EVER || issued > paid || paid < before ? undefined : { paid, issued };
};

/**
 * What is to be taken now, and what counts as issued before: what the mint says, or what the ledger knows it took where that is more.
 * `largest`: the largest piece that the mint has.
 */
export const dueOf = ({ paid, issued }: Sums, taken: number, largest: number) => {
  const before = Math.max(issued, taken);
  return { amount: Math.min(Math.max(paid - before, 0), largest * LARGEST_PIECES_MOST), before };
};

/**
 * How one arrival stands by the sums of the quote that it shares with all others: as if it had a quote of its own. `others`: what
 * they took.
 */
export const stateOfArrival = (
  { amount, quote }: Pick<Operation, 'amount' | 'quote'>,
  { paid = 0, issued = 0 }: Pick<MintQuote, 'paid' | 'issued'>,
  others: number,
): MintQuote['state'] => {
  if (issued - Math.max(quote?.issuedBefore ?? 0, others) >= amount) return 'ISSUED';
  return paid - issued >= amount ? 'PAID' : 'UNPAID';
};
