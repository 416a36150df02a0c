import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { geoKeysFor } from '#domain/crs/geokeys-write.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { createGrid, type Grid, type GridWindow, gridRect, growWindow } from '#domain/geometry/grid.ts';
import type { SurveyOutline } from '#domain/geometry/survey-outline.ts';
import { inOrder } from '../cloud/ordered.ts';
import type { SurfaceFrom } from '../context.ts';
import { gridCells } from './grid-cells.ts';
import { createGroundSurface } from './ground-surface.ts';
import { cellsWithin, countCut } from './outline.ts';
import { createRasterFile, type RasterFile } from './raster-file.ts';
import { markNear, markSupport } from './support.ts';
import type { SurfaceJob } from './surface-job.ts';
import { binsOfWindow, type SurfacePoints } from './surface-points.ts';
import { windowFrame } from './terrain-frame.ts';
import { type BlockPlan, type GriddedBlock, gridInBlocks, planBlocks } from './tile-blocks.ts';
import { createTopPoints } from './top-surface-points.ts';

/** Missing height in the rasters' files. */
export const missingHeight = -9999;

/** Tiles of the surface model in work at the same time. */
const mostTilesAtWork = 6;

/** Lowest and highest height of a raster, and how many of its cells have one. */
export interface HeightFacts {
  readonly low: number;
  readonly high: number;
  readonly cells: number;
}

/** What is told of an elevation model. */
export interface ElevationFacts extends HeightFacts {
  /** Cells that were left empty as they lie within the hull of the points, but outside the survey. */
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

function crop(
  grid: Grid,
  tile: GridWindow,
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

function* tilesOf(file: RasterFile): Generator<{ column: number; row: number; window: GridWindow }> {
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

type GridTile = (window: GridWindow, margin: number) => Promise<GriddedBlock>;

/** Grids tiles of a surface in blocks; cells outside the outline stay empty. */
function tileGridder(
  job: SurfaceJob,
  surface: SurfacePoints,
  outline: SurveyOutline,
  { side, reach }: BlockPlan,
  marks: ((window: GridWindow, points: Float64Array) => Uint8Array) | null,
): GridTile {
  const gridBlock = async (block: GridWindow, margin: number): Promise<GriddedBlock> => {
    const window = growWindow(block, margin);
    const bins = binsOfWindow(surface, growWindow(window, reach));
    const points = await surface.load(bins);
    const near = marks === null ? null : marks(window, points);
    const wanted = cellsWithin(outline, job.frame, window);
    const values = await gridCells(surface, { window, wanted, bins, points }, job.pool, job.signal);
    return { grid: createGrid(windowFrame(job.frame, window), values), near };
  };
  return (window, margin) => gridInBlocks(job.frame, window, margin, side, gridBlock);
}

/**
 * Writes an elevation model (linear on the Delaunay triangulation of all ground points, within the survey's outline) and
 * beside it what each of its cells rests on. Neither depends on the blocks.
 */
export async function writeElevation(
  job: SurfaceJob,
  path: string,
  supportPath: string,
): Promise<{ facts: ElevationFacts; proof: FileProof; supportProof: FileProof }> {
  const plan = planBlocks(job.spacing, job.frame.cellSize, job.pool.size, job.limits.blockPoints);
  const outline = await job.outline();
  const ground = await createGroundSurface(job);
  const near = (window: GridWindow, points: Float64Array) => markNear(job.frame, window, points);
  const gridTile = tileGridder(job, ground, outline, plan, near);
  const file = await createRasterFile(path, rasterSpec(job, 'float32', missingHeight), job.pool, job.signal);
  const support = await createRasterFile(
    supportPath,
    rasterSpec({ ...job, verticalUnitName: null }, 'uint8', 0),
    job.pool,
    job.signal,
  );
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
        facts.cut += countCut(outline, ground.hull, job.frame, window);
        await file.writeTile(column, row, { width, height, samples: crop(grid, window, 1, facts) });
        const marks = markSupport(grid, near!, window, 1, steepness);
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
  // of highest points only one a cell is held
  const { cellSize } = job.frame;
  const spacing = from === 'fitted' ? job.spacing : cellSize;
  const plan = planBlocks(spacing, cellSize, job.pool.size, job.limits.blockPoints);
  const outline = await job.outline();
  const gridTile = tileGridder(job, await createTopPoints(job, from), outline, plan, null);
  const file = await createRasterFile(path, rasterSpec(job, 'float32', missingHeight), job.pool, job.signal);
  const facts = { low: Infinity, high: -Infinity, cells: 0 };
  let done = 0;
  try {
    await inOrder(
      tilesOf(file),
      Math.min(plan.parallel, mostTilesAtWork),
      ({ window }) => gridTile(window, 0),
      async ({ grid }, { column, row, window }) => {
        const { width, height } = window;
        await file.writeTile(column, row, { width, height, samples: crop(grid, window, 0, facts) });
        job.report(++done / countTiles(file));
      },
    );
    return { facts, proof: await file.commit() };
  } finally {
    await file.discard();
  }
}
