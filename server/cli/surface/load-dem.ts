import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { findSuspectNodata } from '#domain/formats/cog/suspect-nodata.ts';
import type { GeoTiffInfo } from '#domain/formats/tiff/info.ts';
import { createGrid, type GridFrame } from '#domain/geometry/grid/grid.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { determinantOf, invertGeoTransform } from '#domain/geometry/plane/affine.ts';
import { noConflicts } from '#domain/geometry/plane/same-places.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { bulkBlockDecoder } from '#workers/contract/raster-pool.ts';
import { gatherDeclarations } from '../crs-option.ts';
import type { LoadedSurface, SurfaceChoice } from './loaded-surface.ts';
import { worldRect } from './placed-surface.ts';
import { surfaceUnit } from './surface-unit.ts';

/** Reads the first band of an elevation model, whose blocks the pool decodes. Errors: geometry.raster-unplaced, geometry.angular-unit, geometry.looks-like-degrees, raster.nodata-unclear, tiff.*, cog.* */
export async function loadDem(
  source: ByteSource,
  choice: SurfaceChoice,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<LoadedSurface> {
  const raster = await openRaster(source, { decode: bulkBlockDecoder(pool), signal });
  const { info } = raster;
  const { frame, toWorld, isTurned } = placementOf(info);
  const declared = await gatherDeclarations(source.name, info.crsDeclarations, choice.crs);
  const rect = worldRect({
    surface: { kind: 'grid', grid: createGrid(frame, new Float32Array(0)) },
    toWorld,
  });
  const crs = await readCrs(declared, { place: [rect.minX, rect.minY] });
  const { unit, heightFactor, warnings } = surfaceUnit({
    file: source.name,
    crs,
    rect,
    bandUnit: info.bands[0]!.unit,
  });
  const window = { x: 0, y: 0, width: info.width, height: info.height };
  const values = await readElevations(raster, 0, window, { signal });
  dropMissing(source.name, values, choice);
  if (isTurned) turnRows(values, info.width);
  let sampleCount = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue;
    sampleCount++;
    if (heightFactor !== 1) values[i]! *= heightFactor;
  }
  const grid = createGrid(frame, values);
  return {
    file: source.name,
    format: 'GeoTIFF',
    name: null,
    surface: { kind: 'grid', grid },
    toWorld,
    system: crs.definition,
    unit,
    epsg: crs.epsg,
    crsName: crs.name,
    pointSpacing: info.pointSpacing,
    sampleCount,
    warnings: [...info.warnings, ...crs.conflicts, ...warnings],
    conflicts: noConflicts,
  };
}

/**
 * Removes the stated missing value from the heights. Error: `raster.nodata-unclear`, where an undeclared one is
 * likely.
 */
function dropMissing(file: string, values: Float32Array, { nodata }: SurfaceChoice): void {
  if (nodata === null) return;
  if (nodata === undefined) {
    const suspect = findSuspectNodata(values);
    if (suspect) throw new AppError('raster.nodata-unclear', { file, ...suspect });
    return;
  }
  const missing = Math.fround(nodata);
  for (let i = 0; i < values.length; i++) if (values[i] === missing) values[i] = Number.NaN;
}

interface Placement {
  /** Of the grid; in the coordinates of the system where `toWorld` is null. */
  readonly frame: GridFrame;
  readonly toWorld: GeoTransform | null;
  /** True where the file's rows are reversed: the grid's first row is then its last. */
  readonly isTurned: boolean;
}

/**
 * The positions of the cell centres. Square north-up cells are in the coordinates of the system; others in a grid of
 * square cells of the same area, with an affine map to the system.
 */
function placementOf({ geotransform, name, width, height }: GeoTiffInfo): Placement {
  if (!geotransform || !invertGeoTransform(geotransform)) {
    throw new AppError('geometry.raster-unplaced', { file: name });
  }
  const isTurned = determinantOf(geotransform) > 0;
  const [x0, a, ownB, y0, c, ownD] = geotransform;
  const [west, north] = isTurned ? [x0 + ownB * height, y0 + ownD * height] : [x0, y0];
  const [b, d] = isTurned ? [-ownB, -ownD] : [ownB, ownD];
  const isSquare = b === 0 && c === 0 && a > 0 && Math.abs(a + d) <= 1e-6 * a;
  const cellSize = isSquare ? a : Math.sqrt(Math.abs(a * d - b * c));
  const frame = { width, height, originX: cellSize / 2, originY: -cellSize / 2, cellSize };
  if (isSquare) {
    const placed = { ...frame, originX: west + cellSize / 2, originY: north - cellSize / 2 };
    return { frame: placed, toWorld: null, isTurned };
  }
  const toWorld = [west, a / cellSize, -b / cellSize, north, c / cellSize, -d / cellSize] as const;
  return { frame, toWorld, isTurned };
}

function turnRows(values: Float32Array, width: number): void {
  const height = values.length / width;
  for (let row = 0; row < height >> 1; row++) {
    const upper = values.slice(row * width, (row + 1) * width);
    const other = height - 1 - row;
    values.copyWithin(row * width, other * width, (other + 1) * width);
    values.set(upper, other * width);
  }
}
