import { code } from '#shaders/render/tin.wgsl';
import type { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { FrameDraws, TinDraw } from '../draw/draws.ts';
import { pickFormat } from '../draw/formats.ts';
import type { FrameRenderer, PlanContext, RendererContext, RenderPlan } from '../draw/frame-renderer.ts';
import type { FrameLook } from '../draw/frame-uniforms.ts';
import { type FrameView, splitFromEye } from '../draw/frame-view.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import { structLayout, wgslConstant, wgslConstants } from '../layouts/wgsl-layout.ts';
import type { DeviceBuffer } from '../resources/device-data.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { lazyModule, lazyPipeline, type Planned } from './pipeline.ts';

const layout = structLayout(code, 'TinDraw');
const constants = wgslConstants(code);
const byElevation = {
  none: 0,
  edge: wgslConstant(constants, 'TIN_EDGE_BY_ELEVATION'),
  fill: wgslConstant(constants, 'TIN_FILL_BY_ELEVATION'),
};

const tinsOf = ({ overlays }: FrameDraws) => overlays.filter((draw) => draw.type === 'tin');

/** Draws triangulated surfaces: lit fill and edges. */
export class TinRenderer implements FrameRenderer {
  readonly #layouts: SharedLayouts;
  readonly #pipeline: () => GPURenderPipeline;
  readonly #flat: () => GPURenderPipeline;
  readonly #pick: () => GPURenderPipeline;
  readonly #groups = new WeakMap<DeviceBuffer, GPUBindGroup>();

  constructor({ device, layouts, outputFormat }: RendererContext) {
    const module = lazyModule(device, 'tin', code);
    const groups = [layouts.frame, layouts.draw, layouts.storageBatch];
    const common = { topology: 'triangle-list', depthCompare: 'greater', writesDepth: true } as const;
    const main = { label: 'tin', fragment: 'fragment_main', format: outputFormat, isBlended: true } as const;
    const pick = {
      label: 'tin pick',
      fragment: 'fragment_pick',
      format: pickFormat,
      isBlended: false,
    } as const;
    this.#layouts = layouts;
    this.#pipeline = lazyPipeline(device, module, groups, { ...common, ...main });
    this.#flat = lazyPipeline(device, module, groups, {
      ...common,
      ...main,
      label: 'tin flat',
      depthCompare: 'always',
    });
    this.#pick = lazyPipeline(device, module, groups, { ...common, ...pick });
  }

  countTriangles(draws: FrameDraws): number {
    return tinsOf(draws).reduce((sum, { triangleCount }) => sum + triangleCount, 0);
  }

  plan(draws: FrameDraws, { view, uniforms, ledger, look, isPick }: PlanContext): RenderPlan {
    const planned = tinsOf(draws).map((draw) => this.#planTin(draw, view, uniforms, look));
    const part = isPick ? 'pick' : view.isPlan ? 'flat' : 'front';
    return {
      steps: planned.map((tin) => ({
        phase: isPick ? 'ids' : 'overlays',
        encode: (pass) => this.#encode(pass, tin, uniforms, ledger, part),
      })),
    };
  }

  #planTin(draw: TinDraw, view: FrameView, uniforms: DrawUniforms, look: FrameLook): Planned<TinDraw> {
    const { high, low } = splitFromEye(view, draw.origin);
    const offset = uniforms.push(layout, {
      origin_high: high,
      origin_low: low,
      draw_id: draw.drawId,
      edge_width_px: draw.edgeWidthPx,
      edge: draw.edge,
      fill: draw.fill,
      ramp_offset: draw.origin[2] - look.elevationRange[0],
      flags: byElevation[draw.byElevation],
    });
    return { draw, offset };
  }

  #encode(
    pass: GPURenderPassEncoder,
    { draw, offset }: Planned<TinDraw>,
    uniforms: DrawUniforms,
    ledger: ResourceLedger,
    part: 'front' | 'flat' | 'pick',
  ): void {
    pass.setPipeline({ front: this.#pipeline, flat: this.#flat, pick: this.#pick }[part]());
    pass.setBindGroup(1, uniforms.group, [offset]);
    pass.setBindGroup(2, this.#group(draw, ledger));
    pass.draw(draw.triangleCount * 3);
  }

  #group(draw: TinDraw, ledger: ResourceLedger): GPUBindGroup {
    const known = this.#groups.get(draw.positions);
    if (known) return known;
    const group = ledger.device.createBindGroup({
      label: draw.positions.label,
      layout: this.#layouts.storageBatch,
      entries: [
        { binding: 0, resource: { buffer: draw.positions.on(ledger) } },
        { binding: 1, resource: { buffer: draw.triangles.on(ledger) } },
      ],
    });
    this.#groups.set(draw.positions, group);
    return group;
  }
}
