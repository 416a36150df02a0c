import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { geoKeysFor } from '#domain/crs/geokeys-write.ts';
import type { CrsDefinition } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { createGrid, type Grid, type GridFrame, gridRect, type Rect } from '#domain/geometry/grid.ts';
import type { SurveyOutline } from '#domain/geometry/survey-outline.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { type ColumnPoints, grow } from '../cloud/column-points.ts';
import { inOrder } from '../cloud/ordered.ts';
import type { Spool } from '../cloud/spool.ts';
import type { SurfaceFrom } from '../context.ts';
import type { MetresPerUnit } from '../units.ts';
import { highestPoints, withoutLonely } from './highest-points.ts';
import { trimGrid } from './outline.ts';
import { createRasterFile, type RasterFile } from './raster-file.ts';
import { createSkeleton, type Skeleton, withSkeleton } from './skeleton.ts';
import { markNear, markSupport } from './support.ts';
import { type TileWindow, tileFrame } from './terrain-frame.ts';
import { type BlockPlan, type GriddedBlock, gridInBlocks, planBlocks } from './tile-blocks.ts';

/** Missing height in the rasters' files. */
export const missingHeight = -9999;

/** Cells around a tile of the surface model whose highest points join its triangulation. */
const surfaceReach = 48;
/** Tiles of the surface model in work at the same time. */
const mostTilesAtWork = 6;
/** Cells a side of the skeleton's sample. */
const skeletonCells = 16;

export interface SurfaceJob {
  readonly spool: Spool;
  readonly points: ColumnPoints;
  readonly bounds: Rect;
  readonly frame: GridFrame;
  /** Where the survey ends; asked once a raster. */
  outline(): Promise<SurveyOutline>;
  /** Mean plan spacing of the points, horizontal unit. */
  readonly spacing: number;
  readonly definition: CrsDefinition | null;
  readonly unit: MetresPerUnit;
  readonly verticalUnitName: string | null;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  report(fraction: number): void;
}

/** Lowest and highest height of a raster, and how many of its cells have one. */
export interface HeightFacts {
  readonly low: number;
  readonly high: number;
  readonly cells: number;
  /** Cells that were left empty as they lie outside the survey. */
  readonly cut: number;
  /** Widest gap that was filled, horizontal unit. */
  readonly gap: number;
}

function rasterSpec(job: SurfaceJob, sampleType: CogSpec['sampleType'], nodata: number): CogSpec {
  const { frame, definition } = job;
  const rect = gridRect(frame);
  return {
    width: frame.width,
    height: frame.height,
    bands: 1,
    sampleType,
    colour: 'gray',
    geotransform: [rect.minX, frame.cellSize, 0, rect.maxY, 0, -frame.cellSize],
    geoKeys: definition ? geoKeysFor(definition, { rasterType: 1 }) : null,
    nodata,
    ...(job.verticalUnitName ? { unit: job.verticalUnitName } : {}),
  };
}

/** Grids points linearly; a tile whose points make no triangle is empty. */
async function gridPoints(
  job: SurfaceJob,
  points: Float64Array<ArrayBuffer>,
  frame: GridFrame,
): Promise<Grid> {
  const options = { transfer: [points.buffer], ...(job.signal ? { signal: job.signal } : {}) };
  try {
    return await job.pool.run('geometry.grid', { surface: { points }, frame }, options);
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    if (code === 'geometry.too-few-points' || code === 'geometry.collinear') return createGrid(frame);
    throw error;
  }
}

function crop(
  grid: Grid,
  tile: TileWindow,
  margin: number,
  facts: { low: number; high: number; cells: number },
) {
  const samples = new Float32Array(tile.width * tile.height);
  for (let row = 0; row < tile.height; row++) {
    for (let column = 0; column < tile.width; column++) {
      const value = grid.values[(row + margin) * grid.width + column + margin]!;
      samples[row * tile.width + column] = Number.isNaN(value) ? missingHeight : value;
      if (Number.isNaN(value)) continue;
      facts.cells++;
      if (value < facts.low) facts.low = value;
      if (value > facts.high) facts.high = value;
    }
  }
  return samples;
}

function* tilesOf(file: RasterFile): Generator<{ column: number; row: number; window: TileWindow }> {
  const level = file.levels[0]!;
  for (let row = 0; row < level.rows; row++) {
    for (let column = 0; column < level.columns; column++) {
      yield { column, row, window: file.tileWindow(column, row) };
    }
  }
}

function countTiles(file: RasterFile): number {
  const level = file.levels[0]!;
  return level.rows * level.columns;
}

type GridTile = (window: TileWindow, margin: number) => Promise<GriddedBlock>;

/** Grids the ground through its triangulation. */
function groundTiles(job: SurfaceJob, skeleton: Skeleton, { side, reach }: BlockPlan): GridTile {
  const gridBlock = async (block: TileWindow, margin: number): Promise<GriddedBlock> => {
    const frame = tileFrame(job.frame, block, margin);
    const around = grow(gridRect(frame), reach * job.frame.cellSize);
    const points = await job.points.within(around);
    const near = markNear(frame, points);
    const grid = await gridPoints(job, withSkeleton(points, skeleton, around), frame);
    return { grid, near };
  };
  return (window, margin) => gridInBlocks(job.frame, window, margin, side, gridBlock);
}

