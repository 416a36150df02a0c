import type { Whereabouts } from '../geometry/plane/box-tree.ts';
import { orientation } from '../geometry/plane/predicates.ts';

/** An upright rectangle of the view, CSS pixels. */
export interface ScreenRect {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** An area of the view that features are selected by. Its outline belongs to it. */
export interface ScreenArea {
  /** Where a rectangle lies; `mixed` may be said of one that is neither. */
  judge(rect: ScreenRect): Whereabouts;
  has(x: number, y: number): boolean;
  /** Whether a segment meets the area. */
  meets(ax: number, ay: number, bx: number, by: number): boolean;
  /** Whether a segment crosses the outline. */
  crosses(ax: number, ay: number, bx: number, by: number): boolean;
}

/** Cells along the longer side of a polygon's grid. */
const gridCells = 256;

/** The area of an upright rectangle. */
export function boxArea(box: ScreenRect): ScreenArea {
  const has = (x: number, y: number) => x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY;
  const { minX, minY, maxX, maxY } = box;
  const corners = [minX, minY, maxX, minY, maxX, maxY, minX, maxY];
  const crossesSide = (ax: number, ay: number, bx: number, by: number) =>
    [0, 2, 4, 6].some((side) => crossesEdge(corners, side, ax, ay, bx, by));
  return {
    judge(rect) {
      if (isApart(rect, box)) return 'outside';
      return has(rect.minX, rect.minY) && has(rect.maxX, rect.maxY) ? 'inside' : 'mixed';
    },
    has,
    meets: (ax, ay, bx, by) => has(ax, ay) || has(bx, by) || crossesSide(ax, ay, bx, by),
    // Convex: what lies between two places inside is inside.
    crosses: (ax, ay, bx, by) => has(ax, ay) !== has(bx, by) || (!has(ax, ay) && crossesSide(ax, ay, bx, by)),
  };
}

/**
 * The area of a polygon by the even-odd rule; it may cross itself. Rectangles are judged, and most places found, by a
 * grid whose cells are known to be inside, outside or on the outline: O(1), whatever the number of corners.
 * @param corners x, y a corner, length 2n
 */
export function polygonArea(corners: readonly number[]): ScreenArea {
  const box = rectOfCorners(corners);
  const cell = Math.max(box.maxX - box.minX, box.maxY - box.minY) / gridCells || 1;
  const columns = Math.floor((box.maxX - box.minX) / cell) + 1;
  const rows = Math.floor((box.maxY - box.minY) / cell) + 1;
  const columnOf = (x: number) => Math.min(columns - 1, Math.max(0, Math.floor((x - box.minX) / cell)));
  const rowOf = (y: number) => Math.min(rows - 1, Math.max(0, Math.floor((y - box.minY) / cell)));
  const cells = new Uint8Array(columns * rows);
  /** Edges that come into each row, by the index of their first corner. */
  const edgesOfRows = Array.from({ length: rows }, (): number[] => []);
  markOutline();
  markInside();
  const insideSums = summedCells(cells, columns, rows, inside);
  const outlineSums = summedCells(cells, columns, rows, outline);

  function markOutline(): void {
    eachEdge(corners, (ax, ay, bx, by, edge) => {
      for (let row = rowOf(Math.min(ay, by)); row <= rowOf(Math.max(ay, by)); row++)
        edgesOfRows[row]!.push(edge);
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay)) / cell));
      for (let step = 0; step < steps; step++) {
        const [from, to] = [step / steps, (step + 1) / steps];
        const [fromX, fromY] = [ax + (bx - ax) * from, ay + (by - ay) * from];
        const [toX, toY] = [ax + (bx - ax) * to, ay + (by - ay) * to];
        for (let row = rowOf(Math.min(fromY, toY)); row <= rowOf(Math.max(fromY, toY)); row++) {
          const last = columnOf(Math.max(fromX, toX));
          cells.fill(outline, row * columns + columnOf(Math.min(fromX, toX)), row * columns + last + 1);
        }
      }
    });
  }

  function markInside(): void {
    for (let row = 0; row < rows; row++) {
      const y = box.minY + (row + 0.5) * cell;
      const crossings = crossingsOfRow(corners, y);
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        for (let column = columnOf(crossings[i]!); column <= columnOf(crossings[i + 1]!); column++) {
          const at = row * columns + column;
          const x = box.minX + (column + 0.5) * cell;
          if (cells[at] === outside && x > crossings[i]! && x < crossings[i + 1]!) cells[at] = inside;
        }
      }
    }
  }

  const isInRing = (x: number, y: number) => {
    let isInside = false;
    for (const edge of edgesOfRows[rowOf(y)]!) {
      const next = edge + 2 < corners.length ? edge + 2 : 0;
      const [ay, by] = [corners[edge + 1]!, corners[next + 1]!];
      if (ay > y === by > y) continue;
      const ax = corners[edge]!;
      if (x < ax + ((y - ay) / (by - ay)) * (corners[next]! - ax)) isInside = !isInside;
    }
    return isInside;
  };
  const has = (x: number, y: number) => {
    if (!(x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY)) return false;
    const state = cells[rowOf(y) * columns + columnOf(x)];
    return state === outline ? isInRing(x, y) : state === inside;
  };
  const judge = (rect: ScreenRect): Whereabouts => {
    if (isApart(rect, box)) return 'outside';
    const [left, right] = [columnOf(rect.minX), columnOf(rect.maxX)];
    const [top, bottom] = [rowOf(rect.minY), rowOf(rect.maxY)];
    if (sumOf(outlineSums, columns, left, top, right, bottom) > 0) return 'mixed';
    const filled = sumOf(insideSums, columns, left, top, right, bottom);
    if (filled === 0) return 'outside';
    const isWithin =
      rect.minX >= box.minX && rect.maxX <= box.maxX && rect.minY >= box.minY && rect.maxY <= box.maxY;
    return isWithin && filled === (right - left + 1) * (bottom - top + 1) ? 'inside' : 'mixed';
  };
  const crosses = (ax: number, ay: number, bx: number, by: number) => {
    const rect = {
      minX: Math.min(ax, bx),
      minY: Math.min(ay, by),
      maxX: Math.max(ax, bx),
      maxY: Math.max(ay, by),
    };
    if (judge(rect) !== 'mixed') return false;
    for (let row = rowOf(rect.minY); row <= rowOf(rect.maxY); row++) {
      if (edgesOfRows[row]!.some((edge) => crossesEdge(corners, edge, ax, ay, bx, by))) return true;
    }
    return false;
  };
  return {
    judge,
    has,
    crosses,
    meets: (ax, ay, bx, by) => has(ax, ay) || has(bx, by) || crosses(ax, ay, bx, by),
  };
}

