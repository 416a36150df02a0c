import type { Rect } from '../grid/grid.ts';
import { distanceToMarks } from '../plane/distance-to-marks.ts';

/** Where anything was measured, gathered point by point: cells with points in them, from the south-west corner. */
export interface Occupancy {
  readonly rect: Rect;
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  /** Uint8Array, row-major from the south, 1 with points. */
  readonly marks: Uint8Array;
  see(x: number, y: number): void;
}

/** The area that a survey covers. */
export interface SurveyOutline {
  /** Widest gap open to the outside that is inside; unit of the points. */
  readonly gap: number;
  contains(x: number, y: number): boolean;
}

/** Gaps open to the outside that are wider than this many mean spacings of the points are no part of a survey. */
export const gapSpacings = 10;

const cellsASide = 2048;
/** Cells across a gap: fewer would round the outline off. */
const cellsAGap = 32;

function usualCell(rect: Rect): number {
  return Math.max(Math.max(rect.maxX - rect.minX, rect.maxY - rect.minY) / cellsASide, 1e-9);
}

/**
 * Cells over a rectangle for the points of a survey in it; points outside are ignored.
 * @param cell edge of a cell; where it is left out, 2048 cells make the longer side
 */
export function createOccupancy(rect: Rect, cell: number = usualCell(rect)): Occupancy {
  const width = Math.floor((rect.maxX - rect.minX) / cell) + 1;
  const height = Math.floor((rect.maxY - rect.minY) / cell) + 1;
  const marks = new Uint8Array(width * height);
  return {
    rect,
    cell,
    width,
    height,
    marks,
    see(x, y) {
      const column = Math.floor((x - rect.minX) / cell);
      const row = Math.floor((y - rect.minY) / cell);
      if (column >= 0 && row >= 0 && column < width && row < height) marks[row * width + column] = 1;
    },
  };
}

/** Marks of an occupancy in cells some times as wide, with an empty border. */
export interface MarkLattice {
  /** Edge of a cell. */
  readonly cell: number;
  /** Cells of the border. */
  readonly pad: number;
  readonly width: number;
  readonly height: number;
  /** Uint8Array, row-major from the south. */
  readonly marks: Uint8Array;
}

/** How many cells of an occupancy make one that is fine enough for a gap. */
export function cellsForGap(occupancy: Occupancy, gap: number): number {
  return Math.max(1, Math.floor(gap / cellsAGap / occupancy.cell));
}

/** The same marks in cells `times` as wide, with an empty border of `pad` cells. */
export function coarsen(occupancy: Occupancy, times: number, pad: number): MarkLattice {
  const width = Math.ceil(occupancy.width / times) + 2 * pad;
  const height = Math.ceil(occupancy.height / times) + 2 * pad;
  const marks = new Uint8Array(width * height);
  for (let row = 0; row < occupancy.height; row++) {
    const to = (Math.floor(row / times) + pad) * width + pad;
    for (let column = 0; column < occupancy.width; column++) {
      if (occupancy.marks[row * occupancy.width + column]) marks[to + Math.floor(column / times)] = 1;
    }
  }
  return { cell: times * occupancy.cell, pad, width, height, marks };
}

/** Marks the cells that some cells reach without crossing one that is not open, side by side. */
export function reachFrom(
  starts: Iterable<number>,
  isOpen: (cell: number) => boolean,
  width: number,
  height: number,
): Uint8Array {
  const reached = new Uint8Array(width * height);
  const stack: number[] = [];
  for (const start of starts) {
    reached[start] = 1;
    stack.push(start);
  }
  while (stack.length > 0) {
    const at = stack.pop()!;
    const column = at % width;
    const neighbours = [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width];
    for (const next of neighbours) {
      if (next < 0 || next >= reached.length || reached[next] || !isOpen(next)) continue;
      reached[next] = 1;
      stack.push(next);
    }
  }
  return reached;
}

/**
 * Marks grown by `reach` cells, with all that they enclose, and shrunk again from outside (a morphological closing that
 * fills holes). The lattice's border must be wider than the reach.
 * @param rim cells that are shrunk less, where centres of cells stand for all of them
 */
export function closeMarks({ marks, width, height }: MarkLattice, reach: number, rim: number): Uint8Array {
  const toMarks = distanceToMarks(marks, width, height);
  const outside = reachFrom([0], (at) => toMarks[at]! > reach, width, height);
  const toOutside = distanceToMarks(outside, width, height);
  return marks.map((mark, at) => (toOutside[at]! > reach - rim || mark === 1 ? 1 : 0));
}

/** True where a place is in a marked cell of a lattice over the rectangle with the corner (`minX`, `minY`). */
export function hasMark(
  { cell, pad, width, height }: MarkLattice,
  inside: Uint8Array,
  { minX, minY }: Rect,
): (x: number, y: number) => boolean {
  return (x, y) => {
    const column = Math.floor((x - minX) / cell) + pad;
    const row = Math.floor((y - minY) / cell) + pad;
    return column >= 0 && row >= 0 && column < width && row < height && inside[row * width + column] === 1;
  };
}

/**
 * The outline of a survey: everything within half a gap of a point, shrunk again by half a gap from outside, with all that
 * it encloses (`closeMarks`). So notches and bays wider than the gap are outside, while narrower ones and holes inside
 * (ponds, buildings) belong to the survey. It does not depend on the order of the points. Time and memory are linear in
 * the cells.
 * @param gap unit of the points; gaps narrower than a few cells of the occupancy are taken as that wide
 */
export function outlineOf(occupancy: Occupancy, gap: number): SurveyOutline {
  const times = cellsForGap(occupancy, gap);
  const cell = times * occupancy.cell;
  const reach = Math.max(gap / 2 / cell, 1);
  const lattice = coarsen(occupancy, times, Math.ceil(reach) + 2);
  return {
    gap: 2 * reach * cell,
    contains: hasMark(lattice, closeMarks(lattice, reach, 1), occupancy.rect),
  };
}
