import { AppError } from '../../errors/app-error.ts';
import type { Path } from '../../geometry/path/path.ts';
import { type DrawingFeature, fewestVertices, purposeKinds } from '../feature.ts';

/** A feature to be made: everything but its id and its rank. */
export type FeatureDraft = Omit<DrawingFeature, 'id' | 'rank'>;

/** What an edit does to a drawing. Nothing is changed in place. */
export interface EditOutcome {
  /** Features that take the place of those of the same id. */
  readonly replaced?: readonly DrawingFeature[];
  readonly added?: readonly FeatureDraft[];
  readonly removed?: readonly string[];
  /** Vertices or corners that could not be changed. */
  readonly skipped?: number;
}

type Geometry = Pick<DrawingFeature, 'kind' | 'coordinates'> &
  Partial<Pick<DrawingFeature, 'isClosed' | 'bulges' | 'holeStarts'>>;

/** A feature with other geometry; a purpose that its kind cannot have is left out. */
export function reshaped<F extends FeatureDraft>(feature: F, geometry: Geometry): F {
  const { isClosed: _c, bulges: _b, holeStarts: _h, columns: _g, triangles: _t, purpose, ...rest } = feature;
  const keepsPurpose = purpose !== undefined && purposeKinds[purpose] === geometry.kind;
  return { ...rest, ...(keepsPurpose ? { purpose } : {}), ...geometry } as F;
}

/** A draft like a feature: its layer, code, look and attributes, without its name. */
export function draftLike(feature: DrawingFeature): FeatureDraft {
  const { id: _, rank: __, ...rest } = feature;
  return { ...rest, name: '' };
}

const bulgesOf = (paths: readonly Path[]) => {
  const bulges = paths.flatMap((path) => path.bulges);
  return bulges.some((bulge) => bulge !== 0) ? { bulges } : {};
};

/** Geometry of a polyline. */
export function polylineOf(path: Path): Geometry {
  return {
    kind: 'polyline',
    coordinates: path.coordinates,
    ...bulgesOf([path]),
    ...(path.isClosed ? { isClosed: true as const } : {}),
  };
}

/** Geometry of a polygon from its rings, the outline first. */
export function polygonOf(rings: readonly Path[]): Geometry {
  const holeStarts: number[] = [];
  let count = 0;
  for (const ring of rings) {
    if (count > 0) holeStarts.push(count);
    count += ring.coordinates.length / 3;
  }
  return {
    kind: 'polygon',
    coordinates: rings.flatMap((ring) => ring.coordinates),
    ...bulgesOf(rings),
    ...(holeStarts.length > 0 ? { holeStarts } : {}),
  };
}

/**
 * A polyline or polygon with other paths; of a polyline one.
 * @throws drawing.too-few-vertices
 */
export function withPaths<F extends FeatureDraft>(feature: F, paths: readonly Path[]): F {
  for (const path of paths) {
    const fewest = fewestVertices(feature.kind, path.bulges);
    if (path.coordinates.length < 3 * fewest) {
      throw new AppError('drawing.too-few-vertices', {
        id: feature.name || feature.kind,
        kind: feature.kind,
        fewest,
      });
    }
  }
  return reshaped(feature, feature.kind === 'polygon' ? polygonOf(paths) : polylineOf(paths[0]!));
}

/** @throws edit.unfit for features of other kinds */
export function requireKinds(
  features: readonly DrawingFeature[],
  kinds: readonly DrawingFeature['kind'][],
): void {
  const other = features.find(({ kind }) => !kinds.includes(kind));
  if (other !== undefined) {
    throw new AppError('edit.unfit', { id: other.name || other.code || `#${other.rank}`, kind: other.kind });
  }
}

/** The first feature and the others. @throws edit.needs-others */
export function firstAndOthers(
  features: readonly DrawingFeature[],
): readonly [first: DrawingFeature, others: readonly DrawingFeature[]] {
  const [first, ...others] = features;
  if (first === undefined || others.length === 0) throw new AppError('edit.needs-others');
  return [first, others];
}
