import { flattenArcs } from '../geometry/plane/bulge.ts';
import type { Tin } from '../geometry/tin/tin.ts';
import { type DrawingFeature, hasArcs, isClosedLine, ringRanges } from './feature.ts';

/** How far chords leave an arc where it is drawn and snapped to, horizontal unit. */
export const arcTolerance = 0.005;

/** A line or ring of a feature, arcs as chains of chords. */
export interface FeatureLine {
  /** xyz per vertex, length 3n; a ring does not repeat its first. */
  readonly coordinates: readonly number[];
  readonly isClosed: boolean;
  /** A hole of the polygon. */
  readonly isHole: boolean;
}

type Lines = Pick<DrawingFeature, 'kind' | 'coordinates' | 'bulges' | 'holeStarts' | 'isClosed'>;

/**
 * The lines of a polyline or the rings of a polygon, outline first; none of other kinds.
 * @param tolerance how far chords may leave an arc, horizontal unit
 */
export function featureLines(feature: Lines, tolerance: number): FeatureLine[] {
  const { kind, coordinates, bulges = [] } = feature;
  if (kind !== 'polyline' && kind !== 'polygon') return [];
  const isClosed = isClosedLine(feature);
  const isRound = hasArcs(feature);
  return ringRanges(feature).map(([from, to], i) => {
    const own =
      from === 0 && 3 * to === coordinates.length ? coordinates : coordinates.slice(3 * from, 3 * to);
    return {
      coordinates: isRound ? flattenArcs(own, bulges.slice(from, to), isClosed, tolerance) : own,
      isClosed,
      isHole: i > 0,
    };
  });
}

/** The surface of a TIN or grid feature; null of other kinds. The diagonal of a cell runs from its first vertex. */
export function featureTin({
  kind,
  coordinates,
  columns,
  triangles,
}: Pick<DrawingFeature, 'kind' | 'coordinates' | 'columns' | 'triangles'>): Tin | null {
  const points = () => Float64Array.from(coordinates);
  if (kind === 'tin') return { points: points(), triangles: Uint32Array.from(triangles ?? []) };
  if (kind !== 'grid' || columns === undefined) return null;
  const rows = coordinates.length / 3 / columns;
  const corners: number[] = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column;
      const [b, c, d] = [a + 1, a + columns + 1, a + columns];
      const known = [a, b, c, d].every((vertex) => !Number.isNaN(coordinates[3 * vertex + 2]!));
      if (known) corners.push(a, b, c, a, c, d);
    }
  }
  return { points: points(), triangles: Uint32Array.from(corners) };
}
