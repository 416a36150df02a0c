/** Failures of rendering. */
export const gpuErrorCodes = [
  'gpu.layer-failed',
  'gpu.device-error',
  'gpu.no-snapshot',
  'gpu.snapshot-too-large',
  'gpu.image-not-placed',
  'gpu.image-without-overviews',
  'gpu.image-shift-missing',
  'gpu.not-copc',
] as const;
