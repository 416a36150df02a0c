import { orientation } from '../geometry/plane/predicates.ts';
import { clamp } from '../math/clamp.ts';
import type { ScreenPoint, WorldPoint } from './camera.ts';
import { arcCentre, arcPlace, arcTangents, arcTowards, type SnapArc } from './snap-arc.ts';

/** Kinds of snap targets by priority: the first one within the tolerance wins. */
export const snapKinds = [
  'vertex',
  'intersection',
  'midpoint',
  'centre',
  'tangent',
  'perpendicular',
  'apparent',
  'edge',
  'tin-vertex',
  'tin-edge',
  'point',
  'grid',
] as const;
export type SnapKind = (typeof snapKinds)[number];

/** A snap result. */
export interface Snap {
  readonly kind: SnapKind;
  /** Exact coordinates for vertices and points; z is NaN where the target has no elevation. */
  readonly position: WorldPoint;
  /** From the pointer, CSS pixels. */
  readonly distancePx: number;
}

/** An edge to snap to; a single point where both ends are the same array. */
export interface SnapEdge {
  readonly a: WorldPoint;
  readonly b: WorldPoint;
  readonly isTin: boolean;
  /** The arc that the edge is a chord of; its ends are those of the chords there, the same arrays. */
  readonly arc?: SnapArc;
}

/** A snap query. */
export interface SnapQuestion {
  /** CSS pixels. */
  readonly pointer: { readonly x: number; readonly y: number };
  readonly radiusPx: number;
  isWanted(kind: SnapKind): boolean;
  /** Start of perpendiculars and tangents; null disables them. */
  readonly from: WorldPoint | null;
  /** Whether the projection is a perspective one, which hides points behind the eye. */
  readonly isPerspective: boolean;
  /** Projects a point into the view; points without an elevation at the position where they are drawn. */
  project(world: WorldPoint): ScreenPoint;
}

/** Maximum number of edges near the pointer tested for intersections. */
const maxCrossed = 48;
/** Near depth at which edges are clipped, as a fraction of the depth of their other end. */
const nearShare = 1e-6;

/**
 * The snap of highest priority within the radius, nearest of its kind; null where there is none. O(edges + 48²).
 * @param arcs those whose centres and tangents are looked for, near the pointer or not
 */
export function bestSnap(
  edges: readonly SnapEdge[],
  question: SnapQuestion,
  arcs: readonly SnapArc[] = [],
): Snap | null {
  const best = new Map<SnapKind, Snap>();
  const { pointer, radiusPx } = question;
  const offer = (kind: SnapKind, position: WorldPoint) => {
    if (!question.isWanted(kind)) return;
    const screen = question.project(position);
    const distancePx = Math.hypot(screen.x - pointer.x, screen.y - pointer.y);
    if (question.isPerspective && screen.depth <= 0) return;
    if (distancePx > Math.min(radiusPx, best.get(kind)?.distancePx ?? Infinity)) return;
    best.set(kind, { kind, position, distancePx });
  };
  const near: { edge: SnapEdge; distancePx: number }[] = [];
  for (const edge of edges) {
    const { a, b, isTin, arc } = edge;
    if (arc === undefined || a === arc.from) offer(isTin ? 'tin-vertex' : 'vertex', a);
    if (a === b) continue;
    if (arc === undefined || b === arc.to) offer(isTin ? 'tin-vertex' : 'vertex', b);
    const place = nearestPlace(edge, question);
    if (place === null || place.distancePx > radiusPx) continue;
    const [x, y] = place.position;
    offer(isTin ? 'tin-edge' : 'edge', (arc && arcTowards(arc, x, y)) ?? place.position);
    if (isTin) continue;
    offer('midpoint', arc ? arcPlace(arc, 0.5) : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]);
    if (question.from !== null) {
      const [fromX, fromY] = question.from;
      const foot = arc ? arcTowards(arc, fromX, fromY) : footInPlan(question.from, a, b);
      if (foot !== null) offer('perpendicular', foot);
    }
    near.push({ edge, distancePx: place.distancePx });
  }
  for (const arc of arcs) {
    offer('centre', arcCentre(arc));
    if (question.from !== null) for (const touch of arcTangents(arc, question.from)) offer('tangent', touch);
  }
  if (question.isWanted('intersection') || question.isWanted('apparent')) {
    near.sort((one, other) => one.distancePx - other.distancePx);
    const few = near.slice(0, maxCrossed);
    few.forEach(({ edge }, i) => {
      for (const { edge: other } of few.slice(i + 1)) {
        const crossing = crossingInPlan(edge, other);
        if (crossing !== null) offer('intersection', crossing);
        const seen = crossingInView(edge, other, question);
        if (seen !== null) offer('apparent', seen);
      }
    });
  }
  for (const kind of snapKinds) {
    const snap = best.get(kind);
    if (snap !== undefined) return snap;
  }
  return null;
}

