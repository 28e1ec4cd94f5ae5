import { revise } from '#domain/ecash/ledger/ledger-change.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import type { OperationKind } from '#domain/ecash/ledger/operation.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { nameOfEvent } from '#actors/ecash/event-name.ts';
import { overAgain, ysOf } from '#actors/ecash/free-proofs.ts';
import { newOperation } from '#actors/ecash/new-operation.ts';
import type { WalletOnRelays, SaidHistory } from './told-by-relays.ts';

const KINDS: Readonly<Record<'in' | 'out', readonly OperationKind[]>> = {
  in: ['deposit', 'receive', 'reclaim', 'restore'],
  out: ['send', 'melt'],
};

const KIND_TAG = 'kind';

/** What this app says of what happened; what others say is a token. */
const kindOf = ({ said: { direction, rest } }: SaidHistory): OperationKind => {
  const named = rest.find(([name]) => name === KIND_TAG)?.[1];
  return KINDS[direction].find((kind) => kind === named) ?? (direction === 'in' ? 'receive' : 'send');
};

const rowOf = (one: SaidHistory): HistoryRow => {
  const { id, created_at: at } = one.event;
  const { amount, unit, fee = 0, mint = '', description, redeemed, given } = one.said;
  const rest = one.said.rest.filter(([name]) => name !== KIND_TAG);
  return {
    operation: nameOfEvent({ id, at }),
    kind: kindOf(one),
    mint,
    unit,
    amount,
    fee,
    outcome: 'done',
    at: at * 1_000,
    elsewhere: true,
    ...(description !== undefined && { memo: description }),
    ...(redeemed.length > 0 && { isNutzap: true, redeemed: redeemed.map(({ event }) => event) }),
    ...(redeemed[0]?.sender !== undefined && { person: redeemed[0].sender }),
    ...(given && { given }),
    ...(rest.length > 0 && { rest }),
  };
};

/** Written down once; what left there as it was is out here, too: whoever got it may take it, and it can be taken back from here. */
const takeOne = async (deps: EcashDeps, row: HistoryRow): Promise<void> => {
  const { ledger, now, begun } = deps;
  if (await ledger.operation(row.operation)) return;
  const rows = await ledger.known(row.given ?? []);
  const free = rows.filter(({ state, mint }) => state === 'available' && mint === rows[0]?.mint);
  const [first] = free;
  if (!first) return await ledger.change({ history: [row] });
  const [{ mint, unit }, amount, inputs] = [first, sumOf(free), ysOf(free)];
  const nothing = { fee: 0, outputs: [], counters: [], spends: amount, inputs };
  const given = { id: row.operation, elsewhere: true, phase: 'waiting', kind: 'send', mint, unit, amount } as const;
  const record = newOperation(deps, {
    ...given,
    ...nothing,
    createdAt: row.at,
    changedAt: now(),
    ...(row.memo !== undefined && { memo: row.memo }),
  });
  await ledger.change({
    operations: [record],
    moves: [{ ys: inputs, from: 'available', to: 'out', operation: record.id }],
    history: [{ ...row, outcome: 'out' }],
  });
  begun?.(record);
};

/** The same ecash is out from here, too: that is said. */
const warn = async ({ ledger, now }: EcashDeps, { said: { given = [] } }: SaidHistory): Promise<void> => {
  const out = (await ledger.known(given)).filter(({ state }) => state === 'out');
  for (const id of new Set(out.flatMap(({ operation }) => operation ?? []))) {
    const record = await ledger.operation(id);
    if (record && !record.elsewhere && record.trouble === undefined)
      await ledger.change({ operations: [revise(record, now(), { trouble: { code: 'given-twice' } })] });
  }
};

/** What an operation held when another device gave it away, and let go since, is out now as well. */
const takeFreed = async (deps: EcashDeps): Promise<void> => {
  const { ledger } = deps;
  const free = new Set(ysOf((await ledger.proofs()).filter(({ state }) => state === 'available')));
  const rows = (await ledger.history()).filter(({ given = [] }) => given.some((y) => free.has(y)));
  for (const row of rows) await overAgain(() => takeOne(deps, row));
};

/** What happened on other devices of the account, or by other apps, is written down beside what happened here. */
export const takeHistory = async (
  deps: EcashDeps,
  { history, replaced }: Pick<WalletOnRelays, 'history' | 'replaced'>,
) => {
  const known = new Set((await deps.ledger.history()).map(({ operation }) => operation));
  const isNew = ({ event }: SaidHistory) =>
    !replaced.has(event.id) && !known.has(nameOfEvent({ id: event.id, at: event.created_at }));
  for (const one of history.filter(isNew)) {
    await overAgain(() => takeOne(deps, rowOf(one)));
    await overAgain(() => warn(deps, one));
  }
  await takeFreed(deps);
};
