import type { Parcel } from './parcel.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { told, type HistoryRow } from './ledger-history.ts';
import { goesOn, isOut, isToGoOn, type CounterRange, type Delivery, type Operation } from './operation.ts';
import type { OutboxChange, ToldProof } from './outbox-row.ts';
import { sumOf, type MadeProof, type ProofRow, type ProofState, type SpentState } from '#domain/ecash/proof.ts';
import type { Scan } from '#domain/ecash/words/restore-scan.ts';

/** Proofs that change hands, when they stand as they must. */
export type ProofMove = {
  readonly ys: readonly string[];
  readonly from: ProofState;
  /** the operation that holds them */
  readonly by?: string;
  readonly to: ProofState;
  readonly operation?: string;
};

/** A number of the seed that is taken: from `from`, which must be the next one, to before `to`. */
export type CounterStep = CounterRange & { readonly mint: string };

/** What one transaction does: all of it, or nothing. */
export type LedgerChange = {
  /** each with the `rev` behind the one that stands there */
  readonly operations?: readonly Operation[];
  /** proofs that are not there yet */
  readonly add?: readonly ProofRow[];
  /** Ys of what came before, of which the first row of the history tells */
  readonly came?: readonly string[];
  readonly moves?: readonly ProofMove[];
  readonly counters?: readonly CounterStep[];
  readonly history?: readonly HistoryRow[];
  /** spent proofs whose secrets are forgotten; that they were spent stays known */
  readonly bare?: readonly string[];
  /** what relays are told */
  readonly outbox?: readonly OutboxChange[];
  /** which event tells of a proof now */
  readonly told?: readonly ToldProof[];
  /** which event tells of what happened */
  readonly noted?: readonly { readonly operation: string; readonly event: string }[];
};

type Changed = Partial<Omit<Operation, 'id' | 'rev' | 'kind'>>;

/** The next version of a record. */
export const revise = (record: Operation, at: number, change: Changed): Operation => ({
  ...record,
  ...change,
  rev: record.rev + 1,
  changedAt: at,
});

const without = (record: Operation, key: 'child' | 'trouble' | 'sendsOn' | 'came'): Operation => {
  const { [key]: _, ...rest } = record;
  return rest;
};

/** The record after it was tried, without what was wrong before. */
const cleared = (record: Operation): Operation => without(record, 'trouble');

/** A new operation is written down: what it spends is held, the numbers of its outputs are taken. */
export const journal = (record: Operation, parent?: Operation): LedgerChange => {
  const { id, inputs, mint, counters, createdAt } = record;
  const held: Pick<ProofMove, 'from' | 'by'> = parent
    ? { from: isOut(parent) ? 'out' : 'reserved', by: parent.id }
    : { from: 'available' };
  return {
    operations: [record, ...(parent ? [revise(parent, createdAt, { child: id })] : [])],
    moves: inputs.length > 0 ? [{ ys: inputs, ...held, to: 'reserved', operation: id }] : [],
    counters: counters.map((range) => ({ ...range, mint })),
  };
};

/** The record of a nutzap that is to be sent on no more. */
const staying = (record: Operation): Operation => without(without(record, 'sendsOn'), 'came');

/** What a nutzap brought stays ecash. */
export const keepHere = (record: Operation, at: number): LedgerChange => ({
  operations: [revise(staying(record), at, {})],
});

/** What a nutzap brought pays an invoice of the Lightning wallet: with the payment nothing is to be sent on any more. */
export const sendOn = (record: Operation, at: number, payment: Operation): LedgerChange =>
  joined({ operations: [revise(staying(record), at, { onward: payment.id })] }, journal(payment));

/** Both halves of a move from mint to mint. */
export type Move = { readonly payment: Operation; readonly deposit: Operation };

/** Both halves of a move from mint to mint: each is there, or none. */
export const journalMove = (payment: Operation, deposit: Operation): LedgerChange =>
  joined(journal(payment), journal(deposit));

