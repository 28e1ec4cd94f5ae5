import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { createKeyset, type Keyset, type KeysetPlan, type KeysetRow, keysOf } from './keysets.ts';
import { SCHEMA } from './schema.ts';
import type { BlindSignature } from './wire.ts';

export type ProofState = 'UNSPENT' | 'PENDING' | 'SPENT';
export type SpentRow = {
  y: string;
  keyset: string;
  amount: number;
  state: 'PENDING' | 'SPENT';
  witness: string | null;
};

export type MintQuote = {
  id: string;
  hash: string;
  request: string;
  amount: number;
  unit: string;
  pubkey: string | null;
  expiry: number;
  state: 'UNPAID' | 'PAID' | 'ISSUED';
};

/** An offer (NUT-25), and what came in by it and was signed for it. */
export type OfferQuote = {
  id: string;
  request: string;
  /** of one payment at least; null: the payer says */
  amount: number | null;
  unit: string;
  pubkey: string;
  paid: number;
  issued: number;
  /** what came in and is less than one of the unit */
  rest_msats: number;
};

export type MeltQuote = {
  id: string;
  hash: string;
  request: string;
  amount: number;
  unit: string;
  fee_reserve: number;
  expiry: number;
  /** of an invoice that several mints pay together (NUT-15) */
  part_msats: number | null;
  state: 'UNPAID' | 'PENDING' | 'PAID';
  preimage: string | null;
  /** blinded messages for what is left over, and what was signed of them, as JSON */
  blanks: string;
  change: string;
};

/** Something of the books that somebody may watch (NUT-17). */
export type Touched = {
  readonly kind: 'bolt11_mint_quote' | 'bolt11_melt_quote' | 'bolt12_mint_quote' | 'bolt12_melt_quote' | 'proof_state';
  readonly id: string;
};

/** The books of a mint: what it signed and what came back, and so what it owes. The oracle of the tests. */
export type Books = ReturnType<typeof openBooks>;

type Row = Record<string, SQLInputValue>;

const toKeyset = (row: Row): KeysetRow => ({
  id: row.id as string,
  position: row.position as number,
  unit: row.unit as string,
  fee: row.fee as number,
  version: row.version as KeysetRow['version'],
  isActive: row.active === 1,
  finalExpiry: row.final_expiry as number | null,
});

/** Opens books: `':memory:'`, or a file, of which every commit is on the disk before anybody is answered. */
export function openBooks(path: string, seed: string) {
  const db = new DatabaseSync(path);
  db.exec(SCHEMA);
  const statements = new Map<string, ReturnType<typeof db.prepare>>();
  const sql = (text: string) => statements.get(text) ?? statements.set(text, db.prepare(text)).get(text)!;
  const run = (text: string, ...values: SQLInputValue[]) => void sql(text).run(...values);
  const one = <T>(text: string, ...values: SQLInputValue[]) => sql(text).get(...values) as T | undefined;
  const all = <T>(text: string, ...values: SQLInputValue[]) => sql(text).all(...values) as T[];

  run(`INSERT OR IGNORE INTO meta VALUES ('seed', ?)`, seed);
  const ownSeed = one<{ value: string }>(`SELECT value FROM meta WHERE name = 'seed'`)!.value;
  const keysets = new Map<string, Keyset>();
  for (const row of all<Row>('SELECT * FROM keysets ORDER BY position'))
    keysets.set(row.id as string, { ...toKeyset(row), keys: keysOf(ownSeed, row.position as number) });

  const listeners = new Set<(touched: Touched) => void>();
  let touched: Touched[] = [];
  let depth = 0;
  const touch = (kind: Touched['kind'], id: string) => void touched.push({ kind, id });

  /** Runs it in one transaction, or in the one that is open: all of it is in the books, or nothing. */
  const write = <T>(change: () => T): T => {
    if (depth > 0) return change();
    touched = [];
    db.exec('BEGIN IMMEDIATE');
    depth += 1;
    let result: T;
    try {
      result = change();
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    } finally {
      depth -= 1;
    }
    for (const each of touched.splice(0)) for (const listener of listeners) listener(each);
    return result;
  };

  const add = (plan: KeysetPlan): Keyset => {
    const made = createKeyset(ownSeed, keysets.size, plan);
    const { id, position, unit, fee, version, finalExpiry } = made;
    run('INSERT INTO keysets VALUES (?, ?, ?, ?, ?, 1, ?)', id, position, unit, fee, version, finalExpiry);
    keysets.set(id, made);
    return made;
  };

  const deactivate = (id: string): void => {
    run('UPDATE keysets SET active = 0 WHERE id = ?', id);
    keysets.set(id, { ...keysets.get(id)!, isActive: false });
  };

  const sum = (text: string, unit: string): number => one<{ sum: number | null }>(text, unit)?.sum ?? 0;
  const issued = (unit = 'sat') =>
    sum('SELECT sum(amount) AS sum FROM signatures JOIN keysets ON keysets.id = keyset WHERE unit = ?', unit);
  const burnt = (unit = 'sat') =>
    sum(
      `SELECT sum(amount) AS sum FROM proofs JOIN keysets ON keysets.id = keyset WHERE state = 'SPENT' AND unit = ?`,
      unit,
    );

  return {
    write,
    touch,
    run,
    one,
    all,
    /** by id, in the order in which they were made */
    keysets: keysets as ReadonlyMap<string, Keyset>,
    add: (plan: KeysetPlan) => write(() => add(plan)),
    deactivate: (id: string) => write(() => deactivate(id)),
    /** retires the active keysets of the unit and makes a new one, like the last of them where not told otherwise */
    rotate: (plan: KeysetPlan = {}): Keyset =>
      write(() => {
        const { unit = 'sat' } = plan;
        const retired = [...keysets.values()].filter((each) => each.isActive && each.unit === unit);
        for (const { id } of retired) deactivate(id);
        const last = retired.at(-1);
        return add({ ...(last && { fee: last.fee, version: last.version }), ...plan, unit });
      }),
    proof: (y: string) => one<SpentRow>('SELECT * FROM proofs WHERE y = ?', y),
    stateOf: (y: string): ProofState => one<SpentRow>('SELECT * FROM proofs WHERE y = ?', y)?.state ?? 'UNSPENT',
    signature: (b: string): BlindSignature | undefined => {
      const row = one<Row>('SELECT * FROM signatures WHERE b = ?', b);
      if (row === undefined) return undefined;
      const dleq = { e: row.e as string, s: row.s as string };
      return { amount: row.amount as number, id: row.keyset as string, C_: row.c as string, dleq };
    },
    mintQuote: (id: string) => one<MintQuote>('SELECT * FROM mint_quotes WHERE id = ?', id),
    offer: (id: string) => one<OfferQuote>('SELECT * FROM offers WHERE id = ?', id),
    /** msats that an offer is to be paid with, by the quote for that; undefined for the quote of an invoice */
    offerMsats: (quote: string) =>
      one<{ msats: number }>('SELECT msats FROM offers_to_pay WHERE quote = ?', quote)?.msats,
    meltQuote: (id: string) => one<MeltQuote>('SELECT * FROM melt_quotes WHERE id = ?', id),
    issued,
    burnt,
    /** what the mint owes: signed and not yet come back */
    outstanding: (unit = 'sat'): number => issued(unit) - burnt(unit),
    onTouched(listener: (touched: Touched) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => db.close(),
  };
}
