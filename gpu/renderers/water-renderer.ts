import { code } from '#shaders/render/water.wgsl';
import { lazyModule, lazyPipeline, type RendererContext } from './pipeline.ts';

/** Draws the water level over the image of the scene. */
export class WaterRenderer {
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

  /** `sceneDepth`: the depth of what may lie under water. */
  encode(
    encoder: GPUCommandEncoder,
    frame: GPUBindGroup,
    sceneDepth: GPUBindGroup,
    output: GPUTextureView,
  ): void {
    const pass = encoder.beginRenderPass({
      label: 'water',
      colorAttachments: [{ view: output, loadOp: 'load', storeOp: 'store' }],
    });
    pass.setPipeline(this.#pipeline());
    pass.setBindGroup(0, frame);
    pass.setBindGroup(1, sceneDepth);
    pass.draw(3);
    pass.end();
  }
}
