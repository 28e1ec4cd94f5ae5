import {
  DEPOSIT_FIRST_CHECK_MS,
  DEPOSIT_CHECK_STEP_MS,
  DEPOSIT_BUSY_STEP_MS,
  DEPOSIT_CHECK_MOST_MS,
  DEPOSIT_SENT_AWAY_MOST_MS,
  MINTING_RETRY_MS,
  MINTING_RETRIES,
  DEPOSIT_JUST_LATE_CHECKS_MS,
  DEPOSIT_LATE_CHECK_MS,
  DEPOSIT_LATE_MS,
} from '#domain/ecash/ecash-limits.ts';
import { busyOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { isArrival } from './made-offer.ts';
import type { MintQuoteState } from '#domain/ecash/mints/mint.ts';
import type { Operation } from './operation.ts';

/** How often was asked so far, how often the mint wanted fewer requests, and when it wants the next one at the earliest. */
export type CheckCount = { readonly checks: number; readonly busy: number; readonly afterMs: number | undefined };

/** How long until the mint is asked again whether an invoice is paid (DEPOSIT-06, DEPOSIT-12). */
export const checkDelay = ({ checks, busy, afterMs = 0 }: CheckCount): number =>
  Math.min(
    Math.max(
      Math.min(DEPOSIT_FIRST_CHECK_MS + DEPOSIT_CHECK_STEP_MS * checks, DEPOSIT_CHECK_MOST_MS) +
        DEPOSIT_BUSY_STEP_MS * busy,
      afterMs,
    ),
    DEPOSIT_SENT_AWAY_MOST_MS,
  );

/** How long until minting is tried again: 1500, 3000, 4500 ms (DEPOSIT-14), then as seldom as a check may be. */
export const mintingDelay = (retries: number): number =>
  retries < MINTING_RETRIES ? MINTING_RETRY_MS * (retries + 1) : DEPOSIT_CHECK_MOST_MS;

/** How long until an invoice that has expired is asked for again: three times soon, then once a day. */
export const lateDelay = (lateChecks: number): number =>
  DEPOSIT_JUST_LATE_CHECKS_MS[lateChecks] ?? DEPOSIT_LATE_CHECK_MS;

/** Whether the time to pay an invoice is over; `expiresAt` and `now` in ms. */
export const overAt = (expiresAt: number | undefined, now: number): 'no' | 'yes' | 'long ago' => {
  if (expiresAt === undefined || now <= expiresAt) return 'no';
  return now <= expiresAt + DEPOSIT_LATE_MS ? 'yes' : 'long ago';
};

/** What a mint says of an invoice, by its answer or its refusal. */
export type DepositWord =
  | { readonly type: 'unpaid' }
  | { readonly type: 'paid' }
  /** its ecash was signed already: for an answer that was lost, or on another device */
  | { readonly type: 'issued' }
  | { readonly type: 'busy'; readonly afterMs: number | undefined }
  /** nothing that says anything of the invoice */
  | { readonly type: 'nothing'; readonly problem: EcashProblem };

const WORDS = { UNPAID: 'unpaid', PAID: 'paid', ISSUED: 'issued' } as const satisfies Record<MintQuoteState, string>;

export const wordOfState = (state: MintQuoteState): DepositWord => ({ type: WORDS[state] });

const NOT_PAID = 20_001;
const ISSUED = 20_002;

/** By the number of the standard; where a mint has another one, by what it says (DEPOSIT-10 to DEPOSIT-12). */
export const wordOfProblem = (problem: EcashProblem): DepositWord => {
  const number = problem.code === 'mint-refused' ? problem.number : 0;
  const said = 'said' in problem ? problem.said : '';
  if (number === NOT_PAID || /not paid/i.test(said)) return { type: 'unpaid' };
  if (number === ISSUED || /already issued/i.test(said)) return { type: 'issued' };
  const busy = busyOf(problem);
  return busy ? { type: 'busy', ...busy } : { type: 'nothing', problem };
};

/** Whether nobody paid its invoice, by the last word of the mint: it may take back that somebody did, which leaves the outputs. */
export const awaitsPayment = (record: Operation): boolean => {
  const { kind, phase, outputs } = record;
  return kind === 'deposit' && (outputs.length === 0 || (phase === 'waiting' && !isArrival(record)));
};

/** A deposit of whose invoice nobody said yet that it was paid. A move pays its own, and others begin when they are paid. */
export const isUnpaid = (record: Operation): boolean => {
  const { partner, address } = record;
  return awaitsPayment(record) && !partner && address === undefined && !isArrival(record);
};
