import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { GeoTiffInfo } from '#domain/formats/tiff/info.ts';
import { createGrid, type GridFrame } from '#domain/geometry/grid.ts';
import { noConflicts } from '#domain/geometry/same-places.ts';
import { gatherDeclarations } from '../crs-option.ts';
import type { LoadedSurface, SurfaceChoice } from './loaded-surface.ts';
import { surfaceUnit } from './surface-unit.ts';

/** Reads the first band of an elevation model. Errors: geometry.raster-rotated, geometry.angular-unit, tiff.*, cog.* */
export async function loadDem(
  source: ByteSource,
  choice: SurfaceChoice,
  signal: AbortSignal,
): Promise<LoadedSurface> {
  const raster = await openRaster(source, { signal });
  const { info } = raster;
  const { frame, isSouthUp } = frameOf(info);
  const declared = await gatherDeclarations(source.name, info.crsDeclarations, choice.crs);
  const crs = await readCrs(declared, { place: [frame.originX, frame.originY] });
  const { unit, heightFactor, warnings } = surfaceUnit(source.name, crs);
  const window = { x: 0, y: 0, width: info.width, height: info.height };
  const values = await readElevations(raster, 0, window, { signal });
  if (isSouthUp) turnRows(values, info.width);
  let sampleCount = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue;
    sampleCount++;
    if (heightFactor !== 1) values[i]! *= heightFactor;
  }
  return {
    file: source.name,
    format: 'GeoTIFF',
    name: null,
    surface: { kind: 'grid', grid: createGrid(frame, values) },
    unit,
    epsg: crs.epsg,
    crsName: crs.name,
    sampleCount,
    warnings: [...info.warnings, ...crs.conflicts, ...warnings],
    conflicts: noConflicts,
  };
}

/** Where the cell centres lie; a raster stored from the south up is turned by the caller. */
function frameOf(info: GeoTiffInfo): { frame: GridFrame; isSouthUp: boolean } {
  const transform = info.geotransform;
  if (!transform) throw new AppError('geometry.raster-rotated', { file: info.name });
  const [west, cellX, skewX, top, skewY, cellY] = transform as readonly [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const cellSize = Math.abs(cellX);
  const isSquare = cellX > 0 && Math.abs(Math.abs(cellY) - cellSize) <= 1e-6 * cellSize;
  if (skewX !== 0 || skewY !== 0 || !isSquare) {
    throw new AppError('geometry.raster-rotated', { file: info.name });
  }
  const isSouthUp = cellY > 0;
  const north = isSouthUp ? top + info.height * cellY : top;
  const { width, height } = info;
  return {
    frame: { width, height, originX: west + cellSize / 2, originY: north - cellSize / 2, cellSize },
    isSouthUp,
  };
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
