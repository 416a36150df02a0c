/** Failures of the picture. */
export const gpuErrorCodes = [
  'gpu.layer-failed',
  'gpu.device-error',
  'gpu.no-picture',
  'gpu.raster-turned',
  'gpu.not-copc',
] as const;
