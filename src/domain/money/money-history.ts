import { isIncome, isOpenEntry, type MoneyEntry } from './money-entry.ts';

export const MONEY_FILTERS = ['all', 'in', 'out', 'open', 'not paid'] as const;
export type MoneyFilter = (typeof MONEY_FILTERS)[number];

const passes: Readonly<Record<MoneyFilter, (entry: MoneyEntry) => boolean>> = {
  all: () => true,
  in: (entry) => isIncome(entry) && entry.state !== 'not paid',
  out: ({ direction, state }) => direction === 'out' && state !== 'not paid',
  open: isOpenEntry,
  'not paid': ({ state }) => state === 'not paid',
};

/** Those of a kind. */
export const entriesOf = (filter: MoneyFilter, entries: readonly MoneyEntry[]): readonly MoneyEntry[] =>
  entries.filter(passes[filter]);

/** What a wallet has told of its own list so far; `count`: how many of its rows that were. */
export type ToldPages = { readonly entries: readonly MoneyEntry[]; readonly count: number; readonly isAll: boolean };

const NONE_TOLD: ToldPages = { entries: [], count: 0, isAll: false };

const newIn = (rows: readonly MoneyEntry[], known: readonly MoneyEntry[]): readonly MoneyEntry[] => {
  const ids = new Set(known.map(({ id }) => id));
  return [...new Map(rows.map((row) => [row.id, row])).values()].filter(({ id }) => !ids.has(id));
};

/** With older rows. The list may have grown at its top since: what moved down is known already. Few rows may be all that it gives at once. */
export const withOlder = (told: ToldPages = NONE_TOLD, rows: readonly MoneyEntry[]): ToldPages => {
  const fresh = newIn(rows, told.entries);
  return { entries: [...told.entries, ...fresh], count: told.count + rows.length, isAll: fresh.length === 0 };
};

/** With the rows at its top, which were asked for once more; `most`: how many were asked for. */
export const withNewest = (told: ToldPages, rows: readonly MoneyEntry[], most: number): ToldPages => {
  const fresh = newIn(rows, told.entries);
  const top = newIn(rows, []);
  // more came than was asked for: what lies between is not known
  if (fresh.length === top.length && rows.length >= most) return { entries: top, count: rows.length, isAll: false };
  return { ...told, entries: [...top, ...newIn(told.entries, top)], count: told.count + fresh.length };
};

const newestFirst = (a: MoneyEntry, b: MoneyEntry) => b.at - a.at;

/**
 * What the app wrote down and what the wallet tells, the newest first: where both know of one, what was written down stands.
 * Older ones than the wallet has told of yet are left out, for others may belong between them; what is open never is.
 */
export const joinHistory = (
  own: readonly MoneyEntry[],
  told?: Pick<ToldPages, 'entries' | 'isAll'>,
): readonly MoneyEntry[] => {
  if (told === undefined) return own.toSorted(newestFirst);
  // who pays oneself has the same hash twice: it leaves the one and comes to the other
  const keyOf = ({ direction, paymentHash }: MoneyEntry) => `${direction} ${paymentHash}`;
  const known = new Set(own.map(keyOf));
  const others = told.entries.filter((entry) => entry.paymentHash === undefined || !known.has(keyOf(entry)));
  const from = told.isAll ? -Infinity : Math.min(...told.entries.map(({ at }) => at));
  return [...own.filter((entry) => entry.at >= from || isOpenEntry(entry)), ...others].sort(newestFirst);
};

export type MoneyDay = { readonly day: string; readonly entries: readonly MoneyEntry[] };

type Wanted = {
  readonly filter: MoneyFilter;
  /** so many of those that are not open */
  readonly most: number;
  /** names the day of a time */
  readonly dayOf: (at: number) => string;
};

/** What a list shows: all that is open on top, the newest of the rest by days; `isCut`: there is more of it. */
export const historyDays = (
  entries: readonly MoneyEntry[],
  { filter, most, dayOf }: Wanted,
): { readonly open: readonly MoneyEntry[]; readonly days: readonly MoneyDay[]; readonly isCut: boolean } => {
  const shown = entriesOf(filter, entries);
  const over = shown.filter((one) => !isOpenEntry(one));
  const days = new Map<string, MoneyEntry[]>();
  for (const entry of over.slice(0, most)) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return {
    open: shown.filter(isOpenEntry),
    days: [...days].map(([day, ofDay]) => ({ day, entries: ofDay })),
    isCut: over.length > most,
  };
};

/** How far a history was read: 'failed' where somebody who knows more of it did not tell. */
export type HistoryReading = 'reading' | 'failed' | 'read';

/** Why a list shows nothing; undefined where it shows something, or nobody can say. `all`: how many there are, `shown`: how many of the kind that is asked for. */
export const whyEmpty = (
  reading: HistoryReading,
  { all, shown }: { readonly all: number; readonly shown: number },
): 'reading' | 'none' | 'none of these' | undefined => {
  if (shown > 0 || reading === 'failed') return undefined;
  if (reading === 'reading') return 'reading';
  return all > 0 ? 'none of these' : 'none';
};
