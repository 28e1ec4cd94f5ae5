import { SCAN_BATCH } from '#domain/ecash/ecash-limits.ts';
import { readRestored } from '#domain/ecash/mints/mint-answers.ts';
import type { MadeProof, RestoredProof } from '#domain/ecash/proof.ts';
import type { EcashCore, ScannedProof, SeedScan, Whose } from '#workers/ecash-calls.ts';
import { batches, fail, makeProofs, type Bench } from './bench.ts';
import { messageOf, seededOutput } from './cashu.ts';
import { openOutputs, type OpenOutput } from './sealed-proofs.ts';

/** An output that the mint signed, and its proof; none where that is not signed as it must be. */
type Found<Output> = { readonly one: Output; readonly proof: MadeProof | undefined };

/** What the mint signed of a batch of outputs, in their order. */
const findSigned = async <Output extends { readonly open: OpenOutput }>(
  bench: Bench,
  url: string,
  batch: readonly Output[],
): Promise<readonly Found<Output>[]> => {
  const outputs = batch.map(({ open }) => messageOf(open.output));
  const signatures = readRestored(await bench.mints.ask(url, '/v1/restore', { outputs }), batch.length);
  const found: Found<Output>[] = [];
  for (const one of batch) {
    const { B_ } = one.open.output.blindedMessage;
    if (!signatures.has(B_)) continue;
    const signature = signatures.get(B_);
    const signed = signature ? [{ open: one.open, signature }] : [];
    const [proof] = await makeProofs(bench, url, signed, { blank: true, skip: true, isOld: true });
    found.push({ one, proof });
  }
  return found;
};

const scan = async (bench: Bench, seed: Uint8Array, { mint, keyset, from, count }: SeedScan) => {
  const { mints, at } = bench;
  const url = at(mint);
  const { unit } = await mints.keyset(url, keyset);
  const outputs = Array.from({ length: count }, (_, index) => {
    const output = seededOutput(seed, keyset, from + index, 0);
    return { number: from + index, open: { role: 'keep' as const, output, mint: url, unit } };
  });
  const proofs: ScannedProof[] = [];
  let last: number | undefined;
  for (const batch of batches(outputs, SCAN_BATCH))
    for (const { one, proof } of await findSigned(bench, url, batch)) {
      // also of what is left out: such a number is used up
      last = one.number;
      if (!proof) continue;
      const { role: _, ...rest } = proof;
      proofs.push({ ...rest, number: last });
    }
  return { proofs, last };
};

/** What a mint had signed: for outputs that were written down, or for the words. */
export const createRestoring = (
  bench: Bench,
  seed: (whose: Whose) => Uint8Array,
): Pick<EcashCore, 'restore' | 'scanSeed'> => {
  const { inUse, at } = bench;
  return {
    async restore({ mint, outputs, skip = false }) {
      const url = at(mint);
      const restored: RestoredProof[] = [];
      const open = (await openOutputs(inUse(), outputs)).map((each) => ({ open: each }));
      for (const batch of batches(open, SCAN_BATCH))
        for (const { one, proof } of await findSigned(bench, url, batch))
          if (proof) restored.push({ ...proof, b: one.open.output.blindedMessage.B_ });
          else if (!skip) fail({ code: 'mint-signature' });
      return restored;
    },
    scanSeed: async (wish) => scan(bench, seed(wish), wish),
  };
};
