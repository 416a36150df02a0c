import type { CrsReport } from '#domain/crs/types.ts';
import type { GeoTiffInfo } from '#domain/formats/tiff/info.ts';
import { crsJson } from './crs-json.ts';
import { warningsJson } from './las-json.ts';

/** Numbers that JSON has no form for become text: 64-bit integers, NaN and infinities. */
function jsonNumber(value: number | bigint | null): number | string | null {
  if (value === null) return null;
  const isPlain = typeof value === 'number' ? Number.isFinite(value) : Number.isSafeInteger(Number(value));
  return isPlain ? Number(value) : String(value);
}

/** Everything `plumbline info --json` prints of a GeoTIFF. */
export function rasterJson(info: GeoTiffInfo, crs: CrsReport) {
  const { name, crsDeclarations: _, palette, warnings, ...rest } = info;
  return {
    file: name,
    format: info.cog ? 'COG' : 'GeoTIFF',
    ...rest,
    bands: info.bands.map((band) => ({ ...band, nodata: jsonNumber(band.nodata) })),
    nodata: jsonNumber(info.nodata),
    hasPalette: palette !== null,
    crs: crsJson(crs),
    warnings: warningsJson(warnings),
  };
}
