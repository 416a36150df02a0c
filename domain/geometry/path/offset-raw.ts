import { arcOfBulge, bulgeOfSweep } from '../plane/bulge.ts';
import { crossings, withinSegment } from './crossings.ts';
import { partOfSegment } from './cut.ts';
import { lengthOfSegment, placeOnSegment, type Segment } from './path.ts';

/** How corners on the outer side of an offset are filled: by an arc about the corner, or by going on to where both meet. */
export type OffsetCorner = 'round' | 'mitre';

/** Longest mitre, in distances of the offset; corners that need more are rounded. */
const mitreLimit = 4;

/** A segment moved to the right of its direction; an arc that would vanish becomes a line between its moved ends. */
export function offsetSegment(segment: Segment, distance: number): Segment {
  const [start, end] = [placeOnSegment(segment, 0), placeOnSegment(segment, 1)];
  const moved = (place: typeof start) => [
    place.x + distance * Math.sin(place.direction),
    place.y - distance * Math.cos(place.direction),
  ];
  const [x0, y0] = moved(start) as [number, number];
  const [x1, y1] = moved(end) as [number, number];
  const { z0, z1, bulge } = segment;
  const arc = arcOfBulge(segment.x0, segment.y0, segment.x1, segment.y1, bulge);
  const radius = arc === null ? 1 : arc.radius + Math.sign(bulge) * distance;
  return { x0, y0, z0, x1, y1, z1, bulge: radius > 0 ? bulge : 0 };
}

/**
 * The moved segments of a line, joined to each other: shortened to where two meet, else with a corner between them.
 * They may still cross each other.
 * @param segments of one line, each with a length; `isClosed`: the last joins the first
 * @param distance to the right, not 0
 */
export function rawOffset(
  segments: readonly Segment[],
  isClosed: boolean,
  distance: number,
  corner: OffsetCorner,
  tolerance: number,
): Segment[] {
  const moved = segments.map((segment) => offsetSegment(segment, distance));
  const count = moved.length;
  /** Parts that are left of each moved segment. */
  const from = new Float64Array(count);
  const to = new Float64Array(count).fill(1);
  const fillers: (Segment | undefined)[] = [];
  /** Where straight segments go on to meet at their outer corner, by the number of the later one. */
  const mitres: (Place | undefined)[] = [];
  for (let i = isClosed ? 0 : 1; i < count; i++) {
    const before = (i + count - 1) % count;
    const [a, b] = [moved[before]!, moved[i]!];
    if (Math.hypot(b.x0 - a.x1, b.y0 - a.y1) <= tolerance) continue;
    const meeting = count > 1 ? meetingOf(a, b, tolerance) : null;
    if (meeting !== null) {
      [to[before], from[i]] = meeting;
      continue;
    }
    const mitre = corner === 'mitre' ? mitreOf(a, b, segments[i]!, distance) : null;
    if (mitre !== null) mitres[i] = mitre;
    else fillers[i] = roundCorner(a, b, segments[i]!, distance);
  }
  return moved.flatMap((segment, i) => {
    const filler = fillers[i];
    const [start, end] = [mitres[i], i + 1 < count ? mitres[i + 1] : mitres[0]];
    // A segment whose ends were shortened past each other runs back, and is dropped later as too near.
    const part = {
      ...partOfSegment(segment, from[i]!, to[i]!),
      ...(start ? { x0: start.x, y0: start.y } : {}),
      ...(end ? { x1: end.x, y1: end.y } : {}),
    };
    return filler ? [filler, part] : [part];
  });
}

type Place = { readonly x: number; readonly y: number };

/** Shares of two segments where they meet nearest to their common corner; null where they do not. */
function meetingOf(a: Segment, b: Segment, tolerance: number): [shareA: number, shareB: number] | null {
  const [lengthA, lengthB] = [lengthOfSegment(a), lengthOfSegment(b)];
  let best: [number, number] | null = null;
  for (const { shareA, shareB } of crossings(a, b)) {
    const onA = withinSegment(a, shareA, lengthA, tolerance);
    const onB = withinSegment(b, shareB, lengthB, tolerance);
    if (onA !== null && onB !== null && (best === null || onA > best[0])) best = [onA, onB];
  }
  return best;
}

/** Where two straight segments that were moved apart meet when they go on; null where that is too far, or nowhere. */
function mitreOf(a: Segment, b: Segment, { x0, y0 }: Segment, distance: number): Place | null {
  if (a.bulge !== 0 || b.bulge !== 0) return null;
  const [at] = crossings(a, b);
  if (at === undefined || at.shareA <= 1 || at.shareB >= 0) return null;
  return Math.hypot(at.x - x0, at.y - y0) <= mitreLimit * Math.abs(distance) ? at : null;
}

/** The arc about a corner from the end of one moved segment to the beginning of the next. */
function roundCorner(a: Segment, b: Segment, source: Segment, distance: number): Segment {
  const [x0, y0, x1, y1] = [a.x1, a.y1, b.x0, b.y0];
  const start = Math.atan2(y0 - source.y0, x0 - source.x0);
  const end = Math.atan2(y1 - source.y0, x1 - source.x0);
  let sweep = end - start;
  if (sweep > Math.PI) sweep -= 2 * Math.PI;
  else if (sweep < -Math.PI) sweep += 2 * Math.PI;
  // A line that turns back goes round its end on the outer side.
  if (Math.PI - Math.abs(sweep) < 1e-9) sweep = Math.sign(distance) * Math.PI;
  return { x0, y0, z0: a.z1, x1, y1, z1: b.z0, bulge: bulgeOfSweep(sweep) };
}
