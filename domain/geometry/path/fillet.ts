import { AppError } from '../../errors/app-error.ts';
import { bulgeOfSweep } from '../plane/bulge.ts';
import { lengthOfSegment, type Path, placeOnSegment, segmentAt } from './path.ts';

/**
 * A path whose corner at a vertex is an arc of a radius that both its straight segments are tangents of. Elevations of
 * the arc's ends are those of the segments there.
 * @throws edit.no-corner, edit.fillet-straight, edit.fillet-too-large
 */
export function filletVertex(path: Path, vertex: number, radius: number): Path {
  const count = path.coordinates.length / 3;
  if (!path.isClosed && (vertex <= 0 || vertex >= count - 1)) throw new AppError('edit.no-corner');
  const before = segmentAt(path, (vertex + count - 1) % count);
  const after = segmentAt(path, vertex);
  if (before.bulge !== 0 || after.bulge !== 0) throw new AppError('edit.fillet-straight');
  const [a, b] = [lengthOfSegment(before), lengthOfSegment(after)];
  const cross =
    (before.x1 - before.x0) * (after.y1 - after.y0) - (before.y1 - before.y0) * (after.x1 - after.x0);
  const dot =
    (before.x1 - before.x0) * (after.x1 - after.x0) + (before.y1 - before.y0) * (after.y1 - after.y0);
  const turned = Math.atan2(cross, dot);
  if (a === 0 || b === 0 || Math.abs(turned) < 1e-9 || Math.abs(turned) > Math.PI - 1e-9) {
    throw new AppError('edit.no-corner');
  }
  const cut = radius * Math.tan(Math.abs(turned) / 2);
  const longest = Math.min(a, b);
  if (cut > longest * (1 + 1e-12)) {
    throw new AppError('edit.fillet-too-large', { radius, limit: longest / Math.tan(Math.abs(turned) / 2) });
  }
  const start = placeOnSegment(before, Math.max(0, 1 - cut / a));
  const end = placeOnSegment(after, Math.min(1, cut / b));
  return {
    coordinates: [
      ...path.coordinates.slice(0, 3 * vertex),
      start.x,
      start.y,
      start.z,
      end.x,
      end.y,
      end.z,
      ...path.coordinates.slice(3 * vertex + 3),
    ],
    bulges: [...path.bulges.slice(0, vertex), bulgeOfSweep(turned), 0, ...path.bulges.slice(vertex + 1)],
    isClosed: path.isClosed,
  };
}
