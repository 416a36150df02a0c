import { code as pointCode } from '#shaders/render/point-image.wgsl';
import { code } from '#shaders/render/post.wgsl';
import { depthFormat } from '../draw/formats.ts';
import type { BackdropRenderer, ImageSource, RendererContext } from '../draw/frame-renderer.ts';
import type { FrameLook } from '../draw/frame-uniforms.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import { lazyBy } from './lazy.ts';
import { lazyModule } from './pipeline.ts';

/** Composites the scene over its background with eye-dome lighting. */
export class PostRenderer implements BackdropRenderer {
  readonly #device: GPUDevice;
  readonly #layouts: SharedLayouts;
  readonly #pipeline: (
    key: readonly [source: ImageSource, constants: Record<string, number>],
  ) => GPURenderPipeline;
  readonly #emptyGroup: GPUBindGroup;

  constructor({ device, layouts, outputFormat }: RendererContext) {
    this.#device = device;
    this.#layouts = layouts;
    const sceneModule = lazyModule(device, 'post', code);
    const pointModule = lazyModule(device, 'point image', pointCode);
    this.#emptyGroup = device.createBindGroup({ label: 'empty', layout: layouts.empty, entries: [] });
    const target = { format: outputFormat };
    this.#pipeline = lazyBy(([source, constants]) => {
      const module = source === 'targets' ? sceneModule() : pointModule();
      const group = source === 'targets' ? layouts.sceneBatch : layouts.rasterResult;
      const entryPoint = source === 'deep points' ? 'fragment_deep' : 'fragment_main';
      const depthStencil = { format: depthFormat, depthWriteEnabled: true, depthCompare: 'always' } as const;
      const bindGroupLayouts = [layouts.frame, layouts.empty, group];
      return device.createRenderPipeline({
        label: 'post',
        layout: device.createPipelineLayout({ label: 'post', bindGroupLayouts }),
        vertex: { module, entryPoint: 'vertex_main' },
        fragment: { module, entryPoint, targets: [target], constants },
        primitive: { topology: 'triangle-list' },
        ...(source === 'deep points' ? { depthStencil } : {}),
      });
    });
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

  /** `scene`: group 2 of the source; a pass for deep points has the scene's depth. */
  encode(
    pass: GPURenderPassEncoder,
    source: ImageSource,
    scene: GPUBindGroup,
    { display, isDeterministic, isReduced }: FrameLook,
  ): void {
    const constants = {
      HAS_EDL: Number(display.hasEdl),
      IS_REDUCED: Number(isReduced),
      HAS_GRID: Number(display.hasGrid),
      FILLS_HOLES: Number(display.hasHoleFilling),
      IS_DETERMINISTIC: Number(isDeterministic),
    };
    pass.setPipeline(this.#pipeline([source, constants]));
    pass.setBindGroup(1, this.#emptyGroup);
    pass.setBindGroup(2, scene);
    pass.draw(3);
  }
}
