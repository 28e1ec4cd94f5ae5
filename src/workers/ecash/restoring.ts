import { readRestored } from '#domain/ecash/mint-answers.ts';
import type { MadeProof, SealedProof } from '#domain/ecash/proof.ts';
import type { EcashCore, SeedScan } from '#workers/ecash-calls.ts';
import { batches, fail, makeProofs, type Bench } from './bench.ts';
import { messageOf, seededOutput } from './cashu.ts';
import { openOutputs } from './sealed-proofs.ts';

/** TOKEN-23 */
export const RESTORE_BATCH = 100;

const scan = async (bench: Bench, { mint, keyset, from, count }: SeedScan) => {
  const { mints, inUse, at } = bench;
  const url = at(mint);
  const { seed } = inUse();
  const { unit } = await mints.keyset(url, keyset);
  const outputs = Array.from({ length: count }, (_, index) => seededOutput(seed, keyset, from + index, 0));
  const proofs: SealedProof[] = [];
  let last: number | undefined;
  for (const batch of batches(outputs, RESTORE_BATCH)) {
    const answer = await mints.ask(url, '/v1/restore', { outputs: batch.map(messageOf) });
    const signatures = readRestored(answer, batch.length);
    const signed = batch.flatMap((output) => {
      const signature = signatures.get(output.blindedMessage.B_);
      if (!signature) return [];
      last = from + outputs.indexOf(output);
      return [{ open: { role: 'keep' as const, output, mint: url, unit }, signature }];
    });
    for (const { role: _, ...proof } of await makeProofs(bench, url, signed, { blank: true })) proofs.push(proof);
  }
  return { proofs, last };
};

/** What a mint had signed: for outputs that were written down, or for the words. */
export const createRestoring = (bench: Bench, isOpen: () => boolean): Pick<EcashCore, 'restore' | 'scanSeed'> => {
  const { mints, inUse, at } = bench;
  return {
    async restore({ mint, outputs }) {
      const url = at(mint);
      const found: MadeProof[] = [];
      for (const batch of batches(await openOutputs(inUse(), outputs), RESTORE_BATCH)) {
        const body = { outputs: batch.map(({ output }) => messageOf(output)) };
        const signatures = readRestored(await mints.ask(url, '/v1/restore', body), batch.length);
        const signed = batch.flatMap((open) => {
          const signature = signatures.get(open.output.blindedMessage.B_);
          return signature ? [{ open, signature }] : [];
        });
        found.push(...(await makeProofs(bench, url, signed, { blank: false })));
      }
      return found;
    },
    scanSeed: async (wish) => (isOpen() ? scan(bench, wish) : fail({ code: 'seed-missing' })),
  };
};