/** Grids the highest points; cells between them are filled from their neighbours. */
function highestTiles(job: SurfaceJob, skeleton: Skeleton): GridTile {
  return async (window, margin) => {
    const frame = tileFrame(job.frame, window, margin);
    const around = tileFrame(job.frame, window, margin + surfaceReach);
    const points = await highestPoints(job.points, around, job.unit);
    const near = markNear(frame, points);
    const grid = await gridPoints(job, withSkeleton(points, skeleton, gridRect(around)), frame);
    return { grid, near };
  };
}

/** Grids the topmost surface that goes through each cell's points; cells between them are filled as by `highestTiles`. */
function fittedTiles(job: SurfaceJob, skeleton: Skeleton, { side }: BlockPlan): GridTile {
  const { unit, pool, signal } = job;
  const gridBlock = async (block: TileWindow, margin: number): Promise<GriddedBlock> => {
    const frame = tileFrame(job.frame, block, margin);
    const around = tileFrame(job.frame, block, margin + surfaceReach);
    const points = await job.points.within(gridRect(around));
    const { heights } = await pool.run(
      'geometry.topSurface',
      { points, frame: around, unit },
      { transfer: [points.buffer], ...(signal ? { signal } : {}) },
    );
    const second = new Float64Array(heights.length).fill(Number.NaN);
    const tops = withoutLonely({ first: heights, second }, around, unit);
    const near = markNear(frame, tops);
    const grid = await gridPoints(job, withSkeleton(tops, skeleton, gridRect(around)), frame);
    return { grid, near };
  };
  return (window, margin) => gridInBlocks(job.frame, window, margin, side, gridBlock);
}

async function makeSkeleton(job: SurfaceJob): Promise<Skeleton> {
  return createSkeleton(job.spool, job.points, job.bounds, skeletonCells * job.frame.cellSize);
}

/**
 * Writes an elevation model (linear on the triangulated ground points, within the survey's outline) and beside it what each of its cells rests on.
 */
export async function writeElevation(
  job: SurfaceJob,
  path: string,
  supportPath: string,
): Promise<{ facts: HeightFacts; proof: FileProof; supportProof: FileProof }> {
  const plan = planBlocks(job.spacing, job.frame.cellSize, job.pool.size);
  const gridTile = groundTiles(job, await makeSkeleton(job), plan);
  const file = await createRasterFile(path, rasterSpec(job, 'float32', missingHeight), job.pool, job.signal);
  const support = await createRasterFile(
    supportPath,
    rasterSpec({ ...job, verticalUnitName: null }, 'uint8', 0),
    job.pool,
    job.signal,
  );
  const outline = await job.outline();
  const facts = { low: Infinity, high: -Infinity, cells: 0, cut: 0, gap: outline.gap };
  const steepness = job.unit.vertical / job.unit.horizontal;
  let done = 0;
  try {
    await inOrder(
      tilesOf(file),
      plan.parallel,
      ({ window }) => gridTile(window, 1),
      async ({ grid, near }, { column, row, window }) => {
        const { width, height } = window;
        facts.cut += trimGrid(grid, outline, 1);
        await file.writeTile(column, row, { width, height, samples: crop(grid, window, 1, facts) });
        const marks = markSupport(grid, near, window, 1, steepness);
        await support.writeTile(column, row, { width, height, samples: marks });
        job.report(++done / countTiles(file));
      },
    );
    const supportProof = await support.commit();
    return { facts, proof: await file.commit(), supportProof };
  } finally {
    await file.discard();
    await support.discard();
  }
}

/** Writes a surface model of each cell's points, gaps filled between them, within the survey's outline. */
export async function writeSurface(
  job: SurfaceJob,
  path: string,
  from: SurfaceFrom,
): Promise<{ facts: HeightFacts; proof: FileProof }> {
  const skeleton = await makeSkeleton(job);
  const plan = planBlocks(job.spacing, job.frame.cellSize, job.pool.size);
  const isFitted = from === 'fitted';
  const gridTile = isFitted ? fittedTiles(job, skeleton, plan) : highestTiles(job, skeleton);
  const file = await createRasterFile(path, rasterSpec(job, 'float32', missingHeight), job.pool, job.signal);
  const outline = await job.outline();
  const facts = { low: Infinity, high: -Infinity, cells: 0, cut: 0, gap: outline.gap };
  let done = 0;
  try {
    await inOrder(
      tilesOf(file),
      isFitted ? plan.parallel : Math.min(job.pool.size, mostTilesAtWork),
      ({ window }) => gridTile(window, 0),
      async ({ grid }, { column, row, window }) => {
        const { width, height } = window;
        facts.cut += trimGrid(grid, outline, 0);
        await file.writeTile(column, row, { width, height, samples: crop(grid, window, 0, facts) });
        job.report(++done / countTiles(file));
      },
    );
    return { facts, proof: await file.commit() };
  } finally {
    await file.discard();
  }
}
