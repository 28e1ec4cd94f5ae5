import { createListeners, type Listeners } from '#domain/listeners.ts';
import { fromCallback, fromPromise } from 'xstate';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { forgetting } from '#domain/ecash/ledger/forgetting.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { rotationOf } from '#domain/ecash/proofs/rotation.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import type { DoubtFact, Doubted } from '#machines/ecash/consolidation.machine.ts';
import { beginConsolidation } from './begin.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { freeAt } from '#actors/ecash/free-proofs.ts';
import { freshKeyset } from '#actors/ecash/outputs.ts';

/** Where the engine says that a mint counts something as spent which the ledger has as free. */
export type Doubts = Listeners<[mint: string]>;

export const createDoubts = (): Doubts => createListeners();

/** How an operation is led on that was just written down. */
type Begun = (record: Operation) => void;

/** Whose ecash it is. */
type Owner = { readonly deps: EcashDeps; readonly doubts: Doubts };

/** Looks through the mints one by one; those that cannot be asked are named. */
const lookThrough = async (deps: EcashDeps, begun: Begun, { mints }: Doubted) => {
  const silent: string[] = [];
  for (const mint of mints)
    try {
      const operation = await beginConsolidation(deps, { mint, unit: DEFAULT_UNIT });
      const record = operation === undefined ? undefined : await deps.ledger.operation(operation);
      if (record) begun(record);
    } catch (error) {
      if (!(error instanceof EcashError)) throw error;
      // what costs more than it is worth stays as it is
      if (error.problem.code !== 'funds-swap') silent.push(mint);
    }
  return { silent };
};

/**
 * The slots of `consolidation`. At its start each mint with something free is looked through once: another device of the same
 * words may have spent it meanwhile. Secrets that nobody needs any more are forgotten then, too.
 */
export const createConsolidationSlots = (owner: () => Owner, begun: Begun) => ({
  'watch doubts': fromCallback<DoubtFact>(({ sendBack }) => {
    const { deps, doubts } = owner();
    const tell = (mint: string) => sendBack({ type: 'proofs.doubted', mint } satisfies DoubtFact);
    const begin = async () => {
      // a ledger that cannot be read has nothing to look through
      const rows = await deps.ledger.proofs().catch(() => []);
      for (const mint of new Set(rows.filter(({ state }) => state === 'available').map((row) => row.mint))) tell(mint);
      // it is tried again at the next start
      await forgetSpent(deps).catch(() => {});
    };
    const stop = doubts.subscribe(tell);
    void begin();
    return stop;
  }),
  'look through': fromPromise<{ readonly silent: readonly string[] }, Doubted>(({ input }) =>
    lookThrough(owner().deps, begun, input),
  ),
});

/** Whether something is free at a mint that is to leave its keyset. */
export const isRotationDue = async ({ ledger, now }: Pick<EcashDeps, 'ledger' | 'now'>, facts: MintFacts) => {
  const at = { mint: facts.url, unit: DEFAULT_UNIT };
  const proofs = await freeAt({ ledger }, at);
  if (proofs.length === 0) return false;
  const fresh = freshKeyset({ now }, facts, DEFAULT_UNIT);
  return rotationOf({ proofs, keysets: facts.keysets, fresh, now: now() }).leaving.length > 0;
};

/** Forgets the secrets that nobody needs any more; that something was spent stays known. */
export const forgetSpent = async ({ ledger, now }: Pick<EcashDeps, 'ledger' | 'now'>): Promise<void> => {
  const change = forgetting({ spent: await ledger.spent(), operations: await ledger.operations('all') }, now());
  if (change) await ledger.change(change);
};
