import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { SECOND } from '#domain/units.ts';
import type { PaymentTrace } from './payment-trace.ts';
import {
  PAYMENT_TIMEOUT_MS,
  PAYMENT_REQUEST_LIFE_MS,
  PAYMENT_CLOCK_MARGIN_MS,
  DENIAL_WAIT_MS,
  LOOK_UP_FIRST_MS,
  LOOK_UP_MOST_MS,
  LOOK_UP_PATIENT_MS,
  LOOKS_IN_HASTE,
  REFUSAL_DOUBT_MS,
  ASKING_MARGIN_MS,
  OFFER_MARGIN_MS,
} from './wallet-limits.ts';
import type { ServiceCode, WalletProblem } from './wallet-problem.ts';

/** ms until the next look after so many. */
export const lookUpDelay = (looks: number): number =>
  looks < LOOKS_IN_HASTE ? Math.min(LOOK_UP_FIRST_MS * 2 ** looks, LOOK_UP_MOST_MS) : LOOK_UP_PATIENT_MS;

/**
 * A wallet that is connected. `client`: by which of the connections that a service knows apart, each of which may have books of
 * its own (NIP-47); hex, as the key of the service. Older records leave it out.
 */
export type WalletRoute =
  | { readonly kind: 'nwc'; readonly walletPubkey: string; readonly client?: string | undefined }
  | { readonly kind: 'webln' };

/** What one of several mints pays of an invoice. */
export type PaidPart = { readonly mint: string; readonly msats: number };

/**
 * The ecash that this app holds at a mint; `parts`: at several, of which `mint` pays the first part. `of`: the operation that took
 * the nutzap whose worth is sent on. `most`: what it comes to at most, as the user was told, in sats without what mints take
 * for the coins.
 */
export type EcashRoute = {
  readonly kind: 'ecash';
  readonly mint: string;
  readonly parts?: readonly PaidPart[];
  readonly of?: string;
  readonly most?: number;
};

/** Which wallet is to pay. 'shown': any that this app does not know, by whoever was shown the invoice. */
export type PaymentRoute = WalletRoute | EcashRoute | { readonly kind: 'shown' };

/** The mints that a payment is asked of, in the order of its parts; none where no ecash pays. */
export const mintsOfRoute = (route: PaymentRoute): readonly string[] =>
  route.kind === 'ecash' ? (route.parts ?? [route]).map(({ mint }) => mint) : [];

/** Whether the one may know what the other was asked: another connection at a service may find the proof, if nothing else. */
export const mayKnow = (one: PaymentRoute, other: PaymentRoute): boolean => {
  if (one.kind === 'ecash' && other.kind === 'ecash') return one.mint === other.mint;
  return one.kind === 'nwc' && other.kind === 'nwc' ? one.walletPubkey === other.walletPubkey : one.kind === other.kind;
};

/** Whether the one is the wallet that the other was asked of, and not only at the same service. */
export const isSameRoute = (one: PaymentRoute, other: PaymentRoute): boolean => {
  if (!mayKnow(one, other)) return false;
  if (one.kind !== 'nwc' || other.kind !== 'nwc') return true;
  return one.client === undefined || other.client === undefined || one.client === other.client;
};

/**
 * The states of a payment, by the same names in the chart, the database and the inspector. 'offered': the invoice is shown for
 * a wallet that this app does not know.
 */
export type PaymentPhase = 'offered' | 'requested' | 'sent' | 'unknown' | 'settled' | 'refused';

/** What a payment is for; public keys and ids in hex. */
export type PaymentPurpose = {
  readonly kind: 'zap';
  readonly recipient: string;
  /** the note that was zapped; left out: the person */
  readonly note?: string;
  readonly comment?: string;
};

/** What of an invoice is needed to pay it; its amount is known. `expiresAt` in seconds, `paymentHash` in hex. */
export type Payable = {
  readonly text: string;
  readonly paymentHash: string;
  readonly msats: number;
  readonly expiresAt: number;
  readonly purpose?: PaymentPurpose | undefined;
  /** the Lightning address that gave it, as a person reads it */
  readonly address?: string | undefined;
  readonly trace?: PaymentTrace | undefined;
};

