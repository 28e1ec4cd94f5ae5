import { adopt } from '#domain/ecash/ledger/ledger-change.ts';
import { isOver } from '#domain/ecash/ledger/operation.ts';
import { foundToken } from '#domain/ecash/ledger/outbox.ts';
import type { OutboxChange, OutboxRow, ToldProof } from '#domain/ecash/ledger/outbox-row.ts';
import { sumOf, type ProofRow, type SpentState } from '#domain/ecash/proof.ts';
import { heldBy, type HeldProof } from '#domain/ecash/ledger/wallet-merge.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { asked, givenElsewhere, unknownYet } from '#actors/ecash/evidence.ts';
import { listMint } from './mints-elsewhere.ts';
import { overAgain, ysOf } from '#actors/ecash/free-proofs.ts';
import { holdBack } from '#actors/ecash/hold-back.ts';
import { newOperation, NOTHING_HELD } from '#actors/ecash/new-operation.ts';
import type { OpenedToken, WalletOnRelays } from './told-by-relays.ts';

/** What became of what relays say. */
export type TakenIn = {
  /** mints that could not be asked, or have something in a payment that is under way: once more later */
  readonly again: readonly string[];
};

type States = Readonly<Record<string, SpentState>>;
/** What a mint says. `spent`: what it said before. */
type Asked = { readonly mint: string; readonly states: States; readonly spent: ReadonlySet<string> };
type View = { readonly picture: WalletOnRelays; readonly held: ReadonlyMap<string, HeldProof> };

/** What is brought by a token that is being received is about to be spent for it. */
const broughtYs = async ({ ledger }: EcashDeps): Promise<ReadonlySet<string>> => {
  const open = (await ledger.operations()).filter((record) => !isOver(record));
  return new Set(open.flatMap(({ brought = [] }) => ysOf(brought)));
};

const tokenRows = async (ledger: Ledger): Promise<ReadonlyMap<string, OutboxRow>> =>
  new Map((await ledger.outbox.all()).filter(({ kind }) => kind === 'token').map((row) => [row.operation, row]));

/** All that is there came in by something. */
const recordOf = (deps: EcashDeps, rows: readonly ProofRow[]) => {
  const [first] = rows;
  if (!first) return undefined;
  const { mint, unit } = first;
  const got = sumOf(rows);
  return newOperation(deps, { kind: 'adoption', phase: 'published', mint, unit, amount: got, got, ...NOTHING_HELD });
};

/** What is told and not known here is taken in where the mint says it is unspent. */
const freshRows = async (deps: EcashDeps, { held }: View, states: States): Promise<readonly ProofRow[]> => {
  const brought = await broughtYs(deps);
  const given = await givenElsewhere(deps.ledger);
  const isOurs = (y: string) => states[y] === 'UNSPENT' && !brought.has(y) && !given.has(y);
  const free = [...held].filter(([y]) => isOurs(y)).map(([, each]) => each);
  const unknown = new Set(
    await unknownYet(
      deps.ledger,
      free.map(({ proof }) => proof),
    ),
  );
  const at = deps.now();
  return free
    .filter(({ proof }) => unknown.has(proof))
    .map(({ proof, event }) => ({ ...proof, state: 'available', tokenEvent: event, at }));
};

/** Proofs that are not given away, whose event another device replaced stand in the event that it wrote instead. */
const movedProofs = (rows: readonly ProofRow[], { held, picture }: View): readonly ToldProof[] =>
  rows.flatMap(({ y, state, tokenEvent: from }) => {
    const to = held.get(y)?.event;
    return state !== 'out' && from !== undefined && to !== undefined && picture.replaced.has(from)
      ? [{ y, from, to }]
      : [];
  });

type Shelf = {
  /** of this mint */
  readonly rows: ReadonlyMap<string, OutboxRow>;
  /** what the ledger has from which event */
  readonly named: ReadonlyMap<string, readonly string[]>;
  readonly isSpent: (y: string) => boolean;
  readonly mint: string;
  readonly at: number;
};

/** The outbox knows of events that others wrote, so that they are replaced when what they hold is spent here. */
const outboxOf = ({ picture }: View, { rows, named, isSpent, mint, at }: Shelf): readonly OutboxChange[] => {
  const here = picture.tokens.filter((token) => token.mint === mint && !picture.replaced.has(token.id));
  const rowOf = ({ id, event, unit, proofs }: OpenedToken, ys: readonly string[]): OutboxRow => ({
    ...(rows.get(id) ?? foundToken(event, { mint, unit, ys }, picture.relaysOf(id), at)),
    ys,
    spent: ysOf(proofs).filter(isSpent),
  });
  const puts = here.flatMap((token): readonly OutboxChange[] => {
    const [known, ys] = [rows.get(token.id), named.get(token.id)];
    if (!ys) return [];
    const row = rowOf(token, [...new Set([...(known?.ys ?? []), ...ys])]);
    return [{ do: 'put', row, ...(known && { over: token.id }) }];
  });
  // nothing of it is left: whoever sees that may delete it
  const empty = here
    .filter(({ id, proofs, others }) => others === 0 && proofs.length > 0 && !rows.has(id) && !named.has(id))
    .filter(({ proofs }) => ysOf(proofs).every(isSpent))
    .map((token): OutboxChange => ({ do: 'put', row: { ...rowOf(token, []), replaced: [] } }));
  const drops = [...rows.values()]
    .filter(({ operation, replaced }) => replaced === undefined && picture.replaced.has(operation))
    .map(({ operation, kind }): OutboxChange => ({ do: 'drop', key: { operation, kind } }));
  return [...puts, ...empty, ...drops];
};