/** All parts of a payment that several mints make together: each is there, or none. */
export const journalParts = (records: readonly Operation[]): LedgerChange => {
  const parts = records.map(({ id, mint }) => ({ operation: id, mint }));
  return joined(...records.map((record) => journal({ ...record, parts })));
};

/** A token of proofs that need no exchange: they are out at once. */
export const handOut = (record: Operation): LedgerChange => ({
  operations: [record],
  moves: [{ ys: record.inputs, from: 'available', to: 'out', operation: record.id }],
  history: [told(record, 'out')],
});

/** What gives a locked token is signed, or a relay took it. */
export const delivering = (
  record: Operation & { readonly delivery: Delivery },
  at: number,
  next: Pick<Delivery, 'event' | 'deliveredAt'>,
): LedgerChange => ({ operations: [revise(record, at, { delivery: { ...record.delivery, ...next } })] });

/** Nobody pays its invoice any more. */
export const giveUp = (record: Operation, at: number): LedgerChange => ({
  operations: [revise(record, at, { unwanted: true })],
});

/** How far its token was brought. */
export const carried = (record: Operation, at: number, parcel: Parcel): LedgerChange => ({
  operations: [revise(record, at, { parcel })],
});

/** It leaves: this is written before. */
export const leave = (record: Operation, at: number): LedgerChange => ({
  operations: [revise(cleared(record), at, { phase: 'sent', attempts: record.attempts + 1 })],
});

/** It is proven that it did not leave after all. */
export const stay = (record: Operation, at: number, trouble: EcashProblem): LedgerChange => ({
  operations: [revise(record, at, { phase: 'journaled', attempts: record.attempts - 1, trouble })],
});

/** The mint answered that it will not. */
export const refuse = (record: Operation, at: number, trouble: EcashProblem): LedgerChange => ({
  operations: [revise(record, at, { phase: 'unknown', refusals: record.refusals + 1, trouble })],
});

/** Nobody knows, or the world has to do something first. Undefined when that is what stands there. */
export const suspend = (
  record: Operation,
  at: number,
  phase: 'unknown' | 'waiting',
  trouble?: EcashProblem,
): LedgerChange | undefined => {
  const isSame = record.phase === phase && record.trouble?.code === trouble?.code;
  // a token stays out, whether its mint answers or not
  if (isSame || isOut(record)) return undefined;
  if (isToGoOn(record))
    return record.trouble?.code === trouble?.code
      ? undefined
      : { operations: [revise(cleared(record), at, { ...(trouble && { trouble }) })] };
  return { operations: [revise(cleared(record), at, { phase, ...(trouble && { trouble }) })] };
};

/** That it was paid, and what proves it, is kept at once, before what comes back of it is looked for. */
export const proven = (record: Operation, at: number, preimage?: string): LedgerChange => ({
  operations: [
    revise(cleared(record), at, { phase: 'answered', paidAt: at, ...(preimage !== undefined && { preimage }) }),
  ],
});

/** Outputs of a deposit that is paid, or others in place of those that the mint refused. */
export const prepared = (
  record: Operation,
  at: number,
  { outputs, counters, adopt }: Pick<Operation, 'outputs' | 'counters'> & { readonly adopt: readonly ProofRow[] },
): LedgerChange => ({
  operations: [
    revise(record, at, {
      phase: 'journaled',
      outputs,
      counters: [...record.counters, ...counters],
      former: [...(record.former ?? []), ...record.outputs],
      got: record.got + sumOf(adopt),
    }),
  ],
  counters: counters.map((range) => ({ ...range, mint: record.mint })),
  add: adopt,
});

/** A batch of what the words may have was looked through, or it is known what there is to look through. */
export const scanned = (
  record: Operation,
  at: number,
  {
    scan,
    rows = [],
    counters = [],
  }: { readonly scan: Scan; readonly rows?: readonly ProofRow[]; readonly counters?: readonly CounterRange[] },
): LedgerChange => {
  const got = record.got + sumOf(rows);
  return {
    operations: [revise(cleared(record), at, { phase: 'sent', scan, got, amount: got })],
    add: rows,
    counters: counters.map((range) => ({ ...range, mint: record.mint })),
  };
};

