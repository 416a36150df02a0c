import { nthSmallest } from '../nth-smallest.ts';
import { columnX, type GridFrame, type GridWindow, growWindow, rowY } from './grid.ts';

/** A gap in heights of two cell edges separates two surfaces; in large cells, a gap of this many metres. */
const breakCells = 2;
const breakM = 1;
/** Minimum fraction of a cell's points on a surface. */
const minShare = 0.25;
const passes = 4;
/** Residuals beyond this many standard deviations are down-weighted (P. J. Huber, 1964, at 95 % efficiency). */
const huberLimit = 1.345;
const madToSigma = 1.4826;
/**
 * Assumed error of points, in cell edges, and assumed size of slopes (rise over run). They regularise the plane where
 * there are too few points.
 */
const expectedError = 0.1;
const expectedSlope = 1;

/** Coordinates of the points for one cell's plane, those of its top surface first. */
interface CellPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly residual: Float64Array;
  readonly scratch: Float64Array;
}

function roomFor(count: number): CellPoints {
  const list = () => new Float64Array(count);
  return { x: list(), y: list(), z: list(), residual: list(), scratch: list() };
}

/** Larger arrays with the points so far. */
function moreRoom({ x, y, z }: CellPoints, count: number): CellPoints {
  const room = roomFor(count);
  room.x.set(x);
  room.y.set(y);
  room.z.set(z);
  return room;
}

/**
 * Indices of points sorted by the cells of a window, within a cell by descending height; cell `c` has `starts[c]` to
 * `starts[c + 1]`.
 */
function sortByCell(
  xyz: Float64Array,
  { originX, originY, cellSize }: GridFrame,
  { x, y, width, height }: GridWindow,
) {
  const count = xyz.length / 3;
  const cellOf = new Int32Array(count);
  const starts = new Uint32Array(width * height + 1);
  const [west, north] = [originX - cellSize / 2, originY + cellSize / 2];
  for (let point = 0; point < count; point++) {
    const column = Math.floor((xyz[3 * point]! - west) / cellSize) - x;
    const row = Math.floor((north - xyz[3 * point + 1]!) / cellSize) - y;
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    cellOf[point] = isInside ? row * width + column : -1;
    if (isInside) starts[row * width + column + 1]!++;
  }
  for (let cell = 0; cell < width * height; cell++) starts[cell + 1]! += starts[cell]!;
  const order = new Uint32Array(starts[width * height]!);
  const next = starts.slice(0, -1);
  for (let point = 0; point < count; point++) {
    const cell = cellOf[point]!;
    if (cell >= 0) order[next[cell]!++] = point;
  }
  for (let cell = 0; cell < width * height; cell++) {
    if (starts[cell + 1]! - starts[cell]! < 2) continue;
    order.subarray(starts[cell], starts[cell + 1]).sort((p, q) => fromTheTop(xyz, p, q));
  }
  return { starts, order };
}

function medianOf(values: Float64Array, count: number, scratch: Float64Array): number {
  for (let k = 0; k < count; k++) scratch[k] = values[k]!;
  const middle = count >> 1;
  const upper = nthSmallest(scratch, count, middle);
  if (count % 2 === 1) return upper;
  let lower = scratch[0]!;
  for (let k = 1; k < middle; k++) lower = Math.max(lower, scratch[k]!);
  return 0.5 * (lower + upper);
}

/**
 * Plane through the first `count` points by least squares with Huber's weights; returns its height at (0, 0), clamped
 * to the heights of the points.
 */
function heightAtCentre(cell: CellPoints, count: number, ridge: number): number {
  const { x, y, z, residual, scratch } = cell;
  if (count === 1) return z[0]!;
  let a = medianOf(z, count, scratch);
  let b = 0;
  let c = 0;
  for (let pass = 0; pass < passes; pass++) {
    for (let k = 0; k < count; k++) residual[k] = Math.abs(z[k]! - a - b * x[k]! - c * y[k]!);
    const limit = pass === 0 ? Infinity : huberLimit * madToSigma * medianOf(residual, count, scratch);
    let w = 0;
    let wx = 0;
    let wy = 0;
    let wz = 0;
    for (let k = 0; k < count; k++) {
      const share = residual[k]! > limit ? limit / residual[k]! : 1;
      scratch[k] = share;
      w += share;
      wx += share * x[k]!;
      wy += share * y[k]!;
      wz += share * z[k]!;
    }
    const mx = wx / w;
    const my = wy / w;
    const mz = wz / w;
    let xx = ridge;
    let xy = 0;
    let yy = ridge;
    let xz = 0;
    let yz = 0;
    for (let k = 0; k < count; k++) {
      const dx = x[k]! - mx;
      const dy = y[k]! - my;
      const dz = z[k]! - mz;
      const share = scratch[k]!;
      xx += share * dx * dx;
      xy += share * dx * dy;
      yy += share * dy * dy;
      xz += share * dx * dz;
      yz += share * dy * dz;
    }
    const det = xx * yy - xy * xy;
    b = (xz * yy - yz * xy) / det;
    c = (yz * xx - xz * xy) / det;
    a = mz - b * mx - c * my;
  }
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < count; k++) {
    low = Math.min(low, z[k]!);
    high = Math.max(high, z[k]!);
  }
  return Math.max(low, Math.min(high, a));
}