/** One payment as it is written down before money moves. Times in ms since the epoch. */
export type PaymentRecord = {
  /** payment hash, hex: the same hash is the same payment, whoever pays it */
  readonly hash: string;
  /** counts the changes */
  readonly rev: number;
  /** who wrote it down: only they may send it */
  readonly attempt: string;
  readonly phase: PaymentPhase;
  readonly invoice: string;
  readonly msats: number;
  /** the account that pays, hex */
  readonly owner: string;
  readonly route: PaymentRoute;
  readonly purpose?: PaymentPurpose;
  readonly address?: string;
  readonly trace?: PaymentTrace;
  readonly requestedAt: number;
  readonly invoiceExpiresAt: number;
  /** when it left, and until when the wallet may begin with it */
  readonly sentAt?: number;
  readonly deadline?: number;
  /** once it is settled: what proves it, or undefined when the wallet's word is all there is */
  readonly preimage?: string;
  readonly feesMsats?: number;
  readonly settledAt?: number;
  /** when it was first not known, and when it was refused */
  readonly unknownAt?: number;
  readonly refusedAt?: number;
  /** when its wallet, asked after its refusal, knew of no payment that could still be made */
  readonly confirmedAt?: number;
  /** how often its wallet was asked what became of it, in any tab, and when last */
  readonly asks?: number;
  readonly askedAt?: number;
  /** why it was refused, or is not known */
  readonly problem?: WalletProblem;
  /** why ecash did not pay it, where that is known */
  readonly ecashProblem?: EcashProblem;
};

/** What is learned of a payment. Only 'settled' and 'refused' by a wallet, or a proof, end one that left. */
export type PaymentEvidence =
  | { readonly type: 'leaves'; readonly attempt: string; readonly at: number }
  /** the answer to the request itself, or the word of the browser's wallet */
  | {
      readonly type: 'paid';
      readonly preimage: string | undefined;
      readonly feesMsats?: number | undefined;
      readonly at: number;
    }
  | { readonly type: 'failed'; readonly problem: WalletProblem; readonly at: number }
  | { readonly type: 'silence'; readonly at: number }
  /** the wallet is about to be asked what became of it */
  | { readonly type: 'asked'; readonly at: number }
  /** what the wallet, asked for this payment hash, says of it; `at`: when it was asked */
  | {
      readonly type: 'found';
      readonly state: Looked;
      readonly at: number;
      readonly preimage?: string;
      readonly feesMsats?: number | undefined;
      /** why it failed, in words of whoever refused it */
      readonly said?: string;
      /** the same of a payment by ecash */
      readonly why?: EcashProblem;
    }
  /** who holds the wallet of the browser looked there, and says that nothing was paid */
  | { readonly type: 'denied'; readonly at: number }
  /** the user deleted the ecash that was to pay it: nobody can ask its mints any more */
  | { readonly type: 'deleted'; readonly at: number }
  /** it was not sent, and will not be */
  | { readonly type: 'never sent'; readonly problem?: WalletProblem; readonly at: number };

/** 'none': the wallet knows nothing of it. 'blind': it cannot be asked. */
export type Looked = 'settled' | 'pending' | 'failed' | 'none' | 'blind';

/** Refusals after which no money can move any more: the wallet did not begin. */
const NOT_BEGUN: ReadonlySet<ServiceCode> = new Set([
  'RATE_LIMITED',
  'NOT_IMPLEMENTED',
  'INSUFFICIENT_BALANCE',
  'QUOTA_EXCEEDED',
  'RESTRICTED',
  'UNAUTHORIZED',
  'UNSUPPORTED_ENCRYPTION',
  'EXPIRED',
]);

/** Where a payment stands for those who follow it. 'held': refused by a word, and its wallet may still pay. */
export type PaymentStand = PaymentPhase | 'held';

