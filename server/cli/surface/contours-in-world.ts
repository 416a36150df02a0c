import type { ContourLines } from '#domain/geometry/grid/contour-lines.ts';
import { applyGeoTransform } from '#domain/geometry/plane/affine.ts';
import type { LoadedSurface } from './loaded-surface.ts';

/** Contours of a surface in the coordinates of its system. */
export function contoursInWorld(lines: ContourLines, { toWorld }: LoadedSurface): ContourLines {
  if (!toWorld) return lines;
  const coordinates = lines.coordinates.slice();
  for (let i = 0; i < coordinates.length; i += 2) {
    const [x, y] = applyGeoTransform(toWorld, coordinates[i]!, coordinates[i + 1]!);
    coordinates[i] = x;
    coordinates[i + 1] = y;
  }
  return { ...lines, coordinates };
}
