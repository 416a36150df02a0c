/** Failures of making products from files. */
export const processErrorCodes = [
  'process.bad-folder',
  'process.extra-bytes-dropped',
  'process.folder-in-use',
  'process.input-is-product',
  'process.no-crs',
  'process.not-projected',
  'process.mixed-crs',
  'process.mixed-units',
  'process.mixed-times',
  'process.mixed-types',
  'process.no-points',
  'process.outline-trimmed',
  'process.no-ground',
  'process.too-many-cells',
  'process.vertical-unit-assumed',
] as const;
