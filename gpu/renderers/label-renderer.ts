import { code } from '#shaders/render/labels.wgsl';
import type { FrameDraws, LabelDraw } from '../draw/draws.ts';
import type { FrameRenderer, PlanContext, RendererContext, RenderPlan } from '../draw/frame-renderer.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import type { DeviceTexture } from '../resources/device-data.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { lazy } from './lazy.ts';
import { lazyModule, makePipeline } from './pipeline.ts';

/** Draws labels over everything else. */
export class LabelRenderer implements FrameRenderer {
  readonly #layouts: SharedLayouts;
  readonly #pipelines: () => { readonly halo: GPURenderPipeline; readonly text: GPURenderPipeline };
  #buffer: GPUBuffer | null = null;
  #bound: { readonly atlas: DeviceTexture; readonly group: GPUBindGroup } | null = null;

  constructor({ device, layouts, outputFormat }: RendererContext) {
    this.#layouts = layouts;
    this.#pipelines = lazy(() => {
      const module = lazyModule(device, 'labels', code);
      const make = (label: string, fragment: string) =>
        makePipeline(device, module, [layouts.frame, layouts.labelBatch, layouts.sceneDepth], {
          label,
          fragment,
          format: outputFormat,
          topology: 'triangle-list',
          depthCompare: null,
          writesDepth: false,
          isBlended: true,
        });
      return { halo: make('label halos', 'fragment_halo'), text: make('label texts', 'fragment_text') };
    });
  }

  #group({ glyphs, atlas }: LabelDraw, ledger: ResourceLedger): GPUBindGroup {
    const size = glyphs.byteLength;
    if (!this.#buffer || this.#buffer.size < size) {
      ledger.destroy(this.#buffer);
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
      this.#buffer = ledger.buffer(
        'label instances',
        2 ** Math.ceil(Math.log2(Math.max(size, 16_384))),
        usage,
      );
      this.#bound = null;
    }
    ledger.device.queue.writeBuffer(this.#buffer, 0, glyphs.buffer, glyphs.byteOffset, size);
    if (this.#bound?.atlas === atlas) return this.#bound.group;
    const group = ledger.device.createBindGroup({
      label: 'labels',
      layout: this.#layouts.labelBatch,
      entries: [
        { binding: 0, resource: { buffer: this.#buffer } },
        { binding: 1, resource: atlas.on(ledger).createView() },
      ],
    });
    this.#bound = { atlas, group };
    return group;
  }

  plan({ labels }: FrameDraws, { ledger, isPick }: PlanContext): RenderPlan {
    if (isPick || labels === null) return { steps: [] };
    return {
      steps: [
        { phase: 'labels', encode: (pass, sceneDepth) => this.#encode(labels, ledger, pass, sceneDepth) },
      ],
    };
  }

  /** `sceneDepth`: the depth of the scene that may hide them. */
  #encode(
    draw: LabelDraw,
    ledger: ResourceLedger,
    pass: GPURenderPassEncoder,
    sceneDepth: GPUBindGroup | null,
  ): void {
    const group = this.#group(draw, ledger);
    const { halo, text } = this.#pipelines();
    pass.setBindGroup(1, group);
    pass.setBindGroup(2, sceneDepth);
    for (const pipeline of [halo, text]) {
      pass.setPipeline(pipeline);
      pass.draw(6 * draw.count);
    }
  }

  destroy(ledger: ResourceLedger): void {
    ledger.destroy(this.#buffer);
    this.#buffer = null;
    this.#bound = null;
  }
}
