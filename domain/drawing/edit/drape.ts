import { AppError } from '../../errors/app-error.ts';
import { type Path, segmentAt, segmentCount, straightRing } from '../../geometry/path/path.ts';
import { flattenArcs } from '../../geometry/plane/bulge.ts';
import type { DrawingFeature } from '../feature.ts';
import { arcTolerance } from '../feature-lines.ts';
import { featurePaths } from '../feature-path.ts';
import { type EditOutcome, requireKinds, withPaths } from './outcome.ts';

/** Most vertices that draped features may have together. */
export const maxDrapedVertices = 1_000_000;

/**
 * Features with vertices no farther apart in plan than a spacing, so that they can follow the ground between their own;
 * arcs become chords then. Points, and all where there is no spacing, stay as they are.
 * @param spacing horizontal unit, above 0; null: the vertices that there are
 * @throws edit.not-positive, edit.unfit, edit.too-many-vertices
 */
export function withSpacing(
  features: readonly DrawingFeature[],
  spacing: number | null,
  limit = maxDrapedVertices,
): DrawingFeature[] {
  requireKinds(features, ['point', 'multipoint', 'polyline', 'polygon']);
  if (spacing !== null && !(spacing > 0)) throw new AppError('edit.not-positive');
  let left = limit;
  return features.map((feature) => {
    const paths = featurePaths(feature);
    if (spacing === null || paths.length === 0) return feature;
    const dense = paths.map((path) => {
      const straight = withoutArcs(path);
      left -= countOf(straight, spacing);
      if (left < 0) throw new AppError('edit.too-many-vertices', { count: limit - left, limit });
      return densePath(straight, spacing);
    });
    return withPaths(feature, dense);
  });
}

function withoutArcs({ coordinates, bulges, isClosed }: Path): Path {
  return straightPath(flattenArcs(coordinates, bulges, isClosed, arcTolerance), isClosed);
}

function straightPath(coordinates: readonly number[], isClosed: boolean): Path {
  return { ...straightRing(coordinates), isClosed };
}

const piecesOf = (path: Path, segment: number, spacing: number): number => {
  const { x0, y0, x1, y1 } = segmentAt(path, segment);
  return Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / spacing));
};

function countOf(path: Path, spacing: number): number {
  let count = path.isClosed ? 0 : 1;
  for (let i = 0; i < segmentCount(path); i++) count += piecesOf(path, i, spacing);
  return count;
}

function densePath(path: Path, spacing: number): Path {
  const coordinates: number[] = [];
  for (let i = 0; i < segmentCount(path); i++) {
    const { x0, y0, z0, x1, y1, z1 } = segmentAt(path, i);
    const pieces = piecesOf(path, i, spacing);
    for (let k = 0; k < pieces; k++) {
      const part = k / pieces;
      coordinates.push(x0 + part * (x1 - x0), y0 + part * (y1 - y0), k === 0 ? z0 : z0 + part * (z1 - z0));
    }
  }
  if (!path.isClosed) for (const value of path.coordinates.slice(-3)) coordinates.push(value);
  return straightPath(coordinates, path.isClosed);
}

/**
 * Features whose vertices lie on the ground, with elevations of their own. Vertices off the surface stay and are counted.
 * @param heights a height per vertex of all features in order, vertical unit; NaN off the surface
 * @throws edit.off-surface where no vertex lies on it
 */
export function onGround(features: readonly DrawingFeature[], heights: Float64Array): EditOutcome {
  let [at, skipped] = [0, 0];
  const replaced = features.map((feature): DrawingFeature => {
    const { elevation: _, ...own } = feature;
    const coordinates = [...feature.coordinates];
    for (let i = 2; i < coordinates.length; i += 3) {
      const height = heights[at++]!;
      if (Number.isNaN(height)) skipped++;
      else coordinates[i] = height;
    }
    return { ...own, coordinates };
  });
  if (skipped === at) throw new AppError('edit.off-surface');
  return { replaced, skipped };
}
