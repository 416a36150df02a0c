import { bulgeOfSweep } from '../plane/bulge.ts';
import { lengthOfSegment, type Path, type Segment, segmentAt, segmentCount } from './path.ts';

/**
 * A path through the same vertices without corners: each straight segment becomes two arcs that begin and end in the
 * direction of the circle through a vertex and its neighbours. Arcs stay as they are, and neighbours join them in their
 * direction. Source: K. Bolton, "Biarc curves", 1975, with tangents of equal length at both ends. Elevations between
 * vertices run evenly along the arcs.
 */
export function smoothPath(path: Path): Path {
  const count = path.coordinates.length / 3;
  if (count < 3) return path;
  const directions = Array.from({ length: count }, (_, vertex) => directionAt(path, vertex));
  const coordinates: number[] = [];
  const bulges: number[] = [];
  const add = (x: number, y: number, z: number, bulge: number) => {
    coordinates.push(x, y, z);
    bulges.push(bulge);
  };
  for (let i = 0; i < segmentCount(path); i++) {
    const segment = segmentAt(path, i);
    const { x0, y0, z0, z1, bulge } = segment;
    const arcs = bulge === 0 ? biarc(segment, directions[i]!, directions[(i + 1) % count]!) : null;
    if (arcs === null) add(x0, y0, z0, bulge);
    else {
      add(x0, y0, z0, arcs.first);
      add(arcs.x, arcs.y, z0 + (z1 - z0) * arcs.share, arcs.second);
    }
  }
  if (!path.isClosed) {
    const [x, y, z] = path.coordinates.slice(-3) as [number, number, number];
    add(x, y, z, 0);
  }
  return { coordinates, bulges, isClosed: path.isClosed };
}

/** Direction of travel of the smooth line at a vertex, radians from east. */
function directionAt(path: Path, vertex: number): number {
  const count = path.coordinates.length / 3;
  const hasBefore = path.isClosed || vertex > 0;
  const hasAfter = path.isClosed || vertex + 1 < count;
  const before = hasBefore ? segmentAt(path, (vertex + count - 1) % count) : null;
  const after = hasAfter ? segmentAt(path, vertex) : null;
  if (before !== null && before.bulge !== 0) return chordAngle(before) + 2 * Math.atan(before.bulge);
  if (after !== null && after.bulge !== 0) return chordAngle(after) - 2 * Math.atan(after.bulge);
  if (before !== null && after !== null) return tangentOfCircle(before, after);
  // An end: its arc mirrors the direction at the vertex beside it.
  const beside = before ?? after!;
  return 2 * chordAngle(beside) - directionAt(path, before === null ? vertex + 1 : vertex - 1);
}

const chordAngle = ({ x0, y0, x1, y1 }: Segment) => Math.atan2(y1 - y0, x1 - x0);

/** The circle through three vertices turns at the middle one by the angles of the other chord's share. */
function tangentOfCircle(before: Segment, after: Segment): number {
  const [a, b] = [lengthOfSegment(before), lengthOfSegment(after)];
  if (a === 0) return chordAngle(after);
  if (b === 0) return chordAngle(before);
  const [ux, uy] = [(before.x1 - before.x0) / a, (before.y1 - before.y0) / a];
  const [vx, vy] = [(after.x1 - after.x0) / b, (after.y1 - after.y0) / b];
  const [x, y] = [ux / a + vx / b, uy / a + vy / b];
  return x === 0 && y === 0 ? chordAngle(before) : Math.atan2(y, x);
}

/** The two arcs of a chord between two directions; null where it is straight, or the directions allow none. */
function biarc(segment: Segment, from: number, to: number) {
  const { x0, y0, x1, y1 } = segment;
  const [cx, cy] = [x1 - x0, y1 - y0];
  const [ux, uy, vx, vy] = [Math.cos(from), Math.sin(from), Math.cos(to), Math.sin(to)];
  const chord = Math.hypot(cx, cy);
  const isStraight = Math.abs(ux * cy - uy * cx) + Math.abs(vx * cy - vy * cx) <= 1e-12 * chord;
  if (chord === 0 || (isStraight && ux * cx + uy * cy > 0)) return null;
  // Tangents of equal length d: |c − d (u + v)| = 2 d.
  const sum = cx * (ux + vx) + cy * (uy + vy);
  const factor = 2 * (1 - (ux * vx + uy * vy));
  const d =
    factor < 1e-12
      ? (chord * chord) / (2 * sum)
      : (-sum + Math.sqrt(sum * sum + factor * chord * chord)) / factor;
  if (!(d > 0) || !Number.isFinite(d)) return null;
  const [ax, ay, bx, by] = [x0 + d * ux, y0 + d * uy, x1 - d * vx, y1 - d * vy];
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const first = arcFrom(x0, y0, from, x, y);
  const second = -arcFrom(x1, y1, to + Math.PI, x, y);
  const lengths = [first, second].map((bulge, i) =>
    i === 0
      ? lengthOfSegment({ ...segment, x1: x, y1: y, bulge })
      : lengthOfSegment({ ...segment, x0: x, y0: y, bulge }),
  ) as [number, number];
  return { x, y, first, second, share: lengths[0] / (lengths[0] + lengths[1]) };
}

/** Bulge of the arc that begins in a direction and ends at a place. */
function arcFrom(x0: number, y0: number, direction: number, x1: number, y1: number): number {
  const turned = Math.atan2(y1 - y0, x1 - x0) - direction;
  return bulgeOfSweep(2 * Math.atan2(Math.sin(turned), Math.cos(turned)));
}
