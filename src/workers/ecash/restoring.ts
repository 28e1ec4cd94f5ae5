import { SCAN_BATCH } from '#domain/ecash/ecash-limits.ts';
import { readRestored } from '#domain/ecash/mints/mint-answers.ts';
import type { RestoredProof } from '#domain/ecash/proof.ts';
import type { EcashCore, ScannedProof, SeedScan, Whose } from '#workers/ecash-calls.ts';
import { batches, makeProofs, type Bench } from './bench.ts';
import { messageOf, seededOutput } from './cashu.ts';
import { openOutputs } from './sealed-proofs.ts';

const scan = async (bench: Bench, seed: Uint8Array, { mint, keyset, from, count }: SeedScan) => {
  const { mints, at } = bench;
  const url = at(mint);
  const { unit } = await mints.keyset(url, keyset);
  const outputs = Array.from({ length: count }, (_, index) => ({
    number: from + index,
    output: seededOutput(seed, keyset, from + index, 0),
  }));
  const proofs: ScannedProof[] = [];
  for (const batch of batches(outputs, SCAN_BATCH)) {
    const answer = await mints.ask(url, '/v1/restore', { outputs: batch.map(({ output }) => messageOf(output)) });
    const signatures = readRestored(answer, batch.length);
    const signed = batch.flatMap(({ number, output }) => {
      const signature = signatures.get(output.blindedMessage.B_);
      return signature ? [{ number, open: { role: 'keep' as const, output, mint: url, unit }, signature }] : [];
    });
    const made = await makeProofs(bench, url, signed, { blank: true });
    for (const [index, { role: _, ...proof }] of made.entries())
      proofs.push({ ...proof, number: signed[index]!.number });
  }
  return { proofs, last: proofs.at(-1)?.number };
};

/** What a mint had signed: for outputs that were written down, or for the words. */
export const createRestoring = (
  bench: Bench,
  seed: (whose: Whose) => Uint8Array,
): Pick<EcashCore, 'restore' | 'scanSeed'> => {
  const { mints, inUse, at } = bench;
  return {
    async restore({ mint, outputs }) {
      const url = at(mint);
      const found: RestoredProof[] = [];
      for (const batch of batches(await openOutputs(inUse(), outputs), SCAN_BATCH)) {
        const body = { outputs: batch.map(({ output }) => messageOf(output)) };
        const signatures = readRestored(await mints.ask(url, '/v1/restore', body), batch.length);
        const signed = batch.flatMap((open) => {
          const signature = signatures.get(open.output.blindedMessage.B_);
          return signature ? [{ open, signature }] : [];
        });
        const made = await makeProofs(bench, url, signed, { blank: true });
        for (const [index, proof] of made.entries())
          found.push({ ...proof, b: signed[index]!.open.output.blindedMessage.B_ });
      }
      return found;
    },
    scanSeed: async (wish) => scan(bench, seed(wish), wish),
  };
};
