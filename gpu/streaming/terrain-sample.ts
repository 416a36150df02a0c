import { clamp } from '#domain/math/clamp.ts';
import { hasValue, type TerrainTexels } from '#domain/view/terrain-tile.ts';
import { type DemSource, tileCells } from './dem-source.ts';
import type { TileKey } from './tile-tree.ts';

/** An elevation, and the size of its source cells; NaN for none. */
export interface SampledElevation {
  readonly elevation: number;
  readonly cellSize: number;
}

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
  const column = clamp(Math.floor(x), 0, size - 2);
  const row = clamp(Math.floor(y), 0, size - 2);
  const at = row * size + column;
  const cells = [at, at + 1, at + size, at + size + 1] as const;
  return blend(
    (i) => heights[i]! + base,
    (i) => mask[i] === hasValue,
    cells,
    x - column,
    y - row,
  );
}

/** Elevation at a plan position from the finest loaded tile. */
export function sampleLoaded(
  dem: DemSource,
  loaded: (key: TileKey) => TerrainTexels | undefined,
  x: number,
  y: number,
): SampledElevation {
  const missing = { elevation: Number.NaN, cellSize: Number.NaN };
  for (let level = 0; level < dem.levels.length; level++) {
    const { width, height, cellWidth, cellHeight } = dem.levels[level]!;
    const cellX = (x - dem.west) / cellWidth;
    const cellY = (dem.north - y) / cellHeight;
    if (!(cellX >= 0 && cellY >= 0 && cellX < width && cellY < height)) return missing;
    const column = Math.floor(cellX / tileCells);
    const row = Math.floor(cellY / tileCells);
    const texels = loaded({ level, column, row });
    if (!texels) continue;
    const elevation = sampleTile(texels, cellX - column * tileCells + 0.5, cellY - row * tileCells + 0.5);
    return { elevation, cellSize: cellWidth };
  }
  return missing;
}

/** Elevation from the raster's own cells, fetched when needed. */
export async function readElevation(
  dem: DemSource,
  x: number,
  y: number,
  signal: AbortSignal,
): Promise<SampledElevation> {
  const { cellWidth, cellHeight } = dem.levels[0]!;
  const cellX = (x - dem.west) / cellWidth - 0.5;
  const cellY = (dem.north - y) / cellHeight - 0.5;
  const window = { x: Math.floor(cellX), y: Math.floor(cellY), width: 2, height: 2 };
  const values = await dem.read(0, window, signal);
  const elevation = blend(
    (i) => values[i]!,
    (i) => !Number.isNaN(values[i]!),
    [0, 1, 2, 3],
    cellX - window.x,
    cellY - window.y,
  );
  return { elevation, cellSize: cellWidth };
}
