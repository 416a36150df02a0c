import type { TerrainTexels } from '#domain/view/terrain-tile.ts';

/**
 * Bilinear between four cells (north-west, north-east, south-west, south-east); where one has no value, the nearest
 * cell's value, NaN if that has none.
 */
export function blend(
  value: (index: number) => number,
  isValid: (index: number) => boolean,
  cells: readonly [number, number, number, number],
  u: number,
  v: number,
): number {
  if (!cells.every(isValid)) {
    const nearest = cells[(v >= 0.5 ? 2 : 0) + (u >= 0.5 ? 1 : 0)]!;
    return isValid(nearest) ? value(nearest) : Number.NaN;
  }
  const [a, b, c, d] = cells.map(value) as [number, number, number, number];
  return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v;
}

/** Elevation at a place of a tile in texels (texel centres at whole numbers of the border-inclusive grid). */
export function sampleTile(texels: TerrainTexels, x: number, y: number): number {
  const { size, heights, mask, base } = texels;
  const column = Math.min(size - 2, Math.max(0, Math.floor(x)));
  const row = Math.min(size - 2, Math.max(0, Math.floor(y)));
  const at = row * size + column;
  const cells = [at, at + 1, at + size, at + size + 1] as const;
  return blend(
    (i) => heights[i]! + base,
    (i) => mask[i] !== 0,
    cells,
    x - column,
    y - row,
  );
}
