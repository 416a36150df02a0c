import { maxOf } from '#domain/math/extremes.ts';
import type { LevelMatcher, StereoPlane, StereoTile } from '#domain/photogrammetry/dense/stereo-tiles.ts';
import { code as censusCode } from '#shaders/compute/stereo-census.wgsl';
import { code as choiceCode } from '#shaders/compute/stereo-choice.wgsl';
import { code as costsCode } from '#shaders/compute/stereo-costs.wgsl';
import { code as pathsCode } from '#shaders/compute/stereo-paths.wgsl';
import { packRows, packTiles, readTile, tileBytes } from './stereo-data.ts';
import { planStrips, type StereoLimits, type StereoStrip, sumBytesOf } from './stereo-plan.ts';

/** A matcher on a device. It reuses its buffers between calls; `destroy` frees them. */
export interface StereoMatcher extends LevelMatcher {
  readonly device: GPUDevice;
  destroy(): void;
}

/** Maximum number of disparities that the paths' workgroup memory holds. */
const maxDisparities = 512;
/** The largest buffer of a strip: enough for 16 million pixels. */
const maxStripBytes = 128 * 2 ** 20;
/** Sums of the tiles that are matched at once. */
const maxVolumeBytes = 96 * 2 ** 20;
/** Directions of the paths, x and y from a pixel to the next one. */
const directions = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;
/** Uniforms a direction, and their bytes from one to the next: the alignment that WebGPU requires at most. */
const directionBytes = 24;
const directionSpacing = 256;
const pathsPerGroup = 8;
const pixelsPerGroup = 8;
const columnsPerGroup = 64;

type BufferName =
  | 'directions'
  | 'left'
  | 'right'
  | 'left census'
  | 'right census'
  | 'tiles'
  | 'costs'
  | 'sums'
  | 'winners'
  | 'read';

interface Pipelines {
  readonly census: GPUComputePipeline;
  readonly costs: GPUComputePipeline;
  readonly paths: GPUComputePipeline;
  readonly choice: GPUComputePipeline;
}

function limitsOf({ limits: { maxStorageBufferBindingSize: maxBytes } }: GPUDevice): StereoLimits {
  return { stripBytes: Math.min(maxBytes, maxStripBytes), volumeBytes: Math.min(maxBytes, maxVolumeBytes) };
}

const pipelinesOf = new WeakMap<GPUDevice, Promise<Pipelines>>();

async function makePipelines(device: GPUDevice): Promise<Pipelines> {
  const make = (label: string, code: string) =>
    device.createComputePipelineAsync({
      label,
      layout: 'auto',
      compute: { module: device.createShaderModule({ label, code }), entryPoint: 'main' },
    });
  const [census, costs, paths, choice] = await Promise.all([
    make('stereo census', censusCode),
    make('stereo costs', costsCode),
    make('stereo paths', pathsCode),
    make('stereo choice', choiceCode),
  ]);
  return { census, costs, paths, choice };
}

/**
 * Semi-global matching on a device, with the integers of the WASM kernel: census, costs, eight directions of paths,
 * winners. Large planes are processed in strips and their tiles in batches, so that no buffer exceeds the binding
 * limit. Validation and out-of-memory errors go to the device's error scopes.
 * @param limits smaller buffer limits than the default
 */
