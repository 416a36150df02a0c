import { code } from '#shaders/render/label-occlusion.wgsl';
import type { FrameDraws, OcclusionRequest } from '../draw/draws.ts';
import type { FrameRenderer, PlanContext, RendererContext, RenderPlan } from '../draw/frame-renderer.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { lazy } from './lazy.ts';

const groupSize = 64;

/** Queries which label anchors are hidden by a frame's scene. */
export class LabelOcclusion implements FrameRenderer {
  readonly #context: RendererContext;
  readonly #pipeline: () => GPUComputePipeline;

  constructor(context: RendererContext) {
    const { device, layouts } = context;
    this.#context = context;
    this.#pipeline = lazy(() =>
      device.createComputePipeline({
        label: 'label occlusion',
        layout: device.createPipelineLayout({
          label: 'label occlusion',
          bindGroupLayouts: [layouts.frame, layouts.labelOcclusion, layouts.sceneDepth],
        }),
        compute: {
          module: device.createShaderModule({ label: 'label occlusion', code }),
          entryPoint: 'occlusion_main',
        },
      }),
    );
  }

  plan({ labelOcclusion }: FrameDraws, { ledger, frame, isPick }: PlanContext): RenderPlan {
    if (isPick || labelOcclusion === null) return { steps: [] };
    const query = (encoder: GPUCommandEncoder, sceneDepth: GPUBindGroup) =>
      this.#encode(labelOcclusion, ledger, encoder, frame, sceneDepth);
    return { steps: [], query };
  }

  /**
   * Encodes the query into a frame. Returns a function to call once the frame was submitted: it reads the result and
   * calls `onResult`; `null` after a device loss.
   */
  #encode(
    request: OcclusionRequest,
    ledger: ResourceLedger,
    encoder: GPUCommandEncoder,
    frame: GPUBindGroup,
    sceneDepth: GPUBindGroup,
  ): () => void {
    const { device, layouts } = this.#context;
    const { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
    const { anchors, count } = request;
    const queried = ledger.buffer('label anchors', anchors.byteLength, STORAGE | COPY_DST);
    const found = ledger.buffer('label occlusion', 4 * count, STORAGE | COPY_SRC);
    const read = ledger.buffer('label occlusion read-back', 4 * count, COPY_DST | MAP_READ);
    device.queue.writeBuffer(queried, 0, anchors);
    const group = device.createBindGroup({
      label: 'label occlusion',
      layout: layouts.labelOcclusion,
      entries: [queried, found].map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    const pass = encoder.beginComputePass({ label: 'label occlusion' });
    pass.setPipeline(this.#pipeline());
    pass.setBindGroup(0, frame);
    pass.setBindGroup(1, group);
    pass.setBindGroup(2, sceneDepth);
    pass.dispatchWorkgroups(Math.ceil(count / groupSize));
    pass.end();
    encoder.copyBufferToBuffer(found, 0, read, 0, 4 * count);
    const free = () => {
      for (const buffer of [queried, found, read]) ledger.destroy(buffer);
    };
    return () => {
      read.mapAsync(GPUMapMode.READ).then(
        () => {
          const hidden = new Uint32Array(read.getMappedRange().slice(0));
          free();
          request.onResult(hidden);
        },
        () => {
          free();
          request.onResult(null);
        },
      );
    };
  }
}
