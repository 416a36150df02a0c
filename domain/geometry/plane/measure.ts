import { elevationOf, openRing, type Polygon, type Position, type Ring } from '../position.ts';
import { orientation } from './predicates.ts';

/** Distance in plan. */
export function planDistance(a: Position, b: Position): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** Rise from a to b, negative when b is lower; NaN where an elevation is missing. */
export function verticalDistance(a: Position, b: Position): number {
  return elevationOf(b) - elevationOf(a);
}

/** Distance in space (slope distance); NaN where an elevation is missing. */
export function slopeDistance(a: Position, b: Position): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1], verticalDistance(a, b));
}

/** Length of a line in plan. */
export function planLength(line: readonly Position[]): number {
  return sumOfLegs(line, planDistance);
}

/** Length of a line in space. */
export function slopeLength(line: readonly Position[]): number {
  return sumOfLegs(line, slopeDistance);
}

/** Length of a ring in plan, closing leg included. */
export function planPerimeter(ring: Ring): number {
  return planLength(closed(ring));
}

/** Length of a ring in space, closing leg included. */
export function slopePerimeter(ring: Ring): number {
  return slopeLength(closed(ring));
}

function closed(ring: Ring): readonly Position[] {
  return ring.length === 0 ? ring : [...ring, ring[0]!];
}

function sumOfLegs(line: readonly Position[], leg: (a: Position, b: Position) => number): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += leg(line[i - 1]!, line[i]!);
  return sum;
}

/** Angle in plan at a vertex between two arms, 0 to π radians; NaN for an arm of no length. */
export function planAngleRad(vertex: Position, a: Position, b: Position): number {
  const ux = a[0] - vertex[0];
  const uy = a[1] - vertex[1];
  const vx = b[0] - vertex[0];
  const vy = b[1] - vertex[1];
  if ((ux === 0 && uy === 0) || (vx === 0 && vy === 0)) return Number.NaN;
  return Math.atan2(Math.abs(ux * vy - uy * vx), ux * vx + uy * vy);
}

