import { depthFormat } from '../draw/formats.ts';
import { lazy } from './lazy.ts';

/** Blending of colours whose opacity is multiplied in. */
export const overBlend: GPUBlendState = {
  color: { srcFactor: 'one', dstFactor: 'one-minus-src-alpha' },
  alpha: { srcFactor: 'one', dstFactor: 'one-minus-src-alpha' },
};

/** A planned draw and the offset of its uniforms. */
export interface Planned<T> {
  readonly draw: T;
  readonly offset: number;
}

/** A shader's module, created with its first pipeline: most images need few of them. */
export function lazyModule(device: GPUDevice, label: string, code: string): () => GPUShaderModule {
  return lazy(() => device.createShaderModule({ label, code }));
}

/** The differences between pipelines of the same shader. */
export interface PipelineVariant {
  readonly label: string;
  /** Default: `vertex_main`. */
  readonly vertex?: string;
  readonly fragment: string;
  readonly format: GPUTextureFormat;
  readonly topology: GPUPrimitiveTopology;
  /** Null: drawn without a depth buffer. */
  readonly depthCompare: GPUCompareFunction | null;
  readonly writesDepth: boolean;
  readonly cullMode?: GPUCullMode;
  readonly isBlended: boolean;
  /** Values of the shader's overridable constants. */
  readonly constants?: Readonly<Record<string, number>>;
  /** Default `overBlend`. */
  readonly blend?: GPUBlendState;
}

/** Creates a pipeline of a shader with the entry points that the variant names. */
export function makePipeline(
  device: GPUDevice,
  shader: () => GPUShaderModule,
  groups: readonly GPUBindGroupLayout[],
  variant: PipelineVariant,
  buffers: GPUVertexBufferLayout[] = [],
): GPURenderPipeline {
  const target: GPUColorTargetState = { format: variant.format };
  if (variant.isBlended) target.blend = variant.blend ?? overBlend;
  const { depthCompare, writesDepth, constants = {} } = variant;
  const module = shader();
  return device.createRenderPipeline({
    label: variant.label,
    layout: device.createPipelineLayout({ label: variant.label, bindGroupLayouts: [...groups] }),
    vertex: { module, entryPoint: variant.vertex ?? 'vertex_main', buffers, constants },
    fragment: { module, entryPoint: variant.fragment, targets: [target], constants },
    primitive: { topology: variant.topology, cullMode: variant.cullMode ?? 'none' },
    ...(depthCompare
      ? { depthStencil: { format: depthFormat, depthWriteEnabled: writesDepth, depthCompare } }
      : {}),
  });
}

/** A pipeline that is created at its first draw: most images need few of them. */
export function lazyPipeline(...made: Parameters<typeof makePipeline>): () => GPURenderPipeline {
  return lazy(() => makePipeline(...made));
}
