import { segmentArea } from '../plane/bulge.ts';
import { type Path, segmentAt, segmentCount } from './path.ts';

/** Area of a closed path in plan, arcs included, above 0 when counter-clockwise; about its first vertex. */
export function signedPathArea(path: Path): number {
  const [ox, oy] = [path.coordinates[0] ?? 0, path.coordinates[1] ?? 0];
  let area = 0;
  for (let i = 0; i < segmentCount(path); i++) {
    const { x0, y0, x1, y1, bulge } = segmentAt(path, i);
    const [ax, ay, bx, by] = [x0 - ox, y0 - oy, x1 - ox, y1 - oy];
    area += (ax * by - bx * ay) / 2 + segmentArea(ax, ay, bx, by, bulge);
  }
  return area;
}
