import type { Rect } from '#domain/geometry/grid/grid.ts';
import { clamp } from '#domain/math/clamp.ts';

/** Points sorted by the cells of a grid. */
export interface PlaceCells {
  /** First point and the one after the last of the runs in which all points of a rectangle lie; world coordinates. */
  rangesIn(rect: Rect): (readonly [first: number, end: number])[];
}

type Triple = readonly [number, number, number];

/** Points per cell where they are spread evenly. */
const pointsPerCell = 128;
const maxCellsASide = 256;

/**
 * Sorts points by the cells of a grid over a rectangle, rows from the south, so that those of a small rectangle are
 * found without reading all. The cell index increases with the coordinates, regardless of rounding.
 * @param xyz file integers, xyz a point
 * @param rect world coordinates; places outside belong to the cells at its edges
 */
export function sortByPlace(
  xyz: Int32Array,
  rect: Rect,
  scale: Triple,
  offset: Triple,
): { xyz: Int32Array; cells: PlaceCells } {
  const count = xyz.length / 3;
  const side = clamp(Math.floor(Math.sqrt(count / pointsPerCell)), 1, maxCellsASide);
  const [perX, perY] = [side / (rect.maxX - rect.minX), side / (rect.maxY - rect.minY)];
  const columnOf = (x: number) => clamp(Math.floor((x - rect.minX) * perX), 0, side - 1);
  const rowOf = (y: number) => clamp(Math.floor((y - rect.minY) * perY), 0, side - 1);
  const cellOf = new Uint16Array(count);
  const starts = new Uint32Array(side * side + 1);
  for (let point = 0, k = 0; point < count; point++, k += 3) {
    const column = columnOf(xyz[k]! * scale[0] + offset[0]);
    const cell = rowOf(xyz[k + 1]! * scale[1] + offset[1]) * side + column;
    cellOf[point] = cell;
    starts[cell + 1]!++;
  }
  for (let cell = 0; cell < side * side; cell++) starts[cell + 1]! += starts[cell]!;
  const sorted = new Int32Array(xyz.length);
  const next = starts.slice(0, -1);
  for (let point = 0, k = 0; point < count; point++, k += 3) {
    const to = 3 * next[cellOf[point]!]!++;
    sorted[to] = xyz[k]!;
    sorted[to + 1] = xyz[k + 1]!;
    sorted[to + 2] = xyz[k + 2]!;
  }

  function rangesIn({ minX, minY, maxX, maxY }: Rect): (readonly [number, number])[] {
    const ranges: (readonly [number, number])[] = [];
    const [left, right] = [columnOf(minX), columnOf(maxX)];
    for (let row = rowOf(minY); row <= rowOf(maxY); row++) {
      const [first, end] = [starts[row * side + left]!, starts[row * side + right + 1]!];
      if (end > first) ranges.push([first, end]);
    }
    return ranges;
  }

  return { xyz: sorted, cells: { rangesIn } };
}