/** What the words have at a mint is here. */
export const scanEnded = (record: Operation, at: number): LedgerChange => {
  const next = revise(cleared(record), at, { phase: 'committed' });
  return { operations: [next], history: [told(next, 'done')] };
};

const spend = ({ id, inputs }: Operation): readonly ProofMove[] =>
  inputs.length > 0 ? [{ ys: inputs, from: 'reserved', by: id, to: 'spent', operation: id }] : [];

/** What is in the ledger of what the mint made. */
const rowsOf = (record: Operation, proofs: readonly MadeProof[], at: number): readonly ProofRow[] =>
  proofs.map(({ role, ...proof }) =>
    role === 'send' ? { ...proof, state: 'out', operation: record.id, at } : { ...proof, state: 'available', at },
  );

/** What the mint kept, and what it gave beyond all that it owed, or kept beyond what it had said: it signs what change it likes. */
const costOf = (record: Operation, got: number): Pick<Operation, 'fee' | 'surplus'> => {
  const { kind, quote, spends, amount, noChange } = record;
  if (kind === 'deposit') return { fee: 0 };
  const kept = spends - got - (kind === 'melt' ? amount : 0);
  const surplus = kept < 0 ? -kept : quote && !noChange && Math.min(record.fee + quote.reserve - kept, 0);
  return { fee: Math.max(kept, 0), ...(surplus && { surplus }) };
};

const moved = (move: ProofMove): readonly ProofMove[] => (move.ys.length > 0 ? [move] : []);

/** A token that is back, as far as nobody took it before: all of it went out. */
const tellBack = (token: Operation, { fee, spends }: Operation): HistoryRow => {
  const gone = token.amount - spends;
  return { ...told(token, 'taken back'), backFee: fee, ...(gone > 0 && { gone }) };
};

/** The one whose proofs these were, once they are exchanged; what else it held is free. */
const endParent = (record: Operation, parent: Operation, at: number): LedgerChange => {
  const isToken = isOut(parent);
  const rest = isToken ? [] : parent.inputs.filter((y) => !record.inputs.includes(y));
  const next = revise(without(parent, 'child'), at, {
    phase: isToken ? 'committed' : 'fenced',
    ...(!isToken && { fee: record.fee }),
  });
  return {
    operations: [next],
    moves: moved({ ys: rest, from: 'reserved', by: parent.id, to: 'available' }),
    history: [isToken ? tellBack(next, record) : told(next, 'not done')],
  };
};

const joined = (...changes: readonly (LedgerChange | undefined)[]): LedgerChange => ({
  operations: changes.flatMap((change) => change?.operations ?? []),
  add: changes.flatMap((change) => change?.add ?? []),
  came: changes.flatMap((change) => change?.came ?? []),
  moves: changes.flatMap((change) => change?.moves ?? []),
  counters: changes.flatMap((change) => change?.counters ?? []),
  history: changes.flatMap((change) => change?.history ?? []),
});

/**
 * It happened: what it spent is spent, what the mint made is there. `proofs`: those that are not in the ledger yet; `free`: what it
 * brought that was free here.
 */
export const commit = (
  record: Operation,
  at: number,
  {
    proofs,
    free = [],
    preimage,
    parent,
  }: {
    proofs: readonly MadeProof[];
    free?: readonly string[];
    preimage?: string | undefined;
    parent?: Operation;
  },
): LedgerChange => {
  const got = record.got + sumOf(proofs);
  const isToken = proofs.some(({ role }) => role === 'send');
  const isOnItsWay = goesOn(record);
  // what is here already another device took, and told of: that one sends it on
  const isOthers = record.sendsOn && proofs.length === 0;
  const next = revise(isOthers ? staying(cleared(record)) : cleared(record), at, {
    phase: isToken ? 'waiting' : isOnItsWay ? 'answered' : 'committed',
    got,
    ...costOf(record, sumOf(proofs)),
    ...(preimage !== undefined && { preimage }),
    ...((isOnItsWay || (record.sendsOn && !isOthers)) && { came: proofs.map(({ y }) => y) }),
  });
  return joined(
    {
      operations: [next],
      add: rowsOf(record, proofs, at),
      moves: spend(record),
      history: isOnItsWay ? [] : [told(next, isToken ? 'out' : 'done')],
    },
    strike(free),
    parent && endParent(next, parent, at),
  );
};

