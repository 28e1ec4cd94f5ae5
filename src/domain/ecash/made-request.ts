import type { NostrEvent } from '#domain/protocol/event.ts';
import { REQUEST_WATCHED_MS, REQUEST_PAYMENTS_MOST } from './ecash-limits.ts';
import type { EcashProblem } from './ecash-problem.ts';

/** A payment that came in for a request. Times in ms. */
export type RequestPayment = {
  /** id of the message, which tells it from all others */
  readonly rumor: string;
  /** who sent it, as they signed */
  readonly from: string;
  readonly at: number;
  readonly mint: string;
  /** as its pieces say */
  readonly amount: number;
  readonly memo?: string;
  /** 'new': it is being taken. 'asks': of a mint that was not asked for. 'taken': an operation takes it. 'refused': worth nothing, or not wanted */
  readonly state: 'new' | 'asks' | 'taken' | 'refused';
  readonly operation?: string;
  /** the message as it came, which only we can open, until it is decided */
  readonly wrap?: NostrEvent;
  readonly trouble?: EcashProblem;
};

/** A payment request of one's own, as it is written down. */
export type MadeRequest = {
  readonly id: string;
  /** creqA */
  readonly text: string;
  readonly amount?: number;
  readonly memo?: string;
  readonly mints: readonly string[];
  readonly isSingleUse: boolean;
  readonly isLocked: boolean;
  /** relays on which the payment is awaited */
  readonly relays: readonly string[];
  readonly createdAt: number;
  readonly closedAt?: number;
  readonly payments: readonly RequestPayment[];
};

/** The name it goes by beside the money. */
export const REQUEST_PREFIX = 'request ';
export const requestName = (id: string): string => `${REQUEST_PREFIX}${id}`;

/** What was taken in for it, as far as `isDone` says of an operation. */
export const paidOf = ({ payments }: MadeRequest, isDone: (operation: string) => boolean): number =>
  payments.reduce(
    (sum, { amount, operation }) => (operation !== undefined && isDone(operation) ? sum + amount : sum),
    0,
  );

/** Whether payments for it are still waited for. */
export const isAwaited = ({ createdAt, closedAt }: MadeRequest, now: number): boolean =>
  closedAt === undefined && now - createdAt < REQUEST_WATCHED_MS;

const without = ({ wrap: _, trouble: __, ...payment }: RequestPayment): RequestPayment => payment;

/** With one more payment; undefined when it is there already. */
export const withPayment = (request: MadeRequest, payment: RequestPayment): MadeRequest | undefined =>
  request.payments.some(({ rumor }) => rumor === payment.rumor) || request.payments.length >= REQUEST_PAYMENTS_MOST
    ? undefined
    : { ...request, payments: [...request.payments, payment] };

/** With what became of a payment: what is decided is not kept any more. */
export const decided = (
  request: MadeRequest,
  rumor: string,
  next: Pick<RequestPayment, 'state' | 'operation' | 'trouble'>,
): MadeRequest => ({
  ...request,
  payments: request.payments.map((payment) => {
    if (payment.rumor !== rumor) return payment;
    const isOver = next.state === 'taken' || next.state === 'refused';
    const { wrap } = payment;
    return { ...without(payment), ...next, ...(!isOver && wrap && { wrap }) };
  }),
});