const outside = 0;
const inside = 1;
const outline = 2;

function isApart(a: ScreenRect, b: ScreenRect): boolean {
  return !(a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY);
}

/** The upright rectangle round places, x, y each. */
export function rectOfCorners(corners: readonly number[]): ScreenRect {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < corners.length; i += 2) {
    minX = Math.min(minX, corners[i]!);
    maxX = Math.max(maxX, corners[i]!);
    minY = Math.min(minY, corners[i + 1]!);
    maxY = Math.max(maxY, corners[i + 1]!);
  }
  return { minX, minY, maxX, maxY };
}

function eachEdge(
  corners: readonly number[],
  visit: (ax: number, ay: number, bx: number, by: number, edge: number) => void,
): void {
  for (let i = 0; i < corners.length; i += 2) {
    const next = i + 2 < corners.length ? i + 2 : 0;
    visit(corners[i]!, corners[i + 1]!, corners[next]!, corners[next + 1]!, i);
  }
}

/** Where a level line crosses the ring, x rising. */
function crossingsOfRow(corners: readonly number[], y: number): number[] {
  const crossings: number[] = [];
  eachEdge(corners, (ax, ay, bx, by) => {
    if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
  });
  return crossings.sort((a, b) => a - b);
}

/** Whether a segment crosses an edge of a ring, given by the index of its first corner; an end on it is on one side. */
function crossesEdge(
  corners: readonly number[],
  edge: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  const next = edge + 2 < corners.length ? edge + 2 : 0;
  const [cx, cy, dx, dy] = [corners[edge]!, corners[edge + 1]!, corners[next]!, corners[next + 1]!];
  const isBeside = orientation(ax, ay, bx, by, cx, cy) > 0 === orientation(ax, ay, bx, by, dx, dy) > 0;
  if (isBeside) return false;
  return orientation(cx, cy, dx, dy, ax, ay) > 0 !== orientation(cx, cy, dx, dy, bx, by) > 0;
}

/** Summed-area table of the cells in a state (F. Crow, 1984), one row and column more than the cells. */
function summedCells(cells: Uint8Array, columns: number, rows: number, state: number): Uint32Array {
  const sums = new Uint32Array((columns + 1) * (rows + 1));
  for (let row = 0; row < rows; row++) {
    let along = 0;
    for (let column = 0; column < columns; column++) {
      if (cells[row * columns + column] === state) along++;
      const at = (row + 1) * (columns + 1) + column + 1;
      sums[at] = sums[at - columns - 1]! + along;
    }
  }
  return sums;
}

function sumOf(
  sums: Uint32Array,
  columns: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  const at = (row: number, column: number) => sums[row * (columns + 1) + column]!;
  return at(bottom + 1, right + 1) - at(top, right + 1) - at(bottom + 1, left) + at(top, left);
}
