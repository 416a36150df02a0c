import type { CrsTable } from '../crs/table.ts';
import { createTransform } from '../crs/transform.ts';
import type { CrsDefinition } from '../crs/types.ts';
import type { LinearUnit } from '../units/units.ts';

/** A position from project coordinates (x, y, z) to longitude and latitude in degrees and a height. */
export type ToGeographic = (x: number, y: number, z: number) => readonly [number, number, number];

/**
 * The way from a system to WGS 84; null where the system has no place on the earth. Heights pass unchanged.
 * @param place of the data, which chooses the datum's shift
 * @throws those of `createTransform`; the function also crs.transform-not-finite
 */
export function toWgs84(
  definition: CrsDefinition | null,
  place: readonly [number, number],
  table: CrsTable,
): ToGeographic | null {
  const horizontal = definition?.horizontal ?? null;
  const wgs84 = table.find(4326);
  if (!horizontal || horizontal.kind === 'engineering' || wgs84?.kind !== 'geographic') return null;
  const transform = createTransform(
    { horizontal, vertical: null },
    { horizontal: wgs84.crs, vertical: null },
    place,
  );
  return (x, y, z) => {
    const [longitude, latitude] = transform.point([x, y]);
    return [longitude!, latitude!, z];
  };
}

/**
 * Metres of one unit of heights above the sea; null where they are not known to be that: no vertical datum is declared,
 * or they are above the ellipsoid.
 * @param unit of all coordinates of a drawing; null where the heights have the unit of the vertical system
 */
export function metresAboveSea(definition: CrsDefinition | null, unit: LinearUnit | null): number | null {
  const vertical = definition?.vertical ?? null;
  if (vertical?.datum == null || vertical.datum === 'ellipsoid' || vertical.direction === 'down') return null;
  return (unit ?? vertical.unit)?.metres ?? null;
}
