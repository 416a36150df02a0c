/** Bytes of a dynamic uniform slot: at least every draw struct, and the alignment that WebGPU requires. */
export const drawSlotBytes = 256;

/** The layouts that all pipelines of a device share. */
export interface SharedLayouts {
  /** Group 0: frame uniforms, ramps, class colours, linear sampler, the surface compared with. */
  readonly frame: GPUBindGroupLayout;
  /** Group 1: one draw's uniforms, at a dynamic offset. */
  readonly draw: GPUBindGroupLayout;
  /** Group 2 of terrain: heights, slopes, mask. */
  readonly terrainBatch: GPUBindGroupLayout;
  /** Group 2 of images: colours. */
  readonly imageBatch: GPUBindGroupLayout;
  /** Group 2 of features and TINs: two read-only storage buffers. */
  readonly storageBatch: GPUBindGroupLayout;
  /** Group 1 of labels: their glyphs, and the atlas of distance fields. */
  readonly labelBatch: GPUBindGroupLayout;
  /** Group 1 of the label occlusion query: the labels' anchors, and which of them are hidden (written). */
  readonly labelOcclusion: GPUBindGroupLayout;
  /** Group 2 of points drawn by compute: clips, their corners, then nearest depths and values (written). */
  readonly pointRaster: GPUBindGroupLayout;
  /** Group 2 of resolving points drawn by compute into the scene: nearest depths and values. */
  readonly rasterResult: GPUBindGroupLayout;
  /** Group 3 of points: a node's points and flight data. */
  readonly pointNode: GPUBindGroupLayout;
  /** Group 2 of the post pass: scene colour and depth. */
  readonly sceneBatch: GPUBindGroupLayout;
  /** Scene depth: group 3 of draped images and fills, group 2 of labels. */
  readonly sceneDepth: GPUBindGroupLayout;
  /** Group 3 of images over outer skirts: depth of the drape surface, and where it fills holes. */
  readonly drapeSurface: GPUBindGroupLayout;
  /** Group 1 of pipelines without draw data. */
  readonly empty: GPUBindGroupLayout;
}

function entry(
  binding: number,
  visibility: GPUShaderStageFlags,
  rest: Omit<GPUBindGroupLayoutEntry, 'binding' | 'visibility'>,
) {
  return { binding, visibility, ...rest };
}

/** Creates the shared layouts of a device. */
export function makeLayouts(device: GPUDevice): SharedLayouts {
  const both = GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT;
  const everywhere = both | GPUShaderStage.COMPUTE;
  const layout = (label: string, entries: GPUBindGroupLayoutEntry[]) =>
    device.createBindGroupLayout({ label, entries });
  const plain = { texture: { sampleType: 'unfilterable-float' } } as const;
  const smooth = { texture: { sampleType: 'float' } } as const;
  const storage = { buffer: { type: 'read-only-storage' } } as const;
  const written = { buffer: { type: 'storage' } } as const;
  return {
    frame: layout('frame', [
      entry(0, everywhere, { buffer: { type: 'uniform' } }),
      entry(1, everywhere, smooth),
      entry(2, everywhere, smooth),
      entry(3, everywhere, { sampler: { type: 'filtering' } }),
      entry(4, everywhere, plain),
      entry(5, everywhere, plain),
    ]),
    draw: layout('draw', [entry(0, everywhere, { buffer: { type: 'uniform', hasDynamicOffset: true } })]),
    terrainBatch: layout('terrain batch', [
      entry(0, both, plain),
      entry(1, both, smooth),
      entry(2, both, smooth),
    ]),
    imageBatch: layout('image batch', [entry(0, GPUShaderStage.FRAGMENT, smooth)]),
    storageBatch: layout('storage batch', [entry(0, both, storage), entry(1, both, storage)]),
    labelBatch: layout('label batch', [
      entry(0, GPUShaderStage.VERTEX, storage),
      entry(1, GPUShaderStage.FRAGMENT, smooth),
    ]),
    labelOcclusion: layout('label occlusion', [
      entry(0, GPUShaderStage.COMPUTE, storage),
      entry(1, GPUShaderStage.COMPUTE, written),
    ]),
    pointRaster: layout('point raster', [
      entry(0, GPUShaderStage.COMPUTE, storage),
      entry(1, GPUShaderStage.COMPUTE, storage),
      entry(2, GPUShaderStage.COMPUTE, written),
      entry(3, GPUShaderStage.COMPUTE, written),
    ]),
    rasterResult: layout('raster result', [
      entry(0, GPUShaderStage.FRAGMENT, storage),
      entry(1, GPUShaderStage.FRAGMENT, storage),
    ]),
    pointNode: layout('point node', [
      entry(0, GPUShaderStage.VERTEX | GPUShaderStage.COMPUTE, storage),
      entry(1, GPUShaderStage.VERTEX | GPUShaderStage.COMPUTE, storage),
    ]),
    sceneBatch: layout('scene batch', [
      entry(0, GPUShaderStage.FRAGMENT, smooth),
      entry(1, GPUShaderStage.FRAGMENT, { texture: { sampleType: 'depth' } }),
    ]),
    sceneDepth: layout('scene depth', [entry(0, everywhere, { texture: { sampleType: 'depth' } })]),
    drapeSurface: layout('drape surface', [
      entry(0, GPUShaderStage.FRAGMENT, { texture: { sampleType: 'depth' } }),
      entry(1, GPUShaderStage.FRAGMENT, plain),
    ]),
    empty: layout('empty', []),
  };
}
