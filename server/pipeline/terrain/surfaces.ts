import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { createGrid, type Grid, type GridWindow, gridRect, growWindow } from '#domain/geometry/grid/grid.ts';
import type { SurveyOutline } from '#domain/geometry/outline/survey-outline.ts';
import { inOrder } from '../cloud/ordered.ts';
import type { SurfaceFrom } from '../context.ts';
import { gridCells } from './grid-cells.ts';
import { createGroundSurface } from './ground-surface.ts';
import { cellsWithin, countCut, type MeasuredOutline } from './outline.ts';
import { createRasterFile, type RasterFile } from './raster-file.ts';
import { markNear, markSupport, supportCodes } from './support.ts';
import { binsOfWindow, type SurfacePoints } from './surface-points.ts';
import type { SurfaceRequest } from './surface-request.ts';
import { windowFrame } from './terrain-frame.ts';
import { type BlockPlan, type GriddedBlock, gridInBlocks, planBlocks } from './tile-blocks.ts';
import { createTopPoints } from './top-surface-points.ts';

/** Missing height in the rasters' files. */
export const missingHeight = -9999;

/** Tiles of the surface model processed concurrently. */
const maxTilesAtWork = 6;

/** Minimum and maximum height of a raster, and its number of cells with a height. */
export interface HeightFacts {
  readonly low: number;
  readonly high: number;
  readonly cells: number;
}

/** What is reported of a model. */
export interface ModelFacts extends HeightFacts {
  /** Cells whose heights fill a gap between points. */
  readonly gapCells: number;
  /**
   * Edge of the empty squares that are filled, and longest edge of a triangle, cells; null where gaps are not filled.
   */
  readonly gapSquare: number | null;
  readonly longestEdge: number | null;
  /** Points outside the outline, which the model does not reach. */
  readonly outsiders: number;
}

/** What is reported of an elevation model. */
export interface ElevationFacts extends ModelFacts {
  /** Cells that are empty because they are within the hull of the points, but outside the survey. */
  readonly cut: number;
  /**
   * Widest gap open to the outside that was filled, and widest that was filled where photos see the ground (null:
   * unknown), horizontal unit.
   */
  readonly gap: number;
  readonly seenGap: number | null;
}

