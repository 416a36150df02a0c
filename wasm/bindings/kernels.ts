/** The WASM modules, one per kernel family; each is `wasm/src/<name>.ts` compiled to `wasm/build/<name>.wasm`. */
export const kernelNames = [
  'laz',
  'delaunay',
  'tin',
  'grid',
  'contour',
  'features',
  'matching',
  'simulation',
  'stereo',
  'raster',
  'warp',
  'adjustment',
] as const;

export type KernelName = (typeof kernelNames)[number];

/** Compiled once per process, when a task first needs one, and shared; instances are created where they are used. */
export type KernelModules = Readonly<Record<KernelName, WebAssembly.Module>>;
