import type { Path } from '../geometry/path/path.ts';
import { type DrawingFeature, isClosedLine, ringRanges } from './feature.ts';

type Lines = Pick<DrawingFeature, 'kind' | 'coordinates' | 'bulges' | 'holeStarts' | 'isClosed'>;

/** The paths of a polyline, or of a polygon's rings, outline first; none of other kinds. */
export function featurePaths(feature: Lines): Path[] {
  const { kind, coordinates, bulges } = feature;
  if (kind !== 'polyline' && kind !== 'polygon') return [];
  const isClosed = isClosedLine(feature);
  return ringRanges(feature).map(([from, to]) => ({
    coordinates: coordinates.slice(3 * from, 3 * to),
    bulges: bulges?.slice(from, to) ?? new Array<number>(to - from).fill(0),
    isClosed,
  }));
}
