import { type GridFrame, type GridWindow, gridRect, type Rect } from '#domain/geometry/grid/grid.ts';
import { type BinSet, countBins, hasPlace, pyramidOf } from '#domain/geometry/grid/occupancy-pyramid.ts';
import { createOccupancy } from '#domain/geometry/outline/survey-outline.ts';
import { grow } from '../cloud/column-points.ts';
import { createPointList } from '../cloud/point-list.ts';
import type { SurfaceFrom } from '../context.ts';
import { createGapMeter, sortByBin } from './gap-points.ts';
import { highestPoints, withNeighbours, withoutIsolated } from './highest-points.ts';
import { createSkeletonMeter } from './skeleton.ts';
import { binEdge, piecesOf, type SurfacePoints, skeletonCells } from './surface-points.ts';
import type { SurfaceRequest } from './surface-request.ts';
import { windowFrame } from './terrain-frame.ts';

/** Cells per side of a bin; a power of 2. */
const binCells = 8;
/** Cells around the frame that also have bins, for points on its outer edges. */
const rimCells = 1;
/** Cells whose tops are found at a time, where distant bins are requested. */
const maxPieceCells = 2 ** 14;

/** Finds a height for each cell of a window that has points: column, −row and height. */
type FindTops = (window: GridWindow) => Promise<Float64Array>;

/** A cell's plane fits the points within this many mean spacings, enough of them to average out their errors. */
const fittedSpacings = 1.5;
const maxFittedCells = 8;

/** The topmost surface through each cell's points and those around. */
function fittedTops({ points, frame, spacing, unit, pool, signal }: SurfaceRequest): FindTops {
  const reach = Math.min(Math.round((fittedSpacings * spacing) / frame.cellSize), maxFittedCells);
  return async (window) => {
    const around = withNeighbours(frame, window, unit);
    // one more cell, since the whole frame's arithmetic decides which cell a point is in
    const own = await points.within(grow(gridRect(windowFrame(frame, around)), (reach + 1) * frame.cellSize));
    const { heights } = await pool.run(
      'geometry.topSurface',
      { points: own, frame, window: around, unit, reach },
      { transfer: [own.buffer], ...(signal ? { signal } : {}) },
    );
    const second = new Float64Array(heights.length).fill(Number.NaN);
    return withoutIsolated({ first: heights, second }, frame, window, unit);
  };
}

/** The cells of a set of bins, from the north-west. */
function windowOf(set: BinSet, binSide: number, { height }: GridFrame): GridWindow {
  return {
    x: set.left * binSide - rimCells,
    y: height + rimCells - (set.top + 1) * binSide,
    width: (set.right - set.left + 1) * binSide,
    height: (set.top - set.bottom + 1) * binSide,
  };
}

/** Bins over the cells of a frame, at (column, −row), and a sample of the cells with points. */
async function readPlaces({ spool, points, frame, limits, fillsGaps, outline }: SurfaceRequest) {
  const { minX, maxY } = gridRect(frame);
  const { cellSize, width, height } = frame;
  const { scale, offset } = spool.layout.scaling;
  const inner: Rect = { minX: -0.5, minY: 0.5 - height, maxX: width - 0.5, maxY: 0.5 };
  const rect = grow(inner, rimCells);
  const binSide = 2 ** Math.ceil(Math.log2(binEdge(rect, binCells, limits.bins)));
  const occupied = createOccupancy(rect, binSide);
  const sample = createSkeletonMeter(rect, skeletonCells, limits.skeletonPoints);
  const gapMeter = fillsGaps ? createGapMeter(frame, spool, limits.gapSquares) : null;
  for (const column of spool.columns) {
    const xyz = await points.column(column);
    for (let k = 0; k < xyz.length; k += 3) {
      const x = Math.floor((xyz[k]! * scale[0] + offset[0] - minX) / cellSize);
      const y = -Math.floor((maxY - (xyz[k + 1]! * scale[1] + offset[1])) / cellSize);
      occupied.see(x, y);
      sample.see(x, y, xyz[k + 2]! * scale[2] + offset[2]);
      gapMeter?.see(x, -y, xyz[k]!, xyz[k + 1]!, xyz[k + 2]!);
    }
  }
  const gaps = gapMeter ? gapMeter.finish(await outline()) : null;
  const filled = Float64Array.from(gaps?.places ?? [], (value, k) => (k % 3 === 1 ? -value : value));
  for (let k = 0; k < filled.length; k += 3) {
    occupied.see(filled[k]!, filled[k + 1]!);
    sample.see(filled[k]!, filled[k + 1]!, filled[k + 2]!);
  }
  const occupancy = pyramidOf(occupied);
  const addFilled = sortByBin(filled, occupancy);
  return { occupancy, skeleton: sample.finish(), binSide, gaps, addFilled };
}

/**
 * The topmost points of cells at (column, −row): whole numbers, so that the raster's frame has cells of 1 at the
 * origin. The skeleton's heights are those of any point of their cells.
 */
export async function createTopPoints(request: SurfaceRequest, from: SurfaceFrom): Promise<SurfacePoints> {
  const { points, unit, frame } = request;
  const findTops: FindTops =
    from === 'fitted' ? fittedTops(request) : (window) => highestPoints(points, frame, window, unit);
  const { occupancy, skeleton, binSide, gaps, addFilled } = await readPlaces(request);

  async function load(set: BinSet): Promise<Float64Array<ArrayBuffer>> {
    const list = createPointList(countBins(set) * binSide ** 2);
    for (const piece of piecesOf(set, maxPieceCells / binSide ** 2)) {
      const tops = await findTops(windowOf(piece, binSide, frame));
      for (let k = 0; k < tops.length; k += 3) {
        if (hasPlace(occupancy, set, tops[k]!, tops[k + 1]!)) list.add(tops[k]!, tops[k + 1]!, tops[k + 2]!);
      }
    }
    addFilled(set, list.add);
    return list.finish();
  }

  const cells = { width: frame.width, height: frame.height, originX: 0, originY: 0, cellSize: 1 };
  return { frame: cells, occupancy, skeleton, gaps, load };
}
