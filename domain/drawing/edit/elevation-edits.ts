import { AppError } from '../../errors/app-error.ts';
import { type Path, segmentCount, stationsOf } from '../../geometry/path/path.ts';
import type { DrawingFeature } from '../feature.ts';
import { featurePaths } from '../feature-path.ts';
import { type EditOutcome, requireKinds, withPaths } from './outcome.ts';

type Features = readonly DrawingFeature[];

/** A feature with other elevations, which are its own from now on. */
function withElevations(
  feature: DrawingFeature,
  elevationOf: (z: number, vertex: number) => number,
): DrawingFeature {
  const { elevation: _, ...own } = feature;
  const coordinates = feature.coordinates.map((value, i) =>
    i % 3 === 2 ? elevationOf(value, (i - 2) / 3) : value,
  );
  return { ...own, coordinates };
}

/** Gives every vertex an elevation, vertical unit; NaN takes it away. @throws edit.out-of-range */
export function setElevations(features: Features, elevation: number): EditOutcome {
  if (Math.abs(elevation) === Number.POSITIVE_INFINITY) throw new AppError('edit.out-of-range');
  return { replaced: features.map((feature) => withElevations(feature, () => elevation)) };
}

/** Vertices without an elevation between such with one get it evenly by length in plan; others stay and are counted. */
export function interpolateElevations(features: Features): EditOutcome {
  requireKinds(features, ['polyline', 'polygon']);
  let [found, skipped] = [0, 0];
  const replaced = features.map((feature) =>
    withPaths(
      feature,
      featurePaths(feature).map((path) => {
        const filled = filledPath(path);
        const missing = (coordinates: readonly number[]) =>
          coordinates.filter((value, i) => i % 3 === 2 && Number.isNaN(value)).length;
        const left = missing(filled.coordinates);
        found += missing(path.coordinates) - left;
        skipped += left;
        return filled;
      }),
    ),
  );
  if (found === 0) throw new AppError('edit.nothing-to-interpolate');
  return { replaced, skipped };
}

function filledPath(path: Path): Path {
  const coordinates = [...path.coordinates];
  const stations = stationsOf(path);
  const count = coordinates.length / 3;
  const known = Array.from({ length: count }, (_, i) => i).filter(
    (i) => !Number.isNaN(coordinates[3 * i + 2]!),
  );
  const spans = known.slice(1).map((to, i) => [known[i]!, to] as const);
  const [first, last] = [known[0], known.at(-1)];
  // Round a ring the last known vertex is followed by the first again.
  if (path.isClosed && first !== undefined && last !== undefined && first !== last) spans.push([last, first]);
  const total = stations[segmentCount(path)] ?? 0;
  for (const [from, to] of spans) {
    const length = (((stations[to]! - stations[from]!) % total) + total) % total;
    const rise = coordinates[3 * to + 2]! - coordinates[3 * from + 2]!;
    for (let i = (from + 1) % count; i !== to; i = (i + 1) % count) {
      const along = (((stations[i]! - stations[from]!) % total) + total) % total;
      coordinates[3 * i + 2] = coordinates[3 * from + 2]! + (length === 0 ? 0 : (rise * along) / length);
    }
  }
  return { ...path, coordinates };
}

/**
 * Elevations that rise evenly along lines from the one of an end.
 * @param slope rise over run, 0.02 for two per cent; negative falls
 * @throws edit.needs-elevation where that end has none
 */
export function addSlope(
  features: Features,
  from: 'start' | 'end',
  slope: number,
  zFactor: number,
): EditOutcome {
  requireKinds(features, ['polyline']);
  if (!Number.isFinite(slope)) throw new AppError('edit.value-empty');
  const replaced = features.map((feature) => {
    const path = featurePaths(feature)[0]!;
    const stations = stationsOf(path);
    const count = path.coordinates.length / 3;
    const base = path.coordinates[from === 'start' ? 2 : 3 * count - 1]!;
    if (Number.isNaN(base))
      throw new AppError('edit.needs-elevation', { id: feature.name || feature.code || `#${feature.rank}` });
    const origin = from === 'start' ? 0 : stations[count - 1]!;
    return withElevations(
      feature,
      (_, vertex) => base + (slope * Math.abs(stations[vertex]! - origin)) / zFactor,
    );
  });
  return { replaced };
}
