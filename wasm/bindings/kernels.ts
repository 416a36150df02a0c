/** The WASM modules, one a kernel family; each is `wasm/src/<name>.ts` compiled to `wasm/build/<name>.wasm`. */
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

/** Compiled once a process, when a task first needs one, and shared; instances are made where they are used. */
export type KernelModules = Readonly<Record<KernelName, WebAssembly.Module>>;
