import { type DemSource, tileCells } from '../streaming/dem-source.ts';
import { nameOf, type TileKey } from '../streaming/tile-tree.ts';

/** Edges of a tile that are the raster's own. Bits 0 to 3: west, north, east, south. */
export function rasterEdges(dem: DemSource, { level, column, row }: TileKey): number {
  const { width, height } = dem.levels[level]!;
  return (
    (column === 0 ? 1 : 0) |
    (row === 0 ? 2 : 0) |
    ((column + 1) * tileCells >= width ? 4 : 0) |
    ((row + 1) * tileCells >= height ? 8 : 0)
  );
}

/**
 * Edges at which a tile needs a skirt: those inside the raster whose neighbour is not drawn on the same level,
 * with which it would share its border. `outer`: edges that are the raster's. Bits 0 to 3: west, north, east, south.
 */
export function skirtEdges(tile: TileKey, chosen: ReadonlySet<string>, outer: number): number {
  const { level, column, row } = tile;
  const bit = (c: number, r: number, value: number) =>
    outer & value || chosen.has(nameOf({ level, column: c, row: r })) ? 0 : value;
  return (
    bit(column - 1, row, 1) | bit(column, row - 1, 2) | bit(column + 1, row, 4) | bit(column, row + 1, 8)
  );
}
