import type { Rect } from '#domain/geometry/grid/grid.ts';

/** The smallest rectangle round flat xyz coordinates. */
export function rectOf(coordinates: readonly number[]): Rect {
  const rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let i = 0; i < coordinates.length; i += 3) {
    rect.minX = Math.min(rect.minX, coordinates[i]!);
    rect.maxX = Math.max(rect.maxX, coordinates[i]!);
    rect.minY = Math.min(rect.minY, coordinates[i + 1]!);
    rect.maxY = Math.max(rect.maxY, coordinates[i + 1]!);
  }
  return rect;
}