/** The record of what came, once that goes on or stays. */
const arrived = (record: Operation): Operation => without(cleared(record), 'came');

/** That it came is told then alone, and of what it brought. */
const cameWith = ({ came = [] }: Operation, next: Operation): LedgerChange => ({
  operations: [next],
  came,
  history: [told(next, 'done')],
});

/** What came with a token goes on: with the move, its receiving is over. */
export const goOn = (record: Operation, at: number, { payment, deposit }: Move): LedgerChange => {
  const next = revise(arrived(record), at, { phase: 'committed', onward: payment.id });
  return joined(cameWith(record, next), journalMove(payment, deposit));
};

/** What came by a deposit is given on: with the token for it, the deposit is over. */
export const giveOn = (record: Operation, at: number, token: Operation): LedgerChange => {
  const next = revise(arrived(record), at, { phase: 'committed', onward: token.id });
  return joined(cameWith(record, next), journal(token));
};

/** What came and was to go on stays at its mint. */
export const stayHere = (record: Operation, at: number, trouble: EcashProblem): LedgerChange => {
  const next = revise(arrived(record), at, { phase: 'committed', trouble });
  return cameWith(record, next);
};

/** What it held goes back to where it came from. */
const giveBack = (record: Operation, ys: readonly string[], parent?: Operation): readonly ProofMove[] => {
  if (ys.length === 0) return [];
  const from = { ys, from: 'reserved', by: record.id } as const;
  if (!parent) return [{ ...from, to: 'available' }];
  return [{ ...from, to: isOut(parent) ? 'out' : 'reserved', operation: parent.id }];
};

/** It did not happen, and can no more: what it held is free, and nobody took a fee. */
export const release = (record: Operation, at: number, trouble?: EcashProblem, parent?: Operation): LedgerChange => {
  const next = revise(record, at, { phase: 'fenced', fee: 0, ...(trouble && { trouble }) });
  const back = parent && revise(without(parent, 'child'), at, isOut(parent) ? {} : { phase: 'attention' });
  return {
    operations: [next, ...(back ? [back] : [])],
    moves: giveBack(record, record.inputs, parent),
    history: [told(next, trouble?.code === 'quote-taken' ? 'spent elsewhere' : 'not done')],
  };
};

const spentOf = (states: Readonly<Record<string, SpentState>>, ys: readonly string[]) => ({
  spent: ys.filter((y) => states[y] === 'SPENT'),
  free: ys.filter((y) => states[y] !== 'SPENT'),
});

/** A token that was to be taken back: what of it was taken is spent, the rest is out still. */
const yieldToTaker = (
  record: Operation,
  at: number,
  states: Readonly<Record<string, SpentState>>,
  parent: Operation,
): LedgerChange => {
  const { spent, free } = spentOf(states, record.inputs);
  const alone = without(parent, 'child');
  const then = revise(alone, at, free.length === 0 ? { phase: 'committed' } : {});
  return {
    operations: [revise(record, at, { phase: 'fenced' }), then],
    moves: [
      ...moved({ ys: spent, from: 'reserved', by: record.id, to: 'spent', operation: parent.id }),
      ...giveBack(record, free, parent),
    ],
    history: free.length === 0 ? [told(then, 'taken')] : [],
  };
};

/**
 * What is left of a token of which somebody else spent a part; nutzaps are looked after by themselves. Undefined where nothing is.
 */
const leftOf = (
  { brought = [], redeems }: Operation,
  states: Readonly<Record<string, SpentState>>,
): Changed | undefined => {
  const left = brought.filter(({ y }) => states[y] !== 'SPENT');
  if (redeems || left.length === 0) return undefined;
  const worth = sumOf(left);
  return { brought: left, trouble: { code: 'token-partly-spent', gone: sumOf(brought) - worth, left: worth } };
};

