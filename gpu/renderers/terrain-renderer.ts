import { code } from '#shaders/render/terrain.wgsl';
import type { DisplaySettings } from '#viewport/display.ts';
import type { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { FrameDraws, TerrainDraw } from '../draw/draws.ts';
import { holesFormat, pickFormat, sceneFormat } from '../draw/formats.ts';
import type {
  FrameRenderer,
  PlanContext,
  RendererContext,
  RenderPhase,
  RenderPlan,
  RenderStep,
} from '../draw/frame-renderer.ts';
import { type FrameLook, terrainMode } from '../draw/frame-uniforms.ts';
import { type FrameView, splitFromEye } from '../draw/frame-view.ts';
import { limitTo } from '../draw/swipe.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import { DeviceBuffer, type DeviceTexture } from '../resources/device-data.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { lazy, lazyBy } from './lazy.ts';
import { lazyModule, makePipeline, type PipelineVariant, type Planned } from './pipeline.ts';

const layout = structLayout(code, 'TerrainDraw');

/** Triangle list over the (quads + 3)² vertices of a tile, skirts included. Length 6 (quads + 2)². */
export function terrainIndices(quads: number): Uint32Array<ArrayBuffer> {
  const side = quads + 3;
  const indices = new Uint32Array((side - 1) ** 2 * 6);
  let next = 0;
  for (let row = 0; row < side - 1; row++) {
    for (let column = 0; column < side - 1; column++) {
      const a = row * side + column;
      indices.set([a, a + side, a + 1, a + 1, a + side, a + side + 1], next);
      next += 6;
    }
  }
  return indices;
}

const terrainTriangles = (quads: number) => 2 * (quads + 2) ** 2;

/** Quads along a tile's edge, in a full and in a reduced image; fewer on slow devices. */
interface TerrainMeshes {
  readonly whole: number;
  readonly reduced: number;
}

const cardMeshes: TerrainMeshes = { whole: 256, reduced: 128 };
const softwareMeshes: TerrainMeshes = { whole: 128, reduced: 32 };

/**
 * What a pass draws of terrain: its colours and depth, the same with contour lines, contour lines over it, the ids of a
 * pick, or outer skirts.
 */
type TerrainPart = 'colours' | 'contoured' | 'contours' | 'ids' | 'outerSkirt';

/** Overridable constants of the ground's shader. */
type GroundConstants = Readonly<
  Record<'TERRAIN_MODE' | 'HAS_LIGHT' | 'HAS_SEVERAL_LIGHTS' | 'HAS_CONTOURS', number>
>;

function groundConstants(display: DisplaySettings, hasContours: boolean): GroundConstants {
  return {
    TERRAIN_MODE: terrainMode(display),
    HAS_LIGHT: Number(display.hasHillshade),
    HAS_SEVERAL_LIGHTS: Number(display.lighting === 'several'),
    HAS_CONTOURS: Number(hasContours),
  };
}

/** Lines fade with the ground under them. */
const onGround: GPUBlendState = {
  color: { srcFactor: 'dst-alpha', dstFactor: 'one-minus-src-alpha' },
  alpha: { srcFactor: 'zero', dstFactor: 'one' },
};

/** Draws tiles of elevation rasters. */
export class TerrainRenderer implements FrameRenderer {
  readonly #layouts: SharedLayouts;
  readonly #ground: (constants: GroundConstants) => GPURenderPipeline;
  readonly #pipelines: Readonly<Record<'contours' | 'ids' | 'outerSkirt', () => GPURenderPipeline>>;
  readonly #quads: TerrainMeshes;
  readonly #indices: (quads: number) => DeviceBuffer;
  readonly #made: DeviceBuffer[] = [];
  readonly #groups = new WeakMap<DeviceTexture, GPUBindGroup>();

  constructor({ device, layouts, isSoftware }: RendererContext) {
    const module = lazyModule(device, 'terrain', code);
    const groups = [layouts.frame, layouts.draw, layouts.terrainBatch];
    const common = { topology: 'triangle-list', depthCompare: 'greater', writesDepth: true } as const;
    const make = (variant: Omit<PipelineVariant, keyof typeof common> & Partial<PipelineVariant>) =>
      lazy(() => makePipeline(device, module, groups, { ...common, ...variant }));
    this.#layouts = layouts;
    const ground = { label: 'terrain', fragment: 'fragment_main', format: sceneFormat, isBlended: true };
    this.#ground = lazyBy((constants) =>
      makePipeline(device, module, groups, { ...common, ...ground, constants }),
    );
    this.#pipelines = {
      contours: make({
        label: 'terrain contours',
        fragment: 'fragment_contours',
        format: sceneFormat,
        isBlended: true,
        blend: onGround,
        depthCompare: 'greater-equal',
        writesDepth: false,
      }),
      outerSkirt: lazy(() =>
        makePipeline(device, module, [...groups, layouts.sceneDepth], {
          ...common,
          label: 'outer skirts of terrain',
          vertex: 'vertex_outer_skirt',
          fragment: 'fragment_outer_skirt',
          format: holesFormat,
          isBlended: false,
        }),
      ),
      ids: make({ label: 'terrain pick', fragment: 'fragment_pick', format: pickFormat, isBlended: false }),
    };
    this.#quads = isSoftware ? softwareMeshes : cardMeshes;
    this.#indices = lazyBy((edge) => {
      const buffer = new DeviceBuffer('terrain indices', GPUBufferUsage.INDEX, terrainIndices(edge));
      this.#made.push(buffer);
      return buffer;
    });
  }

  #quadsIn({ isReduced }: FrameLook): number {
    return isReduced ? this.#quads.reduced : this.#quads.whole;
  }

  countTriangles({ terrain }: FrameDraws, look: FrameLook): number {
    return terrain.length * terrainTriangles(this.#quadsIn(look));
  }

  plan(draws: FrameDraws, { view, look, uniforms, ledger, isPick }: PlanContext): RenderPlan {
    const hasImages = draws.images.length > 0;
    const tiles = this.#planTiles(draws.terrain, view, uniforms, look);
    const skirts = hasImages ? this.#planTiles(draws.outerSkirts, view, uniforms, look) : [];
    const step = (phase: RenderPhase, planned: readonly Planned<TerrainDraw>[], part: TerrainPart) => ({
      phase,
      encode: (pass: GPURenderPassEncoder) => this.#encode(pass, planned, uniforms, ledger, part, view, look),
    });
    const steps: RenderStep[] = [];
    if (isPick) return { steps: tiles.length > 0 ? [step('ids', tiles, 'ids')] : [] };
    // Contours are drawn over images: where there are none, with the ground.
    const hasLines = look.display.hasContours && hasImages;
    const ground = look.display.hasContours && !hasLines ? 'contoured' : 'colours';
    if (tiles.length > 0) steps.push(step('ground', tiles, ground));
    if (skirts.length > 0 && !view.isPlan) steps.push(step('outerSkirts', skirts, 'outerSkirt'));
    if (tiles.length > 0 && hasLines) steps.push(step('surface', tiles, 'contours'));
    return { steps };
  }

  #planTiles(
    draws: readonly TerrainDraw[],
    view: FrameView,
    uniforms: DrawUniforms,
    look: FrameLook,
  ): Planned<TerrainDraw>[] {
    const [rampLow] = look.elevationRange;
    const period = look.contourInterval * look.display.contourIndexEvery;
    return draws.map((draw) => {
      const { high, low } = splitFromEye(view, draw.origin);
      const offset = uniforms.push(layout, {
        origin_high: high,
        origin_low: low,
        draw_id: draw.drawId,
        ramp_offset: draw.origin[2] - rampLow,
        cell_size: draw.cellSize,
        skirt: draw.skirt,
        opacity: draw.opacity,
        quads: this.#quadsIn(look),
        cells: draw.cells,
        skirt_edges: draw.skirtEdges,
        outer_edges: draw.outerEdges,
        reach: draw.reach,
        gives_way: draw.givesWay ? 1 : 0,
        contour_phase: (draw.origin[2] - Math.floor(draw.origin[2] / period) * period) / look.contourInterval,
      });
      return { draw, offset };
    });
  }

  #encode(
    pass: GPURenderPassEncoder,
    planned: readonly Planned<TerrainDraw>[],
    uniforms: DrawUniforms,
    ledger: ResourceLedger,
    part: TerrainPart,
    { window }: Pick<FrameView, 'window'>,
    look: FrameLook,
  ): void {
    const { display } = look;
    const quads = this.#quadsIn(look);
    const isGround = part === 'colours' || part === 'contoured';
    pass.setPipeline(
      isGround ? this.#ground(groundConstants(display, part === 'contoured')) : this.#pipelines[part](),
    );
    // The mesh for motion is uploaded before anything moves.
    this.#indices(this.#quads.reduced).on(ledger);
    pass.setIndexBuffer(this.#indices(quads).on(ledger), 'uint32');
    for (const { draw, offset } of planned) {
      limitTo(pass, draw.columns, window);
      pass.setBindGroup(1, uniforms.group, [offset]);
      pass.setBindGroup(2, this.#group(draw, ledger));
      pass.drawIndexed(terrainTriangles(quads) * 3);
    }
    limitTo(pass, undefined, window);
  }

  #group(draw: TerrainDraw, ledger: ResourceLedger): GPUBindGroup {
    const known = this.#groups.get(draw.heights);
    if (known) return known;
    const textures = [draw.heights, draw.slopes, draw.mask];
    const group = ledger.device.createBindGroup({
      label: draw.heights.label,
      layout: this.#layouts.terrainBatch,
      entries: textures.map((texture, binding) => ({ binding, resource: texture.on(ledger).createView() })),
    });
    this.#groups.set(draw.heights, group);
    return group;
  }

  destroy(): void {
    for (const buffer of this.#made) buffer.release();
  }
}
