import { code } from '#shaders/render/point-raster.wgsl';
import { code as resolveCode } from '#shaders/render/point-resolve.wgsl';
import { pickFormat, sceneFormat } from '../draw/formats.ts';
import type { RendererContext } from '../draw/frame-renderer.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { type ComputePipelineKey, ComputePipelines } from './compute-pipelines.ts';
import { lazy, lazyBy } from './lazy.ts';
import { lazyModule, makePipeline } from './pipeline.ts';
import type { NodeGroups, PlannedNode, PointConstants } from './point-draws.ts';
import { colourPoints, type PointColours, plainColours } from './point-shader.ts';

/**
 * Goal of rasterisation per pixel: the nearest colour, the same in one pass, a blend of those close to the nearest, or
 * the point's number.
 */
export type RasterGoal = 'colour' | 'fast' | 'blend' | 'number';

/** Entry points of the passes over the points for a goal. */
const stepsOf: Readonly<Record<RasterGoal, readonly string[]>> = {
  colour: ['depth_main', 'colour_main'],
  fast: ['fast_main'],
  blend: ['depth_main', 'blend_main'],
  number: ['depth_main', 'number_main'],
};

type PointPassKey = ComputePipelineKey<PointColours>;

/** Passes that read no colours. */
const colourless: ReadonlySet<string> = new Set(['depth_main', 'number_main']);

/** Variant of the passes over points. */
export interface PointVariant {
  readonly constants: PointConstants;
  readonly colours: PointColours;
}

/** The pipeline of a pass; those without colours serve every colouring. */
function passKey(entryPoint: string, { constants, colours }: PointVariant): PointPassKey {
  return { entryPoint, constants, variant: colourless.has(entryPoint) ? plainColours : colours };
}

/** Inputs of encoding passes over points. */
export interface PointPass {
  readonly ledger: ResourceLedger;
  /** Group 0. */
  readonly frame: GPUBindGroup;
  /** Group 1, at dynamic offsets. */
  readonly draws: GPUBindGroup;
  /** Group 2 of triangles; its buffers are the first two of the rasteriser's. */
  readonly clips: GPUBindGroup;
  readonly clipBuffers: readonly GPUBuffer[];
}

const pointsPerGroup = 128;
/** Workgroups along x; as in the shader. */
const groupsPerRow = 1024;
const wordsOf: Readonly<Record<RasterGoal, number>> = { colour: 1, fast: 1, number: 1, blend: 4 };

/** Words a pixel, device pixels long. */
interface Target {
  readonly nearest: GPUBuffer;
  readonly values: GPUBuffer;
}

/** Rasterises points by compute into buffers, and resolves those into a render pass with depth. */
export class PointRaster {
  readonly #context: RendererContext;
  readonly #nodes: NodeGroups;
  readonly #module: (colours: PointColours) => GPUShaderModule;
  readonly #passes: ComputePipelines<PointPassKey>;
  readonly #resolves: Readonly<Record<RasterGoal, () => GPURenderPipeline>>;
  #target: Target | null = null;
  #groups: { readonly key: readonly GPUBuffer[]; write: GPUBindGroup; read: GPUBindGroup } | null = null;