const byEvent = (rows: readonly ProofRow[], moved: readonly ToldProof[]): ReadonlyMap<string, readonly string[]> => {
  const named = new Map<string, string[]>();
  const add = (event: string, y: string) => void named.set(event, [...(named.get(event) ?? []), y]);
  for (const { y, tokenEvent } of rows) if (tokenEvent !== undefined) add(tokenEvent, y);
  for (const { y, to } of moved) add(to, y);
  return named;
};

/** What the mint says is unspent is taken in, what it says is spent no longer counts, and the outbox knows: all, or nothing. */
const settle = (deps: EcashDeps, view: View, { mint, states, spent }: Asked): Promise<number> =>
  overAgain(async () => {
    const { ledger, now } = deps;
    const mine = (await ledger.proofs()).filter((row) => row.mint === mint);
    const rows = await tokenRows(ledger);
    const here = new Map([...rows].filter(([, row]) => row.mint === mint));
    const fresh = await freshRows(deps, view, states);
    const struck = ysOf(mine.filter(({ y, state }) => state === 'available' && states[y] === 'SPENT'));
    const told = movedProofs(
      mine.filter(({ y }) => !struck.includes(y)),
      view,
    );
    const isSpent = (y: string) => spent.has(y) || states[y] === 'SPENT';
    const named = byEvent(fresh, told);
    const outbox = outboxOf(view, { rows: here, named, isSpent, mint, at: now() });
    if (fresh.length + struck.length + told.length + outbox.length > 0)
      await ledger.change({ ...adopt(recordOf(deps, fresh), fresh, struck), told, outbox });
    return fresh.length;
  });

/** Mints that something new was told of, or that are to be asked once more. */
const concerned = async (
  { ledger }: EcashDeps,
  { picture, held }: View,
  again: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tokenRows(ledger);
  const opened = new Map(picture.tokens.map((token) => [token.id, token.mint]));
  const told = [...picture.news].flatMap((id) => opened.get(id) ?? rows.get(id)?.mint ?? []);
  const mints = new Set([...held.values()].map(({ proof }) => proof.mint));
  const free = picture.isStirred ? (await ledger.proofs()).filter(({ state }) => state === 'available') : [];
  return new Set([...told, ...free.map(({ mint }) => mint), ...again.filter((mint) => mints.has(mint))]);
};

/**
 * Brings the ledger to what relays say, as far as the mints say it, too. Nothing of what operations hold is touched, and nothing
 * leaves because a relay says so. `again`: mints that did not answer before. `spent`: y that a mint called spent on this visit,
 * which need not be asked for any more; grows.
 */
export const takeIn = async (
  deps: EcashDeps,
  picture: WalletOnRelays,
  { again, spent }: { readonly again: readonly string[]; readonly spent: Set<string> },
): Promise<TakenIn> => {
  const view: View = { picture, held: heldBy(picture.tokens, picture.replaced) };
  const silent: string[] = [];
  for (const mint of await concerned(deps, view, again)) {
    const here = [...view.held.values()].map(({ proof }) => proof).filter((proof) => proof.mint === mint);
    const unknown = (await unknownYet(deps.ledger, here)).filter(({ y }) => !spent.has(y));
    const free = (await deps.ledger.proofs()).filter((row) => row.mint === mint && row.state === 'available');
    const ys = [...new Set([...ysOf(unknown), ...ysOf(free)])];
    const told = ys.length > 0 ? await asked(deps.core.checkStates({ mint, ys })) : { value: {} };
    if ('problem' in told) {
      silent.push(mint);
      continue;
    }
    const states: States = told.value;
    await holdBack(deps, free, states);
    const held = new Map([...view.held].filter(([, { proof }]) => proof.mint === mint));
    if ((await settle(deps, { picture, held }, { mint, states, spent })) > 0) await listMint(deps, mint);
    for (const y of ysOf(unknown)) if (states[y] === 'SPENT') spent.add(y);
    if (ysOf(unknown).some((y) => states[y] !== 'SPENT' && states[y] !== 'UNSPENT')) silent.push(mint);
  }
  return { again: silent };
};
