import { INPUTS_MOST, OVERTAKEN_MOST, SEED_SKIP_MOST } from '#domain/ecash/ecash-limits.ts';
import { busyOf, EcashError, saysSpent, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { inputFee } from '#domain/ecash/proofs/fees.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import { isOvertaken } from '#domain/ecash/ledger-problem.ts';
import { isCallMissing } from '#domain/ecash/mints/mint-answers.ts';
import { isHeldBack, isOut, mayGoOn, type Operation, type Pause } from '#domain/ecash/ledger/operation.ts';
import { sumOf, type ProofRow, type RestoredProof } from '#domain/ecash/proof.ts';
import { heedsForgotten, recover, saysForgotten, type Evidence, type NextStep } from '#domain/ecash/ledger/recover.ts';
import { denominationsOf, splitAmount } from '#domain/ecash/proofs/split.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import {
  asked,
  askQuote,
  askSigned,
  askStates,
  givenElsewhere,
  sendRequest,
  unknownYet,
} from '#actors/ecash/evidence.ts';
import { ysOf } from '#actors/ecash/free-proofs.ts';
import { jointStates } from './joint-states.ts';
import { newOperation } from '#actors/ecash/new-operation.ts';
import { draftGift } from './nutzap-giving.ts';
import { draftOnward } from './move-token.ts';
import { amountsAgain, freshKeyset, makeOutputs } from '#actors/ecash/outputs.ts';
import { scanStep } from './scanning.ts';

/** What one step comes to: evidence for the next one, or that nothing can be done now. */
type Next = { readonly evidence: Evidence } | { readonly pause: Pause };

const NOTHING_KNOWN: Evidence = { isFresh: false };
const OVER: Next = { pause: { type: 'over' } };
const STUCK: Pause = { type: 'waits', for: 'mint' };
const AGAIN: Next = { evidence: NOTHING_KNOWN };

const parentOf = async ({ ledger }: EcashDeps, { parent }: Operation) =>
  parent === undefined ? undefined : ledger.operation(parent);

/** The payment that is to pay the invoice of a move from mint to mint. */
const payerOf = async ({ ledger }: EcashDeps, { kind, partner }: Operation) =>
  kind === 'deposit' && partner ? ledger.operation(partner.operation) : undefined;

/** Whether other devices of the account can know of its invoice: a relay has taken it. */
const isShared = async ({ ledger }: EcashDeps, { kind, id, elsewhere }: Operation): Promise<boolean> =>
  kind === 'deposit' &&
  (elsewhere === true ||
    (await ledger.outbox.all()).some(
      (row) =>
        row.operation === id &&
        row.kind === 'quote' &&
        Object.values(row.relays).some(({ takenAt }) => takenAt !== undefined),
    ));

const withParent = async (deps: EcashDeps, record: Operation) => {
  const parent = await parentOf(deps, record);
  return parent && { parent };
};

const pause = async (
  { ledger, now }: EcashDeps,
  record: Operation,
  why: 'world' | 'mint',
  { problem, afterMs }: { problem?: EcashProblem | undefined; afterMs?: number | undefined } = {},
): Promise<Next> => {
  const phase = why === 'world' ? 'waiting' : 'unknown';
  // what needs attention needs it still
  const change = record.phase === 'attention' ? undefined : changes.suspend(record, now(), phase, problem);
  if (change) await ledger.change(change);
  return { pause: { type: 'waits', for: why, afterMs } };
};

const doubt = (deps: EcashDeps, record: Operation, problem: EcashProblem): Promise<Next> =>
  pause(deps, record, 'mint', { problem, ...busyOf(problem) });

const send = async (deps: EcashDeps, record: Operation, { isFresh }: Evidence): Promise<Next> => {
  const { ledger, now } = deps;
  await ledger.change(changes.leave(record, now()));
  const left = await ledger.operation(record.id);
  if (left?.rev !== record.rev + 1) return AGAIN;
  const { answer, quote, problem } = await sendRequest(deps, left);
  if (answer.type === 'unsent') {
    await ledger.change(changes.stay(left, now(), problem!));
    return AGAIN;
  }
  if (problem && saysSpent(problem)) deps.doubted?.(record.mint);
  if (answer.type === 'refused') await ledger.change(changes.refuse(left, now(), problem!));
  if (answer.type === 'silent') {
    const change = changes.suspend(left, now(), 'unknown', problem);
    if (change) await ledger.change(change);
  }
  const shared = quote?.state === 'ISSUED' && (await isShared(deps, record));
  return { evidence: { isFresh, answer, ...(quote && { quote }), isShared: shared } };
};

