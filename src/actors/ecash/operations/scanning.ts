import { SCAN_BATCH } from '#domain/ecash/ecash-limits.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import * as changes from '#domain/ecash/ledger/ledger-change.ts';
import type { LedgerChange } from '#domain/ecash/ledger/ledger-change.ts';
import { isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import type { ProofRow, SealedProof, SpentState } from '#domain/ecash/proof.ts';
import { beginScan, scanOn, type Scan, type ScanPart } from '#domain/ecash/words/restore-scan.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { asked, unknownYet } from '#actors/ecash/evidence.ts';
import { ysOf } from '#actors/ecash/free-proofs.ts';
import { listMint } from '#actors/ecash/sync/mints-elsewhere.ts';
import { NUT_RESTORE } from '#domain/ecash/mints/nuts.ts';

/** The mint cannot be asked, today or later. */
const HOPELESS: ReadonlySet<EcashProblem['code']> = new Set(['mint-url', 'mint-insecure', 'mint-no-restore']);

/** What one look at a mint comes to. */
export type ScanStep =
  | { readonly change: LedgerChange }
  | { readonly problem: EcashProblem; readonly isHopeless: boolean }
  /** something is in a payment that is under way */
  | { readonly isPending: true };

const failed = (problem: EcashProblem): ScanStep => ({ problem, isHopeless: HOPELESS.has(problem.code) });

const plan = async (deps: EcashDeps, record: Operation): Promise<ScanStep> => {
  const { core, now } = deps;
  const told = await asked(core.loadMint(record.mint));
  // whatever answers there, the network may have cut or replaced it: only who looks ends the search
  if ('problem' in told) return failed(told.problem);
  const { info, keysets } = told.value;
  if (!info.nuts.includes(NUT_RESTORE)) return failed({ code: 'mint-no-restore' });
  // one that never answers is no mint of this wallet, nor one that is looked at no more
  if ((await deps.ledger.operation(record.id))?.rev === record.rev) await listMint(deps, record.mint);
  return { change: changes.scanned(record, now(), { scan: beginScan(keysets, record.unit) }) };
};

/** Numbers that other operations hold: they look for their outputs themselves. */
const heldNumbers = async ({ ledger }: EcashDeps, { id, mint }: Operation) => {
  const others = (await ledger.operations()).filter(
    (other) => other.id !== id && other.mint === mint && !isOver(other),
  );
  const ranges = others.flatMap(({ counters }) => counters);
  return (keyset: string, number: number) =>
    ranges.some((range) => range.keyset === keyset && range.from <= number && number < range.to);
};

type Found = { readonly rows: readonly ProofRow[]; readonly last: number | undefined; readonly isPending: boolean };

/** What the words have in a batch that is not in the ledger yet, and was not spent. */
const look = async (deps: EcashDeps, record: Operation, { keyset, next }: ScanPart): Promise<Found> => {
  const { ledger, core, now } = deps;
  const { mint } = record;
  const { proofs, last } = await core.scanSeed({ mint, keyset, from: next, count: SCAN_BATCH });
  const isHeld = await heldNumbers(deps, record);
  const loose = proofs
    .filter(({ number }) => !isHeld(keyset, number))
    .map(({ number: _, ...proof }): SealedProof => proof);
  const fresh = await unknownYet(ledger, loose);
  const states = fresh.length > 0 ? await core.checkStates({ mint, ys: ysOf(fresh) }) : {};
  const are = (state: SpentState) => fresh.filter(({ y }) => states[y] === state);
  return {
    rows: are('UNSPENT').map((proof): ProofRow => ({ ...proof, state: 'available', at: now() })),
    last,
    isPending: are('PENDING').length > 0,
  };
};

const stepOn = async (deps: EcashDeps, record: Operation, scan: Scan, part: ScanPart): Promise<ScanStep> => {
  const { rows, last, isPending } = await look(deps, record, part);
  const { keyset } = part;
  const taken = await deps.ledger.counter(record.mint, keyset);
  const next = last === undefined || last < taken ? [] : [{ keyset, from: taken, to: last + 1 }];
  const onward = scanOn(scan, { isEmpty: last === undefined, isPending });
  return { change: changes.scanned(record, deps.now(), { scan: onward, rows, counters: next }) };
};

/** Batches that had something in a payment under way, once more. */
const stepAgain = async (deps: EcashDeps, record: Operation, scan: Scan): Promise<ScanStep> => {
  const found: (Found & { readonly part: ScanPart })[] = [];
  for (const part of scan.again) found.push({ part, ...(await look(deps, record, part)) });
  const again = found.filter(({ isPending }) => isPending).map(({ part }) => part);
  const rows = found.flatMap((one) => one.rows);
  if (rows.length === 0 && again.length === scan.again.length) return { isPending: true };
  return { change: changes.scanned(record, deps.now(), { scan: { ...scan, again }, rows }) };
};

/** Looks on at what the words have at a mint. Rejects with a LedgerError alone. */
export const scanStep = async (deps: EcashDeps, record: Operation): Promise<ScanStep> => {
  const { scan } = record;
  if (!scan) return plan(deps, record);
  const [part] = scan.todo;
  if (!part && scan.again.length === 0) return { change: changes.scanEnded(record, deps.now()) };
  const told = await asked(part ? stepOn(deps, record, scan, part) : stepAgain(deps, record, scan));
  return 'problem' in told ? failed(told.problem) : told.value;
};
