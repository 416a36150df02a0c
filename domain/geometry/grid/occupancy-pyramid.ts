import type { Occupancy } from '../outline/survey-outline.ts';
import { type Circumcircle, mayMeet } from '../plane/circumcircle.ts';
import type { Rect } from './grid.ts';

/** Where a surface has points: the cells of an occupancy (called bins) and those of coarser levels, from the south-west corner. */
export interface OccupancyPyramid {
  readonly minX: number;
  readonly minY: number;
  /** Edge of a bin. */
  readonly edge: number;
  /** Bins from west to east, and from south to north. */
  readonly width: number;
  readonly height: number;
  /** Uint8Array a level, row-major from the south, 1 with points; each has half as many columns and rows as the one before. */
  readonly levels: readonly Uint8Array[];
}

/** Some bins of a pyramid: all within bounds (both ends included), or those that are marked there. */
export interface BinSet {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  /** Uint8Array, row-major from the south, one byte per bin within the bounds; null: all. */
  readonly marks: Uint8Array | null;
}

/** Bins are enlarged by this share of their edge, against rounding in bin membership. */
const rim = 1e-6;

/** Builds the coarser levels of an occupancy, up to one cell. */
export function pyramidOf(occupancy: Occupancy): OccupancyPyramid {
  const { rect, cell, width, height, marks } = occupancy;
  const levels = [marks];
  for (let [w, h] = [width, height]; w > 1 || h > 1; ) {
    const fine = levels[levels.length - 1]!;
    const [halfWidth, halfHeight] = [(w + 1) >> 1, (h + 1) >> 1];
    const coarse = new Uint8Array(halfWidth * halfHeight);
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        if (fine[y * w + x]! === 1) coarse[(y >> 1) * halfWidth + (x >> 1)] = 1;
      }
    }
    levels.push(coarse);
    [w, h] = [halfWidth, halfHeight];
  }
  return { minX: rect.minX, minY: rect.minY, edge: cell, width, height, levels };
}

/** The bin (column and row) of a place within the pyramid. */
export function binAt({ minX, minY, edge }: OccupancyPyramid, x: number, y: number): [number, number] {
  return [Math.floor((x - minX) / edge), Math.floor((y - minY) / edge)];
}

export function hasBin(set: BinSet, column: number, row: number): boolean {
  if (column < set.left || column > set.right || row < set.bottom || row > set.top) return false;
  if (set.marks === null) return true;
  return set.marks[(row - set.bottom) * (set.right - set.left + 1) + column - set.left] === 1;
}

/** How many bins a set has. */
export function countBins({ left, bottom, right, top, marks }: BinSet): number {
  if (marks === null) return (right - left + 1) * (top - bottom + 1);
  return marks.reduce((count, mark) => count + mark, 0);
}

/** True where the bin of a place within the pyramid is in a set. */
export function hasPlace({ minX, minY, edge }: OccupancyPyramid, set: BinSet, x: number, y: number): boolean {
  return hasBin(set, Math.floor((x - minX) / edge), Math.floor((y - minY) / edge));
}

/** The rectangle in which every point is in a set, of bins that are all there are within bounds; empty for others. */
export function rectOfBins({ minX, minY, edge, width, height }: OccupancyPyramid, set: BinSet): Rect {
  if (set.marks !== null) return { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  return {
    minX: set.left <= 0 ? -Infinity : minX + (set.left + rim) * edge,
    minY: set.bottom <= 0 ? -Infinity : minY + (set.bottom + rim) * edge,
    maxX: set.right >= width - 1 ? Infinity : minX + (set.right + 1 - rim) * edge,
    maxY: set.top >= height - 1 ? Infinity : minY + (set.top + 1 - rim) * edge,
  };
}

/** The set of bins by their numbers (row × width + column); at least one. */
export function binSet(bins: Uint32Array, { width }: OccupancyPyramid): BinSet {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const bin of bins) {
    const [column, row] = [bin % width, Math.floor(bin / width)];
    left = Math.min(left, column);
    right = Math.max(right, column);
    bottom = Math.min(bottom, row);
    top = Math.max(top, row);
  }
  const across = right - left + 1;
  const marks = new Uint8Array(across * (top - bottom + 1));
  for (const bin of bins) marks[(Math.floor(bin / width) - bottom) * across + (bin % width) - left] = 1;
  return { left, bottom, right, top, marks };
}

/**
 * Visits the bins with points that a circle may meet, until `see` returns true.
 * @param see returns true to stop
 * @param passed bins that are skipped
 */
export function meetBins(
  pyramid: OccupancyPyramid,
  circle: Circumcircle,
  see: (column: number, row: number) => boolean,
  passed: BinSet | null = null,
): void {
  const { minX, minY, edge, width, levels } = pyramid;
  const slack = rim * edge;
  const stack = [levels.length - 1, 0, 0];
  while (stack.length > 0) {
    const [row, column, level] = [stack.pop()!, stack.pop()!, stack.pop()!];
    const across = Math.ceil(width / 2 ** level);
    if (levels[level]![row * across + column] !== 1) continue;
    const [west, south, size] = [column * 2 ** level, row * 2 ** level, 2 ** level];
    if (passed && isWithin(passed, west, south, size)) continue;
    const [x, y] = [minX + west * edge, minY + south * edge];
    const reach = size * edge + slack;
    if (!mayMeet(circle, x - slack, y - slack, x + reach, y + reach)) continue;
    if (level === 0) {
      if (see(column, row)) return;
      continue;
    }
    const [w, h] = [Math.ceil(width / 2 ** (level - 1)), Math.ceil(pyramid.height / 2 ** (level - 1))];
    for (let y2 = 2 * row; y2 <= 2 * row + 1 && y2 < h; y2++) {
      for (let x2 = 2 * column; x2 <= 2 * column + 1 && x2 < w; x2++) stack.push(level - 1, x2, y2);
    }
  }
}

function isWithin(set: BinSet, west: number, south: number, size: number): boolean {
  if (set.marks !== null) return size === 1 && hasBin(set, west, south);
  return (
    west >= set.left && west + size - 1 <= set.right && south >= set.bottom && south + size - 1 <= set.top
  );
}
