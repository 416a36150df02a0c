import { code } from '#shaders/render/points.wgsl';
import type { DisplaySettings, PointPath } from '#viewport/display.ts';
import type { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { FrameDraws, PointsDraw } from '../draw/draws.ts';
import { pickFormat, sceneFormat } from '../draw/formats.ts';
import type { FrameRenderer, PlanContext, RendererContext, RenderPlan } from '../draw/frame-renderer.ts';
import type { FrameLook } from '../draw/frame-uniforms.ts';
import type { FrameView } from '../draw/frame-view.ts';
import type { PackedClips } from '../draw/point-clips.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { lazyBy } from './lazy.ts';
import { lazyModule, makePipeline } from './pipeline.ts';
import { NodeGroups, nodeOfNumber, type PlannedNode, planNodes, pointConstants } from './point-draws.ts';
import { type PointPass, PointRaster, type PointVariant, type RasterGoal } from './point-raster.ts';
import { colourPoints, type PointColours, plainColours, pointColours } from './point-shader.ts';

/** The points of a frame or pick, and how they are drawn. */
interface PlannedPoints {
  readonly nodes: readonly PlannedNode[];
  readonly path: PointPath;
  readonly goal: RasterGoal;
  readonly variant: PointVariant;
  /** Pixels of the target. */
  readonly pixels: number;
}

/** The draw id in a pick of points drawn by compute. */
const rasterisedPoints = 0xffffffff;

function goalOf({ hasPointBlending }: DisplaySettings, isReduced: boolean): RasterGoal {
  if (hasPointBlending) return 'blend';
  return isReduced ? 'fast' : 'colour';
}

/** Variant of the shaders; a pick reads no colours. */
function variantOf(draws: readonly PointsDraw[], display: DisplaySettings, isPick = false): PointVariant {
  const colours = isPick ? plainColours : pointColours(display);
  return { constants: pointConstants(draws, display), colours };
}

/** Draws points of clouds as discs or squares. */
export class PointRenderer implements FrameRenderer {
  readonly #nodes: NodeGroups;
  readonly #raster: PointRaster;
  readonly #empty: GPUBindGroup;
  readonly #onPrepared: () => void;
  #hasDrawn = false;
  #isExpecting = false;
  readonly #triangles: (key: readonly [isPick: boolean, variant: PointVariant]) => GPURenderPipeline;

  constructor(context: RendererContext) {
    const { device, layouts } = context;
    this.#onPrepared = context.onPrepared;
    this.#nodes = new NodeGroups(layouts);
    this.#raster = new PointRaster(context, this.#nodes);
    this.#empty = device.createBindGroup({ label: 'empty', layout: layouts.empty, entries: [] });
    const module = lazyBy((colours: PointColours) =>
      lazyModule(device, 'points', colourPoints(code, colours)),
    );
    const groups = [layouts.frame, layouts.draw, layouts.storageBatch, layouts.pointNode];
    this.#triangles = lazyBy(([isPick, { constants, colours }]) =>
      makePipeline(device, module(colours), groups, {
        label: isPick ? 'points pick' : 'points',
        fragment: isPick ? 'fragment_pick' : 'fragment_main',
        format: isPick ? pickFormat : sceneFormat,
        constants,
        topology: 'triangle-list',
        depthCompare: 'greater',
        writesDepth: true,
        isBlended: false,
      }),
    );
  }

  plan({ points }: FrameDraws, context: PlanContext): RenderPlan {
    const { ledger, frame, view, look, uniforms, clips, pointPath: path, isPick } = context;
    const packed = clips.write(look.display.clips);
    const planned = this.#planNodes(points, view, uniforms, look, packed, { path, isPick });
    const pass = (): PointPass => ({
      ledger,
      frame,
      draws: uniforms.group,
      clips: clips.group,
      clipBuffers: clips.buffers,
    });
    const hasNodes = planned.nodes.length > 0;
    const phase = isPick ? 'ids' : 'surface';
    const encode = (render: GPURenderPassEncoder) => this.#encode(render, planned, pass());
    const isAlone = !isPick && (hasNodes || this.#isExpecting) && this.#canStandAlone(planned);
    return {
      steps: hasNodes ? [{ phase, encode }] : [],
      prepare: (encoder) => this.#prepare(encoder, planned, pass()),
      resolveIds: (ids) => this.#resolveNumbers(ids, planned),
      ...(isAlone
        ? { encodeAlone: (encoder: GPUCommandEncoder) => this.#encodeAlone(encoder, planned, pass()) }
        : {}),
    };
  }

  /** Writes the uniforms of draws. Blending requires compute; triangles are drawn without. */
  #planNodes(
    draws: readonly PointsDraw[],
    view: FrameView,
    uniforms: DrawUniforms,
    look: FrameLook,
    clips: PackedClips,
    how: { readonly path: PointPath; readonly isPick: boolean },
  ): PlannedPoints {
    const { width, height } = view.window;
    const { path, isPick } = how;
    const isRastered = path === 'compute' && draws.length > 0;
    const goal = isRastered ? this.#goalNow(draws, look) : goalOf(look.display, look.isReduced);
    this.#hasDrawn ||= draws.length > 0;
    return {
      nodes: planNodes(draws, view, uniforms, look, clips),
      path,
      goal: isPick ? 'number' : goal,
      variant: variantOf(draws, look.display, isPick),
      pixels: width * height,
    };
  }

  /**
   * Creates the pipelines of an image ahead of its first points; false until one that can draw them is ready. A reduced
   * image needs the fewest, so its pipelines come first.
   */
  warm(draws: readonly PointsDraw[], { display, isDeterministic }: FrameLook, path: PointPath): boolean {
    this.#isExpecting = true;
    if (this.#hasDrawn) return true;
    const variant = variantOf(draws, display);
    const isWaiting = path === 'compute' && goalOf(display, true) === 'fast' && !isDeterministic;
    if (!isWaiting && path === 'triangles') this.#triangles([false, variant]);
    return !isWaiting || this.#raster.isReady('fast', variant);
  }

  get hasDrawn(): boolean {
    return this.#hasDrawn;
  }

  /** True while pipelines are being created. */
  get isPreparing(): boolean {
    return this.#raster.isPreparing;
  }

  /** The requested pipeline, or the fast one until that is ready. */
  #goalNow(draws: readonly PointsDraw[], { display, isReduced, isDeterministic }: FrameLook): RasterGoal {
    const goal = goalOf(display, isReduced);
    if (goal !== 'colour' || isDeterministic) return goal;
    const variant = variantOf(draws, display);
    if (!this.#raster.isReady('fast', variant)) return goal;
    // Compiling for later images must not slow down the first one.
    if (!this.#hasDrawn) queueMicrotask(this.#onPrepared);
    return this.#hasDrawn && this.#raster.isReady('colour', variant) ? goal : 'fast';
  }

  /** Encodes the work that precedes the render pass. */
  #prepare(encoder: GPUCommandEncoder, planned: PlannedPoints, pass: PointPass): void {
    const { nodes, path, goal, variant, pixels } = planned;
    if (path !== 'compute' || nodes.length === 0) return;
    this.#raster.prepare(encoder, nodes, variant, goal, pixels, pass);
  }

  /** Whether an image of only these points can be drawn without the scene's targets, by `encodeAlone`. */
  #canStandAlone({ path, goal }: PlannedPoints): boolean {
    return path === 'compute' && (goal === 'colour' || goal === 'fast');
  }

  /** Encodes points, or none, that make up the whole scene. Returns the group of their depths and colours. */
  #encodeAlone(encoder: GPUCommandEncoder, planned: PlannedPoints, pass: PointPass): GPUBindGroup {
    const { nodes, goal, variant, pixels } = planned;
    return this.#raster.prepare(encoder, nodes, variant, goal, pixels, pass);
  }

  /** Encodes the points into a render pass. */
  #encode(render: GPURenderPassEncoder, planned: PlannedPoints, pass: PointPass): void {
    const { nodes, path, goal, variant } = planned;
    if (nodes.length === 0) return;
    if (path === 'compute') {
      this.#raster.encode(render, goal, this.#empty);
      return;
    }
    render.setPipeline(this.#triangles([goal === 'number', variant]));
    render.setBindGroup(2, pass.clips);
    for (const { draw, offset } of nodes) {
      render.setBindGroup(1, pass.draws, [offset]);
      render.setBindGroup(3, this.#nodes.of(draw, pass.ledger));
      render.draw(6 * draw.count);
    }
  }

  /** Replaces the point numbers in a pick of points drawn by compute by draw ids and elements. */
  #resolveNumbers(ids: Uint32Array, { nodes }: PlannedPoints): void {
    for (let i = 0; i < ids.length; i += 2) {
      if (ids[i] !== rasterisedPoints) continue;
      const found = nodeOfNumber(nodes, ids[i + 1]!);
      ids[i] = found?.drawId ?? 0;
      ids[i + 1] = found?.element ?? 0;
    }
  }

  destroy(ledger: ResourceLedger): void {
    this.#raster.destroy(ledger);
  }
}
