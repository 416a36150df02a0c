import { AppError } from '../../errors/app-error.ts';
import { straightRing } from '../../geometry/path/path.ts';
import type { DrawingFeature } from '../feature.ts';
import { vertexAt, vertexCount } from '../feature.ts';
import { featurePaths } from '../feature-path.ts';
import {
  draftLike,
  type EditOutcome,
  polygonOf,
  polylineOf,
  requireKinds,
  reshaped,
  withPaths,
} from './outcome.ts';

type Features = readonly DrawingFeature[];
export type ConvertKind = 'point' | 'multipoint' | 'polyline' | 'polygon';

/**
 * Converts features to another kind. Points and multipoints become one line, ring or multipoint in the order in which
 * they were selected; lines close to areas; areas become closed lines, one a ring; all become their vertices.
 * @throws edit.unfit, drawing.too-few-vertices, edit.already
 */
export function convertFeatures(features: Features, kind: ConvertKind): EditOutcome {
  requireKinds(features, ['point', 'multipoint', 'polyline', 'polygon']);
  if (features.every((feature) => feature.kind === kind)) throw new AppError('edit.already', { kind });
  if (kind === 'point') return toPoints(features);
  const isOfPoints = features.every((feature) => feature.kind === 'point' || feature.kind === 'multipoint');
  if (isOfPoints || kind === 'multipoint') return toOne(features, kind);
  requireKinds(features, ['polyline', 'polygon']);
  const changed = features.filter((feature) => feature.kind !== kind);
  if (kind === 'polygon') {
    return {
      replaced: changed.map((feature) => {
        const ring = { ...featurePaths(feature)[0]!, isClosed: true };
        return withPaths(reshaped(feature, polygonOf([ring])), [ring]);
      }),
    };
  }
  const split = changed.map((feature) => ({ feature, rings: featurePaths(feature) }));
  return {
    replaced: split.map(({ feature, rings }) => reshaped(feature, polylineOf(rings[0]!))),
    added: split.flatMap(({ feature, rings }) =>
      rings.slice(1).map((ring) => reshaped(draftLike(feature), polylineOf(ring))),
    ),
  };
}

function toPoints(features: Features): EditOutcome {
  const changed = features.filter((feature) => feature.kind !== 'point');
  const points = (feature: DrawingFeature) =>
    Array.from({ length: vertexCount(feature) }, (_, i) =>
      reshaped(draftLike(feature), { kind: 'point', coordinates: vertexAt(feature, i) }),
    );
  return { added: changed.flatMap(points), removed: changed.map(({ id }) => id) };
}

/** One feature of all vertices, in the place of the first. */
function toOne(features: Features, kind: Exclude<ConvertKind, 'point'>): EditOutcome {
  const [first, ...others] = features;
  const coordinates = features.flatMap((feature) => feature.coordinates);
  const path = { ...straightRing(coordinates), isClosed: kind === 'polygon' };
  const one = reshaped(first!, { kind, coordinates });
  return {
    replaced: [kind === 'multipoint' ? one : withPaths(one, [path])],
    removed: others.map(({ id }) => id),
  };
}
