import { maxOf, minOf } from '../../math/extremes.ts';
import { applyGeoTransform, type GeoTransform } from '../plane/affine.ts';
import { type GridFrame, gridRect, type Rect } from './grid.ts';

/**
 * Bounds of a frame's cells in the coordinates of its system.
 * @param toWorld coordinates of the frame to those of the system; null where they are the same
 */
export function placedFrameRect(frame: GridFrame, toWorld: GeoTransform | null): Rect {
  const { minX, minY, maxX, maxY } = gridRect(frame);
  if (!toWorld) return { minX, minY, maxX, maxY };
  const corners = [
    applyGeoTransform(toWorld, minX, minY),
    applyGeoTransform(toWorld, maxX, minY),
    applyGeoTransform(toWorld, maxX, maxY),
    applyGeoTransform(toWorld, minX, maxY),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { minX: minOf(xs), maxX: maxOf(xs), minY: minOf(ys), maxY: maxOf(ys) };
}
