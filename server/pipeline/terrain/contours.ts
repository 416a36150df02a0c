import { join } from 'node:path';
import type { FileProof, FileProofs } from '#contract/schemas/file-proofs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { INTERNATIONAL_FOOT, METRE } from '#domain/units/units.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import type { ProcessContext } from '../context.ts';
import type { MetresPerUnit } from '../units.ts';
import { fileSize } from '../work-folder.ts';
import { writeContourFile } from './write-contour-file.ts';

export const contourFiles = { geojson: 'contours.geojson', dxf: 'contours.dxf' } as const;

const indexEvery = 5;
const defaultInterval = { metres: 1, feet: 2 } as const;

/** A metre, or two feet where heights are in feet of either kind. */
function chooseInterval(unit: MetresPerUnit): number {
  const isFoot = Math.abs(unit.vertical - INTERNATIONAL_FOOT.metres) < 1e-5;
  return isFoot ? defaultInterval.feet : defaultInterval.metres / (unit.vertical / METRE.metres);
}

/**
 * Contours are traced on cells of about this many mean spacings of the ground points; on finer ones they would follow
 * the points' errors.
 */
const spacingsACell = 2;

/**
 * The finest level of our raster that has at most `most` cells and cells of about the size that its points justify or
 * larger; these are 2^level of the finest each way.
 */
async function readGrid(path: string, most: number): Promise<Grid> {
  const source = await openFileSource(path);
  try {
    const raster = await openRaster(source);
    const [west, cell, , north] = raster.info.geotransform!;
    const wanted = spacingsACell * (raster.info.pointSpacing ?? 0);
    const nearest = Math.max(0, Math.round(Math.log2(wanted / cell!)));
    const first = Math.min(nearest, raster.levels.length - 1);
    const level = raster.levels.findIndex(
      ({ width, height }, index) => index >= first && width * height <= most,
    );
    const { width, height } = raster.levels[level]!;
    const values = await readElevations(raster, level, { x: 0, y: 0, width, height });
    const cellSize = cell! * 2 ** level;
    return createGrid(
      { width, height, originX: west! + cellSize / 2, originY: north! - cellSize / 2, cellSize },
      values,
    );
  } finally {
    await source.close();
  }
}

/** The parameters of tracing and writing the contours of an elevation model. */
export interface ContourRequest {
  /** In the unit of the heights. */
  readonly interval: number;
  readonly crs: CrsReport;
  readonly pool: TaskPool;
  /** Rasters with more cells are contoured on an overview. */
  readonly maxCells?: number;
  report(fraction: number): void;
}

/**
 * Traces contours of our elevation model and writes them as GeoJSON and DXF into a folder. Where its cells are finer
 * than about two spacings of its points, cells of that size are used.
 */
export async function writeContours(
  elevation: string,
  folder: string,
  request: ContourRequest,
): Promise<FileProofs> {
  const { interval, crs, pool, report, maxCells = sizeLimits['terrain.contourCells'].value } = request;
  const grid = await readGrid(elevation, maxCells);
  report(0.2);
  const surface = { kind: 'grid', grid } as const;
  const lines = await pool.run('geometry.contour', { surface, choice: { interval } });
  report(0.7);
  const style = { lines, interval, base: 0, indexEvery };
  const unit = crs.horizontalUnit?.kind === 'linear' ? crs.horizontalUnit : null;
  const proofs: Record<string, FileProof> = {};
  for (const file of Object.values(contourFiles)) {
    proofs[file] = await writeContourFile(join(folder, file), style, { epsg: crs.epsg, unit }, { pool });
  }
  return proofs;
}

/** Makes the contours of a project's elevation model. */
export async function makeContours(
  context: ProcessContext,
  elevation: string,
  unit: MetresPerUnit,
): Promise<void> {
  const { request, steps, inputs } = context;
  const { out, pool } = request;
  const interval = request.contourInterval ?? chooseInterval(unit);
  await steps.run('contours', [steps.keyOf('elevation'), interval], async (report) => {
    const request = { interval, crs: inputs[0]!.crs, pool, report };
    const proofs = await writeContours(join(out, elevation), out, request);
    return { facts: null, files: Object.values(contourFiles), proofs };
  });
  await context.finish({
    name: 'contour_map',
    kind: 'vector',
    path: contourFiles.geojson,
    bytes: (await fileSize(join(out, contourFiles.geojson))) ?? 0,
    resolution: interval,
    width: null,
    height: null,
  });
}
