import { AppError } from '../../errors/app-error.ts';
import { DEGREE } from '../../units/units.ts';
import { createTransform } from '../transform.ts';
import type { CrsDefinition, GeodeticCrs } from '../types.ts';

/**
 * What lengths of a map projection are on the ground at a place: one unit along x is (`eastX`, `northX`) units on the
 * ground at that height, one along y (`eastY`, `northY`).
 */
export interface GroundScale {
  readonly eastX: number;
  readonly northX: number;
  readonly eastY: number;
  readonly northY: number;
  /** Ground area over area in the plane of the map. */
  readonly area: number;
  /** Combined scale factor: length in the plane of the map over length on the ground, the mean of all directions. */
  readonly combined: number;
}

/** Ground and grid values are both reported where their lengths differ by more than this share. */
const tellFrom = 1 / 20_000;

const degree = Math.PI / 180;
const probeM = 50;

/** Null where a system or a place cannot be computed. */
function orNull<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The ground scale at a place of a system; null where the place has no longitude and latitude. `heightM` in metres. */
export type GroundScaleAt = (place: readonly [number, number], heightM: number) => GroundScale | null;

/**
 * The ground scale of a projected system: its point scale by differences over 100 m on its own ellipsoid, and the
 * height, which counts as one over the ellipsoid (a geoid of 50 m is 1 in 127,000). Null for systems that are no map
 * projection.
 */
export function createGroundScale(system: CrsDefinition | null): GroundScaleAt | null {
  const horizontal = system?.horizontal;
  if (horizontal?.kind !== 'projected') return null;
  const base: GeodeticCrs = horizontal.base;
  const degrees: GeodeticCrs = { ...base, kind: 'geographic', is3d: false, unit: DEGREE };
  const step = probeM / horizontal.unit.metres;
  const { a, inverseFlattening } = base.datum.ellipsoid;
  const f = inverseFlattening === 0 ? 0 : 1 / inverseFlattening;
  const e2 = f * (2 - f);
  const toDegrees = orNull(() =>
    createTransform({ horizontal, vertical: null }, { horizontal: degrees, vertical: null }),
  );
  if (toDegrees === null) return null;
  return ([x, y], heightM) => {
    const places = Float64Array.of(x, y, x - step, y, x + step, y, x, y - step, x, y + step);
    if (orNull(() => toDegrees.batch(places, 2)) === null) return null;
    const sine = Math.sin(places[1]! * degree);
    const w = 1 - e2 * sine * sine;
    const perLongitude = (a / Math.sqrt(w) + heightM) * Math.cos(places[1]! * degree);
    const perLatitude = (a * (1 - e2)) / w ** 1.5 + heightM;
    const along = (from: number, to: number) => [
      ((places[to]! - places[from]!) * degree * perLongitude) / (2 * probeM),
      ((places[to + 1]! - places[from + 1]!) * degree * perLatitude) / (2 * probeM),
    ];
    const [eastX, northX] = along(2, 4) as [number, number];
    const [eastY, northY] = along(6, 8) as [number, number];
    const area = Math.abs(eastX * northY - eastY * northX);
    if (!(area > 0) || !Number.isFinite(area)) return null;
    return { eastX, northX, eastY, northY, area, combined: 1 / Math.sqrt(area) };
  };
}

/** The ground scale at one place, as `createGroundScale` has it. */
export function groundScaleAt(
  system: CrsDefinition | null,
  place: readonly [number, number],
  heightM: number,
): GroundScale | null {
  return createGroundScale(system)?.(place, heightM) ?? null;
}

/** True where grid values are reported beside those of the ground. */
export function differsFromGrid({ combined }: Pick<GroundScale, 'combined'>): boolean {
  return Math.abs(combined - 1) > tellFrom;
}