/** A new payment, before it leaves; one that is shown is paid by somebody else, if at all. */
export const requestPayment = (
  { text, paymentHash, msats, expiresAt, purpose, address, trace }: Payable,
  { at, ...by }: Pick<PaymentRecord, 'owner' | 'route' | 'attempt'> & { readonly at: number },
): PaymentRecord => ({
  ...by,
  hash: paymentHash,
  rev: 1,
  phase: by.route.kind === 'shown' ? 'offered' : 'requested',
  invoice: text,
  msats,
  ...(purpose && { purpose }),
  ...(address !== undefined && { address }),
  ...(trace && { trace }),
  requestedAt: at,
  invoiceExpiresAt: expiresAt * SECOND,
});

export const isOver = ({ phase }: Pick<PaymentRecord, 'phase'>): boolean => phase === 'settled' || phase === 'refused';

/** Whether it is a payment for those who read of their money: what was merely shown, and nobody was seen to pay, is none. */
export const isTold = ({ phase, route }: Pick<PaymentRecord, 'phase' | 'route'>): boolean =>
  route.kind !== 'shown' || phase === 'settled';

/** Whether nobody can be asked of it any more, because the user deleted the ecash that was to pay it. */
export const isOfDeletedEcash = ({ phase, problem }: Pick<PaymentRecord, 'phase' | 'problem'>): boolean =>
  phase === 'unknown' && problem?.code === 'ecash-deleted';

/** Whether some tab asks its wallet what became of it. */
export const isBeingAsked = (record: PaymentRecord, now: number): boolean => {
  const { phase, asks = 0, askedAt = -Infinity } = record;
  return phase === 'unknown' && !isOfDeletedEcash(record) && now - askedAt < lookUpDelay(asks) + ASKING_MARGIN_MS;
};

/**
 * Whether a remote wallet refused it with a word alone: it may have begun all the same, or begin as long as the request lasts.
 * Until it confirms the refusal, or can long not be asked, nothing else may pay.
 */
const isHeld = ({ phase, route, sentAt, problem, confirmedAt, refusedAt = 0 }: PaymentRecord, now: number): boolean =>
  phase === 'refused' &&
  route.kind === 'nwc' &&
  sentAt !== undefined &&
  confirmedAt === undefined &&
  problem?.code === 'service' &&
  NOT_BEGUN.has(problem.name) &&
  now < refusedAt + REFUSAL_DOUBT_MS;

export const standOf = (record: PaymentRecord, now: number): PaymentStand =>
  isHeld(record, now) ? 'held' : record.phase;

/** Whether it has to be followed no more. */
export const isClosed = (record: PaymentRecord, now: number): boolean => isOver(record) && !isHeld(record, now);

/** Whether a new payment may take the place of what is known of this hash: only when that is proven to have failed. */
export const mayPayAgain = (known: PaymentRecord | undefined, now: number): boolean =>
  known === undefined || (known.phase === 'refused' && !isHeld(known, now));

/** Whether these 32 bytes are what the invoice asks for. */
export const isPreimageOf = (preimage: string | undefined, hash: string): boolean =>
  preimage !== undefined && bytesToHex(sha256(hexToBytes(preimage))) === hash;

type Change = Partial<Omit<PaymentRecord, 'hash' | 'rev'>>;

const settled = (
  hash: string,
  at: number,
  { preimage, feesMsats }: { readonly preimage?: string | undefined; readonly feesMsats?: number | undefined },
): Change => ({
  phase: 'settled',
  settledAt: at,
  ...(preimage !== undefined && isPreimageOf(preimage, hash) && { preimage }),
  ...(feesMsats !== undefined && { feesMsats }),
});

const doubtful = ({ unknownAt }: PaymentRecord, problem: WalletProblem, at: number): Change => ({
  phase: 'unknown',
  problem,
  unknownAt: unknownAt ?? at,
});

const refused = (problem: WalletProblem, at: number): Change => ({ phase: 'refused', problem, refusedAt: at });

/** Nobody may begin with the request any more, by any clock. */
const isTooLate = ({ deadline = 0 }: PaymentRecord, at: number): boolean => at >= deadline + PAYMENT_CLOCK_MARGIN_MS;

