import type { PhotoSettings } from '#server/pipeline/photo/context.ts';

/** What nobody asked anything of, in the least density. */
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
