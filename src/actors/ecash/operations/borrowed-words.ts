import { SCAN_BATCH, PROOFS_TOGETHER } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { inputFee } from '#domain/ecash/proofs/fees.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { sumOf, type SealedProof } from '#domain/ecash/proof.ts';
import { beginScan, scanOn, scanProgress, type Scan, type ScanProgress } from '#domain/ecash/words/restore-scan.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import { beginReceive } from './begin.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { unknownYet } from '#actors/ecash/evidence.ts';
import { ysOf, type At } from '#actors/ecash/free-proofs.ts';
import { NUT_RESTORE } from '#domain/ecash/mints/nuts.ts';

type BringDeps = {
  readonly deps: EcashDeps;
  readonly core: Pick<EcashCore, 'loadMint' | 'scanSeed' | 'checkStates'>;
  /** Writes an exchange down and has it led. */
  readonly begin: (act: () => Promise<string>) => Promise<string>;
  readonly tell: (progress: ScanProgress) => void;
  readonly signal: AbortSignal;
};

/** What borrowed words have in one batch and nobody spent. */
const look = async ({ deps, core }: BringDeps, { mint }: At, keyset: string, from: number) => {
  const { proofs, last } = await core.scanSeed({ mint, keyset, from, count: SCAN_BATCH, borrowed: true });
  const fresh = await unknownYet(
    deps.ledger,
    proofs.map(({ number: _, ...proof }): SealedProof => proof),
  );
  const brought = new Set((await deps.ledger.operations()).flatMap((record) => ysOf(record.brought ?? [])));
  const loose = fresh.filter(({ y }) => !brought.has(y));
  const states = loose.length > 0 ? await core.checkStates({ mint, ys: ysOf(loose) }) : {};
  return { free: loose.filter(({ y }) => states[y] === 'UNSPENT'), last };
};

/** Exchanges what was found for ecash of this wallet; what is worth no more than its exchange stays where it is. */
const exchange = async (given: BringDeps, at: At, proofs: readonly SealedProof[], facts: MintFacts) => {
  if (sumOf(proofs) <= inputFee(proofs, facts.keysets)) return 0;
  const id = await given.begin(() => beginReceive(given.deps, { ...at, proofs }));
  const record: Operation | undefined = await given.deps.ledger.operation(id);
  return record?.amount ?? 0;
};

/**
 * Looks for what the borrowed words have at a mint, and exchanges it for ecash of this wallet: each exchange is an operation
 * that is written down first, so nothing is lost when this visit ends. What is not exchanged yet stays with its words.
 */
export const bringOver = async (given: BringDeps, at: At): Promise<void> => {
  const { core, tell, signal } = given;
  const facts = await core.loadMint(at.mint);
  if (!facts.info.nuts.includes(NUT_RESTORE)) throw new EcashError({ code: 'mint-no-restore' });
  let scan: Scan = beginScan(facts.keysets, at.unit);
  let [got, waiting]: [number, readonly SealedProof[]] = [0, []];
  const report = () => tell(scanProgress({ scan, got })!);
  const flush = async (isLast: boolean) => {
    const least = isLast ? 1 : PROOFS_TOGETHER;
    while (waiting.length >= least) {
      const [now, rest] = [waiting.slice(0, PROOFS_TOGETHER), waiting.slice(PROOFS_TOGETHER)];
      got += await exchange(given, at, now, facts);
      waiting = rest;
    }
    report();
  };
  report();
  for (let [part] = scan.todo; part && !signal.aborted; [part] = scan.todo) {
    const { free, last } = await look(given, at, part.keyset, part.next);
    waiting = [...waiting, ...free];
    scan = scanOn(scan, { isEmpty: last === undefined, isPending: false });
    await flush(false);
  }
  await flush(true);
};
