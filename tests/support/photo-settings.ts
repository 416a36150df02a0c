import type { PhotoSettings } from '#server/pipeline/photo/context.ts';

/** Default settings, in the lowest density. */
export const plainSettings: PhotoSettings = {
  density: 'low',
  orthoGsdMultiplier: 1,
  demGsdMultiplier: null,
  surfaceModelScale: null,
  runDenseUnclustered: false,
  useUnreconstructedCameras: false,
  undistort: false,
  contourInterval: null,
  cameras: [],
  markFrame: null,
  hemisphere: null,
};
