import { columnX, type GridFrame, rowY } from '#domain/geometry/grid/grid.ts';
import {
  type BinSet,
  binAt,
  hasBin,
  type OccupancyPyramid,
} from '#domain/geometry/grid/occupancy-pyramid.ts';
import { fillSmoothly } from '#domain/geometry/grid/smooth-fill.ts';
import type { SurveyOutline } from '#domain/geometry/outline/survey-outline.ts';
import { createPlaneFit } from '#domain/geometry/plane/plane-fit.ts';
import { clamp } from '#domain/math/clamp.ts';
import type { Spool } from '../cloud/spool.ts';

/** Edge of the lattice's squares in cells of the raster; even, so that a cell is in their middle. */
const squareCells = 8;
/** Slopes (rise over run, in the surface's units) above this are edges, across which no height is extrapolated. */
const steepestCarried = 1;
/** Minimum squares with points in a 3 × 3 neighbourhood to estimate a slope. */
const minForSlope = 4;
/** Minimum spread of squares across a line to estimate a slope. */
const minBreadth = 1e-3;

/**
 * Points in the middles of those squares of a raster that hold no point of a surface. Their heights interpolate the
 * surroundings smoothly. Triangulated with the points, they leave no edge longer than `longestEdge`.
 */
export interface GapPoints {
  /** Columns and rows of the raster's frame, and heights; length 3n, by rows. */
  readonly places: Float64Array;
  /** Edge of a square, cells. */
  readonly square: number;
  /** Cells: maximum edge of a triangle within the outline. */
  readonly longestEdge: number;
  /** True where a cell of the raster is in a square without a point. */
  isGap(column: number, row: number): boolean;
}

/** Adds the points of a set of bins to a list. */
type AddOf = (set: BinSet, add: (x: number, y: number, z: number) => void) => void;

/** Finds points, xyz each in the plane of an occupancy, by its bins. */
export function sortByBin(points: Float64Array, occupancy: OccupancyPyramid): AddOf {
  const binOf = (k: number) => {
    const [column, row] = binAt(occupancy, points[k]!, points[k + 1]!);
    return row * occupancy.width + column;
  };
  const order = Float64Array.from({ length: points.length / 3 }, (_, point) => point);
  const bins = order.map((point) => binOf(3 * point));
  order.sort((a, b) => bins[a]! - bins[b]! || a - b);
  const sorted = order.map((point) => bins[point]!);
  return (set, add) => {
    for (let row = set.bottom; row <= set.top; row++) {
      let at = firstFrom(sorted, row * occupancy.width + set.left);
      for (; at < sorted.length && sorted[at]! <= row * occupancy.width + set.right; at++) {
        if (!hasBin(set, sorted[at]! % occupancy.width, row)) continue;
        const k = 3 * order[at]!;
        add(points[k]!, points[k + 1]!, points[k + 2]!);
      }
    }
  };
}

/** First index of sorted values that is not below a value. */
function firstFrom(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Records where a surface has points, point by point. */
export interface GapMeter {
  /** A point by its column and row of the raster, and by its integers in the spool. */
  see(column: number, row: number, x: number, y: number, z: number): void;
  finish(outline: SurveyOutline): GapPoints;
}

interface Squares {
  readonly width: number;
  readonly height: number;
  readonly counts: Uint32Array;
  /**
   * Sums of the points' integers, independent of their order; then means of positions from the middle of the
   * north-western cell, to the east and to the south, and of heights.
   */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

/**
 * Heights of a surface in the middles of the squares that hold points: the mean of their heights, moved from the mean
 * of their positions by the slope of the squares around. NaN in the others.
 * @param edge of a square, horizontal unit
 */
function heightsInMiddles({ width, height, counts, x, y, z }: Squares, edge: number): Float64Array {
  const heights = new Float64Array(width * height).fill(Number.NaN);
  const fit = createPlaneFit();
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const own = row * width + column;
      if (counts[own] === 0) continue;
      const [middleX, middleY] = [(column + 0.5) * edge, (row + 0.5) * edge];
      fit.clear();
      for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, height - 1); r++) {
        for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, width - 1); c++) {
          const at = r * width + c;
          if (counts[at] !== 0) fit.add(x[at]! - middleX, y[at]! - middleY, z[at]! - z[own]!);
        }
      }
      heights[own] = z[own]!;
      const plane = fit.count < minForSlope ? null : fit.plane();
      if (plane === null || plane.breadth <= minBreadth) continue;
      const { slopeX, slopeY } = plane;
      if (Math.hypot(slopeX, slopeY) > steepestCarried) continue;
      heights[own] = z[own]! + slopeX * (middleX - x[own]!) + slopeY * (middleY - y[own]!);
    }
  }
  return heights;
}

