import { code } from '#shaders/render/post.wgsl';
import type { FrameLook } from '../frame/frame-uniforms.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import { lazyBy } from './lazy.ts';
import type { RendererContext } from './pipeline.ts';

/** Puts the scene on its background with eye-dome lighting. */
export class PostRenderer {
  readonly #device: GPUDevice;
  readonly #layouts: SharedLayouts;
  readonly #pipeline: (constants: Record<string, number>) => GPURenderPipeline;
  readonly #emptyGroup: GPUBindGroup;

  constructor({ device, layouts, outputFormat }: RendererContext) {
    this.#device = device;
    this.#layouts = layouts;
    const module = device.createShaderModule({ label: 'post', code });
    this.#emptyGroup = device.createBindGroup({ label: 'empty', layout: layouts.empty, entries: [] });
    const layout = device.createPipelineLayout({
      label: 'post',
      bindGroupLayouts: [layouts.frame, layouts.empty, layouts.sceneBatch],
    });
    const target = { format: outputFormat };
    this.#pipeline = lazyBy((constants) =>
      device.createRenderPipeline({
        label: 'post',
        layout,
        vertex: { module, entryPoint: 'vertex_main' },
        fragment: { module, entryPoint: 'fragment_main', targets: [target], constants },
        primitive: { topology: 'triangle-list' },
      }),
    );
  }

  /** Group 2 for a pair of scene targets. */
  sceneGroup(colour: GPUTexture, depth: GPUTexture): GPUBindGroup {
    return this.#device.createBindGroup({
      label: 'scene',
      layout: this.#layouts.sceneBatch,
      entries: [
        { binding: 0, resource: colour.createView() },
        { binding: 1, resource: depth.createView() },
      ],
    });
  }

  encode(
    pass: GPURenderPassEncoder,
    scene: GPUBindGroup,
    { display, isDeterministic }: Pick<FrameLook, 'display' | 'isDeterministic'>,
  ): void {
    const constants = {
      HAS_EDL: Number(display.hasEdl),
      HAS_GRID: Number(display.hasGrid),
      FILLS_HOLES: Number(display.hasHoleFilling),
      IS_DETERMINISTIC: Number(isDeterministic),
    };
    pass.setPipeline(this.#pipeline(constants));
    pass.setBindGroup(1, this.#emptyGroup);
    pass.setBindGroup(2, scene);
    pass.draw(3);
  }
}
