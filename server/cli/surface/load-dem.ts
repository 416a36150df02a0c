import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { GeoTiffInfo } from '#domain/formats/tiff/info.ts';
import type { GridFrame } from '#domain/geometry/grid/grid.ts';
import { placedFrameRect } from '#domain/geometry/grid/placed-frame.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { determinantOf, invertGeoTransform } from '#domain/geometry/plane/affine.ts';
import { noConflicts } from '#domain/geometry/plane/same-places.ts';
import { gatherDeclarations } from '../crs-option.ts';
import type { LoadedSurface, SurfaceChoice } from './loaded-surface.ts';
import { surfaceUnit } from './surface-unit.ts';

/**
 * Opens an elevation model: its placement and units; the tasks read its first band. Errors: geometry.raster-unplaced,
 * geometry.angular-unit, geometry.looks-like-degrees, tiff.*
 */
export async function loadDem(
  path: string,
  source: ByteSource,
  choice: SurfaceChoice,
  signal: AbortSignal,
): Promise<LoadedSurface> {
  const { info } = await openRaster(source, { signal });
  const { frame, toWorld, isTurned } = placementOf(info);
  const declared = await gatherDeclarations(source.name, info.crsDeclarations, choice.crs);
  const rect = placedFrameRect(frame, toWorld);
  const crs = await readCrs(declared, { place: [rect.minX, rect.minY] });
  const { unit, heightFactor, warnings } = surfaceUnit({
    file: source.name,
    crs,
    rect,
    bandUnit: info.bands[0]!.unit,
  });
  const { nodata } = choice;
  return {
    file: source.name,
    format: 'GeoTIFF',
    name: null,
    surface: {
      kind: 'raster',
      path,
      frame,
      isTurned,
      heightFactor,
      ...(nodata === undefined ? {} : { nodata }),
    },
    toWorld,
    system: crs.definition,
    unit,
    epsg: crs.epsg,
    crsName: crs.name,
    pointSpacing: info.pointSpacing,
    warnings: [...info.warnings, ...crs.conflicts, ...warnings],
    conflicts: noConflicts,
  };
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
