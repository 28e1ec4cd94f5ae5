import { TOUCHED_NAMES_MOST } from '#domain/ecash/ecash-limits.ts';
import type { LedgerChange } from '#domain/ecash/ledger/ledger-change.ts';
import { outboxName, type OutboxRow } from '#domain/ecash/ledger/outbox-row.ts';
import { LEDGER_STORES, type LedgerStore } from './ledger-database.ts';

/** What a change came to: in which stores, and to which rows of them; to any where these are not named. */
export type Touched = {
  readonly stores: readonly LedgerStore[];
  readonly keys?: Partial<Record<LedgerStore, readonly string[]>>;
};

/** What somebody wants to hear of: changes of these stores, or of these operations alone. */
export type Concern = { readonly stores: readonly LedgerStore[] } | { readonly operations: readonly string[] };

/** Nobody knows what was changed: all is read again. */
export const ANYTHING: Touched = { stores: LEDGER_STORES };

/** `telling`: what is left to tell by this change. */
export const touchedBy = (change: LedgerChange, telling: readonly OutboxRow[]): Touched => {
  const { operations = [], moves = [], add = [], counters = [], history = [], bare = [] } = change;
  const { outbox = [], told = [], noted = [] } = change;
  const all = {
    operations: operations.map(({ id }) => id),
    proofs: [...moves.flatMap(({ ys }) => ys), ...[...add, ...told].map(({ y }) => y), ...bare],
    history: [...history, ...noted].map(({ operation }) => operation),
    counters: counters.map(({ mint, keyset }) => `${mint} ${keyset}`),
    outbox: [...outbox.map((one) => (one.do === 'put' ? one.row : one.key)), ...telling].map(outboxName),
  };
  const touched = (Object.entries(all) as [LedgerStore, string[]][]).filter(([, names]) => names.length > 0);
  return {
    stores: touched.map(([store]) => store),
    keys: Object.fromEntries(touched.filter(([, names]) => names.length <= TOUCHED_NAMES_MOST)),
  };
};

/** Whether it is something to look at for whoever wants to hear of this. */
export const isOf = ({ stores, keys }: Touched, concern: Concern): boolean =>
  'stores' in concern
    ? concern.stores.some((name) => stores.includes(name))
    : stores.includes('operations') && (keys?.operations?.some((id) => concern.operations.includes(id)) ?? true);

/** What is told from tab to tab. */
export type TouchedMessage = { readonly pubkey: string; readonly touched: Touched };

/** What another tab says was changed for this account; one of another version of the app may say less. */
export const readTouched = (data: unknown, pubkey: string): Touched | undefined => {
  const message = data as Partial<TouchedMessage> | null;
  if (message?.pubkey !== pubkey) return undefined;
  return Array.isArray(message.touched?.stores) ? message.touched : ANYTHING;
};
