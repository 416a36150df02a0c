import {
  type MatchOptions,
  mutualMatches,
  type NearestFeatures,
} from '#domain/photogrammetry/matching/mutual-matches.ts';
import { descriptorLength } from '#domain/photogrammetry/model/features.ts';
import { code } from '#shaders/compute/match-descriptors.wgsl';

/** Features of one side: 128 bytes each, borrowed. */
interface DescribedFeatures {
  readonly count: number;
  readonly descriptors: Uint8Array;
}

/** The descriptors of two images in device memory. `destroy` frees them. */
export interface DeviceMatcher {
  /**
   * Mutual nearest neighbours that pass the ratio test in both directions, among the first `most` features of each
   * side: ia, ib a match, by rising ia; the same as the WASM kernel's.
   */
  match(options: MatchOptions, maxCount?: number): Promise<Uint32Array<ArrayBuffer>>;
  destroy(): void;
}

const queriesPerGroup = 64;
const foundBytes = 16;

const pipelines = new WeakMap<GPUDevice, Promise<GPUComputePipeline>>();

function pipelineOf(device: GPUDevice): Promise<GPUComputePipeline> {
  const known = pipelines.get(device);
  if (known) return known;
  const module = device.createShaderModule({ label: 'match descriptors', code });
  const made = device.createComputePipelineAsync({
    label: 'match descriptors',
    layout: 'auto',
    compute: { module, entryPoint: 'main' },
  });
  pipelines.set(device, made);
  return made;
}

/** Rounds a limited count up to even, like the WASM kernel, which searches two features at a time. */
function evenCount(maxCount: number, count: number): number {
  const taken = Math.min(maxCount, count);
  return taken < count ? taken + (taken & 1) : taken;
}

function readFound(words: Int32Array, count: number): NearestFeatures {
  const column = (index: number) => Int32Array.from({ length: count }, (_, k) => words[4 * k + index]!);
  return { nearest: column(0), first: column(1), second: column(2) };
}

/** Uploads two sets of descriptors to a device; they must not be empty. */
export async function createDeviceMatcher(
  device: GPUDevice,
  a: DescribedFeatures,
  b: DescribedFeatures,
): Promise<DeviceMatcher> {
  const pipeline = await pipelineOf(device);
  const buffers: GPUBuffer[] = [];
  const create = (label: string, size: number, usage: GPUBufferUsageFlags) => {
    const buffer = device.createBuffer({ label: `match ${label}`, size, usage });
    buffers.push(buffer);
    return buffer;
  };
  const { STORAGE, COPY_DST, COPY_SRC, UNIFORM, MAP_READ } = GPUBufferUsage;
  const upload = (label: string, { count, descriptors }: DescribedFeatures) => {
    const bytes = descriptorLength * count;
    const buffer = create(label, bytes, STORAGE | COPY_DST);
    device.queue.writeBuffer(buffer, 0, descriptors as Uint8Array<ArrayBuffer>, 0, bytes);
    return buffer;
  };
  const sides = [upload('a', a), upload('b', b)] as const;
  const counts = [create('a b', 8, UNIFORM | COPY_DST), create('b a', 8, UNIFORM | COPY_DST)] as const;
  const bytes = foundBytes * (a.count + b.count);
  const found = [
    create('found a', foundBytes * a.count, STORAGE | COPY_SRC),
    create('found b', foundBytes * b.count, STORAGE | COPY_SRC),
  ] as const;
  const read = create('read', bytes, MAP_READ | COPY_DST);

  function search(encoder: GPUCommandEncoder, from: 0 | 1, queries: number, others: number): void {
    device.queue.writeBuffer(counts[from], 0, Uint32Array.of(queries, others));
    const resources = [counts[from], sides[from], sides[1 - from]!, found[from]];
    const entries = resources.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const pass = encoder.beginComputePass({ label: 'match descriptors' });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(Math.ceil(queries / queriesPerGroup));
    pass.end();
  }

  return {
    async match(options, maxCount = Number.POSITIVE_INFINITY) {
      const [countA, countB] = [evenCount(maxCount, a.count), evenCount(maxCount, b.count)];
      const encoder = device.createCommandEncoder({ label: 'match descriptors' });
      search(encoder, 0, countA, countB);
      search(encoder, 1, countB, countA);
      encoder.copyBufferToBuffer(found[0], 0, read, 0, foundBytes * countA);
      encoder.copyBufferToBuffer(found[1], 0, read, foundBytes * countA, foundBytes * countB);
      device.queue.submit([encoder.finish()]);
      await read.mapAsync(GPUMapMode.READ);
      const words = new Int32Array(read.getMappedRange());
      const both = [readFound(words, countA), readFound(words.subarray(4 * countA), countB)] as const;
      read.unmap();
      return mutualMatches(...both, options);
    },
    destroy() {
      for (const buffer of buffers) buffer.destroy();
    },
  };
}
