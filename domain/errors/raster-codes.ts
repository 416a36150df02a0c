/** Failures of reading and writing rasters: TIFF structure, tiles, COG products. */
export const rasterErrorCodes = [
  'tiff.not-tiff',
  'tiff.truncated',
  'tiff.directory-damaged',
  'tiff.directory-loop',
  'tiff.missing-tag',
  'tiff.bad-size',
  'tiff.unsupported-sample',
  'tiff.unsupported-compression',
  'tiff.tile-damaged',
  'tiff.tile-missing',
  'raster.nodata-impossible',
  'raster.nodata-unclear',
  'cog.bad-window',
  'cog.bad-spec',
  'cog.bad-tile',
  'cog.tile-twice',
] as const;
