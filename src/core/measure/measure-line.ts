import type { MeasuredPlace } from '#domain/crs/ground/ground-plane.ts';
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
} from '#domain/geometry/plane/measure.ts';
import type { Position } from '#domain/geometry/position.ts';
import { triangulatePolygon } from '#domain/geometry/tin/polygon-tin.ts';
import { tinArea } from '#domain/geometry/tin/tin-volume.ts';
import type { AngleMeasurement, AreaMeasurement, DistanceMeasurement } from '../state/measurement.ts';
import { gridValues, groundPositions } from './ground.ts';

/** Lengths along a line of at least two places on the ground; its bearing is that of the map's grid. */
export function measureDistance(
  coordinates: readonly number[],
  zFactor: number,
  at: MeasuredPlace,
): DistanceMeasurement {
  const line = groundPositions(coordinates, zFactor, at);
  const onMap = groundPositions(coordinates, zFactor, { ...at, scale: null });
  return {
    kind: 'distance',
    coordinates,
    plan: planLength(line),
    slope: slopeLength(line),
    vertical: verticalDistance(line[0]!, line.at(-1)!) / zFactor,
    azimuthRad: azimuthRad(onMap[0]!, onMap.at(-1)!),
    grid: gridValues(at, () => ({ plan: planLength(onMap) })),
  };
}

/** The angle at the second of three places on the ground. */
export function measureAngle(
  coordinates: readonly number[],
  zFactor: number,
  at: MeasuredPlace,
): AngleMeasurement {
  const [a, vertex, b] = groundPositions(coordinates, zFactor, at) as [Position, Position, Position];
  return {
    kind: 'angle',
    coordinates,
    planRad: planAngleRad(vertex, a, b),
    spaceRad: spaceAngleRad(vertex, a, b),
  };
}

/** Area and perimeter of a ring of at least three places on the ground; the true area is of its triangulated corners. */
export function measureArea(
  coordinates: readonly number[],
  zFactor: number,
  at: MeasuredPlace,
): AreaMeasurement {
  const ring = groundPositions(coordinates, zFactor, at);
  const onMap = groundPositions(coordinates, zFactor, { ...at, scale: null });
  return {
    kind: 'area',
    coordinates,
    planArea: polygonArea([ring]),
    trueArea: cornersArea(ring),
    trueAreaOf: null,
    planPerimeter: planPerimeter(ring),
    slopePerimeter: slopePerimeter(ring),
    grid: gridValues(at, () => ({ planArea: polygonArea([onMap]), planPerimeter: planPerimeter(onMap) })),
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
