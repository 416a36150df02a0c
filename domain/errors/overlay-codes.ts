/** Failures of images placed on the site. */
export const overlayErrorCodes = [
  'overlay.too-few-pairs',
  'overlay.pairs-degenerate',
  'overlay.folds',
  'overlay.bad-image',
  'overlay.image-too-large',
  'overlay.export-too-large',
  'overlay.not-as-written',
  'overlay.no-name',
  'overlay.pick-image-first',
  'overlay.damaged-upload',
  'overlay.too-many-images',
] as const;