  constructor(context: RendererContext, nodes: NodeGroups) {
    const { device } = context;
    this.#context = context;
    this.#nodes = nodes;
    this.#module = lazyBy((colours) =>
      device.createShaderModule({ label: 'point raster', code: colourPoints(code, colours) }),
    );
    const resolve = lazyModule(device, 'point resolve', resolveCode);
    this.#passes = new ComputePipelines(device, (key) => this.#pass(key), context.onPrepared);
    const colour = lazy(() => this.#resolve(resolve, 'fragment_main', sceneFormat));
    this.#resolves = {
      colour,
      fast: colour,
      blend: lazy(() => this.#resolve(resolve, 'fragment_blend', sceneFormat)),
      number: lazy(() => this.#resolve(resolve, 'fragment_pick', pickFormat)),
    };
  }

  #pass({ entryPoint, constants, variant }: PointPassKey): GPUComputePipelineDescriptor {
    const { device, layouts } = this.#context;
    const label = `points ${entryPoint}`;
    const bindGroupLayouts = [layouts.frame, layouts.draw, layouts.pointRaster, layouts.pointNode];
    return {
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts }),
      compute: { module: this.#module(variant), entryPoint, constants: { ...constants } },
    };
  }

  #resolve(module: () => GPUShaderModule, fragment: string, format: GPUTextureFormat): GPURenderPipeline {
    const { device, layouts } = this.#context;
    return makePipeline(device, module, [layouts.frame, layouts.empty, layouts.rasterResult], {
      label: `points ${fragment}`,
      fragment,
      format,
      topology: 'triangle-list',
      depthCompare: 'greater',
      writesDepth: true,
      isBlended: false,
    });
  }

  /** Whether a goal's passes can be encoded without waiting; starts creating missing pipelines. */
  isReady(goal: RasterGoal, variant: PointVariant): boolean {
    const ready = stepsOf[goal].map((entryPoint) => this.#passes.isReady(passKey(entryPoint, variant)));
    return ready.every((is) => is);
  }

  /** True while pipelines are being created. */
  get isPreparing(): boolean {
    return this.#passes.isBusy;
  }

  /** Buffers of at least so many bytes; grown, never shrunk, so that images of several sizes share them. */
  #grow(ledger: ResourceLedger, depthBytes: number, valueBytes: number): Target {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
    const before = this.#target;
    const fits = (buffer: GPUBuffer | undefined, bytes: number) => buffer && buffer.size >= bytes;
    const grown = (label: string, old: GPUBuffer | undefined, bytes: number) => {
      if (old && fits(old, bytes)) return old;
      ledger.destroy(old);
      return ledger.buffer(label, bytes, usage);
    };
    this.#target = {
      nearest: grown('frame points nearest', before?.nearest, depthBytes),
      values: grown('frame points values', before?.values, valueBytes),
    };
    return this.#target;
  }

  #bindings(pass: PointPass, { nearest, values }: Target) {
    const key = [...pass.clipBuffers, nearest, values];
    const known = this.#groups;
    if (known?.key.every((buffer, i) => buffer === key[i])) return known;
    const { device, layouts } = this.#context;
    const group = (label: string, layout: GPUBindGroupLayout, buffers: readonly GPUBuffer[]) =>
      device.createBindGroup({
        label,
        layout,
        entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
      });
    this.#groups = {
      key,
      write: group('point raster', layouts.pointRaster, key),
      read: group('point raster result', layouts.rasterResult, [nearest, values]),
    };
    return this.#groups;
  }

  /**
   * Encodes the compute passes over the points, before the render pass that `encode` is called in; returns the buffers
   * of nearest depths and values.
   */
  prepare(
    encoder: GPUCommandEncoder,
    planned: readonly PlannedNode[],
    variant: PointVariant,
    goal: RasterGoal,
    pixels: number,
    pass: PointPass,
  ): GPUBindGroup {
    const words = wordsOf[goal];
    const target = this.#grow(pass.ledger, pixels * 4, pixels * words * 4);
    encoder.clearBuffer(target.nearest, 0, pixels * 4);
    encoder.clearBuffer(target.values, 0, pixels * words * 4);
    const { write, read } = this.#bindings(pass, target);
    if (planned.length === 0) return read;
    const compute = encoder.beginComputePass({ label: 'points' });
    compute.setBindGroup(0, pass.frame);
    compute.setBindGroup(2, write);
    for (const entryPoint of stepsOf[goal]) {
      compute.setPipeline(this.#passes.now(passKey(entryPoint, variant)));
      for (const { draw, offset } of planned) {
        compute.setBindGroup(1, pass.draws, [offset]);
        compute.setBindGroup(3, this.#nodes.of(draw, pass.ledger));
        const groups = Math.ceil(draw.count / pointsPerGroup);
        compute.dispatchWorkgroups(Math.min(groups, groupsPerRow), Math.ceil(groups / groupsPerRow));
      }
    }
    compute.end();
    return read;
  }

  /** Resolves the result of `prepare` into a render pass. */
  encode(render: GPURenderPassEncoder, goal: RasterGoal, empty: GPUBindGroup): void {
    if (!this.#groups) return;
    render.setPipeline(this.#resolves[goal]());
    render.setBindGroup(1, empty);
    render.setBindGroup(2, this.#groups.read);
    render.draw(3);
  }

  destroy(ledger: ResourceLedger): void {
    ledger.destroy(this.#target?.nearest);
    ledger.destroy(this.#target?.values);
    this.#target = null;
    this.#groups = null;
  }
}
