/** A tile by column and row. */
export interface TileAddress {
  readonly column: number;
  readonly row: number;
}

/** Position along a Hilbert curve (D. Hilbert, 1891) to column and row in a square of 2^order cells. */
function hilbertPlace(order: number, index: number): TileAddress {
  let [x, y, rest] = [0, 0, index];
  for (let side = 1; side < 2 ** order; side *= 2) {
    const right = (rest >> 1) & 1;
    const up = (rest ^ right) & 1;
    if (up === 0) {
      if (right === 1) [x, y] = [side - 1 - x, side - 1 - y];
      [x, y] = [y, x];
    }
    x += side * right;
    y += side * up;
    rest = Math.floor(rest / 4);
  }
  return { column: x, row: y };
}

/** All tiles in an order with neighbours in sequence, so that few photos are in use at a time. */
export function tilesAlongCurve(columns: number, rows: number): TileAddress[] {
  const order = Math.ceil(Math.log2(Math.max(columns, rows, 1)));
  const tiles: TileAddress[] = [];
  for (let index = 0; index < 4 ** order; index++) {
    const tile = hilbertPlace(order, index);
    if (tile.column < columns && tile.row < rows) tiles.push(tile);
  }
  return tiles;
}
