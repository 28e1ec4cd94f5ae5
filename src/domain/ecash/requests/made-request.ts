import type { NostrEvent } from '#domain/protocol/event.ts';
import {
  REQUEST_ASKING_MOST,
  REQUEST_REFUSED_MOST,
  REQUEST_WAITING_MOST,
  REQUEST_WATCHED_MS,
} from '#domain/ecash/ecash-limits.ts';
import { isUnsigned, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { isOver, type Operation } from '#domain/ecash/ledger/operation.ts';

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
  /** the message as it came, which only we can open, until its ecash is here or it is refused */
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

/** What becomes of a payment that comes in: of a mint that was not asked for the user decides. */
export const firstStateOf = ({ mints }: Pick<MadeRequest, 'mints'>, mint: string): 'new' | 'asks' =>
  mints.length === 0 || mints.includes(mint) ? 'new' : 'asks';

type Ends = readonly Pick<HistoryRow, 'operation' | 'outcome' | 'amount'>[];

/** What came in for it, by a history: what was sent, by which it is paid, and what is here of that, for mints take a fee. */
export const paidIn = ({ payments }: MadeRequest, history: Ends): { readonly sent: number; readonly held: number } => {
  let [sent, held] = [0, 0];
  for (const { amount, operation } of payments) {
    const end = history.find((one) => one.operation === operation);
    if (end?.outcome === 'done') [sent, held] = [sent + amount, held + end.amount];
  }
  return { sent, held };
};

/** Whether payments for it are still waited for. */
export const isAwaited = ({ createdAt, closedAt }: MadeRequest, now: number): boolean =>
  closedAt === undefined && now - createdAt < REQUEST_WATCHED_MS;

/** Whether it stands among those that wait to be paid: one for a single payment does not, once all of it came in. */
export const isListed = (request: MadeRequest, got: number, now: number): boolean =>
  isAwaited(request, now) && !(request.isSingleUse && got > 0 && got >= (request.amount ?? 0));

/** Whether this is wrong with a payment whatever one does; else it may be taken another time. */
const isHopeless = (problem: EcashProblem): boolean => {
  const { code } = problem;
  return (
    isUnsigned(problem) ||
    code.startsWith('token-') ||
    code === 'funds-swap' ||
    code === 'mint-url' ||
    code === 'mint-insecure'
  );
};

/** What became of a payment; `isHere`: its ecash is. */
export type Decision = Pick<RequestPayment, 'state' | 'operation' | 'trouble'> & { readonly isHere?: true };

/** What became of a payment that could not be taken. */
export const failedBy = (trouble: EcashProblem): Decision => ({
  state: isHopeless(trouble) ? 'refused' : 'new',
  trouble,
});

type Taking = Pick<Operation, 'id' | 'phase' | 'trouble'>;

/** What became of a payment by the operation that takes it: what its mint refused for the moment is to be taken again. */
export const decisionBy = ({ id, phase, trouble }: Taking): Decision => {
  if (phase !== 'fenced') return { state: 'taken', operation: id, ...(isOver({ phase }) && { isHere: true }) };
  return trouble ? failedBy(trouble) : { state: 'new' };
};

const withDecision = (
  { wrap, trouble: _, operation: __, ...payment }: RequestPayment,
  { isHere, ...next }: Decision,
): RequestPayment => {
  const isKept = next.state !== 'refused' && !isHere;
  return { ...payment, ...next, ...(isKept && wrap && { wrap }) };
};

/** Of those that were refused the newest are kept: anybody can send as many as they like. */
const withFewRefused = (payments: readonly RequestPayment[]): readonly RequestPayment[] => {
  const refused = payments.filter(({ state }) => state === 'refused');
  const dropped = new Set(refused.slice(0, Math.max(0, refused.length - REQUEST_REFUSED_MOST)));
  return dropped.size === 0 ? payments : payments.filter((payment) => !dropped.has(payment));
};

/** Whether there is room for one more of those that wait to be taken, or for the user; what is over needs none. */
const hasRoom = ({ payments }: MadeRequest, { state }: RequestPayment): boolean => {
  const waiting = payments.filter((one) => one.state === state && one.wrap !== undefined).length;
  if (state === 'asks') return waiting < REQUEST_ASKING_MOST;
  return state !== 'new' || waiting < REQUEST_WAITING_MOST;
};

/** With one more payment; undefined when it is there already, or there is no room for it now. */
export const withPayment = (request: MadeRequest, payment: RequestPayment): MadeRequest | undefined =>
  request.payments.some(({ rumor }) => rumor === payment.rumor) || !hasRoom(request, payment)
    ? undefined
    : { ...request, payments: withFewRefused([...request.payments, payment]) };

/** With what became of a payment: what is decided is not kept any more. One that had no room stands there once its ecash is here. */
export const decided = (request: MadeRequest, payment: RequestPayment, next: Decision): MadeRequest => {
  const { payments } = request;
  const isThere = payments.some(({ rumor }) => rumor === payment.rumor);
  const all = isThere || !(next.isHere || next.state === 'refused') ? payments : [...payments, payment];
  return {
    ...request,
    payments: withFewRefused(all.map((one) => (one.rumor === payment.rumor ? withDecision(one, next) : one))),
  };
};

/** The operation that takes a payment which does not know yet what became of that. */
export const takerOf = ({ state, wrap, operation }: RequestPayment): string | undefined =>
  state === 'taken' && wrap ? operation : undefined;

/** With what became of the operations that take its payments; undefined when none is over. */
export const settled = (request: MadeRequest, operations: readonly Taking[]): MadeRequest | undefined => {
  const ended = new Map<string | undefined, Taking>(operations.filter(isOver).map((one) => [one.id, one]));
  const endOf = (payment: RequestPayment) => ended.get(takerOf(payment));
  if (!request.payments.some(endOf)) return undefined;
  const payments = request.payments.map((payment) => {
    const end = endOf(payment);
    return end ? withDecision(payment, decisionBy(end)) : payment;
  });
  return { ...request, payments: withFewRefused(payments) };
};
