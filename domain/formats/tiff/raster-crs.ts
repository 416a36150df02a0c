import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsDeclaration, CrsReport } from '#domain/crs/types.ts';
import type { GeoTransform } from './geotransform.ts';
import type { GeoTiffInfo } from './info.ts';

/**
 * The coordinate system of a raster: what its keys say, with `extra` declarations (a `.prj` beside it, the
 * user's word) weighed in. Unit conflicts are priced at the picture's centre.
 */
export async function readRasterCrs(
  info: GeoTiffInfo,
  extra: readonly CrsDeclaration[] = [],
): Promise<CrsReport> {
  const declarations = [...info.crsDeclarations, ...extra];
  if (!info.geotransform) return readCrs(declarations);
  const [x, y] = pixelToMap(info.geotransform, info.width / 2, info.height / 2);
  return readCrs(declarations, { place: [x, y] });
}

/** CRS coordinates of a pixel position; (0, 0) is the outer corner of the first pixel. */
export function pixelToMap(transform: GeoTransform, column: number, row: number): [number, number] {
  const [x, dxc, dxr, y, dyc, dyr] = transform;
  return [x + column * dxc + row * dxr, y + column * dyc + row * dyr];
}

/** Pixel position of CRS coordinates; NaN where the transform cannot be inverted. */
export function mapToPixel(transform: GeoTransform, x: number, y: number): [number, number] {
  const [x0, dxc, dxr, y0, dyc, dyr] = transform;
  const determinant = dxc * dyr - dxr * dyc;
  if (determinant === 0) return [Number.NaN, Number.NaN];
  const [dx, dy] = [x - x0, y - y0];
  return [(dx * dyr - dy * dxr) / determinant, (dy * dxc - dx * dyc) / determinant];
}
