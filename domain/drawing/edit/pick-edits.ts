import { AppError } from '../../errors/app-error.ts';
import { splitPath } from '../../geometry/path/cut.ts';
import { nearestStation } from '../../geometry/path/nearest.ts';
import { stationsOf } from '../../geometry/path/path.ts';
import { crossingStations } from '../../geometry/path/reach.ts';
import { maxOf, minOf } from '../../math/extremes.ts';
import type { DrawingFeature } from '../feature.ts';
import { featurePaths } from '../feature-path.ts';
import { extendLineTo, filletLines, splitLine } from './line-edits.ts';
import { draftLike, type EditOutcome, polylineOf, requireKinds, reshaped } from './outcome.ts';

/** Edits that are done where a line is clicked. */
export type PickEdit =
  | { readonly kind: 'split' }
  /** The clicked part between its neighbouring crossings with other lines goes. */
  | { readonly kind: 'trim' }
  /** The end nearer to the click goes on to the next line. */
  | { readonly kind: 'extend' }
  /** The corner nearest to the click is rounded; horizontal unit. */
  | { readonly kind: 'fillet'; readonly radius: number };

/** Places nearer to each other than this are one, horizontal unit. */
const tolerance = 1e-7;

/**
 * What an edit does to a line that is clicked at a place in plan.
 * @param edges other lines and areas that it may meet
 * @throws edit.unfit, edit.no-split, edit.no-crossing, edit.no-edge-ahead, edit.extend-closed, edit.not-positive, edit.no-corner,
 * edit.fillet-straight, edit.fillet-too-large, edit.needs-others
 */
export function pickOutcome(
  edit: PickEdit,
  feature: DrawingFeature,
  place: readonly [x: number, y: number],
  edges: readonly DrawingFeature[],
): EditOutcome {
  if (edit.kind === 'fillet') return filletLines([feature], edit.radius, nearestVertex(feature, place));
  requireKinds([feature], ['polyline']);
  const path = featurePaths(feature)[0]!;
  const { station } = nearestStation(path, ...place) ?? { station: 0 };
  switch (edit.kind) {
    case 'split':
      return splitLine([feature], { at: 'station', station });
    case 'extend': {
      const end = station * 2 < stationsOf(path).at(-1)! ? 'start' : 'end';
      return extendLineTo([feature, ...edges], end);
    }
    case 'trim':
      return trimAt(feature, station, edges);
  }
}

/** Takes away what lies between the crossings next to a station. */
function trimAt(feature: DrawingFeature, station: number, edges: readonly DrawingFeature[]): EditOutcome {
  const path = featurePaths(feature)[0]!;
  const total = stationsOf(path).at(-1)!;
  const inside = crossingStations(path, edges.flatMap(featurePaths)).filter(
    (each) => path.isClosed || (each > tolerance && each < total - tolerance),
  );
  const before = inside.findLast((each) => each <= station);
  const after = inside.find((each) => each > station);
  const bounds = [...new Set(path.isClosed ? aroundRing(inside, before, after) : [before, after])].filter(
    (each) => each !== undefined,
  );
  if (bounds.length === 0 || (path.isClosed && bounds.length < 2)) throw new AppError('edit.no-crossing');
  const parts = splitPath(path, bounds);
  // Of an open line the clicked part is the first or the middle one; a ring is cut into two, the first between the cuts.
  const isBetween = station > minOf(bounds) && station < maxOf(bounds);
  const clicked = path.isClosed ? (isBetween ? 0 : 1) : before === undefined ? 0 : 1;
  const [first, ...others] = parts.filter((_, i) => i !== clicked);
  if (first === undefined) throw new AppError('edit.no-crossing');
  return {
    replaced: [reshaped(feature, polylineOf(first))],
    added: others.map((part) => reshaped(draftLike(feature), polylineOf(part))),
  };
}

/** The crossings round a place of a ring, which has no beginning. */
function aroundRing(inside: readonly number[], before: number | undefined, after: number | undefined) {
  return [before ?? inside.at(-1), after ?? inside[0]].sort((a, b) => (a ?? 0) - (b ?? 0));
}

function nearestVertex({ coordinates }: DrawingFeature, [x, y]: readonly [number, number]): number {
  let [nearest, least] = [0, Infinity];
  for (let i = 0; i < coordinates.length; i += 3) {
    const distance = Math.hypot(coordinates[i]! - x, coordinates[i + 1]! - y);
    if (distance < least) [nearest, least] = [i / 3, distance];
  }
  return nearest;
}
