import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { BlindSignature } from '#domain/ecash/mints/mint-answers.ts';
import type { MadeProof } from '#domain/ecash/proof.ts';
import { proofOf } from './cashu.ts';
import { mustProve } from './dleq.ts';
import type { KnownMints } from './known-mints.ts';
import { sealMade, type OpenOutput } from './sealed-proofs.ts';
import type { Secrets } from './secrets.ts';

/** What the parts of the core share. */
export type Bench = {
  readonly mints: KnownMints;
  /** Throws 'ecash-locked' while no wallet is open. */
  readonly inUse: () => Secrets;
  /** One more key of the same account for its wallet; nothing while none is open. */
  readonly learn: (key: string) => void;
  /** The address of a mint as it is named everywhere; throws for one that is not asked. */
  readonly at: (url: string) => string;
  /** since the epoch */
  readonly seconds: () => number;
};

export const fail = (problem: EcashProblem): never => {
  throw new EcashError(problem);
};

/** In groups of so many. */
export const batches = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** An output, and what the mint signed for it. */
export type SignedOutput = { readonly open: OpenOutput; readonly signature: BlindSignature };

/**
 * Makes proofs of what a mint signed. `blank`: of any amount; those for change always are. `skip` leaves out what is not signed
 * as it must be, instead of failing. `isOld`: it was signed before, and nobody promises the DLEQ of that (NUT-09).
 */
export const makeProofs = async (
  { mints, inUse }: Bench,
  mint: string,
  signed: readonly SignedOutput[],
  {
    blank,
    skip = false,
    isOld = false,
  }: { readonly blank: boolean; readonly skip?: boolean; readonly isOld?: boolean },
): Promise<readonly MadeProof[]> => {
  const needsDleq = !isOld && mustProve(mints.find(mint)?.info);
  const made: MadeProof[] = [];
  for (const { open, signature } of signed) {
    const { keys } = await mints.keyset(mint, open.output.blindedMessage.id);
    try {
      const isBlank = blank || open.role === 'change';
      const proof = proofOf(open.output, signature, { keys, needsDleq, blank: isBlank });
      made.push(await sealMade(inUse(), open, proof));
    } catch (error) {
      // a wallet that was closed meanwhile says nothing of what the mint signed
      if (!skip || ecashProblemOf(error).code !== 'mint-signature') throw error;
    }
  }
  return made;
};
