import { readFileSync } from 'node:fs';
import { createBatches } from '#tests/support/signatures.ts';
import { randomBy } from '#tests/support/devices.ts';
import { BATCH_MOST, instantiateChecks } from '#workers/verify-wasm.ts';
import { nobleCheck } from '#workers/verify-noble.ts';
import type { Signed } from '#domain/protocol/verify-frame.ts';
import type { Row } from './table.ts';

const SIGNATURES = 1_000_000;

/** The judge: throws at some of what is no signature. */
const isRight = (signed: Signed) => {
  try {
    return nobleCheck(...signed);
  } catch {
    return false;
  }
};

/** A million signatures, half of them broken in every way, checked in batches and by @noble/curves one by one. */
export async function benchSignatures(most = SIGNATURES): Promise<Row[]> {
  const wasm = readFileSync(new URL('../../src/workers/secp256k1/secp256k1.wasm', import.meta.url));
  const module = await WebAssembly.compile(wasm);
  const seed = `${Date.now()}`;
  const next = createBatches(seed, randomBy(Number(seed) | 0));
  let [checked, broken, differ] = [0, 0, 0];
  for (let size = 1; checked < most; size = (size * 7 + 31) % (BATCH_MOST + 1) || 1) {
    const batch = next(size);
    // a new one each time: after a batch with a forgery the next ones are checked one by one
    const { checkAll } = await instantiateChecks(module);
    const ours = checkAll(batch.signed);
    differ += batch.signed.filter((signed, at) => isRight(signed) !== ours[at]).length;
    broken += batch.broken;
    checked += size;
  }
  return [
    {
      name: `signatures judged otherwise than by @noble/curves, of ${checked}, ${broken} of them broken (seed ${seed})`,
      value: String(differ),
      budget: '0',
      holds: differ === 0,
    },
  ];
}
