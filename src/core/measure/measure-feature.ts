import type { MeasuredPlace } from '#domain/crs/ground/ground-plane.ts';
import { type DrawingFeature, isClosedLine, ringRanges, vertexCount } from '#domain/drawing/feature.ts';
import { featureTin } from '#domain/drawing/feature-lines.ts';
import { lineLengths, ringArea } from '#domain/geometry/plane/arc-measure.ts';
import { azimuthRad } from '#domain/geometry/plane/measure.ts';
import type { Position } from '#domain/geometry/position.ts';
import { tinArea } from '#domain/geometry/tin/tin-volume.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import type { OnGrid } from '../state/measurement.ts';
import { gridValues, groundPositions } from './ground.ts';

/** Lengths and areas in a plane, horizontal unit and its square; null for what a kind lacks. */
export interface PlaneMeasures {
  /** Of a line. */
  readonly length: number | null;
  /** Of a ring with its holes. */
  readonly perimeter: number | null;
  readonly area: number | null;
}

/** Everything that a feature's geometry has, on the ground. Elevations in the vertical unit, NaN or null without. */
export interface FeatureMeasures extends PlaneMeasures {
  readonly vertices: number;
  /** In space: of a line, and of a ring with its holes. */
  readonly slopeLength: number | null;
  /** Of a TIN or grid in space. */
  readonly surfaceArea: number | null;
  /** From the first vertex to the last of an open line: along the axes of the system and in elevation. */
  readonly delta: { readonly x: number; readonly y: number; readonly z: number } | null;
  /** Of the same, radians clockwise from grid north. */
  readonly azimuthRad: number | null;
  readonly elevations: readonly [min: number, max: number] | null;
  /** Lengths and areas in the map's plane, where they differ. */
  readonly grid: OnGrid<PlaneMeasures>;
}

/**
 * Measures a feature; arcs are measured as arcs, which the ground's plane keeps (its map is a similarity in projected
 * systems).
 * @param zFactor horizontal units in one vertical unit
 */
export function measureFeature(feature: DrawingFeature, zFactor: number, at: MeasuredPlace): FeatureMeasures {
  const { kind, coordinates } = feature;
  const ground = groundPositions(coordinates, zFactor, at);
  const onMap = groundPositions(coordinates, zFactor, { ...at, scale: null });
  const isOpenLine = kind === 'polyline' && !isClosedLine(feature);
  const heights = coordinates.filter((value, i) => i % 3 === 2 && !Number.isNaN(value));
  const hasLines = kind === 'polyline' || kind === 'polygon';
  const [first, last] = [coordinates.slice(0, 3), coordinates.slice(-3)];
  return {
    ...planeMeasures(feature, ground),
    vertices: vertexCount(feature),
    slopeLength: hasLines ? lengthsOf(feature, ground).slope : null,
    surfaceArea: surfaceArea(feature, ground),
    delta: isOpenLine ? { x: last[0]! - first[0]!, y: last[1]! - first[1]!, z: last[2]! - first[2]! } : null,
    azimuthRad: isOpenLine ? azimuthRad(onMap[0]!, onMap.at(-1)!) : null,
    elevations: heights.length > 0 ? [minOf(heights), maxOf(heights)] : null,
    grid: gridValues(at, () => planeMeasures(feature, onMap)),
  };
}

/** Lengths and areas of a feature on its places in a plane. */
export function planeMeasures(feature: DrawingFeature, places: readonly Position[]): PlaneMeasures {
  const { kind } = feature;
  if (kind === 'polyline') {
    const { plan } = lengthsOf(feature, places);
    const isRing = isClosedLine(feature);
    return {
      length: isRing ? null : plan,
      perimeter: isRing ? plan : null,
      area: isRing ? areaOf(feature, places) : null,
    };
  }
  if (kind !== 'polygon') return { length: null, perimeter: null, area: null };
  return { length: null, perimeter: lengthsOf(feature, places).plan, area: areaOf(feature, places) };
}

function lengthsOf(feature: DrawingFeature, places: readonly Position[]) {
  const { bulges = [] } = feature;
  const isClosed = isClosedLine(feature);
  return ringRanges(feature).reduce(
    (sum, [from, to]) => {
      const { plan, slope } = lineLengths(places.slice(from, to), bulges.slice(from, to), isClosed);
      return { plan: sum.plan + plan, slope: sum.slope + slope };
    },
    { plan: 0, slope: 0 },
  );
}

function areaOf(feature: DrawingFeature, places: readonly Position[]): number {
  const { bulges = [] } = feature;
  const areas = ringRanges(feature).map(([from, to]) =>
    ringArea(places.slice(from, to), bulges.slice(from, to)),
  );
  return areas.reduce((left, area, i) => (i === 0 ? area : left - area), 0);
}

function surfaceArea(feature: DrawingFeature, ground: readonly Position[]): number | null {
  const tin = featureTin(feature);
  if (tin === null) return null;
  const points = Float64Array.from(ground.flatMap(([x, y, z]) => [x, y, z ?? Number.NaN]));
  return tinArea({ ...tin, points }).surfaceArea;
}
