import { AppError } from '../../errors/app-error.ts';
import { elevationOf, openRing, type Polygon, type Position } from '../position.ts';
import { triangulatePolygon } from '../tin/polygon-tin.ts';
import type { Tin } from '../tin/tin.ts';

/**
 * The base under a drawn polygon, from the elevations of its corners: the lowest, the highest, their average, the
 * plane that fits them best (least squares in height), the triangulated boundary, or an elevation of one's own.
 */
export const baseKinds = ['lowest', 'highest', 'average', 'best-fit', 'triangulated', 'custom'] as const;

export type BaseKind = (typeof baseKinds)[number];

/** A base to measure against; `elevation` is needed for `custom` only. */
export interface BaseChoice {
  readonly kind: BaseKind;
  /** Linear unit of the surface. */
  readonly elevation?: number;
}

/** A height in plan that the corners' elevations make: z at (originX, originY) and two slopes. */
export interface FittedPlane {
  readonly z: number;
  readonly slopeX: number;
  readonly slopeY: number;
  readonly originX: number;
  readonly originY: number;
}

/**
 * Gives every corner the elevation of a surface where it carries none of its own.
 * @param sample height at a place in plan, NaN where there is none
 * @throws geometry.base-off-surface
 */
export function drapeCorners(polygon: Polygon, sample: (x: number, y: number) => number): Polygon {
  return polygon.map((ring) =>
    openRing(ring).map((place, index): Position => {
      const own = elevationOf(place);
      const z = Number.isNaN(own) ? sample(place[0], place[1]) : own;
      if (Number.isNaN(z))
        throw new AppError('geometry.base-off-surface', { index, x: place[0], y: place[1] });
      return [place[0], place[1], z];
    }),
  );
}

/**
 * The base as a TIN over the polygon.
 * @param polygon with an elevation at every corner, except for `custom`
 * @throws geometry.polygon-invalid
 */
export function makeBase(polygon: Polygon, choice: BaseChoice): Tin {
  const tin = triangulatePolygon(polygon);
  if (choice.kind === 'triangulated') return tin;
  const plane = basePlane(polygon, choice);
  const points = tin.points.slice();
  for (let i = 0; i < points.length; i += 3) {
    points[i + 2] =
      plane.z + plane.slopeX * (points[i]! - plane.originX) + plane.slopeY * (points[i + 1]! - plane.originY);
  }
  return { points, triangles: tin.triangles };
}

/** The plane of every kind but `triangulated`. */
function basePlane(polygon: Polygon, { kind, elevation = Number.NaN }: BaseChoice): FittedPlane {
  const corners = polygon.flatMap(openRing);
  const heights = corners.map(elevationOf);
  const level = (z: number) => ({ z, slopeX: 0, slopeY: 0, originX: 0, originY: 0 });
  switch (kind) {
    case 'lowest':
      return level(heights.reduce((low, z) => Math.min(low, z), Infinity));
    case 'highest':
      return level(heights.reduce((high, z) => Math.max(high, z), -Infinity));
    case 'average':
      return level(heights.reduce((sum, z) => sum + z, 0) / heights.length);
    case 'best-fit':
      return fitPlane(corners);
    case 'custom':
    case 'triangulated':
      return level(elevation);
  }
}

/**
 * The plane of least squares in height through places, about their centre; level when they are on one line in plan
 * across which no slope is defined.
 */
export function fitPlane(places: readonly Position[]): FittedPlane {
  const count = places.length;
  const mean = (axis: (place: Position) => number) =>
    places.reduce((sum, place) => sum + axis(place), 0) / count;
  const originX = mean((place) => place[0]);
  const originY = mean((place) => place[1]);
  const z = mean(elevationOf);
  let [xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0];
  for (const place of places) {
    const x = place[0] - originX;
    const y = place[1] - originY;
    const dz = elevationOf(place) - z;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xz += x * dz;
    yz += y * dz;
  }
  const determinant = xx * yy - xy * xy;
  const isDefined = determinant > 1e-12 * (xx + yy) ** 2;
  const slopeX = isDefined ? (xz * yy - yz * xy) / determinant : 0;
  const slopeY = isDefined ? (yz * xx - xz * xy) / determinant : 0;
  return { z, slopeX, slopeY, originX, originY };
}
