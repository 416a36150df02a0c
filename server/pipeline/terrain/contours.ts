import { join } from 'node:path';
import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { createGrid, type Grid } from '#domain/geometry/grid.ts';
import { INTERNATIONAL_FOOT, METRE } from '#domain/units/units.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import type { ProcessContext } from '../context.ts';
import type { MetresPerUnit } from '../units.ts';
import { fileSize } from '../work-folder.ts';
import { writePieces } from '../write-pieces.ts';
import { contourDxf, contourGeoJson } from './contour-files.ts';

export const contourFiles = { geojson: 'contours.geojson', dxf: 'contours.dxf' } as const;

/** Rasters with more cells are contoured on an overview. */
const mostCells = 2 ** 26;
const indexEvery = 5;
const defaultInterval = { metres: 1, feet: 2 } as const;

/** A metre, or two feet where heights are in feet of either kind. */
function chooseInterval(unit: MetresPerUnit): number {
  const isFoot = Math.abs(unit.vertical - INTERNATIONAL_FOOT.metres) < 1e-5;
  return isFoot ? defaultInterval.feet : defaultInterval.metres / (unit.vertical / METRE.metres);
}

async function readGrid(path: string): Promise<Grid> {
  const source = await openFileSource(path);
  try {
    const raster = await openRaster(source);
    const level = raster.levels.findIndex(({ width, height }) => width * height <= mostCells);
    const { width, height } = raster.levels[level]!;
    const values = await readElevations(raster, level, { x: 0, y: 0, width, height });
    const [west, cell, , north] = raster.info.geotransform!;
    const cellSize = (cell! * raster.levels[0]!.width) / width;
    return createGrid(
      { width, height, originX: west! + cellSize / 2, originY: north! - cellSize / 2, cellSize },
      values,
    );
  } finally {
    await source.close();
  }
}

/** Traces contours of the elevation model and writes them as GeoJSON and DXF. */
export async function makeContours(
  context: ProcessContext,
  elevation: string,
  unit: MetresPerUnit,
): Promise<void> {
  const { request, steps, inputs } = context;
  const { out, pool } = request;
  const interval = request.contourInterval ?? chooseInterval(unit);
  await steps.run('contours', [steps.keyOf('elevation'), interval], async (report) => {
    const grid = await readGrid(join(out, elevation));
    report(0.2);
    const surface = { kind: 'grid', grid } as const;
    const lines = await pool.run('geometry.contour', { surface, choice: { interval } });
    report(0.7);
    const style = { lines, interval, base: 0, indexEvery };
    const { crs } = inputs[0]!;
    await writePieces(join(out, contourFiles.geojson), contourGeoJson(style, crs.epsg));
    const linear = crs.horizontalUnit?.kind === 'linear' ? crs.horizontalUnit : null;
    await writePieces(join(out, contourFiles.dxf), contourDxf(style, linear));
    return { facts: null, files: Object.values(contourFiles) };
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
