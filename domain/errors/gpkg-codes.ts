/** Failures of reading a GeoPackage, and what is told of one that was read. */
export const gpkgErrorCodes = [
  'gpkg.bad-geometry',
  'gpkg.blob-skipped',
  'gpkg.damaged',
  'gpkg.measures',
  'gpkg.mixed-systems',
  'gpkg.not-gpkg',
  'gpkg.table-skipped',
  'gpkg.too-large',
  'gpkg.without-geometry',
] as const;
