import { AppError } from '../../errors/app-error.ts';
import { withoutRepeats } from '../../geometry/path/cut.ts';
import { selfCrossings } from '../../geometry/path/self-crossings.ts';
import type { DrawingFeature } from '../feature.ts';
import { featurePaths } from '../feature-path.ts';
import { type EditOutcome, withPaths } from './outcome.ts';

/**
 * A fault of a drawn feature. `duplicate`: the same geometry as an earlier one on its layer; `zero-length`: vertices in a
 * row at one place in plan; `no-extent`: all its vertices are at one place; `self-crossing`: it crosses itself.
 */
export interface FeatureFault {
  readonly id: string;
  readonly kind: 'duplicate' | 'zero-length' | 'no-extent' | 'self-crossing';
  readonly x: number;
  readonly y: number;
  /** Vertices, or crossings. */
  readonly count: number;
}

/** Most crossings that are counted of one feature. */
export const maxCrossings = 100;

/** The faults of features, in their order. */
export function findFaults(features: readonly DrawingFeature[]): FeatureFault[] {
  const seen = new Set<string>();
  return features.flatMap((feature) => {
    const [x, y] = feature.coordinates as [number, number];
    const fault = (kind: FeatureFault['kind'], count: number, at: readonly [number, number] = [x, y]) => ({
      id: feature.id,
      kind,
      x: at[0],
      y: at[1],
      count,
    });
    const key = geometryKey(feature);
    if (seen.has(key)) return [fault('duplicate', 1)];
    seen.add(key);
    const paths = featurePaths(feature);
    if (paths.length === 0) return [];
    const { repeats, hasExtent } = repeatsOf(feature);
    if (!hasExtent) return [fault('no-extent', repeats)];
    const crossing = selfCrossings(
      paths.map((path) => withoutRepeats(path, 0)),
      maxCrossings,
    );
    return [
      ...(repeats > 0 ? [fault('zero-length', repeats)] : []),
      ...(crossing.length > 0 ? [fault('self-crossing', crossing.length, crossing[0]!)] : []),
    ];
  });
}

/**
 * Removes duplicates and features without extent, and vertices in a row at one place; crossings stay.
 * @throws edit.nothing-to-clean
 */
export function cleanFeatures(features: readonly DrawingFeature[]): EditOutcome {
  const faults = findFaults(features);
  const idsOf = (...kinds: FeatureFault['kind'][]) =>
    new Set(faults.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
  const repeated = idsOf('zero-length');
  if (faults.every(({ kind }) => kind === 'self-crossing')) throw new AppError('edit.nothing-to-clean');
  return {
    replaced: features
      .filter(({ id }) => repeated.has(id))
      .map((feature) =>
        withPaths(
          feature,
          featurePaths(feature).map((path) => withoutRepeats(path, 0)),
        ),
      ),
    removed: [...idsOf('duplicate', 'no-extent')],
  };
}

/** Text that two features share where their geometry and layer are the same. */
function geometryKey({
  kind,
  layerId,
  code,
  coordinates,
  bulges,
  holeStarts,
  isClosed,
  annotation,
}: DrawingFeature): string {
  return JSON.stringify([kind, layerId, code, coordinates, bulges, holeStarts, isClosed, annotation?.text]);
}

function repeatsOf(feature: DrawingFeature): { readonly repeats: number; readonly hasExtent: boolean } {
  let [repeats, hasExtent] = [0, true];
  for (const path of featurePaths(feature)) {
    const left = withoutRepeats(path, 0);
    const { coordinates } = path;
    const isOnePlace = coordinates.every((value, i) => i % 3 === 2 || value === coordinates[i % 3]);
    if (isOnePlace) hasExtent = false;
    repeats += (coordinates.length - left.coordinates.length) / 3;
  }
  return { repeats, hasExtent };
}
