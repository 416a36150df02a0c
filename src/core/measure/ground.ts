import { groundMap, type MeasuredPlace } from '#domain/crs/ground/ground-plane.ts';
import { createGroundScale, differsFromGrid } from '#domain/crs/ground/ground-scale.ts';
import type { CrsDefinition } from '#domain/crs/types.ts';
import { applyGeoTransform } from '#domain/geometry/plane/affine.ts';
import type { Position } from '#domain/geometry/position.ts';
import type { LinearUnit } from '#domain/units/units.ts';
import { meanElevation } from './mean-elevation.ts';
import { rectOf } from './rect-of.ts';

/** The scale is that of the middle of what is measured; xyz per place, project CRS. */
export type Ground = (coordinates: readonly number[]) => MeasuredPlace;

/** The ground where lengths are those of the map's plane. */
export const planeOfMap: Ground = (coordinates) => ({ place: middleOf(coordinates), scale: null });

function middleOf(coordinates: readonly number[]): [number, number] {
  const { minX, minY, maxX, maxY } = rectOf(coordinates);
  return [(minX + maxX) / 2, (minY + maxY) / 2];
}

/** The coordinate system of a project. */
interface GroundFacts {
  readonly system: CrsDefinition | null;
  readonly verticalUnit: LinearUnit | null;
}

/** Ground lengths of a project's system at the height of what is measured, 0 where it has none. */
export function createGround({ system, verticalUnit }: GroundFacts): Ground {
  const scaleAt = createGroundScale(system);
  if (scaleAt === null) return planeOfMap;
  return (coordinates) => {
    const place = middleOf(coordinates);
    const mean = meanElevation(coordinates) * (verticalUnit?.metres ?? 1);
    return { place, scale: scaleAt(place, Number.isNaN(mean) ? 0 : mean) };
  };
}

/**
 * Flat coordinates as positions in the ground's plane, all three numbers in the horizontal unit.
 * @param zFactor horizontal units in one vertical unit
 */
export function groundPositions(
  coordinates: readonly number[],
  zFactor: number,
  at: MeasuredPlace,
): Position[] {
  const map = groundMap(at);
  const positions: Position[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    const [x, y] = [coordinates[i]!, coordinates[i + 1]!];
    const [east, north] = map === null ? [x, y] : applyGeoTransform(map, x, y);
    positions.push([east, north, coordinates[i + 2]! * zFactor]);
  }
  return positions;
}

/** Length in the plane of the map over length on the ground at a place, xyz; 1 where the system does not define it. */
export function combinedScale(ground: Ground, place: readonly number[]): number {
  return ground(place).scale?.combined ?? 1;
}

/** What is reported of the map's plane where its lengths differ noticeably from those of the ground; else null. */
export function gridValues<T>({ scale }: MeasuredPlace, values: () => T): (T & { combined: number }) | null {
  return scale !== null && differsFromGrid(scale) ? { ...values(), combined: scale.combined } : null;
}
