import { AppError } from '../errors/app-error.ts';
import { type DrawingFeature, fewestVertices, ringRanges } from './feature.ts';

/**
 * A feature with `removeCount` vertices replaced. A vertex that takes another's place keeps the arc to the next; new
 * vertices have straight segments, and so has the one before vertices that were removed or added. Vertices are of one
 * ring.
 * @param inserted xyz per vertex
 * @throws drawing.too-few-vertices; drawing.vertices-fixed for kinds whose vertices belong together
 */
export function spliceFeature(
  feature: DrawingFeature,
  index: number,
  removeCount: number,
  inserted: readonly number[],
): DrawingFeature {
  const { kind, coordinates, bulges, holeStarts } = feature;
  const added = inserted.length / 3;
  const isMove = added === removeCount;
  if (!isMove && (kind === 'grid' || kind === 'tin' || kind === 'annotation')) {
    throw new AppError('drawing.vertices-fixed', { id: feature.name || feature.id, kind });
  }
  const change = added - removeCount;
  const ring = ringRanges(feature).find(([, to]) => index < to || to === coordinates.length / 3)!;
  const min = fewestVertices(kind, bulges);
  if (ring[1] - ring[0] + change < min) {
    throw new AppError('drawing.too-few-vertices', { id: feature.name || feature.id, kind, fewest: min });
  }
  return {
    ...feature,
    coordinates: replaced(coordinates, 3 * index, 3 * removeCount, inserted),
    ...(bulges && !isMove ? { bulges: splicedBulges(bulges, index, removeCount, added, ring) } : {}),
    ...(holeStarts && !isMove
      ? { holeStarts: holeStarts.map((start) => (start > ring[0] ? start + change : start)) }
      : {}),
  };
}

function replaced(
  values: readonly number[],
  from: number,
  count: number,
  inserted: readonly number[],
): number[] {
  return values.slice(0, from).concat(inserted, values.slice(from + count));
}

function splicedBulges(
  bulges: readonly number[],
  index: number,
  removeCount: number,
  added: number,
  [from, to]: readonly [number, number],
): number[] {
  const next = replaced(bulges, index, removeCount, new Array<number>(added).fill(0));
  const before = index > from ? index - 1 : to - 1 + added - removeCount;
  next[before] = 0;
  return next;
}