const foundChange = (record: PaymentRecord, found: Extract<PaymentEvidence, { type: 'found' }>): Change | undefined => {
  const { state, at, said = '', why } = found;
  if (state === 'settled') return settled(record.hash, at, found);
  if (state === 'failed')
    return { ...refused({ code: 'service', name: 'PAYMENT_FAILED', said }, at), ...(why && { ecashProblem: why }) };
  // a wallet that knows nothing of it may still get the request; one that was deleted knew of it
  const { problem, route } = record;
  if (state === 'none' && isTooLate(record, at) && !isOfDeletedEcash(record)) {
    // before ecash leaves its ledger has it
    if (route.kind === 'ecash') return refused({ code: 'interrupted' }, at);
    return refused(problem ?? { code: 'no-answer', ms: PAYMENT_TIMEOUT_MS }, at);
  }
  // it said itself that it failed, and cannot be asked again
  const isSaid = problem?.code === 'service' && problem.name === 'PAYMENT_FAILED';
  return state === 'blind' && isSaid ? refused(problem, at) : undefined;
};

const failedChange = (record: PaymentRecord, problem: WalletProblem, at: number): Change => {
  // the wallet of a browser may say so of a payment that is on its way: only that it could not be asked is certain (WEBLN-03)
  const isNotBegun =
    record.route.kind === 'webln'
      ? problem.code === 'provider-not-ready'
      : problem.code === 'dearer' || (problem.code === 'service' && NOT_BEGUN.has(problem.name));
  return isNotBegun ? refused(problem, at) : doubtful(record, problem, at);
};

/**
 * Whether the word of the user ends a payment: by the wallet of the browser or by ecash that was deleted alone, which nobody can
 * ask, and when the invoice is so long over that no way to pay it is left. A remote wallet says it itself.
 */
export const mayDeny = (record: PaymentRecord, at: number): boolean =>
  ((record.phase === 'unknown' && record.route.kind === 'webln') || isOfDeletedEcash(record)) &&
  at >= record.invoiceExpiresAt + DENIAL_WAIT_MS;

/** Nobody is asked about what was shown: it was seen to be paid, or the invoice is long over. */
const offeredChange = (record: PaymentRecord, evidence: PaymentEvidence): Change | undefined => {
  if (evidence.type === 'found' && evidence.state === 'settled') return settled(record.hash, evidence.at, evidence);
  const isOver = evidence.type === 'silence' && evidence.at >= record.invoiceExpiresAt + OFFER_MARGIN_MS;
  return isOver ? refused({ code: 'invoice-expired' }, evidence.at) : undefined;
};

const changeBy = (record: PaymentRecord, evidence: PaymentEvidence): Change | undefined => {
  const { phase, hash } = record;
  if (phase === 'offered') return offeredChange(record, evidence);
  if (evidence.type === 'leaves') {
    const { at, attempt } = evidence;
    const isOurs = phase === 'requested' && attempt === record.attempt;
    return isOurs ? { phase: 'sent', sentAt: at, deadline: at + PAYMENT_REQUEST_LIFE_MS } : undefined;
  }
  if (evidence.type === 'never sent')
    return phase === 'requested' ? refused(evidence.problem ?? { code: 'interrupted' }, evidence.at) : undefined;
  if (phase === 'requested') return undefined;
  if (evidence.type === 'asked')
    return phase === 'unknown' && record.route.kind !== 'webln' && !isOfDeletedEcash(record)
      ? { asks: (record.asks ?? 0) + 1, askedAt: evidence.at }
      : undefined;
  if (evidence.type === 'silence')
    return phase === 'sent' ? doubtful(record, { code: 'no-answer', ms: PAYMENT_TIMEOUT_MS }, evidence.at) : undefined;
  if (evidence.type === 'denied')
    return mayDeny(record, evidence.at) ? refused({ code: 'denied' }, evidence.at) : undefined;
  if (evidence.type === 'deleted')
    return record.route.kind === 'ecash' ? doubtful(record, { code: 'ecash-deleted' }, evidence.at) : undefined;
  if (evidence.type === 'found') return foundChange(record, evidence);
  if (evidence.type === 'failed') return failedChange(record, evidence.problem, evidence.at);
  if (isPreimageOf(evidence.preimage, hash)) return settled(hash, evidence.at, evidence);
  // paid, says the wallet, with something that proves nothing
  return doubtful(record, { code: 'no-proof' }, evidence.at);
};