/** Angle in space at a vertex between two arms, 0 to π radians; NaN for an arm of no length or no elevation. */
export function spaceAngleRad(vertex: Position, a: Position, b: Position): number {
  const u = [a[0] - vertex[0], a[1] - vertex[1], verticalDistance(vertex, a)] as const;
  const v = [b[0] - vertex[0], b[1] - vertex[1], verticalDistance(vertex, b)] as const;
  if (Math.hypot(...u) === 0 || Math.hypot(...v) === 0) return Number.NaN;
  const cross = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  return Math.atan2(cross, u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
}

/** Direction from a to b, clockwise from grid north, 0 to 2π radians. */
export function azimuthRad(a: Position, b: Position): number {
  const angle = Math.atan2(b[0] - a[0], b[1] - a[1]);
  return angle < 0 ? angle + 2 * Math.PI : angle;
}

/** Area of a ring in plan, above 0 when counter-clockwise. Relative to its first place, so large coordinates keep their digits. */
export function signedArea(ring: Ring): number {
  const origin = ring[0];
  if (!origin) return 0;
  let twice = 0;
  for (let i = 1; i < ring.length - 1; i++) {
    const ux = ring[i]![0] - origin[0];
    const uy = ring[i]![1] - origin[1];
    const vx = ring[i + 1]![0] - origin[0];
    const vy = ring[i + 1]![1] - origin[1];
    twice += ux * vy - uy * vx;
  }
  return twice / 2;
}

/** Plan area of a region whose first ring is its outer one and whose other rings are holes. */
export function polygonArea(polygon: Polygon): number {
  const [outer, ...holes] = polygon;
  if (!outer) return 0;
  return holes.reduce((area, hole) => area - Math.abs(signedArea(hole)), Math.abs(signedArea(outer)));
}

/** Centre of mass of a ring in plan; the mean of its places when it has no area. */
export function ringCentroid(ring: Ring): Position {
  const [ox, oy] = ring[0] ?? [Number.NaN, Number.NaN];
  let twice = 0;
  let x = 0;
  let y = 0;
  for (let i = 1; i < ring.length - 1; i++) {
    const ux = ring[i]![0] - ox;
    const uy = ring[i]![1] - oy;
    const vx = ring[i + 1]![0] - ox;
    const vy = ring[i + 1]![1] - oy;
    const cross = ux * vy - uy * vx;
    twice += cross;
    x += cross * (ux + vx);
    y += cross * (uy + vy);
  }
  if (twice !== 0) return [ox + x / (3 * twice), oy + y / (3 * twice)];
  const mean = (axis: 0 | 1) => ring.reduce((sum, place) => sum + place[axis], 0) / ring.length;
  return [mean(0), mean(1)];
}

/** The position of a place relative to a region. */
export type Containment = 'inside' | 'boundary' | 'outside';

/**
 * The position of a place relative to a region, by the even-odd rule with exact orientation tests, so that places on
 * an edge are always 'boundary'. Linear in the region's corners.
 */
export function containment(polygon: Polygon, x: number, y: number): Containment {
  let isInside = false;
  for (const ring of polygon) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[j]!;
      const [bx, by] = ring[i]!;
      if (ay === y && by === y) {
        if (Math.min(ax, bx) <= x && x <= Math.max(ax, bx)) return 'boundary';
      } else if (Math.min(ay, by) <= y && y <= Math.max(ay, by)) {
        const turn = ay < by ? orientation(ax, ay, bx, by, x, y) : orientation(bx, by, ax, ay, x, y);
        if (turn === 0) return 'boundary';
        if (y < Math.max(ay, by) && turn > 0) isInside = !isInside;
      }
    }
  }
  return isInside ? 'inside' : 'outside';
}

/**
 * The first pair of a ring's edges that meet other than at a shared corner, as edge numbers (edge i begins at
 * place i), or undefined for a simple ring. Quadratic in the corners: meant for drawn polygons.
 */
export function findSelfCrossing(ring: Ring): readonly [first: number, second: number] | undefined {
  const places = openRing(ring);
  const count = places.length;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const isNeighbour = j === i + 1 || (i === 0 && j === count - 1);
      const [a, b] = [places[i]!, places[(i + 1) % count]!];
      const [c, d] = [places[j]!, places[(j + 1) % count]!];
      if (isNeighbour ? foldsBack(j === i + 1 ? [a, b, d] : [b, a, c]) : doSegmentsMeet(a, b, c, d))
        return [i, j];
    }
  }
  return undefined;
}

/** True when an edge goes back along the one before. */
function foldsBack([far, shared, other]: readonly [Position, Position, Position]): boolean {
  if (orientation(far[0], far[1], shared[0], shared[1], other[0], other[1]) !== 0) return false;
  const along = (far[0] - shared[0]) * (other[0] - shared[0]) + (far[1] - shared[1]) * (other[1] - shared[1]);
  return along > 0;
}

/** True when two segments share a place, ends included; exact. */
export function doSegmentsMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  const side = (p: Position, q: Position, r: Position) =>
    Math.sign(orientation(p[0], p[1], q[0], q[1], r[0], r[1]));
  const [abc, abd, cda, cdb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  const isOn = (p: Position, q: Position, r: Position) =>
    Math.min(p[0], q[0]) <= r[0] &&
    r[0] <= Math.max(p[0], q[0]) &&
    Math.min(p[1], q[1]) <= r[1] &&
    r[1] <= Math.max(p[1], q[1]);
  return (
    (abc === 0 && isOn(a, b, c)) ||
    (abd === 0 && isOn(a, b, d)) ||
    (cda === 0 && isOn(c, d, a)) ||
    (cdb === 0 && isOn(c, d, b))
  );
}