function rasterSpec(request: SurfaceRequest, sampleType: CogSpec['sampleType'], nodata: number): CogSpec {
  const { frame, definition } = request;
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
    ...(request.verticalUnitName ? { unit: request.verticalUnitName } : {}),
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

/** Grids tiles of a surface in blocks; cells outside the outline are empty. */
function tileGridder(
  request: SurfaceRequest,
  surface: SurfacePoints,
  outline: SurveyOutline,
  { side, reach }: BlockPlan,
  marks: ((window: GridWindow, points: Float64Array) => Uint8Array) | null,
): GridTile {
  const gridBlock = async (block: GridWindow, margin: number): Promise<GriddedBlock> => {
    const window = growWindow(block, margin);
    const wanted = cellsWithin(outline, request.frame, window);
    // for a corridor across its rectangle most blocks are outside
    if (!wanted.includes(1)) {
      const near = marks && new Uint8Array(wanted.length);
      return { grid: createGrid(windowFrame(request.frame, window)), near };
    }
    const bins = binsOfWindow(surface, growWindow(window, reach));
    const points = await surface.load(bins);
    const near = marks === null ? null : marks(window, points);
    const values = await gridCells(surface, { window, wanted, bins, points }, request.pool, request.signal);
    return { grid: createGrid(windowFrame(request.frame, window), values), near };
  };
  return (window, margin) => gridInBlocks(request.frame, window, margin, side, gridBlock);
}

/** How a model is made. */
interface ModelPlan {
  readonly surface: SurfacePoints;
  readonly blocks: BlockPlan;
  readonly outline: MeasuredOutline;
  readonly path: string;
  /** The file for the basis of each cell; null for none. */
  readonly support: { readonly path: string; readonly steepness: number | null } | null;
  /** Called with each tile. */
  see?(window: GridWindow): void;
}

interface WrittenModel {
  readonly facts: ModelFacts;
  readonly proof: FileProof;
  readonly supportProof: FileProof | null;
}

/** Writes a height model and beside it the basis of its cells, tile by tile. */
async function writeModel(request: SurfaceRequest, plan: ModelPlan): Promise<WrittenModel> {
  const { surface, blocks, outline } = plan;
  const { gaps } = surface;
  const isGap = gaps ? gaps.isGap : () => false;
  const marks = (window: GridWindow, points: Float64Array) => markNear(surface.frame, window, points);
  const gridTile = tileGridder(request, surface, outline, blocks, plan.support && marks);
  const { spacing: pointSpacing } = request;
  const open = (path: string, spec: CogSpec) => createRasterFile(path, spec, request.pool, request.signal);
  const file = await open(plan.path, {
    ...rasterSpec(request, 'float32', missingHeight),
    pointSpacing,
  });
  const ofSupport = rasterSpec({ ...request, verticalUnitName: null }, 'uint8', 0);
  const support = plan.support && { ...plan.support, file: await open(plan.support.path, ofSupport) };
  const margin = support ? 1 : 0;
  const facts = {
    low: Infinity,
    high: -Infinity,
    cells: 0,
    gapCells: 0,
    gapSquare: gaps?.square ?? null,
    longestEdge: gaps?.longestEdge ?? null,
    outsiders: outline.outsiders,
  };
  let done = 0;
  try {
    await inOrder(
      tilesOf(file),
      blocks.parallel,
      ({ window }) => gridTile(window, margin),
      async ({ grid, near }, { column, row, window }) => {
        const { width, height } = window;
        plan.see?.(window);
        await file.writeTile(column, row, { width, height, samples: crop(grid, window, margin, facts) });
        if (support) {
          const { steepness } = support;
          const samples = markSupport({ grid, margin, near: near!, steepness, isGap }, window);
          for (const code of samples) if (code === supportCodes.gap) facts.gapCells++;
          await support.file.writeTile(column, row, { width, height, samples });
        }
        request.report(++done / countTiles(file));
      },
    );
    const supportProof = support && (await support.file.commit());
    return { facts, proof: await file.commit(), supportProof };
  } finally {
    await file.discard();
    await support?.file.discard();
  }
}

/**
 * Writes an elevation model (linear on the Delaunay triangulation of all ground points, within the survey's outline)
 * and beside it the basis of each cell. Neither depends on the blocks.
 */
export async function writeElevation(
  request: SurfaceRequest,
  path: string,
  supportPath: string,
): Promise<{ facts: ElevationFacts; proof: FileProof; supportProof: FileProof }> {
  const blocks = planBlocks(
    request.spacing,
    request.frame.cellSize,
    request.pool.size,
    request.limits.blockPoints,
  );
  const outline = await request.outline();
  const surface = await createGroundSurface(request);
  const support = { path: supportPath, steepness: request.unit.vertical / request.unit.horizontal };
  let cut = 0;
  const see = (window: GridWindow) => {
    cut += countCut(outline, surface.hull, request.frame, window);
  };
  const { facts, proof, supportProof } = await writeModel(request, {
    surface,
    blocks,
    outline,
    path,
    support,
    see,
  });
  return {
    facts: { ...facts, cut, gap: outline.gap, seenGap: outline.seenGap },
    proof,
    supportProof: supportProof!,
  };
}

/**
 * Writes a surface model of each cell's points, gaps filled between them, within the survey's outline.
 * @param supportPath file for the basis of each cell; null for none
 */
export async function writeSurface(
  request: SurfaceRequest,
  path: string,
  from: SurfaceFrom,
  supportPath: string | null = null,
): Promise<WrittenModel> {
  // of highest points only one per cell is in memory
  const { cellSize } = request.frame;
  const spacing = from === 'fitted' ? request.spacing : cellSize;
  const planned = planBlocks(spacing, cellSize, request.pool.size, request.limits.blockPoints);
  const blocks = { ...planned, parallel: Math.min(planned.parallel, maxTilesAtWork) };
  const outline = await request.outline();
  const surface = await createTopPoints(request, from);
  const support = supportPath === null ? null : { path: supportPath, steepness: null };
  return writeModel(request, { surface, blocks, outline, path, support });
}
