import { NUTZAP_TRIES_MOST } from '#domain/ecash/ecash-limits.ts';
import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { inputFee } from '#domain/ecash/proofs/fees.ts';
import type { Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { Token } from '#domain/ecash/tokens/token.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import { beginReceive } from '#actors/ecash/operations/begin.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { nameOfEvent } from '#actors/ecash/event-name.ts';

/** Why a nutzap is never taken. */
export type NutzapFault =
  /** it was taken before, here or by another device; or all its ecash came in another way */
  | 'taken'
  /** our key does not open it */
  | 'not ours'
  /** its mint did not sign it */
  | 'forged'
  | 'spent'
  /** its mint refused to exchange it again and again */
  | 'refused'
  /** what the mint takes is all it is worth */
  | 'dust';

/** What became of looking at a nutzap, or of taking it. */
export type NutzapLook =
  /** `tries`: how often it was to be taken by then, in vain */
  | { readonly type: 'good'; readonly token: Token; readonly tries: number }
  | { readonly type: 'begun'; readonly operation: string }
  | { readonly type: 'over'; readonly why: NutzapFault }
  /** its mint does not answer: it is looked at again */
  | { readonly type: 'later'; readonly problem: EcashProblem };

type TakingDeps = {
  readonly deps: EcashDeps;
  readonly core: Pick<EcashCore, 'readProofs' | 'areSigned' | 'checkStates'>;
};

const over = (why: NutzapFault): NutzapLook => ({ type: 'over', why });

const redeems = ({ redeems: all = [] }: Operation, { id }: Nutzap): boolean => all.some(({ event }) => event === id);

/** Why what was tried so often leaves nothing to try; those that did not happen took nothing. */
const faultOf = (tried: readonly Operation[]): 'taken' | 'refused' | undefined => {
  if (tried.some(({ phase }) => phase !== 'fenced')) return 'taken';
  return tried.length >= NUTZAP_TRIES_MOST ? 'refused' : undefined;
};

/**
 * Looks whether a nutzap for us can be taken, by all that its mint and the ledger say. Nothing is taken. Anybody can name a piece of it
 * in an event of their own: what came in another way is left out, and the rest is as good as ever.
 */
export const lookAtNutzap = async ({ deps, core }: TakingDeps, nutzap: Nutzap): Promise<NutzapLook> => {
  const { mint } = nutzap;
  try {
    const token = await core.readProofs({ mint, unit: DEFAULT_UNIT, proofs: nutzap.proofs });
    const all = await deps.ledger.operations('all');
    const tried = all.filter((record) => redeems(record, nutzap));
    const ys = new Set(token.proofs.map(({ y }) => y));
    const same = all.filter(({ brought = [] }) => brought.some(({ y }) => ys.has(y)));
    const others = token.proofs.map((row) => same.filter(({ brought }) => brought!.some(({ y }) => y === row.y)));
    const isLeft = (_: unknown, at: number) => !faultOf(others[at] ?? []);
    const proofs = nutzap.proofs.filter(isLeft);
    const why = faultOf(tried) ?? (proofs.length === 0 ? faultOf(same) : undefined);
    if (why) return over(why);
    const rows = token.proofs.filter(isLeft);
    if (!rows.every(({ locked }) => locked?.ours === true)) return over('not ours');
    if (!(await core.areSigned({ mint, unit: DEFAULT_UNIT, proofs }))) return over('forged');
    const states = await core.checkStates({ mint, ys: rows.map(({ y }) => y) });
    const good = rows.filter(({ y }) => states[y] !== 'SPENT');
    if (good.length === 0) return over('spent');
    const amount = sumOf(good);
    const { keysets } = await deps.mintFacts(mint, good);
    if (inputFee(good, keysets) >= amount) return over('dust');
    return { type: 'good', token: { ...token, amount, proofs: good }, tries: tried.length };
  } catch (error) {
    // what the ledger says goes on: it is no fault of the nutzap
    if (!(error instanceof EcashError)) throw error;
    return { type: 'later', problem: ecashProblemOf(error) };
  }
};

/**
 * Writes down that the ecash of a nutzap is taken: once, whichever tab is quicker; `sendsOn`: and that it goes on to the Lightning
 * wallet then. What is wrong with it is said, and then nothing is written down.
 */
export const beginTaking = async (taking: TakingDeps, nutzap: Nutzap, sendsOn: boolean): Promise<NutzapLook> => {
  const look = await lookAtNutzap(taking, nutzap);
  if (look.type !== 'good') return look;
  const { deps } = taking;
  const { id, sender, comment } = nutzap;
  // counted before it was looked at: who was quicker since then has the same name
  const name = nameOfEvent(nutzap, look.tries);
  const operation = await beginReceive(deps, {
    ...look.token,
    id: name,
    person: sender,
    redeems: [{ event: id, sender }],
    ...(comment !== '' && { memo: comment }),
    ...(sendsOn && { sendsOn }),
  });
  return { type: 'begun', operation };
};
