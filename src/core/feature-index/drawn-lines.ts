import { dimensionLine } from '#domain/drawing/annotation-lines.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { arcTolerance, featureLines, featureTin } from '#domain/drawing/feature-lines.ts';

/** A chain of places that is drawn; a single place has no edges. */
export interface DrawnLine {
  /** xyz per place, length 3n. */
  readonly coordinates: readonly number[];
  readonly isClosed: boolean;
}

/** What is seen of a feature, as lines and single places: arcs as chords, the triangles of surfaces. */
export function drawnLines(feature: DrawingFeature): readonly DrawnLine[] {
  const { kind, coordinates, annotation } = feature;
  if (kind === 'polyline' || kind === 'polygon') return featureLines(feature, arcTolerance);
  if (annotation?.form === 'leader') return [{ coordinates, isClosed: false }];
  if (annotation?.form === 'dimension') {
    const [from, to, at] = [0, 3, 6].map((start) => coordinates.slice(start, start + 3)) as [
      number[],
      number[],
      number[],
    ];
    const { start, end } = dimensionLine(from, to, at);
    return [
      [...start, ...end],
      [...from, ...start],
      [...to, ...end],
    ].map((line) => ({
      coordinates: line,
      isClosed: false,
    }));
  }
  const tin = featureTin(feature);
  if (tin === null) return placesOf(coordinates);
  const triangles: DrawnLine[] = [];
  for (let i = 0; i < tin.triangles.length; i += 3) {
    const corners = [0, 1, 2].flatMap((corner) => {
      const at = 3 * tin.triangles[i + corner]!;
      return coordinates.slice(at, at + 3);
    });
    triangles.push({ coordinates: corners, isClosed: true });
  }
  return triangles.length > 0 ? triangles : placesOf(coordinates);
}

function placesOf(coordinates: readonly number[]): DrawnLine[] {
  const places: DrawnLine[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    places.push({ coordinates: coordinates.slice(i, i + 3), isClosed: false });
  }
  return places;
}
