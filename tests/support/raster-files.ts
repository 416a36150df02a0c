import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Pixels of the first band of any raster GDAL reads, as float32, by way of its raw ENVI driver. */
export function readWithGdal(path: string, band = 1): Float32Array<ArrayBuffer> {
  const raw = `${path}.${band}.raw`;
  const options = ['-q', '-of', 'ENVI', '-ot', 'Float32', '-b', String(band), '-a_nodata', 'none'];
  execFileSync('gdal_translate', [...options, path, raw]);
  const bytes = readFileSync(raw);
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
