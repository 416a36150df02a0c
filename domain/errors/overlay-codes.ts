/** Failures of images placed on the site. */
export const overlayErrorCodes = [
  'overlay.too-few-pairs',
  'overlay.pairs-degenerate',
  'overlay.folds',
  'overlay.damaged-upload',
  'overlay.too-many-images',
] as const;
