import { bulgeOfSweep } from '../plane/bulge.ts';
import { type Path, placeOnSegment, segmentAt, segmentCount } from './path.ts';

/** Bulge of the arc from the end of an open path to a place that begins in the path's direction; 0 where it has none. */
export function tangentBulge(path: Path, x: number, y: number): number {
  const count = segmentCount(path);
  if (count === 0) return 0;
  const end = placeOnSegment(segmentAt(path, count - 1), 1);
  if (end.x === x && end.y === y) return 0;
  const turned = Math.atan2(y - end.y, x - end.x) - end.direction;
  const half = Math.atan2(Math.sin(turned), Math.cos(turned));
  // Straight back there is no such arc, and straight on it is a line.
  return Math.abs(half) < 1e-12 || Math.abs(half) > Math.PI - 1e-9 ? 0 : bulgeOfSweep(2 * half);
}
