import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { hasCondition, isSameKey, lockOf, signersOf } from '#domain/ecash/proofs/lock.ts';
import type { MadeProof, OutputRole, ProofFacts, SealedOutputs, SealedProof } from '#domain/ecash/proof.ts';
import type { BareProof } from '#domain/ecash/proofs/bare-proof.ts';
import { signedProof, yOf, type BareOutput } from './cashu.ts';
import type { Secrets } from './secrets.ts';

type Place = Pick<ProofFacts, 'mint' | 'unit'>;

/** An output that was written down, open again. */
export type OpenOutput = { readonly role: OutputRole; readonly output: BareOutput } & Place;

/** What is sealed of a proof; what may be known of it stands beside. */
type ProofContent = Omit<BareProof, 'amount' | 'id'>;
type OutputsContent = Place & { readonly outputs: readonly BareOutput[] };

/** A proof without what may not be known of it. */
export const sealProof = async (
  { sealer }: Secrets,
  { amount, id, ...content }: BareProof,
  { mint, unit }: Place,
): Promise<SealedProof> => {
  const y = yOf(content.secret);
  return { y, mint, unit, keyset: id, amount, sealed: await sealer.seal(`proof:${y}`, content) };
};

export const openProof = async ({ sealer }: Secrets, proof: SealedProof): Promise<BareProof> => {
  const content = await sealer.unseal<ProofContent>(`proof:${proof.y}`, proof.sealed);
  return { amount: proof.amount, id: proof.keyset, ...content };
};

/** Outputs of one role, to be written down. */
export const sealOutputs = async (
  { sealer }: Secrets,
  { role, keyset, mint, unit }: Place & { readonly role: OutputRole; readonly keyset: string },
  outputs: readonly BareOutput[],
): Promise<SealedOutputs> => {
  const b = outputs.map(({ blindedMessage }) => blindedMessage.B_);
  const content: OutputsContent = { mint, unit, outputs };
  const amounts = outputs.map(({ blindedMessage }) => Number(blindedMessage.amount));
  return { role, keyset, amounts, b, sealed: await sealer.seal(`outputs:${b[0] ?? ''}`, content) };
};

export const openOutputs = async (
  { sealer }: Secrets,
  sealed: readonly SealedOutputs[],
): Promise<readonly OpenOutput[]> => {
  const groups = sealed.map(async ({ role, b, sealed: secret }) => {
    const { mint, unit, outputs } = await sealer.unseal<OutputsContent>(`outputs:${b[0] ?? ''}`, secret);
    return outputs.map((output) => ({ role, output, mint, unit }));
  });
  return (await Promise.all(groups)).flat();
};

type Keys = Pick<Secrets, 'pubkey' | 'further'>;

/** Which of our keys opens something, as mints know it. */
const openerOf = ({ pubkey, further }: Keys, openers: readonly string[]): string | undefined =>
  [pubkey, ...further.keys()].find((mine) => openers.some((opener) => isSameKey(opener, mine)));

/** For whom a proof is: undefined when it is for whoever has it. `now` in seconds. */
export const lockedFor = (keys: Keys, secret: string, now: number) => {
  const locked = lockOf(secret, now);
  if (locked === undefined) return undefined;
  if (locked === 'other') return { lock: { pubkey: '' }, ours: false };
  return { lock: locked.lock, ours: openerOf(keys, locked.openers) !== undefined };
};

/** Our key that opens a proof, hex; undefined where none does. */
const keyFor = (secrets: Secrets, secret: string, now: number): string | undefined => {
  const opener = openerOf(secrets, signersOf(secret, now));
  return opener === undefined ? undefined : (secrets.further.get(opener) ?? secrets.lockKey);
};

/** What a mint is sent for an input: never its DLEQ, which would tell whose output it was. */
export type Input = { amount: number; id: string; secret: string; C: string; witness?: string };

/** What opens a proof at its mint: our signature, whatever came with it; else what came with it, where it is locked at all. */
const witnessed = (secrets: Secrets, proof: BareProof, now: number): BareProof => {
  const key = keyFor(secrets, proof.secret, now);
  if (key !== undefined) return signedProof(proof, key);
  const { witness: _, ...plain } = proof;
  // mints refuse a witness beside a secret that is no lock
  return hasCondition(proof.secret) ? proof : plain;
};

/** Opens proofs for a mint, with our signature where it takes one. Throws 'token-locked' where it takes another's. */
export const openInputs = async (
  secrets: Secrets,
  inputs: readonly SealedProof[],
  now: number,
): Promise<readonly Input[]> =>
  Promise.all(
    inputs.map(async (sealed): Promise<Input> => {
      const proof = await openProof(secrets, sealed);
      const locked = lockedFor(secrets, proof.secret, now);
      if (locked && !locked.ours && proof.witness === undefined) throw new EcashError({ code: 'token-locked' });
      const { amount, id, secret, C, witness } = witnessed(secrets, proof, now);
      return { amount, id, secret, C, ...(witness !== undefined && { witness }) };
    }),
  );

/** A new proof, for what its output was for. */
export const sealMade = async (secrets: Secrets, open: OpenOutput, proof: BareProof): Promise<MadeProof> => ({
  ...(await sealProof(secrets, proof, open)),
  role: open.role,
});