/** Proofs of the same seed that another device made, which it did not spend. */
const adoptable = async (
  deps: EcashDeps,
  { mint }: Operation,
  restored: readonly RestoredProof[] = [],
): Promise<readonly ProofRow[] | EcashProblem> => {
  const proofs = await unknownYet(deps.ledger, restored);
  if (proofs.length === 0) return [];
  const told = await asked(deps.core.checkStates({ mint, ys: proofs.map(({ y }) => y) }));
  if ('problem' in told) return told.problem;
  // last of all: what was given away may have been told of while the mint was asked
  const given = await givenElsewhere(deps.ledger);
  const free = proofs.filter(({ y }) => told.value[y] === 'UNSPENT' && !given.has(y));
  return free.map(({ role: _, b: __, ...proof }): ProofRow => ({ ...proof, state: 'available', at: deps.now() }));
};

/** Outputs are made for a deposit that is paid, or others in place of those that the mint refused. */
const prepare = async (deps: EcashDeps, record: Operation, { isFresh, restored }: Evidence): Promise<Next> => {
  const { ledger, core, now, mintFacts } = deps;
  const { mint, unit, outputs, amount, former = [] } = record;
  // what is known of it is good enough at first: a keyset that is used no more it refuses
  const facts = await (outputs.length > 0 ? core.loadMint(mint) : mintFacts(mint));
  const adopt = await adoptable(deps, record, restored);
  if ('code' in adopt) return doubt(deps, record, adopt);
  const keyset = freshKeyset(deps, facts, unit);
  const wish =
    outputs.length > 0 ? amountsAgain(record, keyset) : { keep: splitAmount(amount, denominationsOf(keyset.keys)) };
  const skip = restored ? Math.min(2 ** former.length, SEED_SKIP_MOST) : 0;
  const made = await makeOutputs(deps, record, keyset.id, wish, skip);
  await ledger.change(changes.prepared(record, now(), { ...made, adopt }));
  return { evidence: { isFresh } };
};

/** By some of its proofs alone no request of it can be taken any more: of more than one request spends these are the largest. */
const fencedOf = (rows: readonly ProofRow[]): readonly ProofRow[] =>
  rows.length > INPUTS_MOST ? rows.toSorted((one, other) => other.amount - one.amount).slice(0, INPUTS_MOST) : rows;

/** What it spends is exchanged for fresh proofs, by an operation of its own. */
const fence = async (deps: EcashDeps, record: Operation): Promise<Next> => {
  const { ledger, mintFacts } = deps;
  const { id, mint, unit } = record;
  const facts = await asked(mintFacts(mint));
  if ('problem' in facts) return doubt(deps, record, facts.problem);
  const rows = fencedOf(await ledger.known(record.inputs));
  const [inputs, spends, fee] = [ysOf(rows), sumOf(rows), inputFee(rows, facts.value.keysets)];
  const keyset = freshKeyset(deps, facts.value, unit);
  if (spends <= fee) return attend(deps, record);
  const keep = splitAmount(spends - fee, denominationsOf(keyset.keys));
  const made = await makeOutputs(deps, record, keyset.id, { keep });
  const amount = spends - fee;
  const fresh = newOperation(deps, { kind: 'fence', mint, unit, amount, fee, inputs, spends, parent: id, ...made });
  await ledger.change(changes.journal(fresh, record));
  return AGAIN;
};

const attend = async ({ ledger, now }: EcashDeps, record: Operation, trouble?: EcashProblem): Promise<Next> => {
  const change = changes.attend(record, now(), trouble);
  if (change) await ledger.change(change);
  return { pause: STUCK };
};

/** Somebody else has what it would have spent, or what it sent. */
const yields = async (deps: EcashDeps, record: Operation, { states = {} }: Evidence): Promise<Next> => {
  const { ledger, now } = deps;
  if (isHeldBack(record)) {
    await ledger.change(changes.settleHeld(record, now(), await ledger.proofsOf(record.id), states));
    return AGAIN;
  }
  await ledger.change(
    isOut(record)
      ? changes.taken(record, now(), Object.keys(states))
      : changes.yieldTo(record, now(), states, await parentOf(deps, record)),
  );
  return OVER;
};

/** Whether another device of the account says that it took the same nutzap. */
const isToldTaken = async ({ ledger }: EcashDeps, { redeems = [] }: Operation): Promise<boolean> =>
  redeems.length > 0 &&
  (await ledger.history()).some(
    ({ elsewhere, redeemed = [] }) => elsewhere === true && redeems.some(({ event }) => redeemed.includes(event)),
  );

