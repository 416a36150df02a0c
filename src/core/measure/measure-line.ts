import {
  azimuthRad,
  planAngleRad,
  planLength,
  planPerimeter,
  polygonArea,
  slopeLength,
  slopePerimeter,
  spaceAngleRad,
  verticalDistance,
} from '#domain/geometry/measure.ts';
import { triangulatePolygon } from '#domain/geometry/polygon-tin.ts';
import type { Position } from '#domain/geometry/position.ts';
import { tinArea } from '#domain/geometry/tin-volume.ts';
import type { AngleMeasurement, AreaMeasurement, DistanceMeasurement } from './measurement.ts';

/**
 * Flat coordinates as positions with all three numbers in the horizontal unit.
 * @param zFactor horizontal units in one vertical unit
 */
export function toPositions(coordinates: readonly number[], zFactor: number): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    positions.push([coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]! * zFactor]);
  }
  return positions;
}

/** Lengths along a line of at least two places. */
export function measureDistance(coordinates: readonly number[], zFactor: number): DistanceMeasurement {
  const line = toPositions(coordinates, zFactor);
  const first = line[0]!;
  const last = line.at(-1)!;
  return {
    kind: 'distance',
    coordinates,
    plan: planLength(line),
    slope: slopeLength(line),
    vertical: verticalDistance(first, last) / zFactor,
    azimuthRad: azimuthRad(first, last),
  };
}

/** The angle at the second of three places. */
export function measureAngle(coordinates: readonly number[], zFactor: number): AngleMeasurement {
  const [a, vertex, b] = toPositions(coordinates, zFactor) as [Position, Position, Position];
  return {
    kind: 'angle',
    coordinates,
    planRad: planAngleRad(vertex, a, b),
    spaceRad: spaceAngleRad(vertex, a, b),
  };
}

/** Area and perimeter of a ring of at least three places; the true area is that of its triangulated corners. */
export function measureArea(coordinates: readonly number[], zFactor: number): AreaMeasurement {
  const ring = toPositions(coordinates, zFactor);
  return {
    kind: 'area',
    coordinates,
    planArea: polygonArea([ring]),
    trueArea: cornersArea(ring),
    trueAreaOf: null,
    planPerimeter: planPerimeter(ring),
    slopePerimeter: slopePerimeter(ring),
  };
}

/** NaN where a corner has no elevation, or the ring crosses itself. */
function cornersArea(ring: readonly Position[]): number {
  if (ring.some((place) => Number.isNaN(place[2]))) return Number.NaN;
  try {
    return tinArea(triangulatePolygon([ring])).surfaceArea;
  } catch {
    return Number.NaN;
  }
}
