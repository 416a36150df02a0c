import { nameOf, type TileKey } from '../streaming/tile-tree.ts';

/**
 * Edges at which a tile needs a skirt: those inside the raster whose neighbour is not drawn on the same level,
 * with which it would share its border. Bits 0 to 3: west, north, east, south.
 */
export function skirtEdges(
  tile: TileKey,
  chosen: ReadonlySet<string>,
  hasEast: boolean,
  hasSouth: boolean,
): number {
  const { level, column, row } = tile;
  const bit = (isInside: boolean, c: number, r: number, value: number) =>
    isInside && !chosen.has(nameOf({ level, column: c, row: r })) ? value : 0;
  return (
    bit(column > 0, column - 1, row, 1) |
    bit(row > 0, column, row - 1, 2) |
    bit(hasEast, column + 1, row, 4) |
    bit(hasSouth, column, row + 1, 8)
  );
}
