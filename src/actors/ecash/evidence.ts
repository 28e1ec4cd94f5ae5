import { wordOfProblem } from '#domain/ecash/ledger/deposit.ts';
import { busyOf, EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { arrivalsOf, isArrival, stateOfArrival, takenElsewhere } from '#domain/ecash/ledger/made-offer.ts';
import { isOut, type Operation } from '#domain/ecash/ledger/operation.ts';
import type { RestoredProof, SealedProof, SpentState } from '#domain/ecash/proof.ts';
import type { RequestAnswer, QuoteEvidence } from '#domain/ecash/ledger/recover.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashDeps } from './ecash-deps.ts';

const NO_NUMBER = 0;

/** What a failure of a request says: that the mint did nothing, or that nobody knows. */
export const answerOf = (problem: EcashProblem): RequestAnswer => {
  if (problem.code === 'mint-needs-auth') return { type: 'refused', number: NO_NUMBER };
  const busy = busyOf(problem);
  return problem.code === 'mint-refused' && !busy
    ? { type: 'refused', number: problem.number }
    : { type: 'silent', ...busy };
};

/** By these a mint, or what stands before it, says that it does not take a request as it is: it is too large, or has too many parts. */
const NOT_TAKEN: ReadonlySet<number> = new Set([400, 413, 422]);

/** The same of what is no payment. Of one that is refused without a number its quote and what it spends say more. */
const exchangeAnswerOf = (problem: EcashProblem): RequestAnswer =>
  problem.code === 'mint-status' && NOT_TAKEN.has(problem.status) && !busyOf(problem)
    ? { type: 'refused', number: NO_NUMBER }
    : answerOf(problem);

/** What was asked, or why it is not known. */
export type Asked<Value> = { readonly value: Value } | { readonly problem: EcashProblem };

/** Failures of the mint as values; those of the ledger go on. */
export const asked = async <Value>(ask: Promise<Value>): Promise<Asked<Value>> => {
  try {
    return { value: await ask };
  } catch (error) {
    if (error instanceof EcashError) return { problem: ecashProblemOf(error) };
    throw error;
  }
};

/** What it spends, with its secrets. */
const inputsOf = async ({ ledger }: EcashDeps, record: Operation): Promise<readonly SealedProof[]> => {
  if (record.brought) return record.brought;
  if (record.inputs.length === 0) return [];
  const rows = new Map((await ledger.proofsOf(record.id)).map((row) => [row.y, row]));
  return record.inputs.map((y) => rows.get(y) ?? missing(y));
};

const missing = (y: string): never => {
  throw new Error(`The ledger lacks ${y}`);
};

/** What a request brought: its answer, and how the quote stands when that is final. */
export type Sent = { readonly answer: RequestAnswer; readonly quote?: QuoteEvidence; readonly problem?: EcashProblem };

/** By what the mint knows its quote again. */
const quoteName = ({ mint, quote }: Operation) => ({
  mint,
  quote: quote!.id,
  ...(quote!.method && { method: quote!.method }),
});

const melt = async (deps: EcashDeps, record: Operation, inputs: readonly SealedProof[]): Promise<Sent> => {
  const told = await asked(deps.core.melt({ ...quoteName(record), inputs, outputs: record.outputs }));
  if ('problem' in told) return { answer: answerOf(told.problem), problem: told.problem };
  if (told.value.unsent) return { answer: { type: 'unsent' }, problem: told.value.unsent };
  // 'not paid' may have changed since: that is asked for once more
  return { answer: { type: 'told' }, ...(told.value.state !== 'UNPAID' && { quote: told.value }) };
};

/** Whether a mint that was to sign for an invoice says that it did already: for an answer that was lost, or on another device. */
const isIssued = (record: Operation, problem: EcashProblem): boolean =>
  record.kind === 'deposit' && !isArrival(record) && wordOfProblem(problem).type === 'issued';

/** By that the invoice stands so, whatever the mint says of it when it is asked (DEPOSIT-11). */
const issued = (problem: EcashProblem): Sent => ({
  answer: { type: 'refused', number: NO_NUMBER },
  quote: { state: 'ISSUED' },
  problem,
});

const refusalOf = (problem: EcashProblem): Sent => ({ answer: exchangeAnswerOf(problem), problem });

/** Sends the request of a record, once. */
export const sendRequest = async (deps: EcashDeps, record: Operation): Promise<Sent> => {
  const { mint, outputs, quote, kind } = record;
  const inputs = await inputsOf(deps, record);
  if (kind === 'melt') return melt(deps, record, inputs);
  const lockKey = quote?.lockKey;
  const told = await asked(
    kind === 'deposit'
      ? deps.core.mint({ ...quoteName(record), outputs, ...(lockKey && { lockKey }) })
      : deps.core.swap({ mint, inputs, outputs }),
  );
  if ('problem' in told) return isIssued(record, told.problem) ? issued(told.problem) : refusalOf(told.problem);
  return { answer: { type: 'signed', proofs: told.value.proofs } };
};

/** How what it spends, or sent, stands at the mint. */
export const askStates = async (
  { core, ledger }: EcashDeps,
  record: Operation,
): Promise<Asked<Readonly<Record<string, SpentState>>>> => {
  const { id, mint, brought, inputs } = record;
  const out = isOut(record) && (await ledger.proofsOf(id)).filter(({ state }) => state === 'out');
  const ys = (out || brought)?.map(({ y }) => y) ?? inputs;
  const told = await asked(core.checkStates({ mint, ys }));
  const isWhole = 'value' in told && ys.every((y) => told.value[y] !== undefined);
  return 'problem' in told || isWhole ? told : { problem: { code: 'bad-response' } };
};

/** How what came in by an offer stands: each arrival by itself, though all share one quote. */
const askArrival = async ({ core, ledger }: EcashDeps, record: Operation): Promise<QuoteEvidence> => {
  const told = await core.checkMintQuote(quoteName(record));
  if (told.request !== record.quote!.invoice) throw new EcashError({ code: 'offer-other' });
  const all = arrivalsOf({ mint: record.mint, quote: record.quote!.id }, await ledger.operations('all'));
  return { state: stateOfArrival(record, told, takenElsewhere(all, record.id)) };
};

const STATES = { issued: 'ISSUED', unpaid: 'UNPAID' } as const;

/** How an invoice of a deposit stands, also where its mint says so by refusing to tell (DEPOSIT-10, DEPOSIT-11). */
const askInvoice = async ({ core }: EcashDeps, record: Operation): Promise<Asked<QuoteEvidence>> => {
  const told = await asked(core.checkMintQuote(quoteName(record)));
  if ('value' in told) return told;
  const word = wordOfProblem(told.problem).type;
  return word === 'issued' || word === 'unpaid' ? { value: { state: STATES[word] } } : told;
};

/** How the invoice stands. */
export const askQuote = (deps: EcashDeps, record: Operation): Promise<Asked<QuoteEvidence>> => {
  if (isArrival(record)) return asked(askArrival(deps, record));
  if (record.kind === 'deposit') return askInvoice(deps, record);
  return asked<QuoteEvidence>(deps.core.checkMeltQuote({ ...quoteName(record), outputs: record.outputs }));
};

/**
 * What the mint had signed of all outputs that this operation ever had, also for another device. A payment is made, whatever is
 * wrong with its change; of an exchange that is not signed as it must be nothing is given up.
 */
export const askSigned = async (
  { core }: EcashDeps,
  { kind, mint, outputs, former = [] }: Operation,
): Promise<Asked<readonly RestoredProof[]>> =>
  asked(core.restore({ mint, outputs: [...outputs, ...former], skip: kind === 'melt' }));

/** Y of what other devices of the account gave away. */
export const givenElsewhere = async (ledger: Pick<Ledger, 'history'>): Promise<ReadonlySet<string>> =>
  new Set((await ledger.history()).flatMap(({ given = [] }) => given));

/** Those that the ledger does not have. */
export const unknownYet = async <Proof extends { readonly y: string }>(
  ledger: Pick<Ledger, 'known'>,
  proofs: readonly Proof[],
): Promise<readonly Proof[]> => {
  const known = new Set((await ledger.known(proofs.map(({ y }) => y))).map(({ y }) => y));
  return proofs.filter(({ y }) => !known.has(y));
};
