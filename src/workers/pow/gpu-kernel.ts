import { INNER_NONCES, type InnerJob } from '#domain/pow/pow-job.ts';
import { keyedWords, runRounds } from '#domain/protocol/sha256.ts';
import { firstRound, GROUP_NONCES, JOB, NUMBER_BITS, shaderOf } from './gpu-code.ts';

/** Inner nonces of the graphics card: two words of digits change. */
export const GPU_INNER_NONCES = INNER_NONCES ** 2;
/** nonces of one search at most; WebGPU counts up to 65,535 workgroups */
export const GPU_MOST_NONCES = 2 ** NUMBER_BITS;
/** GPUBufferUsage and GPUMapMode by WebGPU's numbers */
const USE = { read: 1, copySource: 4, copyTarget: 8, storage: 128 } as const;
const NUMBER_MASK = 2 ** NUMBER_BITS - 1;

/** The best of some nonces: zero bits its id begins with. */
export type GpuFind = { readonly inner: number; readonly bits: number };

/** Something that tries the nonces of a job whose last two words stand together, many at once. */
export type GpuKernel = {
  load(inner: InnerJob): Promise<void>;
  /**
   * Tries `count` inner nonces from `from` on, a multiple of GROUP_NONCES and at most GPU_MOST_NONCES; the best of those
   * with at least `least` bits, which is 1 or more. Rejects when the device is lost.
   */
  search(from: number, count: number, least: number): Promise<GpuFind | undefined>;
};

/** The words of the buffer `job` that no search changes. */
const jobWords = ({ words, at, state, tail }: InnerJob): Int32Array<ArrayBuffer> => {
  const all = new Int32Array(JOB.tail + tail.length);
  all.set(runRounds(state, keyedWords(words), 0, firstRound(at)), JOB.early);
  all.set(state, JOB.state);
  all.set(words, JOB.words);
  all[JOB.blocks] = tail.length / 64;
  all.set(tail, JOB.tail);
  return all;
};

const makePipeline = (device: GPUDevice, at: number): Promise<GPUComputePipeline> =>
  device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module: device.createShaderModule({ code: shaderOf(at) }), entryPoint: 'main' },
  });

/** A kernel on a graphics card. One search at a time. */
export const createGpuKernel = (device: GPUDevice): GpuKernel => {
  const best = device.createBuffer({
    size: 4,
    usage: USE.storage | USE.copySource | USE.copyTarget,
  });
  const read = device.createBuffer({ size: 4, usage: USE.read | USE.copyTarget });
  let loaded: { pipeline: GPUComputePipeline; at: number; job: GPUBuffer; group: GPUBindGroup } | undefined;
  const prepare = async (at: number, size: number) => {
    const pipeline = loaded?.at === at ? loaded.pipeline : await makePipeline(device, at);
    loaded?.job.destroy();
    const job = device.createBuffer({ size, usage: USE.storage | USE.copyTarget });
    const entries = [job, best].map((buffer, binding) => ({ binding, resource: { buffer } }));
    const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    return { pipeline, at, job, group };
  };
  const submit = ({ pipeline, group }: NonNullable<typeof loaded>, count: number) => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(count / GROUP_NONCES);
    pass.end();
    encoder.copyBufferToBuffer(best, 0, read, 0, 4);
    device.queue.submit([encoder.finish()]);
  };
  return {
    async load(inner) {
      const words = jobWords(inner);
      if (loaded?.at !== inner.at || loaded.job.size !== words.byteLength)
        loaded = await prepare(inner.at, words.byteLength);
      device.queue.writeBuffer(loaded.job, 0, words);
    },
    async search(from, count, least) {
      if (!loaded) return undefined;
      device.queue.writeBuffer(loaded.job, JOB.from * 4, Uint32Array.of(from, least));
      device.queue.writeBuffer(best, 0, new Uint32Array(1));
      submit(loaded, count);
      await read.mapAsync(USE.read);
      const found = new Uint32Array(read.getMappedRange())[0]!;
      read.unmap();
      return found === 0 ? undefined : { inner: from + (found & NUMBER_MASK), bits: found >>> NUMBER_BITS };
    },
  };
};

/** The graphics card; rejects where there is none, or software stands in for it. */
export const openDevice = async (): Promise<GPUDevice> => {
  const adapter = 'gpu' in navigator ? await navigator.gpu.requestAdapter() : null;
  if (!adapter || adapter.info.isFallbackAdapter) throw new Error('There is no graphics card');
  return adapter.requestDevice();
};