/**
 * First and last index (exclusive) of the topmost surface with enough points, in points sorted by descending height.
 */
function topRange(xyz: Float64Array, points: Uint32Array, gap: number): [number, number] {
  const enough = Math.max(Math.min(2, points.length), minShare * points.length);
  let start = 0;
  let largest: [number, number] = [0, 0];
  for (let k = 1; k <= points.length; k++) {
    if (k < points.length && xyz[3 * points[k - 1]! + 2]! - xyz[3 * points[k]! + 2]! <= gap) continue;
    if (k - start >= enough) return [start, k];
    if (k - start > largest[1] - largest[0]) largest = [start, k];
    start = k;
  }
  return largest;
}

/** Orders points by descending height; ties by position, so that the input order has no effect. */
function fromTheTop(xyz: Float64Array, p: number, q: number): number {
  return xyz[3 * q + 2]! - xyz[3 * p + 2]! || xyz[3 * p]! - xyz[3 * q]! || xyz[3 * p + 1]! - xyz[3 * q + 1]!;
}

/** Half widths of a disc of cells, one per row: cells whose centres are at most `reach` + ½ from its centre. */
function discOf(reach: number): readonly number[] {
  return Array.from({ length: 2 * reach + 1 }, (_, row) =>
    Math.floor(Math.sqrt((reach + 0.5) ** 2 - (row - reach) ** 2)),
  );
}

/**
 * The topmost surface in each cell of a window of a frame, from points with height errors. Of a cell's points, those
 * above the first gap in heights with enough points above it are selected, and surrounding points at similar heights.
 * The result is the height at the cell's centre of a robust least-squares plane through these. Unlike the highest
 * point, it does not rise with the number and errors of the points, and is not biased on slopes.
 * @param xyz world coordinates of the points, length 3n; borrowed
 * @param unit metres per horizontal and per vertical unit
 * @param window default: the whole frame; heights do not depend on it
 * @param reach radius in cells of surrounding points used for the plane, if their heights are within a gap of the
 * cell's own surface; the surface is selected by the cell's own points only
 * @returns one height per cell of the window, NaN where there is no point
 */
export function topSurface(
  xyz: Float64Array,
  frame: GridFrame,
  unit: { readonly horizontal: number; readonly vertical: number },
  window: GridWindow = { x: 0, y: 0, width: frame.width, height: frame.height },
  reach = 0,
): Float64Array<ArrayBuffer> {
  const { cellSize } = frame;
  const { width, height } = window;
  const around = growWindow(window, reach);
  const { starts, order } = sortByCell(xyz, frame, around);
  const disc = discOf(reach);
  const gap = Math.min(breakCells * cellSize * unit.horizontal, breakM) / unit.vertical;
  const ridge = ((expectedError * cellSize) / expectedSlope) ** 2;
  const heights = new Float64Array(width * height).fill(Number.NaN);
  let room = roomFor(64);

  function gather(column: number, row: number, low: number, high: number): number {
    const [x0, y0] = [columnX(frame, window.x + column), rowY(frame, window.y + row)];
    let count = 0;
    for (let r = 0; r < disc.length; r++) {
      const first = (row + r) * around.width + column + reach - disc[r]!;
      const [from, to] = [starts[first]!, starts[first + 2 * disc[r]! + 1]!];
      if (count + to - from > room.z.length) room = moreRoom(room, 2 * (count + to - from));
      for (let k = from; k < to; k++) {
        const point = order[k]!;
        const z = xyz[3 * point + 2]!;
        if (z < low || z > high) continue;
        room.x[count] = xyz[3 * point]! - x0;
        room.y[count] = xyz[3 * point + 1]! - y0;
        room.z[count++] = z;
      }
    }
    return count;
  }

  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row + reach) * around.width + column + reach;
      const own = order.subarray(starts[at], starts[at + 1]);
      if (own.length === 0) continue;
      const [first, end] = topRange(xyz, own, gap);
      const beyond = reach > 0 ? gap : 0;
      const low = xyz[3 * own[end - 1]! + 2]! - beyond;
      const high = xyz[3 * own[first]! + 2]! + beyond;
      const count = gather(column, row, low, high);
      heights[row * width + column] = heightAtCentre(room, count, ridge);
    }
  }
  return heights;
}
