import { firstIdWord, INNER_NONCES, innerWord, type InnerJob } from '#domain/pow/pow-job.ts';
import { loadKernel } from '#workers/pow/fastest-kernel.ts';
import type { GpuFind, GpuKernel } from '#workers/pow/gpu-kernel.ts';

/** What a graphics card is to find, worked out by the processor, with other code. */
export const createStandInCard = async (): Promise<GpuKernel> => {
  const kernel = await loadKernel('WebAssembly');
  let job: InnerJob | undefined;
  const bestWith = (high: number, [first, last]: readonly [number, number], least: number) => {
    const { words, ...rest } = job!;
    const inner = { ...rest, words: words.with(rest.at - 1, innerWord(high)) };
    kernel.load(inner);
    let best: GpuFind | undefined;
    for (let low = kernel.search(0, least); low !== undefined; low = kernel.search(low + 1, least)) {
      const found = { inner: high * INNER_NONCES + low, bits: Math.clz32(firstIdWord(inner, low)) };
      if (found.inner >= first && found.inner < last && found.bits >= (best?.bits ?? 0)) best = found;
      if (low + 1 >= INNER_NONCES) break;
    }
    return best;
  };
  return {
    load: async (inner) => void (job = inner),
    async search(from, count, least) {
      const finds: GpuFind[] = [];
      for (let high = Math.floor(from / INNER_NONCES); high * INNER_NONCES < from + count; high += 1)
        finds.push(...[bestWith(high, [from, from + count], least)].filter((find) => find !== undefined));
      return finds.toSorted((a, b) => b.bits - a.bits || b.inner - a.inner)[0];
    },
  };
};