/**
 * An accumulator for the points of a surface on a raster.
 * @param maxSquares of the lattice; on larger rasters its squares are larger, in steps of two
 */
export function createGapMeter(frame: GridFrame, { layout }: Spool, maxSquares: number): GapMeter {
  let edge = squareCells;
  while (Math.ceil(frame.width / edge) * Math.ceil(frame.height / edge) > maxSquares) edge *= 2;
  const [width, height] = [Math.ceil(frame.width / edge), Math.ceil(frame.height / edge)];
  const sums = () => new Float64Array(width * height);
  const squares = { width, height, counts: new Uint32Array(width * height), x: sums(), y: sums(), z: sums() };
  const { scale, offset } = layout.scaling;

  function toMeans(): void {
    const { counts, x, y, z } = squares;
    const { originX, originY } = frame;
    for (let at = 0; at < counts.length; at++) {
      const count = counts[at]!;
      if (count === 0) continue;
      x[at] = (x[at]! / count) * scale[0] + offset[0] - originX;
      y[at] = originY - (y[at]! / count) * scale[1] - offset[1];
      z[at] = (z[at]! / count) * scale[2] + offset[2];
    }
  }

  /** The cell in the middle of a square; at the frame's edge the nearest that is within the points' bounds. */
  function middleOf(at: number): [number, number] {
    const [left, top] = [(at % width) * edge, Math.floor(at / width) * edge];
    return [Math.min(left + edge / 2, frame.width - 2), Math.min(top + edge / 2, frame.height - 2)];
  }

  /**
   * One byte per square: 1 where its middle or a corner cell is within an outline, so that triangles reach the
   * outline.
   */
  function squaresWithin({ contains }: SurveyOutline): Uint8Array {
    return Uint8Array.from({ length: width * height }, (_, at) => {
      const [left, top] = [(at % width) * edge, Math.floor(at / width) * edge];
      const [right, bottom] = [
        Math.min(left + edge, frame.width) - 1,
        Math.min(top + edge, frame.height) - 1,
      ];
      const cells = [middleOf(at), [left, top], [right, top], [left, bottom], [right, bottom]] as const;
      return cells.some(([column, row]) => contains(columnX(frame, column), rowY(frame, row))) ? 1 : 0;
    });
  }

  return {
    see(column, row, x, y, z) {
      // points on the outer edges of the raster belong to its outermost cells
      const c = Math.floor(clamp(column, 0, frame.width - 1) / edge);
      const r = Math.floor(clamp(row, 0, frame.height - 1) / edge);
      const at = r * width + c;
      squares.counts[at] = squares.counts[at]! + 1;
      squares.x[at] = squares.x[at]! + x;
      squares.y[at] = squares.y[at]! + y;
      squares.z[at] = squares.z[at]! + z;
    },
    finish(outline) {
      toMeans();
      const heights = heightsInMiddles(squares, edge * frame.cellSize);
      const within = squaresWithin(outline);
      for (let at = 0; at < heights.length; at++) if (within[at] === 0) heights[at] = Number.NaN;
      fillSmoothly(heights, width, height);
      const gaps = new Uint8Array(width * height);
      const places: number[] = [];
      for (let at = 0; at < gaps.length; at++) {
        if (within[at] === 0 || squares.counts[at] !== 0 || Number.isNaN(heights[at]!)) continue;
        const [column, row] = middleOf(at);
        if (column < (at % width) * edge || row < Math.floor(at / width) * edge) continue;
        gaps[at] = 1;
        places.push(column, row, heights[at]!);
      }
      return {
        places: Float64Array.from(places),
        square: edge,
        longestEdge: Math.ceil(2 * Math.SQRT2 * edge),
        isGap: (column, row) => gaps[Math.floor(row / edge) * width + Math.floor(column / edge)] === 1,
      };
    },
  };
}
