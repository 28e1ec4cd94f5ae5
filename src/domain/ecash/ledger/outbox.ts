import type { NostrEvent } from '#domain/protocol/event.ts';
import {
  DELETED_AT_ONCE,
  STANDS_ON_RELAYS,
  TOKEN_EVENTS_MOST,
  PROOFS_JOINED_MOST,
  DELETIONS_TOLD_MS,
} from '#domain/ecash/ecash-limits.ts';
import type { LedgerChange } from './ledger-change.ts';
import type { HistoryRow } from './ledger-history.ts';
import { isArrival } from './made-offer.ts';
import type { Operation } from './operation.ts';
import type { OutboxKind, OutboxRow, RelayStand } from './outbox-row.ts';
import type { ProofRow } from '#domain/ecash/proof.ts';

/*
 * What relays have to be told, or hold by now (NIP-60). Which proofs stand in which event is written beside the proofs
 * (`tokenEvent`): a change that adds, spends or frees proofs makes the events differ from the ledger by itself, in its own
 * transaction. docs/adr/0067-the-outbox-of-ecash.md
 */

/**
 * A token event that was found on relays: from now on it is looked after like one of ours. `ys`: of those proofs in it that the
 * ledger has from it. One more that stands in another event of ours as well is left alone: two devices that replaced each
 * other's events would never end.
 */
export const foundToken = (
  event: NostrEvent,
  { mint, unit, ys }: Required<Pick<OutboxRow, 'mint' | 'unit' | 'ys'>>,
  relays: readonly string[],
  at: number,
): OutboxRow => ({
  operation: event.id,
  kind: 'token',
  at,
  event,
  relays: Object.fromEntries(relays.map((url) => [url, { takenAt: at }])),
  mint,
  unit,
  ys,
  foreign: true,
});

/** a token that is taken was told of when it went out */
const TOLD_OUTCOMES: ReadonlySet<HistoryRow['outcome']> = new Set(['done', 'out', 'taken back']);

/** What a change of the ledger leaves to be told besides the proofs: what happened, and invoices that wait. */
export const tellingOf = (
  { operations = [], history = [], add = [], came = [], moves = [] }: LedgerChange,
  at: number,
): readonly OutboxRow[] => {
  const [main] = history;
  const made = [...came, ...add.filter(({ state }) => state === 'available').map(({ y }) => y)];
  const used = moves.filter(({ to }) => to === 'spent' || to === 'out').flatMap(({ ys }) => ys);
  const isQuote = (record: Operation) =>
    record.kind === 'deposit' && record.rev === 1 && record.quote && !record.partner && !isArrival(record);
  return [
    ...operations.filter(isQuote).map(({ id }): OutboxRow => ({ operation: id, kind: 'quote', at, relays: {} })),
    ...history
      .filter(({ outcome, elsewhere }) => TOLD_OUTCOMES.has(outcome) && !elsewhere)
      .map((row): OutboxRow => ({
        operation: row.operation,
        kind: 'history',
        at,
        relays: {},
        ...(row === main ? { made, used } : { made: [], used: [] }),
      })),
  ];
};

/** What the ledger holds that relays are to know. */
export type Tellable = {
  readonly rows: readonly OutboxRow[];
  /** those that are free, held or out */
  readonly proofs: readonly ProofRow[];
  /** ids of the operations that are not over */
  readonly open: ReadonlySet<string>;
  /** those of them that take a token back: what they hold is out until then */
  readonly takingBack: ReadonlySet<string>;
  /** undefined while there is no wallet, or it uses no mint; `left`: mints where something is, though another device left them */
  readonly wallet:
    | { readonly mints: readonly string[]; readonly left?: readonly string[]; readonly pubkey: string }
    | undefined;
};

/** What is to be made next. */
export type Making =
  | { readonly make: 'wallet' | 'mints'; readonly former: OutboxRow | undefined }
  | { readonly make: 'backup'; readonly former: OutboxRow | undefined; readonly of: OutboxRow }
  | {
      readonly make: 'token';
      readonly mint: string;
      readonly unit: string;
      readonly proofs: readonly ProofRow[];
      readonly replaces: readonly OutboxRow[];
    }
  | { readonly make: 'deletion'; readonly rows: readonly OutboxRow[] }
  | { readonly make: 'quote' | 'history'; readonly row: OutboxRow }
  /** nothing is left to be told of it */
  | { readonly make: 'end'; readonly row: OutboxRow };

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