/** Somebody else spent what it would have spent; what is left of a token may still be taken. */
export const yieldTo = (
  record: Operation,
  at: number,
  states: Readonly<Record<string, SpentState>>,
  parent?: Operation,
): LedgerChange => {
  if (parent && isOut(parent)) return yieldToTaker(record, at, states, parent);
  const left = leftOf(record, states);
  const ended = revise(record, at, { phase: 'fenced', trouble: { code: 'token-spent' }, ...left });
  if (parent) {
    // its first request was taken after all: its own evidence says how that ended
    const back = revise(without(parent, 'child'), at, { phase: 'unknown' });
    return { operations: [ended, back], moves: giveBack(record, record.inputs, parent) };
  }
  const { spent, free } = spentOf(states, record.inputs);
  return {
    operations: [ended],
    moves: [
      ...moved({ ys: spent, from: 'reserved', by: record.id, to: 'spent', operation: record.id }),
      ...giveBack(record, free),
    ],
    history: [told(ended, left ? 'not done' : 'spent elsewhere')],
  };
};

/** Somebody took these proofs of a token, the rest is out still. */
export const partTaken = ({ id }: Operation, ys: readonly string[]): LedgerChange => ({
  moves: [{ ys, from: 'out', by: id, to: 'spent', operation: id }],
});

/** A token was taken by whom it was for. `ys`: those of its proofs that are out. */
export const taken = (record: Operation, at: number, ys: readonly string[]): LedgerChange => {
  const next = revise(cleared(record), at, { phase: 'committed' });
  return {
    operations: [next],
    moves: moved({ ys, from: 'out', by: record.id, to: 'spent', operation: record.id }),
    history: [told(next, 'taken')],
  };
};

/** What is known does not add up. It stays, and is looked at again. Undefined when that is known already. */
export const attend = (record: Operation, at: number, trouble?: EcashProblem): LedgerChange | undefined => {
  if (record.phase === 'attention') return undefined;
  const next = revise(record, at, { phase: 'attention', ...(trouble && { trouble }) });
  return { operations: [next], history: [told(next, 'attention')] };
};

/** Relays were told all of it. Undefined for what is not done, or was told before. */
export const published = (record: Operation, at: number): LedgerChange | undefined =>
  record.phase === 'committed' ? { operations: [revise(record, at, { phase: 'published' })] } : undefined;

/** What of it (`rows`) the mint calls pending no more is free, or spent as what no operation holds; the rest is waited for. */
export const settleHeld = (
  record: Operation,
  at: number,
  rows: readonly ProofRow[],
  states: Readonly<Record<string, SpentState>>,
): LedgerChange => {
  const inputs = record.inputs.filter((y) => states[y] === 'PENDING');
  const amount = sumOf(rows.filter(({ y }) => inputs.includes(y)));
  const { spent, free } = spentOf(
    states,
    record.inputs.filter((y) => !inputs.includes(y)),
  );
  return {
    operations: [revise(record, at, inputs.length > 0 ? { inputs, amount, spends: amount } : { phase: 'fenced' })],
    moves: [...moved({ ys: spent, from: 'reserved', by: record.id, to: 'spent' }), ...giveBack(record, free)],
  };
};

/** Proofs that the mint says are spent, which no operation holds. */
export const strike = (ys: readonly string[]): LedgerChange => ({
  moves: moved({ ys, from: 'available', to: 'spent' }),
});

/**
 * What another device told of and the mint says is unspent, and what the mint says is spent that nothing here holds. `record`:
 * where the first comes from. Nobody reads of it: what came in or went out is told by the device where it did.
 */
export const adopt = (
  record: Operation | undefined,
  rows: readonly ProofRow[],
  spent: readonly string[],
): LedgerChange => ({
  ...strike(spent),
  ...(record && { operations: [record] }),
  add: rows,
});