const restore = async (deps: EcashDeps, record: Operation, evidence: Evidence): Promise<Next> => {
  const { quote } = evidence;
  const { kind, paidAt } = record;
  const isNew = kind === 'melt' && quote?.state === 'PAID' && paidAt === undefined;
  if (isNew) await deps.ledger.change(changes.proven(record, deps.now(), quote.preimage));
  const told = await askSigned(deps, record);
  const kept = isNew ? await deps.ledger.operation(record.id) : record;
  if ('value' in told) {
    const since = paidAt === undefined ? {} : { paidMs: deps.now() - paidAt };
    return { evidence: { ...evidence, restored: told.value, ...since, isToldTaken: await isToldTaken(deps, record) } };
  }
  // a mint without that (NUT-09) gives no more change than it gave
  if (isCallMissing(told.problem) && quote?.change?.length)
    return { evidence: { ...evidence, restored: [], paidMs: Infinity } };
  // a payment that the mint refused waits for nothing
  if (kind === 'melt' && evidence.isFresh && evidence.answer?.type === 'refused')
    return { evidence: { ...evidence, isFresh: false } };
  return kept ? doubt(deps, kept, told.problem) : AGAIN;
};

/** What a token brought and is free here, too: another device with the same words gave it away, and did not tell of it yet. */
const freeOf = async ({ ledger }: EcashDeps, { brought }: Operation): Promise<readonly string[]> =>
  brought ? ysOf((await ledger.known(ysOf(brought))).filter(({ state }) => state === 'available')) : [];

const commit = async (deps: EcashDeps, record: Operation, step: Extract<NextStep, { do: 'commit' }>): Promise<Next> => {
  const proofs = await unknownYet(deps.ledger, step.proofs);
  const { preimage } = step;
  const free = await freeOf(deps, record);
  await deps.ledger.change(
    changes.commit(record, deps.now(), { proofs, preimage, free, ...(await withParent(deps, record)) }),
  );
  // more may be left than one request spends
  if (record.kind === 'consolidation' && record.inputs.length === INPUTS_MOST) deps.doubted?.(record.mint);
  return AGAIN;
};

const release = async (deps: EcashDeps, record: Operation, trouble = record.trouble): Promise<Next> => {
  await deps.ledger.change(changes.release(record, deps.now(), trouble, await parentOf(deps, record)));
  return OVER;
};

const scan = async (deps: EcashDeps, record: Operation): Promise<Next> => {
  const found = await scanStep(deps, record);
  if ('isPending' in found) return pause(deps, record, 'world');
  if ('problem' in found)
    return found.isHopeless ? release(deps, record, found.problem) : doubt(deps, record, found.problem);
  await deps.ledger.change(found.change);
  return AGAIN;
};

/** What is to be written down, and which of it is led then. */
type Onward = { readonly change: changes.LedgerChange; readonly next: Operation };

const onwardOf = async (deps: EcashDeps, record: Operation): Promise<Onward> => {
  if (record.kind === 'deposit') {
    const token = await draftGift(deps, record);
    return { change: changes.giveOn(record, deps.now(), token), next: token };
  }
  const move = await draftOnward(deps, record);
  return { change: changes.goOn(record, deps.now(), move), next: move.payment };
};

/** What came goes on to another mint, or to somebody; when that cannot be, it stays where it is. */
const goOn = async (deps: EcashDeps, record: Operation): Promise<Next> => {
  const { ledger, now, begun } = deps;
  const drafted = await asked(onwardOf(deps, record));
  if ('value' in drafted) {
    await ledger.change(drafted.value.change);
    begun?.(drafted.value.next);
    return AGAIN;
  }
  if (mayGoOn(record, drafted.problem, now())) return doubt(deps, record, drafted.problem);
  await ledger.change(changes.stayHere(record, now(), drafted.problem));
  return AGAIN;
};

