import { AppError } from '../../errors/app-error.ts';
import { bufferArea, bufferLine } from '../../geometry/path/buffer.ts';
import { type AreaOperation, combineAreas } from '../../geometry/path/combine-areas.ts';
import { type Path, straightRing } from '../../geometry/path/path.ts';
import { selfCrossings } from '../../geometry/path/self-crossings.ts';
import { type DrawingFeature, vertexAt, vertexCount } from '../feature.ts';
import { featureLines } from '../feature-lines.ts';
import { featurePaths } from '../feature-path.ts';
import { draftLike, type EditOutcome, firstAndOthers, polygonOf, requireKinds, reshaped } from './outcome.ts';

type Features = readonly DrawingFeature[];

/** How far chords leave the arcs of areas that are combined, horizontal unit. */
export const combineTolerance = 0.001;

/** Most vertices that are combined at once. */
export const maxCombinedVertices = 100_000;

/**
 * Combines areas: the first takes the result, more parts are added, the others go. Arcs become chords.
 * @throws edit.unfit, edit.needs-others, edit.crosses-itself, edit.empty-result, edit.too-many-vertices
 */
export function combineFeatures(features: Features, operation: AreaOperation): EditOutcome {
  const [first, others] = firstAndOthers(features);
  requireKinds(features, ['polygon']);
  const areas = features.map(chordRings);
  const count = areas.flat().reduce((sum, { coordinates }) => sum + coordinates.length / 3, 0);
  if (count > maxCombinedVertices) {
    throw new AppError('edit.too-many-vertices', { count, limit: maxCombinedVertices });
  }
  areas.forEach((rings, i) => {
    const [crossing] = selfCrossings(rings, 1);
    const { name, code, rank } = features[i]!;
    if (crossing) {
      throw new AppError('edit.crosses-itself', {
        id: name || code || `#${rank}`,
        x: crossing[0],
        y: crossing[1],
      });
    }
  });
  const [own, ...more] = combineAreas(areas, operation);
  if (own === undefined) throw new AppError('edit.empty-result');
  return {
    replaced: [reshaped(first, polygonOf(own))],
    added: more.map((rings) => reshaped(draftLike(first), polygonOf(rings))),
    removed: others.map(({ id }) => id),
  };
}

function chordRings(feature: DrawingFeature): Path[] {
  return featureLines(feature, combineTolerance).map(({ coordinates }) => straightRing(coordinates));
}

/**
 * Adds the areas within a distance of features, arcs as arcs; of areas also a negative one, inside them.
 * @throws edit.distance-empty, edit.unfit, edit.negative, edit.offset-vanishes
 */
export function bufferFeatures(features: Features, distance: number): EditOutcome {
  if (!Number.isFinite(distance) || distance === 0) throw new AppError('edit.distance-empty');
  requireKinds(features, ['point', 'multipoint', 'polyline', 'polygon']);
  const added = features.flatMap((feature) => {
    if (distance < 0 && feature.kind !== 'polygon') throw new AppError('edit.negative');
    return buffersOf(feature, distance).map((rings) => reshaped(draftLike(feature), polygonOf(rings)));
  });
  if (added.length === 0) throw new AppError('edit.offset-vanishes');
  return { added };
}

function buffersOf(feature: DrawingFeature, distance: number): (readonly Path[])[] {
  if (feature.kind === 'polygon') return bufferArea(featurePaths(feature), distance);
  if (feature.kind === 'polyline') return featurePaths(feature).flatMap((path) => bufferLine(path, distance));
  return Array.from({ length: vertexCount(feature) }, (_, i) => {
    const [x, y, z] = vertexAt(feature, i);
    return [{ coordinates: [x - distance, y, z, x + distance, y, z], bulges: [1, 1], isClosed: true }];
  });
}