/** Point between two points; exactly the ends at 0 and 1. */
function between(a: WorldPoint, b: WorldPoint, t: number): WorldPoint {
  if (t <= 0) return a;
  if (t >= 1) return b;
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** Point of an edge nearest to the pointer in the view; null where the edge is behind the eye. */
function nearestPlace({ a, b }: SnapEdge, { pointer, project, isPerspective }: SnapQuestion) {
  let [from, to] = [a, b];
  let [pa, pb] = [project(a), project(b)];
  if (isPerspective && pa.depth <= 0 && pb.depth <= 0) return null;
  if (isPerspective && pa.depth <= 0) {
    from = between(a, b, (nearShare * pb.depth - pa.depth) / (pb.depth - pa.depth));
    pa = project(from);
  } else if (isPerspective && pb.depth <= 0) {
    to = between(b, a, (nearShare * pa.depth - pb.depth) / (pa.depth - pb.depth));
    pb = project(to);
  }
  const [dx, dy] = [pb.x - pa.x, pb.y - pa.y];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((pointer.x - pa.x) * dx + (pointer.y - pa.y) * dy) / length2;
  const s = clamp(along, 0, 1);
  const distancePx = Math.hypot(pointer.x - pa.x - dx * s, pointer.y - pa.y - dy * s);
  // Equal steps on the screen are not equal steps in the world: 1 / depth is linear on the screen.
  const t = isPerspective ? (s * pa.depth) / (s * pa.depth + (1 - s) * pb.depth) : s;
  return { position: between(from, to, t), distancePx };
}

/** Foot in plan of the perpendicular from a point to an edge, at the edge's elevation; null beyond its ends. */
function footInPlan(from: WorldPoint, a: WorldPoint, b: WorldPoint): WorldPoint | null {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length2 = dx * dx + dy * dy;
  const t = ((from[0] - a[0]) * dx + (from[1] - a[1]) * dy) / length2;
  return t > 0 && t < 1 ? between(a, b, t) : null;
}

/**
 * Intersection of two edges in plan (exact predicate), at the higher of their elevations there, which is visible from
 * above; null where they do not intersect inside both.
 */
function crossingInPlan({ a, b }: SnapEdge, { a: c, b: d }: SnapEdge): WorldPoint | null {
  const side = (p: WorldPoint, q: WorldPoint, r: WorldPoint) =>
    Math.sign(orientation(p[0], p[1], q[0], q[1], r[0], r[1]));
  if (side(a, b, c) * side(a, b, d) >= 0 || side(c, d, a) * side(c, d, b) >= 0) return null;
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
  const [vx, vy] = [d[0] - c[0], d[1] - c[1]];
  const [wx, wy] = [c[0] - a[0], c[1] - a[1]];
  const area = ux * vy - uy * vx;
  if (area === 0) return null;
  const [x, y, z] = between(a, b, (wx * vy - wy * vx) / area);
  const other = between(c, d, (wx * uy - wy * ux) / area)[2];
  return [x, y, Number.isNaN(z) ? other : Number.isNaN(other) ? z : Math.max(z, other)];
}

/**
 * Where two edges cross in the view, on the one nearer to the eye; null where they do not inside both, or reach behind
 * the eye. Equal steps on the screen are not equal steps in the world: 1 / depth is linear on the screen.
 */
function crossingInView(
  { a, b }: SnapEdge,
  { a: c, b: d }: SnapEdge,
  { project, isPerspective }: SnapQuestion,
): WorldPoint | null {
  const [pa, pb, pc, pd] = [project(a), project(b), project(c), project(d)];
  if (isPerspective && Math.min(pa.depth, pb.depth, pc.depth, pd.depth) <= 0) return null;
  const [ux, uy] = [pb.x - pa.x, pb.y - pa.y];
  const [vx, vy] = [pd.x - pc.x, pd.y - pc.y];
  const [wx, wy] = [pc.x - pa.x, pc.y - pa.y];
  const area = ux * vy - uy * vx;
  if (area === 0) return null;
  const s = (wx * vy - wy * vx) / area;
  const t = (wx * uy - wy * ux) / area;
  if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return null;
  const depthAt = (p: ScreenPoint, q: ScreenPoint, share: number) =>
    1 / ((1 - share) / p.depth + share / q.depth);
  const inWorld = (p: ScreenPoint, q: ScreenPoint, share: number) =>
    isPerspective ? (share * p.depth) / (share * p.depth + (1 - share) * q.depth) : share;
  const isFirstNearer = !isPerspective || depthAt(pa, pb, s) <= depthAt(pc, pd, t);
  return isFirstNearer ? between(a, b, inWorld(pa, pb, s)) : between(c, d, inWorld(pc, pd, t));
}
