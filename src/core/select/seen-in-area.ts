import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { isInRing } from '#domain/geometry/plane/ring.ts';
import type { ScreenPoint } from '#domain/view/camera.ts';
import type { ScreenArea } from '#domain/view/screen-area.ts';
import { drawnLines } from '../feature-index/drawn-lines.ts';
import type { Sight } from './sight.ts';

/** Near depth at which edges are clipped, as a share of the depth of their other end. */
const nearShare = 1e-6;

/** Whether all that is drawn of a feature is seen inside an area. */
export function isSeenWithin(feature: DrawingFeature, area: ScreenArea, sight: Sight): boolean {
  return drawnLines(feature).every(({ coordinates, isClosed }) => {
    const places = seenPlaces(coordinates, sight);
    if (places.some(({ x, y, depth }) => (sight.isPerspective && depth <= 0) || !area.has(x, y)))
      return false;
    // An area may be hollow: an edge between two places inside may leave it.
    return everyEdge(places, isClosed, (a, b) => !area.crosses(a.x, a.y, b.x, b.y));
  });
}

/** Whether anything drawn of a feature is seen in an area: a place, a line, or the fill of a polygon. */
export function isSeenMeeting(
  feature: DrawingFeature,
  area: ScreenArea,
  inside: { readonly x: number; readonly y: number },
  sight: Sight,
): boolean {
  const lines = drawnLines(feature).map(({ coordinates, isClosed }) => {
    return { places: seenPlaces(coordinates, sight), isClosed };
  });
  const isMet = lines.some(({ places, isClosed }) => {
    if (places.length === 1) return isInFront(places[0]!, sight) && area.has(places[0]!.x, places[0]!.y);
    return !everyEdge(places, isClosed, (a, b) => !meetsEdge(area, a, b, sight));
  });
  if (isMet || feature.kind !== 'polygon') return isMet;
  const isFilled = ({ places }: { places: readonly ScreenPoint[] }) =>
    places.every((place) => isInFront(place, sight)) &&
    isInRing(
      places.flatMap(({ x, y }) => [x, y]),
      inside.x,
      inside.y,
    );
  return lines.filter(isFilled).length % 2 === 1;
}

const isInFront = ({ depth }: ScreenPoint, { isPerspective }: Sight) => !isPerspective || depth > 0;

function seenPlaces(coordinates: readonly number[], { project }: Sight): ScreenPoint[] {
  const places: ScreenPoint[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    places.push(project([coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!]));
  }
  return places;
}

function everyEdge(
  places: readonly ScreenPoint[],
  isClosed: boolean,
  test: (a: ScreenPoint, b: ScreenPoint) => boolean,
): boolean {
  const last = isClosed ? places.length : places.length - 1;
  for (let i = 0; i < last; i++) {
    if (!test(places[i]!, places[i + 1 < places.length ? i + 1 : 0]!)) return false;
  }
  return true;
}

function meetsEdge(area: ScreenArea, a: ScreenPoint, b: ScreenPoint, sight: Sight): boolean {
  if (!isInFront(a, sight) && !isInFront(b, sight)) return false;
  const from = isInFront(a, sight) ? a : clipped(a, b);
  const to = isInFront(b, sight) ? b : clipped(b, a);
  return area.meets(from.x, from.y, to.x, to.y);
}

/**
 * Where an edge from a place behind the eye to one before it comes to be seen. Screen coordinates times depth are
 * linear along an edge.
 */
function clipped(behind: ScreenPoint, seen: ScreenPoint): ScreenPoint {
  const depth = nearShare * seen.depth;
  const t = (depth - behind.depth) / (seen.depth - behind.depth);
  const mix = (one: number, other: number) =>
    (one * behind.depth + (other * seen.depth - one * behind.depth) * t) / depth;
  return { x: mix(behind.x, seen.x), y: mix(behind.y, seen.y), depth };
}
