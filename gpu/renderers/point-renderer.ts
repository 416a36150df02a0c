import { code } from '#shaders/render/points.wgsl';
import type { DrawUniforms } from '../frame/draw-uniforms.ts';
import type { PointsDraw } from '../frame/draws.ts';
import type { FrameLook } from '../frame/frame-uniforms.ts';
import { type FrameView, splitFromEye } from '../frame/frame-view.ts';
import { filterValues, type PackedClips } from '../frame/point-clips.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { wordsPerFlight, wordsPerPoint } from '../resources/pack-points.ts';
import { makePipeline, pickFormat, type RendererContext, sceneFormat } from './pipeline.ts';

const layout = structLayout(code, 'PointDraw');

const pointBuffer: GPUVertexBufferLayout = {
  arrayStride: wordsPerPoint * 4,
  stepMode: 'instance',
  attributes: [
    { shaderLocation: 0, offset: 0, format: 'uint32x2' },
    { shaderLocation: 1, offset: 8, format: 'uint8x4' },
    { shaderLocation: 2, offset: 12, format: 'uint32' },
  ],
};

const flightBuffer: GPUVertexBufferLayout = {
  arrayStride: wordsPerFlight * 4,
  stepMode: 'instance',
  attributes: [
    { shaderLocation: 3, offset: 0, format: 'uint32' },
    { shaderLocation: 4, offset: 4, format: 'float32' },
  ],
};

/** A planned draw: what to draw and where its uniforms lie. */
export interface Planned<T> {
  readonly draw: T;
  readonly offset: number;
}

/** Pipelines of one target: for points alone, and with flight data. */
interface Pipelines {
  readonly plain: GPURenderPipeline;
  readonly flight: GPURenderPipeline;
}

function makePipelines(
  { device, layouts }: RendererContext,
  module: GPUShaderModule,
  isPick: boolean,
): Pipelines {
  const groups = [layouts.frame, layouts.draw, layouts.storageBatch];
  const variant = {
    label: isPick ? 'points pick' : 'points',
    fragment: isPick ? 'fragment_pick' : 'fragment_main',
    format: isPick ? pickFormat : sceneFormat,
    topology: 'triangle-strip',
    depthCompare: 'greater',
    writesDepth: true,
    isBlended: false,
  } as const;
  return {
    plain: makePipeline(device, module, groups, variant, [pointBuffer]),
    flight: makePipeline(device, module, groups, { ...variant, vertex: 'vertex_flight' }, [
      pointBuffer,
      flightBuffer,
    ]),
  };
}

/** Draws points of clouds as discs or squares. */
export class PointRenderer {
  readonly #main: Pipelines;
  readonly #pick: Pipelines;

  constructor(context: RendererContext) {
    const module = context.device.createShaderModule({ label: 'points', code });
    this.#main = makePipelines(context, module, false);
    this.#pick = makePipelines(context, module, true);
  }

  /** Writes the uniforms of draws. */
  plan(
    draws: readonly PointsDraw[],
    view: FrameView,
    uniforms: DrawUniforms,
    look: FrameLook,
    clips: PackedClips,
  ): Planned<PointsDraw>[] {
    return draws.map((draw) => {
      const { high, low } = splitFromEye(view, draw.origin);
      const offset = uniforms.push(layout, {
        origin_high: high,
        origin_low: low,
        draw_id: draw.drawId,
        ramp_offset: draw.origin[2] - look.elevationRange[0],
        scale: draw.scale,
        has_rgb: draw.hasRgb ? 1 : 0,
        has_classes: draw.hasClassification ? 1 : 0,
        spacing: draw.spacing,
        time_offset: draw.timeBase - look.timeRange[0],
        ...filterValues(draw, look.display, clips),
      });
      return { draw, offset };
    });
  }

  /** `clips`: group 2, of the clips that the draws were planned with. */
  encode(
    pass: GPURenderPassEncoder,
    planned: readonly Planned<PointsDraw>[],
    uniforms: DrawUniforms,
    clips: GPUBindGroup,
    ledger: ResourceLedger,
    isPick: boolean,
  ): void {
    if (planned.length === 0) return;
    const pipelines = isPick ? this.#pick : this.#main;
    pass.setBindGroup(2, clips);
    for (const { draw, offset } of planned) {
      pass.setPipeline(draw.flight ? pipelines.flight : pipelines.plain);
      pass.setBindGroup(1, uniforms.group, [offset]);
      pass.setVertexBuffer(0, draw.buffer.on(ledger));
      if (draw.flight) pass.setVertexBuffer(1, draw.flight.on(ledger));
      pass.draw(4, draw.count);
    }
  }
}
