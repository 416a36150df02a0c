import { readCrs } from '#domain/crs/read-crs.ts';
import { shiftWarnings } from '#domain/crs/shift-warnings.ts';
import { createTransform } from '#domain/crs/transform.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Polygon } from '#domain/geometry/position.ts';
import type { LoadedSurface } from './loaded-surface.ts';
import type { PolygonFile } from './read-polygon.ts';

/** A region in the system of a surface, and the conversions and assumptions made. */
export interface PlacedPolygon {
  readonly polygon: Polygon;
  readonly warnings: readonly ErrorRecord[];
}

/**
 * Converts a region to the system of a surface where its file names another one; without a name it is in the
 * surface's coordinates. Elevations of corners are unchanged. Errors: crs.*
 */
export async function placePolygon(
  { file, polygon, epsg }: PolygonFile,
  surface: LoadedSurface,
): Promise<PlacedPolygon> {
  if (epsg === null || epsg === surface.epsg) return { polygon, warnings: [] };
  const from = `EPSG:${epsg}`;
  if (!surface.system?.horizontal) {
    const params = { file, system: from, other: surface.file };
    return { polygon, warnings: [{ code: 'geometry.system-unknown', params }] };
  }
  const own = await readCrs([{ source: 'user', payload: from }]);
  const first = polygon[0]?.[0];
  const transform = createTransform(
    { horizontal: own.definition?.horizontal ?? null, vertical: null },
    { horizontal: surface.system.horizontal, vertical: null },
    first ? [first[0], first[1]] : undefined,
  );
  const moved = polygon.map((ring) =>
    ring.map(([x, y, ...z]) => [...transform.point([x, y]), ...z] as unknown as [number, number, number?]),
  );
  const params = { file, from: own.name ?? from, to: surface.crsName ?? '?' };
  return {
    polygon: moved,
    warnings: [{ code: 'geometry.polygon-transformed', params }, ...shiftWarnings(transform)],
  };
}
