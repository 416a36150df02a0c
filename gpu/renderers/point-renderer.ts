import { code } from '#shaders/render/points.wgsl';
import type { DrawUniforms } from '../frame/draw-uniforms.ts';
import type { PointsDraw } from '../frame/draws.ts';
import { type FrameView, splitFromEye } from '../frame/frame-view.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { makePipeline, pickFormat, type RendererContext, sceneFormat } from './pipeline.ts';

const layout = structLayout(code, 'PointDraw');

/** Bytes of a packed point: three int32, four uint8 (red, green, blue, class), one uint32. */
export const pointStride = 20;

const vertexBuffer: GPUVertexBufferLayout = {
  arrayStride: pointStride,
  stepMode: 'instance',
  attributes: [
    { shaderLocation: 0, offset: 0, format: 'sint32x3' },
    { shaderLocation: 1, offset: 12, format: 'uint8x4' },
    { shaderLocation: 2, offset: 16, format: 'uint32' },
  ],
};

/** A planned draw: what to draw and where its uniforms lie. */
export interface Planned<T> {
  readonly draw: T;
  readonly offset: number;
}

/** Draws points of clouds as round discs. */
export class PointRenderer {
  readonly #pipeline: GPURenderPipeline;
  readonly #pick: GPURenderPipeline;

  constructor({ device, layouts }: RendererContext) {
    const module = device.createShaderModule({ label: 'points', code });
    const groups = [layouts.frame, layouts.draw];
    const common = {
      topology: 'triangle-strip',
      depthCompare: 'greater',
      writesDepth: true,
      isBlended: false,
    } as const;
    const main = { ...common, label: 'points', fragment: 'fragment_main', format: sceneFormat } as const;
    const pick = { ...common, label: 'points pick', fragment: 'fragment_pick', format: pickFormat } as const;
    this.#pipeline = makePipeline(device, module, groups, main, [vertexBuffer]);
    this.#pick = makePipeline(device, module, groups, pick, [vertexBuffer]);
  }

  /** Writes the uniforms of draws; `rampLow` is the elevation at the low end of the ramp. */
  plan(
    draws: readonly PointsDraw[],
    view: FrameView,
    uniforms: DrawUniforms,
    rampLow: number,
  ): Planned<PointsDraw>[] {
    return draws.map((draw) => {
      const { high, low } = splitFromEye(view, draw.origin);
      const offset = uniforms.push(layout, {
        origin_high: high,
        origin_low: low,
        draw_id: draw.drawId,
        ramp_offset: draw.origin[2] - rampLow,
        scale: draw.scale,
        has_rgb: draw.hasRgb ? 1 : 0,
        spacing: draw.spacing,
      });
      return { draw, offset };
    });
  }

  encode(
    pass: GPURenderPassEncoder,
    planned: readonly Planned<PointsDraw>[],
    uniforms: DrawUniforms,
    ledger: ResourceLedger,
    isPick: boolean,
  ): void {
    if (planned.length === 0) return;
    pass.setPipeline(isPick ? this.#pick : this.#pipeline);
    for (const { draw, offset } of planned) {
      pass.setBindGroup(1, uniforms.group, [offset]);
      pass.setVertexBuffer(0, draw.buffer.on(ledger));
      pass.draw(4, draw.count);
    }
  }
}