export async function createStereoMatcher(
  device: GPUDevice,
  limits: StereoLimits = limitsOf(device),
): Promise<StereoMatcher> {
  let making = pipelinesOf.get(device);
  if (!making) {
    making = makePipelines(device);
    pipelinesOf.set(device, making);
  }
  const { census, costs, paths, choice } = await making;
  const buffers = new Map<BufferName, GPUBuffer>();

  function bufferOf(name: BufferName, bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const known = buffers.get(name);
    if (known && known.size >= bytes) return known;
    known?.destroy();
    const made = device.createBuffer({ label: `stereo ${name}`, size: Math.ceil(bytes / 16) * 16, usage });
    buffers.set(name, made);
    return made;
  }

  const storage = (name: BufferName, bytes: number) =>
    bufferOf(name, bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC);

  function upload(name: BufferName, data: ArrayBufferView<ArrayBuffer>): GPUBuffer {
    const buffer = storage(name, data.byteLength);
    device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  function uploadDirections(width: number, height: number): GPUBuffer {
    const words = new Int32Array(Math.floor((directions.length * directionSpacing) / 4));
    for (const [index, step] of directions.entries()) {
      words.set([width, height, ...step, index], (index * directionSpacing) / 4);
    }
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    const buffer = bufferOf('directions', words.byteLength, usage);
    device.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }

  function dispatch(
    encoder: GPUCommandEncoder,
    to: GPUComputePipeline,
    resources: readonly GPUBindingResource[],
    groups: readonly [number, number, number],
  ): void {
    const pass = encoder.beginComputePass({ label: to.label });
    pass.setPipeline(to);
    const entries = resources.map((resource, binding) => ({ binding, resource }));
    pass.setBindGroup(0, device.createBindGroup({ layout: to.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(...groups);
    pass.end();
  }

  function matchBatch(tiles: readonly StereoTile[], strip: StripBuffers): void {
    const volume = tiles.reduce((sum, tile) => sum + sumBytesOf(tile), 0);
    const largest = (of: (tile: StereoTile) => number) => maxOf(tiles.map(of));
    const tileBuffer = {
      buffer: upload('tiles', packTiles(tiles, strip.y0)),
      size: tileBytes * tiles.length,
    };
    const costBuffer = { buffer: storage('costs', volume / 2) };
    const sumBuffer = { buffer: storage('sums', volume) };
    const [width, height] = [largest(({ w }) => w), largest(({ h }) => h)];
    const encoder = device.createCommandEncoder({ label: 'stereo batch' });
    dispatch(
      encoder,
      costs,
      [strip.size, tileBuffer, strip.leftCensus, strip.rightCensus, costBuffer],
      [width, Math.ceil(height / pixelsPerGroup), tiles.length],
    );
    for (const [index, [, stepY]] of directions.entries()) {
      const direction = { buffer: strip.directions, offset: index * directionSpacing, size: directionBytes };
      const groups = Math.ceil((stepY === 0 ? height : width) / pathsPerGroup);
      dispatch(
        encoder,
        paths,
        [direction, tileBuffer, strip.left, costBuffer, sumBuffer],
        [groups, tiles.length, 1],
      );
    }
    const innerWidth = largest(({ innerX0, innerX1 }) => innerX1 - innerX0);
    const innerHeight = largest(({ innerY0, innerY1 }) => innerY1 - innerY0);
    dispatch(
      encoder,
      choice,
      [strip.size, tileBuffer, strip.leftCensus, costBuffer, sumBuffer, strip.winners],
      [Math.ceil(innerWidth / columnsPerGroup), innerHeight, tiles.length],
    );
    device.queue.submit([encoder.finish()]);
  }

  /** Uploads a strip's planes and computes their census. */
  function openStrip(left: StereoPlane, right: StereoPlane, { y0, y1 }: StereoStrip): StripBuffers {
    const { width } = left;
    const pixels = width * (y1 - y0);
    const uniforms = uploadDirections(width, y1 - y0);
    const size = { buffer: uniforms, size: 8 };
    const planes = {
      left: { buffer: upload('left', packRows(left, y0, y1)) },
      right: { buffer: upload('right', packRows(right, y0, y1)) },
    };
    const leftCensus = { buffer: storage('left census', 8 * pixels) };
    const rightCensus = { buffer: storage('right census', 8 * pixels) };
    const encoder = device.createCommandEncoder({ label: 'stereo strip' });
    const groups = [Math.ceil(width / columnsPerGroup), y1 - y0, 1] as const;
    dispatch(encoder, census, [size, planes.left, leftCensus], groups);
    dispatch(encoder, census, [size, planes.right, rightCensus], groups);
    device.queue.submit([encoder.finish()]);
    const winners = { buffer: storage('winners', 4 * pixels) };
    return { y0, directions: uniforms, size, left: planes.left, leftCensus, rightCensus, winners };
  }

  async function matchStrip(left: StereoPlane, right: StereoPlane, strip: StereoStrip, values: Float32Array) {
    const { width } = left;
    const bytes = 4 * width * (strip.y1 - strip.y0);
    const open = openStrip(left, right, strip);
    for (const tiles of strip.batches) matchBatch(tiles, open);
    const read = bufferOf('read', bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    const encoder = device.createCommandEncoder({ label: 'stereo read' });
    encoder.copyBufferToBuffer(open.winners.buffer, 0, read, 0, bytes);
    device.queue.submit([encoder.finish()]);
    await read.mapAsync(GPUMapMode.READ, 0, bytes);
    const winners = new Uint32Array(read.getMappedRange(0, bytes));
    for (const tile of strip.batches.flat()) readTile(winners, tile, width, strip.y0, values);
    read.unmap();
  }

  return {
    device,
    maxDisparities,
    async match(left, right, tiles) {
      const { width, height } = left;
      const values = new Float32Array(width * height).fill(Number.NaN);
      for (const strip of planStrips(width, height, tiles, limits)) {
        await matchStrip(left, right, strip, values);
      }
      return values;
    },
    destroy() {
      for (const buffer of buffers.values()) buffer.destroy();
      buffers.clear();
    },
  };
}

/** Buffers of a strip's batches. */
interface StripBuffers {
  readonly y0: number;
  readonly directions: GPUBuffer;
  readonly size: GPUBufferBinding;
  readonly left: GPUBufferBinding;
  readonly leftCensus: GPUBufferBinding;
  readonly rightCensus: GPUBufferBinding;
  readonly winners: GPUBufferBinding;
}