/** The relays that have an event. */
export const takenBy = ({ relays }: Pick<OutboxRow, 'relays'>): readonly string[] =>
  Object.keys(relays).filter((url) => relays[url]!.takenAt !== undefined);

/** Whether an event is safe: two relays have it, or all of them where there are fewer. `write`: the relays of the account. */
export const isStanding = (row: OutboxRow, write: readonly string[]): boolean =>
  row.event !== undefined && takenBy(row).length >= Math.max(1, Math.min(STANDS_ON_RELAYS, write.length));

const placeOf = ({ mint = '', unit = '' }: Pick<OutboxRow, 'mint' | 'unit'>) => `${unit} ${mint}`;

const isTold = ({ state, operation }: ProofRow, takingBack: ReadonlySet<string>): boolean =>
  state === 'available' || (state === 'reserved' && !takingBack.has(operation ?? ''));

const tokensDue = ({ rows, proofs, takingBack }: Tellable): Making | undefined => {
  const tokens = rows.filter((row) => row.kind === 'token' && !row.replaced);
  const live = proofs.filter((proof) => isTold(proof, takingBack));
  const eventOf = new Map(live.map(({ y, tokenEvent }) => [y, tokenEvent]));
  const known = new Set(tokens.map(({ operation }) => operation));
  const isStale = ({ operation, ys = [] }: OutboxRow) => ys.some((y) => eventOf.get(y) !== operation);
  for (const place of new Set([...tokens.map(placeOf), ...live.map(placeOf)])) {
    const [here, mine] = [tokens.filter((row) => placeOf(row) === place), live.filter((row) => placeOf(row) === place)];
    const untold = mine.filter(({ tokenEvent }) => tokenEvent === undefined || !known.has(tokenEvent));
    const stale = here.filter(isStale);
    if (untold.length + stale.length === 0) continue;
    const isToJoin = here.length - stale.length >= TOKEN_EVENTS_MOST && mine.length <= PROOFS_JOINED_MOST;
    const replaces = isToJoin ? here : stale;
    const ids = new Set(replaces.map(({ operation }) => operation));
    const { mint = '', unit = '' } = here[0] ?? mine[0]!;
    const all = mine.filter((proof) => untold.includes(proof) || ids.has(proof.tokenEvent ?? ''));
    return { make: 'token', mint, unit, proofs: all, replaces };
  }
  return undefined;
};

/** Whether what stands for an event is safe, itself or what stands for it in turn. */
const isSafe = (rows: ReadonlyMap<string, OutboxRow>, id: string, write: readonly string[]): boolean => {
  const row = rows.get(id);
  // it was deleted itself: what replaced it was safe then
  if (!row) return true;
  if (!row.replaced) return isStanding(row, write);
  return row.replaced.every((next) => isSafe(rows, next, write));
};

const byId = (rows: readonly OutboxRow[]): ReadonlyMap<string, OutboxRow> =>
  new Map(rows.flatMap((row) => (row.kind === 'token' ? [[row.operation, row] as const] : [])));

const deletionDue = ({ rows, open }: Tellable, write: readonly string[]): Making | undefined => {
  const tokens = byId(rows);
  const gone = [...tokens.values()].filter(({ replaced }) => replaced?.every((id) => isSafe(tokens, id, write)));
  const used = rows.filter(({ kind, operation }) => kind === 'quote' && !open.has(operation));
  const all = [...gone, ...used].filter(({ event }) => event).slice(0, DELETED_AT_ONCE);
  if (all.length > 0) return { make: 'deletion', rows: all };
  return used[0] && { make: 'end', row: used[0] };
};

const walletDue = ({ rows, wallet }: Tellable): Making | undefined => {
  if (!wallet) return undefined;
  const find = (kind: OutboxKind) => rows.find((row) => row.kind === kind);
  const [told, backup] = [find('wallet'), find('backup')];
  const isSaid = told?.says?.pubkey === wallet.pubkey && sameSet(told.says.mints, wallet.mints);
  if (!isSaid) return { make: 'wallet', former: told };
  return backup?.says?.pubkey === wallet.pubkey ? undefined : { make: 'backup', former: backup, of: told };
};

/** The list of mints is of the words: whoever has them alone finds it. */
const mintsDue = ({ rows, wallet }: Tellable): Making | undefined => {
  const listed = rows.find(({ kind }) => kind === 'mints');
  const isSaid =
    wallet &&
    listed?.says?.pubkey === wallet.pubkey &&
    sameSet(listed.says.mints, [...wallet.mints, ...(wallet.left ?? [])]);
  return wallet && !isSaid ? { make: 'mints', former: listed } : undefined;
};

