/** Failures of images placed on the site. */
export const overlayErrorCodes = [
  'overlay.too-few-pairs',
  'overlay.pairs-degenerate',
  'overlay.folds',
] as const;
