import { code } from '#shaders/render/water.wgsl';
import type { FrameDraws } from '../draw/draws.ts';
import type { FrameRenderer, PlanContext, RendererContext, RenderPlan } from '../draw/frame-renderer.ts';
import { lazyModule, lazyPipeline } from './pipeline.ts';

/** Draws the water level over the image of the scene. */
export class WaterRenderer implements FrameRenderer {
  readonly #pipeline: () => GPURenderPipeline;

  constructor({ device, layouts, outputFormat }: RendererContext) {
    const module = lazyModule(device, 'water', code);
    this.#pipeline = lazyPipeline(device, module, [layouts.frame, layouts.sceneDepth], {
      label: 'water',
      fragment: 'fragment_main',
      format: outputFormat,
      topology: 'triangle-list',
      depthCompare: null,
      writesDepth: false,
      isBlended: true,
    });
  }

  plan(_draws: FrameDraws, { look, isPick }: PlanContext): RenderPlan {
    if (isPick || look.display.waterLevel === null) return { steps: [] };
    return { steps: [{ phase: 'water', encode: (pass, sceneDepth) => this.#encode(pass, sceneDepth) }] };
  }

  /** `sceneDepth`: the depth of the scene that may be under water. */
  #encode(pass: GPURenderPassEncoder, sceneDepth: GPUBindGroup | null): void {
    pass.setPipeline(this.#pipeline());
    pass.setBindGroup(1, sceneDepth);
    pass.draw(3);
  }
}