const act = async (deps: EcashDeps, record: Operation, step: NextStep, evidence: Evidence): Promise<Next> => {
  switch (step.do) {
    case 'nothing':
      return OVER;
    case 'wait':
      return pause(deps, record, step.for, {
        problem: step.for === 'mint' ? record.trouble : undefined,
        afterMs: step.afterMs,
      });
    case 'send':
      return send(deps, record, evidence);
    case 'ask states': {
      const told = await askStates(deps, record);
      if ('problem' in told) return doubt(deps, record, told.problem);
      return {
        evidence: {
          ...evidence,
          states: told.value,
          isSure: evidence.quote !== undefined || evidence.isForgotten === true,
        },
      };
    }
    case 'ask quote': {
      // first the payer, then the invoice: the other way round it could be paid in between
      const isDropped = record.unwanted === true || (await payerOf(deps, record))?.phase === 'fenced';
      const told = await askQuote(deps, record);
      if ('problem' in told && saysForgotten(told.problem) && heedsForgotten(record, isDropped, deps.now()))
        return { evidence: { ...evidence, isForgotten: true } };
      if ('problem' in told) return doubt(deps, record, told.problem);
      const shared = told.value.state === 'ISSUED' && (await isShared(deps, record));
      return { evidence: { ...evidence, quote: told.value, isDropped, isShared: shared } };
    }
    case 'restore':
      return restore(deps, record, evidence);
    case 'prepare':
    case 'renew':
      return prepare(deps, record, evidence);
    case 'commit':
      return commit(deps, record, step);
    case 'release':
      return release(deps, record, step.trouble);
    case 'fence':
      return fence(deps, record);
    case 'yield':
      return yields(deps, record, evidence);
    case 'scan':
      return scan(deps, record);
    case 'go on':
      return goOn(deps, record);
    case 'attend':
      return attend(deps, record, step.trouble);
  }
};

/** Does one step; a mint that has nothing to go on with, such as a keyset, is asked again later, and a payment waits for none. */
const take = async (deps: EcashDeps, record: Operation, step: NextStep, evidence: Evidence): Promise<Next> => {
  try {
    return await act(deps, record, step, evidence);
  } catch (error) {
    if (!(error instanceof EcashError)) throw error;
    if (step.do === 'renew' && record.kind === 'melt' && evidence.isFresh)
      return { evidence: { ...evidence, isFresh: false } };
    return doubt(deps, record, error.problem);
  }
};

/**
 * Leads an operation as far as it comes now: the normal way, and the way after any interruption. `isFresh`: whoever wrote it
 * down waits for it. Rejects with a LedgerError alone; the record then says what is next.
 */
const lead = async (deps: EcashDeps, id: string, isFresh: boolean): Promise<Pause> => {
  let evidence: Evidence = { isFresh };
  let overtaken = 0;
  for (;;) {
    const record = await deps.ledger.operation(id);
    if (!record) return { type: 'over' };
    if (record.child !== undefined) {
      const child = await lead(deps, record.child, false);
      // the mint refuses to make its proofs fresh: nothing else can be done for it now
      const isStuck = (await deps.ledger.operation(id))?.phase === 'attention';
      if (child.type === 'waits' || isStuck) return child.type === 'waits' ? child : STUCK;
      evidence = NOTHING_KNOWN;
      continue;
    }
    const step = recover(record, evidence);
    try {
      const next = await take(deps, record, step, evidence);
      if ('pause' in next) return next.pause;
      evidence = next.evidence;
    } catch (error) {
      overtaken += 1;
      if (!isOvertaken(error) || overtaken > OVERTAKEN_MOST) throw error;
      evidence = NOTHING_KNOWN;
    }
  }
};

/** Leads operations, each by one way at a time. */
export type Engine = {
  advance(id: string, isFresh?: 'fresh'): Promise<Pause>;
};

/** The operation that is led, and what is led behind it. */
type Way = { readonly first: string; readonly second?: string };

const wayOf = async ({ ledger }: EcashDeps, id: string): Promise<Way> => {
  const asked = await ledger.operation(id);
  // what makes its proofs fresh, or takes them back, is led by it
  const record = asked?.parent === undefined ? asked : await ledger.operation(asked.parent);
  if (!record) return { first: id };
  const { kind, partner } = record;
  if (!partner) return { first: record.id };
  return kind === 'deposit'
    ? { first: partner.operation, second: record.id }
    : { first: record.id, second: partner.operation };
};

/** The engine over a ledger and a worker. */
export const createEngine = (given: EcashDeps): Engine => {
  const deps = { ...given, core: { ...given.core, checkStates: jointStates(given.core.checkStates) } };
  const ways = new Map<string, Promise<Pause>>();
  const begin = async ({ first, second }: Way, isFresh: boolean): Promise<Pause> => {
    try {
      const paid = await lead(deps, first, isFresh);
      if (second === undefined) return paid;
      // what was paid arrives, also while the mint that paid does not answer
      const arrived = await lead(deps, second, false);
      return paid.type === 'waits' ? paid : arrived;
    } finally {
      ways.delete(first);
    }
  };
  return {
    async advance(id, isFresh) {
      const whole = await wayOf(deps, id);
      const way = ways.get(whole.first) ?? begin(whole, isFresh === 'fresh');
      ways.set(whole.first, way);
      return way;
    },
  };
};