/** Whether all that was replaced is deleted, and all that stands is safe. */
const areTokensSettled = (rows: readonly OutboxRow[], write: readonly string[]): boolean =>
  rows.every(({ kind, replaced, ...row }) => kind !== 'token' || (!replaced && isStanding({ kind, ...row }, write)));

const historyDue = ({ rows }: Tellable, write: readonly string[]): Making | undefined => {
  const row = rows.find(({ kind, event }) => kind === 'history' && !event);
  return row && areTokensSettled(rows, write) ? { make: 'history', row } : undefined;
};

/** Told as far as it must be. */
const ended = ({ rows }: Tellable, write: readonly string[], now: number): Making | undefined => {
  const row = rows.find((each) => {
    if (each.kind === 'history') return isStanding(each, write);
    const isEverywhere = lacking(each, write).length === 0 || each.at + DELETIONS_TOLD_MS < now;
    return each.kind === 'deletion' && isStanding(each, write) && isEverywhere;
  });
  return row && { make: 'end', row };
};

const quoteDue = ({ rows, open }: Tellable): Making | undefined => {
  const row = rows.find(({ kind, event, operation }) => kind === 'quote' && !event && open.has(operation));
  return row && { make: 'quote', row };
};

/**
 * What is to be made next: new token events before all else, then deletions of what they replaced, then what happened. `now` in
 * ms since the epoch.
 */
export const nextMaking = (state: Tellable, write: readonly string[], now: number): Making | undefined => {
  if (write.length === 0) return undefined;
  return (
    tokensDue(state) ??
    deletionDue(state, write) ??
    walletDue(state) ??
    mintsDue(state) ??
    quoteDue(state) ??
    historyDue(state, write) ??
    ended(state, write, now)
  );
};

const ORDER: readonly OutboxKind[] = ['token', 'wallet', 'deletion', 'backup', 'mints', 'quote', 'history'];

/** What some relay is still to be told, in this order. `everywhere`: also what is safe already. */
export const toTell = (
  rows: readonly OutboxRow[],
  write: readonly string[],
  everywhere: boolean,
): readonly OutboxRow[] =>
  rows
    .filter((row) => row.event && !row.replaced && lacking(row, write).length > 0)
    .filter((row) => everywhere || !isStanding(row, write))
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.at - b.at);

/** The relays that do not have an event. */
export const lacking = (row: Pick<OutboxRow, 'relays'>, write: readonly string[]): readonly string[] =>
  write.filter((url) => row.relays[url]?.takenAt === undefined);

/** How a relay stands with the wallet as it is now. `at`: when it took the last of it. */
export type RelayCopy = {
  readonly url: string;
  readonly has: 'all' | 'part' | 'nothing';
  readonly at?: number;
  /** why it did not take what it lacks */
  readonly failed?: RelayStand['failed'];
};

/** What is on relays. `isWhole`: all that is here was told to some relay, or is under way to one. */
export type Copies = { readonly relays: readonly RelayCopy[]; readonly isWhole: boolean };

/** What each relay of the account holds of the wallet as it is now: its mints, its key, and each proof. */
export const copiesOf = (state: Tellable, write: readonly string[]): Copies => {
  const present = state.rows.filter(
    ({ kind, replaced }) => kind === 'wallet' || kind === 'backup' || (kind === 'token' && !replaced),
  );
  const isWhole = walletDue(state) === undefined && tokensDue(state) === undefined;
  const relays = write.map((url): RelayCopy => {
    const stands = present.map((row) => row.relays[url] ?? {});
    const times = stands.flatMap(({ takenAt }) => takenAt ?? []);
    const failed = stands.findLast(({ takenAt, failed: why }) => takenAt === undefined && why)?.failed;
    const hasAll = isWhole && present.length > 0 && times.length === present.length;
    return {
      url,
      has: hasAll ? 'all' : times.length > 0 ? 'part' : 'nothing',
      ...(times.length > 0 && { at: Math.max(...times) }),
      ...(failed && { failed }),
    };
  });
  return { relays, isWhole };
};

/** Whether nothing is left to be told at the next start, too: one relay has all of it, or there is nothing to tell or nobody to. */
export const isCopied = ({ wallet }: Pick<Tellable, 'wallet'>, { relays }: Pick<Copies, 'relays'>): boolean =>
  !wallet || relays.length === 0 || relays.some(({ has }) => has === 'all');
