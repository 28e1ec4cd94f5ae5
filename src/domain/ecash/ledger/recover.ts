import {
  CHANGE_LATE_MS,
  PASSING_MOST,
  PAYMENT_SENDS,
  RENEWALS,
  RENEWALS_OF_ENDED,
  RENEWALS_OF_PAYMENT,
} from '#domain/ecash/ecash-limits.ts';
import { busyOf, isInvalid, SPENT, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { overAt } from './deposit.ts';
import { isArrival } from './made-offer.ts';
import { isExchange, isHeldBack, isOut, isOver, isRefused, isToGoOn, type Operation } from './operation.ts';
import { sumOf, type MadeProof, type RestoredProof, type SealedOutputs, type SpentState } from '#domain/ecash/proof.ts';

/** What the mint answered to the request itself. */
export type RequestAnswer =
  | { readonly type: 'signed'; readonly proofs: readonly MadeProof[] }
  /** to a payment: it told how that stands; what is final in it is evidence of the quote */
  | { readonly type: 'told' }
  /** it said no, and did nothing; `number`: its code */
  | { readonly type: 'refused'; readonly number: number }
  /** it is proven that it did not leave this device */
  | { readonly type: 'unsent' }
  /** nobody knows whether it was done */
  | { readonly type: 'silent'; readonly afterMs?: number | undefined };

export type QuoteState = 'UNPAID' | 'PENDING' | 'PAID' | 'ISSUED';

/**
 * How the mint says an invoice stands; `change`: undefined when it says nothing of it. `isPart`: more was told, and what the mint
 * signed of that is not what it was asked for.
 */
export type QuoteEvidence = {
  readonly state: QuoteState;
  readonly preimage?: string | undefined;
  readonly change?: readonly MadeProof[] | undefined;
  readonly isPart?: true;
};

/** What was learned since the record was written last. */
export type Evidence = {
  /** whoever wrote it down still wants it */
  readonly isFresh: boolean;
  readonly answer?: RequestAnswer;
  /** of what it spends or sent, by Y */
  readonly states?: Readonly<Record<string, SpentState>>;
  /** they were asked for once more, after the quote */
  readonly isSure?: boolean;
  readonly quote?: QuoteEvidence;
  /** the mint answered that it does not know the quote, and that may be taken for its last word */
  readonly isForgotten?: boolean;
  /** whoever was to pay this invoice did not, and can no more; that was known before the quote was asked for */
  readonly isDropped?: boolean;
  /** other devices of the account know of this invoice, too */
  readonly isShared?: boolean;
  /** what the mint had signed of its outputs, for us or for another device of the same words */
  readonly restored?: readonly RestoredProof[];
  /** of a payment: so long ago its mint was first seen to call it paid, when that was before */
  readonly paidMs?: number;
  /** another device of the account says that it took the same nutzap */
  readonly isToldTaken?: boolean;
};

/** What is next. */
export type NextStep =
  | { readonly do: 'nothing' }
  /** 'world': an invoice, a token or a payment is under way elsewhere. 'mint': it did not answer as it must */
  | { readonly do: 'wait'; readonly for: 'world' | 'mint'; readonly afterMs?: number | undefined }
  | { readonly do: 'send' }
  | { readonly do: 'ask states' }
  | { readonly do: 'ask quote' }
  | { readonly do: 'restore' }
  /** outputs are made for a deposit that is paid */
  | { readonly do: 'prepare' }
  | { readonly do: 'commit'; readonly proofs: readonly MadeProof[]; readonly preimage?: string | undefined }
  /** the same again with other outputs */
  | { readonly do: 'renew' }
  /** it did not happen and can no more */
  | { readonly do: 'release'; readonly trouble?: EcashProblem }
  /** it did not happen, and may still: what it spends is made fresh first */
  | { readonly do: 'fence' }
  /** somebody else spent what it would have spent, or took what it sent */
  | { readonly do: 'yield' }
  /** what came is moved to another mint, or given to somebody */
  | { readonly do: 'go on' }
  /** what the words have is looked for */
  | { readonly do: 'scan' }
  | { readonly do: 'attend'; readonly trouble?: EcashProblem };

/** Codes of mints (NUT error codes). `inputsPending`: of before 2026 they mean amounts that do not add up by it. */
export const MINT_CODE = {
  spent: SPENT,
  inputsPending: 11_002,
  outputsSigned: 11_003,
  /** the same, of mints of before 2026 */
  outputsSignedOld: 10_002,
  outputsPending: 11_004,
  keysetUnknown: 12_001,
  keysetInactive: 12_002,
  keysetExpired: 12_003,
} as const;

const PASSING: ReadonlySet<number> = new Set([MINT_CODE.inputsPending, MINT_CODE.outputsPending]);
const SIGNED_BEFORE: ReadonlySet<number> = new Set([MINT_CODE.outputsSigned, MINT_CODE.outputsSignedOld]);
const OTHER_KEYSET: ReadonlySet<number> = new Set([
  MINT_CODE.keysetUnknown,
  MINT_CODE.keysetInactive,
  MINT_CODE.keysetExpired,
]);

const QUOTE_PENDING = 20_005;
const QUOTE_EXPIRED = 20_007;
/** who may ask: as the NUTs number it, and as nutshell does */
const ACCESS: readonly (readonly [from: number, to: number])[] = [
  [30_000, 40_000],
  [80_000, 90_000],
];
const NOT_FOUND = 404;

const isOfAccess = (number: number): boolean => ACCESS.some(([from, to]) => number >= from && number < to);

/**
 * Whether a mint that was asked for a quote answered that it has none: no code of the NUTs stands for that, so it is any refusal
 * in its own words that speaks of neither a payment under way nor of access. Silence, and what a mint in trouble says, or one that
 * wants fewer requests, is none.
 */
export const saysForgotten = (problem: EcashProblem): boolean => {
  if (busyOf(problem)) return false;
  if (problem.code === 'mint-status') return problem.status === NOT_FOUND;
  return (
    problem.code === 'mint-refused' &&
    !isOfAccess(problem.number) &&
    problem.number !== QUOTE_PENDING &&
    !PASSING.has(problem.number)
  );
};

/**
 * Whether that a quote is forgotten says something of its operation. What a payment holds says the rest of it. A deposit is over by
 * that only when nobody wants it, its mint never said that it was paid, and its invoice expired long ago: until then the mint may
 * just be in trouble.
 */
export const heedsForgotten = (record: Operation, isDropped: boolean, now: number): boolean =>
  record.kind === 'melt' ||
  (isDropped && record.outputs.length === 0 && overAt(record.quote?.expiresAt, now) === 'long ago');

/** A refusal that the same request would meet at any time: it is invalid as it is. */
const isLasting = (number: number): boolean =>
  number === QUOTE_EXPIRED || (isInvalid(number) && number !== MINT_CODE.spent && !PASSING.has(number));

const WAIT: NextStep = { do: 'wait', for: 'mint' };

/** A refusal that other outputs may mend; undefined when it is none. */
const renewal = ({ outputs, former = [] }: Operation, number: number, { restored }: Evidence): NextStep | undefined => {
  if (outputs.length === 0) return undefined;
  if (former.length >= (number === MINT_CODE.keysetExpired ? RENEWALS_OF_ENDED : RENEWALS)) return undefined;
  if (OTHER_KEYSET.has(number)) return { do: 'renew' };
  // another device of the same seed was there first: what it made is looked for, then the numbers behind it are taken
  if (SIGNED_BEFORE.has(number)) return { do: restored ? 'renew' : 'restore' };
  return undefined;
};

const allAre = (states: Readonly<Record<string, SpentState>>, state: SpentState): boolean =>
  Object.values(states).every((each) => each === state);

/** The outputs of each request that may have left: a role stands once in each. */
const requestsOf = ({ outputs, former = [] }: Operation): readonly (readonly SealedOutputs[])[] => {
  const before: SealedOutputs[][] = [];
  for (const group of former) {
    const last = before.at(-1);
    if (last && last.every(({ role }) => role !== group.role)) last.push(group);
    else before.push([group]);
  }
  return [outputs, ...before];
};

const madeOf = ({ b: _, ...proof }: RestoredProof): MadeProof => proof;

/**
 * What a request of this operation made; undefined when none was taken. A mint signs all outputs of a request or none, each in
 * the amount that it asks for: what it signed of them otherwise another device of the same words asked for.
 */
const madeBy = (record: Operation, restored: readonly RestoredProof[]): readonly MadeProof[] | undefined => {
  const byOutput = new Map(restored.map((proof) => [proof.b, proof]));
  const isOurs = (group: SealedOutputs) => group.b.every((b, at) => byOutput.get(b)?.amount === group.amounts[at]);
  const request = requestsOf(record).find((groups) => groups.length > 0 && groups.every(isOurs));
  return request?.flatMap(({ b }) => b.map((each) => madeOf(byOutput.get(each)!)));
};

/** Whether the mint signed an output for another amount than it was asked for by this operation. */
const isOfOthers = ({ outputs, former = [] }: Operation, restored: readonly RestoredProof[]): boolean => {
  const amounts = new Map([...outputs, ...former].flatMap((group) => group.b.map((b, at) => [b, group.amounts[at]])));
  return restored.some(({ b, amount }) => amounts.get(b) !== amount);
};

/** None of its requests was taken, and what it would have spent is gone. */
const overtaken = (record: Operation, { restored = [], isToldTaken = false }: Evidence, isSplit: boolean): NextStep => {
  // no request that spends all of them can ever have been taken
  const isCertain = isSplit || isRefused(record) || isOfOthers(record, restored);
  const isExpected = record.kind === 'reclaim' || record.kind === 'fence' || isToldTaken;
  return isCertain || isExpected ? { do: 'yield' } : { do: 'attend', trouble: { code: 'exchange-unsigned' } };
};

/** Nothing of what it spends is pending, so only outputs can be; a mint that says so again and again is not busy with them. */
const unspent = (record: Operation, evidence: Evidence): NextStep => {
  const { answer } = evidence;
  if (answer?.type === 'silent') return { ...WAIT, afterMs: answer.afterMs };
  if (answer?.type !== 'refused') return { do: 'send' };
  const again = renewal(record, answer.number, evidence);
  if (again) return again;
  if (answer.number === MINT_CODE.outputsPending && record.refusals < PASSING_MOST) return WAIT;
  if (isRefused(record)) return { do: 'release' };
  // nothing makes a fence safe, or what is not ours yet, but to ask again
  return record.parent === undefined && record.kind !== 'receive' ? { do: 'fence' } : WAIT;
};

const recoverExchange = (record: Operation, evidence: Evidence): NextStep => {
  const { answer, states, restored, isFresh } = evidence;
  const isWanted = isFresh || record.byItself === true || record.kind !== 'send';
  if (record.phase === 'journaled') return { do: isWanted ? 'send' : 'release' };
  if (answer?.type === 'signed') return { do: 'commit', proofs: answer.proofs };
  if (!states) return { do: 'ask states' };
  if (allAre(states, 'UNSPENT')) return unspent(record, evidence);
  if (Object.values(states).includes('PENDING')) return WAIT;
  if (!restored) return { do: 'restore' };
  const isSplit = !allAre(states, 'SPENT');
  const made = isSplit ? undefined : madeBy(record, restored);
  return made ? { do: 'commit', proofs: made } : overtaken(record, evidence, isSplit);
};

/** A token that is out. */
const recoverSent = ({ states }: Evidence): NextStep => {
  if (!states) return { do: 'ask states' };
  return allAre(states, 'SPENT') ? { do: 'yield' } : { do: 'wait', for: 'world' };
};

/** What somebody else has in a request, or the mint: it is spent by that, or free again. */
const recoverHeldBack = ({ states }: Evidence): NextStep => {
  if (!states) return { do: 'ask states' };
  return allAre(states, 'PENDING') ? { do: 'wait', for: 'world' } : { do: 'yield' };
};

/** What comes back of a payment at least: Lightning may cost all that was reserved for it. */
const leastChange = ({ spends, amount, fee, quote }: Operation): number =>
  spends - amount - fee - (quote?.reserve ?? 0);

/** What came back: as the answer has it where that is whole, else with all that the mint signed; undefined until that is known. */
const changeOf = (
  record: Operation,
  { change = [], isPart }: QuoteEvidence,
  restored: readonly MadeProof[] | undefined,
): readonly MadeProof[] | undefined => {
  if (change.length > 0 && !isPart && sumOf(change) >= leastChange(record)) return change;
  const found = new Set(restored?.map(({ y }) => y));
  return restored && [...restored, ...change.filter(({ y }) => !found.has(y))];
};

/** Whether its mint may sign more change yet: some call a payment paid a moment before they have signed what comes back of it. */
const isToCome = (
  record: Operation,
  { states = {}, answer, paidMs }: Evidence,
  back: readonly MadeProof[],
): boolean => {
  if (record.noChange) return false;
  const isShort = sumOf(back) < leastChange(record) || Object.values(states).includes('PENDING');
  if (isShort) return (paidMs ?? 0) < CHANGE_LATE_MS;
  // Lightning may have cost all that was reserved: that is looked at twice, unless the answer to the payment says it
  return back.length === 0 && paidMs === undefined && answer?.type !== 'told';
};

const paid = (record: Operation, evidence: Evidence): NextStep => {
  const { states, isSure, restored, quote } = evidence;
  const { preimage } = quote!;
  // somebody else paid this invoice
  if (states && allAre(states, 'UNSPENT')) return isSure ? { do: 'fence' } : { do: 'ask states' };
  const proofs = changeOf(record, quote!, restored?.map(madeOf));
  const isExact = record.outputs.length === 0 || record.spends === record.amount + record.fee;
  if (!proofs && !isExact) return { do: 'restore' };
  if (restored && proofs && isToCome(record, evidence, proofs)) return WAIT;
  return { do: 'commit', proofs: proofs ?? [], preimage };
};

/**
 * Whether no request of a payment can be taken any more: none left, or the one that did is invalid for ever. One that failed for
 * another reason could be paid by a doubled request.
 */
const isDead = (record: Operation): boolean => {
  const { attempts, trouble } = record;
  if (attempts === 0) return true;
  return isRefused(record) && trouble?.code === 'mint-refused' && !busyOf(trouble) && isLasting(trouble.number);
};

/** The way on with a payment that is not made; undefined when it is given up. */
const again = (record: Operation, evidence: Evidence): NextStep | undefined => {
  const { answer, isFresh } = evidence;
  if (answer?.type === 'refused') {
    // somebody waits: once with the keys that the mint has now, and with the numbers behind those of another device
    const { former = [] } = record;
    const isMended = OTHER_KEYSET.has(answer.number)
      ? former.length === 0
      : SIGNED_BEFORE.has(answer.number) && former.length < RENEWALS_OF_PAYMENT;
    return record.byItself || (isFresh && isRefused(record) && isMended)
      ? renewal(record, answer.number, evidence)
      : undefined;
  }
  if (!record.byItself || answer?.type === 'told') return undefined;
  if (isRefused(record) || record.attempts >= PAYMENT_SENDS) return undefined;
  return answer?.type === 'silent' ? { ...WAIT, afterMs: answer.afterMs } : { do: 'send' };
};

/**
 * The mint does not know the quote of a payment any more. What it would have spent is taken away from any request that may still
 * come there; what is spent may have paid, and nobody can say so.
 */
const forgotten = (record: Operation, { states, isSure }: Evidence): NextStep => {
  if (allAre(states!, 'UNSPENT')) return isSure ? { do: isDead(record) ? 'release' : 'fence' } : { do: 'ask states' };
  return allAre(states!, 'SPENT') ? { do: 'attend', trouble: { code: 'quote-forgotten' } } : { do: 'yield' };
};

const recoverMelt = (record: Operation, evidence: Evidence): NextStep => {
  const { states, quote, answer, isFresh, isForgotten } = evidence;
  if (record.phase === 'journaled') return { do: isFresh || record.byItself ? 'send' : 'release' };
  if (quote?.state === 'PAID') return paid(record, evidence);
  if (quote?.state === 'PENDING') return { do: 'wait', for: 'world' };
  // first what it spends, then the quote: the other way round it could be paid in between
  if (!states) return { do: 'ask states' };
  if (!quote && !isForgotten) return { do: 'ask quote' };
  if (Object.values(states).includes('PENDING')) return { do: 'wait', for: 'world' };
  if (!quote) return forgotten(record, evidence);
  if (!allAre(states, 'UNSPENT')) return { do: 'yield' };
  const next = again(record, evidence);
  if (next) return next;
  if (isDead(record)) return { do: 'release' };
  // the tab that asked is gone, and somebody waits: by the same quote and proofs it is paid once, however often it is asked
  const isCut = record.phase === 'sent' && isFresh && !answer && quote.state === 'UNPAID';
  return { do: isCut ? 'send' : 'fence' };
};

/** The mint says that less came in by an offer than it did, or that what is left of it is less. */
const fewer = (record: Operation, { restored }: Evidence): NextStep => {
  if (!restored) return { do: 'restore' };
  const made = madeBy(record, restored);
  if (made) return { do: 'commit', proofs: made };
  return isRefused(record) ? { do: 'release', trouble: { code: 'offer-sums' } } : { do: 'wait', for: 'world' };
};

/** Nothing of its ecash is to be had: of an offer and of the address all devices of the account know. */
const withoutEcash = (record: Operation, { isShared }: Evidence): NextStep => {
  const isKnownElsewhere = isShared || record.address !== undefined || isArrival(record);
  return { do: 'release', trouble: { code: isKnownElsewhere ? 'quote-taken' : 'quote-issued' } };
};

const recoverDeposit = (record: Operation, evidence: Evidence): NextStep => {
  const { answer, quote, restored, isForgotten, isDropped, isShared } = evidence;
  if (record.phase === 'journaled') return { do: 'send' };
  if (answer?.type === 'signed') return { do: 'commit', proofs: answer.proofs };
  if (!quote) return { do: isForgotten ? 'release' : 'ask quote' };
  if (quote.state === 'UNPAID' && isArrival(record)) return fewer(record, evidence);
  const isPrepared = record.outputs.length > 0;
  if (quote.state === 'UNPAID' && isDropped) return { do: 'release' };
  if (quote.state === 'UNPAID' || quote.state === 'PENDING') return { do: 'wait', for: 'world' };
  if (!isPrepared) return quote.state === 'PAID' ? { do: 'prepare' } : withoutEcash(record, evidence);
  if (quote.state === 'PAID') {
    if (answer?.type === 'silent') return { ...WAIT, afterMs: answer.afterMs };
    if (answer?.type === 'refused') return renewal(record, answer.number, evidence) ?? WAIT;
    return { do: 'send' };
  }
  if (!restored) return { do: 'restore' };
  const made = madeBy(record, restored);
  if (made) return { do: 'commit', proofs: made };
  // the mint gave its ecash out, and signed nothing of ours: another device was quicker, if one knows of it
  return isShared || isRefused(record) ? withoutEcash(record, evidence) : { do: 'attend' };
};

/**
 * The way on from a record and what was learned since: the normal way and the way after a crash are the same. Money is
 * given up only when it is proven that the mint did not take it, and can no more.
 */
export const recover = (record: Operation, evidence: Evidence): NextStep => {
  if (isOver(record) || record.child !== undefined) return { do: 'nothing' };
  if (record.kind === 'restore') return { do: 'scan' };
  if (isToGoOn(record)) return { do: 'go on' };
  if (record.kind === 'deposit') return recoverDeposit(record, evidence);
  if (isHeldBack(record)) return recoverHeldBack(evidence);
  if (!isExchange(record)) return recoverMelt(record, evidence);
  return isOut(record) ? recoverSent(evidence) : recoverExchange(record, evidence);
};
