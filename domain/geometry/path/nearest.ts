import { arcOfBulge } from '../plane/bulge.ts';
import { lengthOfSegment, type Path, type Segment, segmentAt, stationsOf } from './path.ts';

/** The share of a segment's length at its place nearest to a place in plan, and how far that is. */
export function nearestOnSegment(
  { x0, y0, x1, y1, bulge }: Segment,
  x: number,
  y: number,
): { readonly share: number; readonly distance: number } {
  const ends = () => {
    const [first, last] = [Math.hypot(x - x0, y - y0), Math.hypot(x - x1, y - y1)];
    return first <= last ? { share: 0, distance: first } : { share: 1, distance: last };
  };
  const arc = arcOfBulge(x0, y0, x1, y1, bulge);
  if (arc !== null) {
    const { centreX, centreY, radius, startAngle, sweep } = arc;
    const angle = Math.atan2(y - centreY, x - centreX);
    const turned = sweep > 0 ? angle - startAngle : startAngle - angle;
    const share = (((turned % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)) / Math.abs(sweep);
    return share > 1 ? ends() : { share, distance: Math.abs(Math.hypot(x - centreX, y - centreY) - radius) };
  }
  const [dx, dy] = [x1 - x0, y1 - y0];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : ((x - x0) * dx + (y - y0) * dy) / squared;
  if (share <= 0 || share >= 1) return ends();
  return { share, distance: Math.abs((x - x0) * dy - (y - y0) * dx) / Math.sqrt(squared) };
}

/** The station of a path nearest to a place in plan, and how far that is; null for a path without segments. */
export function nearestStation(
  path: Path,
  x: number,
  y: number,
): { readonly station: number; readonly distance: number } | null {
  const stations = stationsOf(path);
  let best: { station: number; distance: number } | null = null;
  for (let i = 0; i + 1 < stations.length; i++) {
    const segment = segmentAt(path, i);
    const { share, distance } = nearestOnSegment(segment, x, y);
    if (best !== null && distance >= best.distance) continue;
    best = { station: stations[i]! + share * lengthOfSegment(segment), distance };
  }
  return best;
}