/**
 * After a refusal its wallet, or whoever is paid, may still say that it was paid: then it is. That it is under way, or paid
 * without a proof, opens the question again.
 */
const refusedChange = (record: PaymentRecord, evidence: PaymentEvidence): Change | undefined => {
  const { hash, route, sentAt, problem = { code: 'unknown' } } = record;
  const isByRemote = route.kind === 'nwc' && sentAt !== undefined;
  if (evidence.type === 'paid') {
    if (isPreimageOf(evidence.preimage, hash)) return settled(hash, evidence.at, evidence);
    return isByRemote ? doubtful(record, { code: 'no-proof' }, evidence.at) : undefined;
  }
  if (evidence.type !== 'found') return undefined;
  const { state, at } = evidence;
  if (state === 'settled') return settled(hash, at, evidence);
  if (!isByRemote) return undefined;
  if (state === 'pending') return doubtful(record, problem, at);
  return isHeld(record, at) && isTooLate(record, at) ? { confirmedAt: at } : undefined;
};

/**
 * What a payment is after something was learned of it. The same record when that changes nothing: what is settled stays, and
 * only a proof, or the wallet's word on this very payment, ends what left. `by`: the attempt whose wallet says so; of another
 * one a proof alone counts.
 */
export const learn = (record: PaymentRecord, evidence: PaymentEvidence, by = record.attempt): PaymentRecord => {
  const { phase, hash } = record;
  if (phase === 'settled') return record;
  const isProof = (evidence.type === 'paid' || evidence.type === 'found') && isPreimageOf(evidence.preimage, hash);
  if (by !== record.attempt && !isProof) return record;
  const change = phase === 'refused' ? refusedChange(record, evidence) : changeBy(record, evidence);
  return change === undefined ? record : { ...record, ...change, rev: record.rev + 1 };
};

/** What is next for a payment that was found written down. */
export type PaymentStep =
  | { readonly do: 'nothing' }
  /** somebody may be about to send it, or waits for the answer */
  | { readonly do: 'wait'; readonly until: number }
  /** it was never sent, and whoever wrote it down is gone */
  | { readonly do: 'give up' }
  | { readonly do: 'look up' };

/** The way on from a record, whoever left it. It never sends: sending is for the one who wrote it down. */
export const recover = (record: PaymentRecord, now: number): PaymentStep => {
  const { phase, requestedAt, sentAt = requestedAt, invoiceExpiresAt } = record;
  if (isOver(record)) return { do: isHeld(record, now) ? 'look up' : 'nothing' };
  if (phase === 'offered') return { do: 'wait', until: invoiceExpiresAt + OFFER_MARGIN_MS };
  if (phase === 'unknown') return { do: 'look up' };
  const until = (phase === 'sent' ? sentAt : requestedAt) + PAYMENT_TIMEOUT_MS;
  if (now < until) return { do: 'wait', until };
  return { do: phase === 'sent' ? 'look up' : 'give up' };
};

const hasShape = (value: unknown): value is PaymentRecord => {
  const { hash, rev, attempt, phase, invoice, msats, owner, route } = (value ?? {}) as Partial<PaymentRecord>;
  const isText = [hash, attempt, phase, invoice, owner].every((field) => typeof field === 'string');
  return (
    isText &&
    Number.isSafeInteger(rev) &&
    Number.isSafeInteger(msats) &&
    ['nwc', 'webln', 'shown', 'ecash'].includes(route?.kind ?? '')
  );
};

/** A record out of the database; undefined when it makes no sense. */
export const readPaymentRecord = (value: unknown): PaymentRecord | undefined => (hasShape(value) ? value : undefined);
