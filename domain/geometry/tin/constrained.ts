import { AppError } from '../../errors/app-error.ts';
import { inCircleAt, orientationAt } from '../plane/predicates.ts';
import { nextHalfedge, previousHalfedge, type Tin } from './tin.ts';

/**
 * A triangulation into which edges are forced: constrained Delaunay by edge flips (Sloan 1993; Anglada 1997).
 * The crossed edges of a new constraint are flipped until none crosses, then the new edges are made Delaunay
 * again, constraints staying. All decisions are exact.
 */
export interface ConstrainedTin {
  readonly points: Float64Array;
  readonly triangles: Uint32Array;
  readonly halfedges: Int32Array;
  /** Uint8Array, one byte per half-edge: 1 on both halves of every constraint. */
  readonly constrained: Uint8Array;
  /** Int32Array, a half-edge that starts at each point, −1 where no triangle uses it. */
  readonly startOf: Int32Array;
}

/** Copies the connectivity of a Delaunay TIN (its points are borrowed) so that edges can be forced into it. */
export function constrainable(tin: Required<Tin>): ConstrainedTin {
  const startOf = new Int32Array(Math.floor(tin.points.length / 3)).fill(-1);
  for (let edge = 0; edge < tin.triangles.length; edge++) startOf[tin.triangles[edge]!] = edge;
  return {
    points: tin.points,
    triangles: tin.triangles.slice(),
    halfedges: tin.halfedges.slice(),
    constrained: new Uint8Array(tin.triangles.length),
    startOf,
  };
}

/**
 * Forces the edge between two points into the triangulation. Points exactly on it split it.
 * @param onPiece called with each piece, as point numbers
 * @throws geometry.breakline-crossing when it crosses an edge forced before (params `line`, `other` are point pairs)
 */
export function insertConstraint(
  tin: ConstrainedTin,
  from: number,
  to: number,
  onPiece?: (from: number, to: number) => void,
): void {
  let start = from;
  while (start !== to) {
    const { end, crossed } = findCrossed(tin, start, to);
    if (crossed.length > 0) {
      const created = flipCrossed(tin, start, end, crossed);
      restoreDelaunay(tin, created, start, end);
    }
    markConstraint(tin, start, end);
    onPiece?.(start, end);
    start = end;
  }
}

/** The half-edge from one point to another, −1 when there is none in that direction. */
export function findHalfedge(tin: ConstrainedTin, from: number, to: number): number {
  let found = -1;
  visitAround(tin, from, (edge) => {
    if (tin.triangles[nextHalfedge(edge)] === to) found = edge;
    return found < 0;
  });
  return found;
}

/** Visits every half-edge that starts at a point, until the callback returns false. */
function visitAround(tin: ConstrainedTin, point: number, visit: (edge: number) => boolean): void {
  const first = tin.startOf[point]!;
  if (first < 0) return;
  let edge = first;
  do {
    if (!visit(edge)) return;
    edge = tin.halfedges[previousHalfedge(edge)]!;
  } while (edge >= 0 && edge !== first);
  if (edge === first) return;
  let back = tin.halfedges[first]!;
  while (back >= 0) {
    edge = nextHalfedge(back);
    if (!visit(edge)) return;
    back = tin.halfedges[edge]!;
  }
}

function turn({ points }: ConstrainedTin, a: number, b: number, c: number): number {
  return orientationAt(points, 3 * a, 3 * b, 3 * c);
}

/** True when `c` is ahead of `a` in the direction of `b`, all three on one line. */
function isAhead({ points }: ConstrainedTin, a: number, b: number, c: number): boolean {
  const x = points[3 * a]!;
  const y = points[3 * a + 1]!;
  return (
    (points[3 * b]! - x) * (points[3 * c]! - x) + (points[3 * b + 1]! - y) * (points[3 * c + 1]! - y) > 0
  );
}

interface Crossed {
  /** The first point on the way that is on the constraint: its end, or one before. */
  readonly end: number;
  /** Point pairs of the edges crossed up to there. */
  readonly crossed: (readonly [number, number])[];
}

function findCrossed(tin: ConstrainedTin, from: number, to: number): Crossed {
  let end = -1;
  let edge = -1;
  visitAround(tin, from, (candidate) => {
    const p = tin.triangles[nextHalfedge(candidate)]!;
    const q = tin.triangles[previousHalfedge(candidate)]!;
    for (const point of [p, q]) {
      if (point === to || (turn(tin, from, to, point) === 0 && isAhead(tin, from, to, point))) end = point;
    }
    if (end < 0 && turn(tin, from, to, p) < 0 && turn(tin, from, to, q) > 0) edge = nextHalfedge(candidate);
    return end < 0 && edge < 0;
  });
  if (end >= 0) return { end, crossed: [] };
  if (edge < 0) throw new Error('a constraint leaves the triangulation');
  const crossed: (readonly [number, number])[] = [];
  while (true) {
    const right = tin.triangles[edge]!;
    const left = tin.triangles[nextHalfedge(edge)]!;
    if (tin.constrained[edge] === 1) throw crossing(tin, from, to, right, left);
    crossed.push([right, left]);
    const beyond = tin.halfedges[edge]!;
    const apex = tin.triangles[previousHalfedge(beyond)]!;
    const side = apex === to ? 0 : turn(tin, from, to, apex);
    if (side === 0) return { end: apex, crossed };
    edge = side > 0 ? nextHalfedge(beyond) : previousHalfedge(beyond);
  }
}

function crossing(tin: ConstrainedTin, from: number, to: number, a: number, b: number): AppError {
  const { points } = tin;
  const fromSide = turn(tin, a, b, from);
  const share = fromSide / (fromSide - turn(tin, a, b, to));
  const at = (axis: number) =>
    points[3 * from + axis]! + share * (points[3 * to + axis]! - points[3 * from + axis]!);
  return new AppError('geometry.breakline-crossing', {
    line: `${from}–${to}`,
    other: `${a}–${b}`,
    x: at(0),
    y: at(1),
  });
}

/** Flips the crossed edges until none crosses; returns the edges made on the way that stay. */
function flipCrossed(
  tin: ConstrainedTin,
  from: number,
  to: number,
  crossed: (readonly [number, number])[],
): (readonly [number, number])[] {
  const created: (readonly [number, number])[] = [];
  const queue = crossed;
  for (let i = 0; i < queue.length; i++) {
    const [a, b] = queue[i]!;
    let edge = findHalfedge(tin, a, b);
    if (edge < 0) edge = findHalfedge(tin, b, a);
    const twin = tin.halfedges[edge]!;
    const p = tin.triangles[previousHalfedge(edge)]!;
    const q = tin.triangles[previousHalfedge(twin)]!;
    const u = tin.triangles[edge]!;
    const v = tin.triangles[twin]!;
    if (!(turn(tin, p, q, v) > 0 && turn(tin, p, q, u) < 0)) {
      queue.push([a, b]);
      continue;
    }
    flip(tin, edge);
    const touchesEnd = p === from || p === to || q === from || q === to;
    const crosses = !touchesEnd && turn(tin, from, to, p) * turn(tin, from, to, q) < 0;
    if (crosses) queue.push([p, q]);
    else created.push([p, q]);
  }
  return created;
}

/** Makes the created edges Delaunay again (Lawson 1977), all but the constraint itself. */
function restoreDelaunay(
  tin: ConstrainedTin,
  created: (readonly [number, number])[],
  from: number,
  to: number,
): void {
  const stack = created;
  while (stack.length > 0) {
    const [a, b] = stack.pop()!;
    if ((a === from && b === to) || (a === to && b === from)) continue;
    let edge = findHalfedge(tin, a, b);
    if (edge < 0) edge = findHalfedge(tin, b, a);
    if (edge < 0 || tin.halfedges[edge]! < 0 || tin.constrained[edge] === 1 || isDelaunay(tin, edge))
      continue;
    const twin = tin.halfedges[edge]!;
    const p = tin.triangles[previousHalfedge(edge)]!;
    const q = tin.triangles[previousHalfedge(twin)]!;
    const u = tin.triangles[edge]!;
    const v = tin.triangles[twin]!;
    flip(tin, edge);
    stack.push([u, p], [p, v], [v, q], [q, u]);
  }
}

function isDelaunay({ points, triangles, halfedges }: ConstrainedTin, edge: number): boolean {
  const a = 3 * triangles[edge]!;
  const b = 3 * triangles[nextHalfedge(edge)]!;
  const c = 3 * triangles[previousHalfedge(edge)]!;
  const d = 3 * triangles[previousHalfedge(halfedges[edge]!)]!;
  return inCircleAt(points, a, b, c, d) <= 0;
}

/** Replaces an inner edge by the other diagonal of its two triangles. */
function flip(tin: ConstrainedTin, edge: number): void {
  const { triangles, halfedges, constrained, startOf } = tin;
  const twin = halfedges[edge]!;
  const left = previousHalfedge(edge);
  const right = previousHalfedge(twin);
  const p = triangles[left]!;
  const q = triangles[right]!;
  const outerLeft = halfedges[left]!;
  const outerRight = halfedges[right]!;
  triangles[edge] = q;
  triangles[twin] = p;
  link(halfedges, edge, outerRight);
  link(halfedges, twin, outerLeft);
  link(halfedges, left, right);
  constrained[edge] = constrained[right]!;
  constrained[twin] = constrained[left]!;
  constrained[left] = 0;
  constrained[right] = 0;
  for (const at of [edge, nextHalfedge(edge), left, twin, nextHalfedge(twin)]) startOf[triangles[at]!] = at;
}

function link(halfedges: Int32Array, a: number, b: number): void {
  halfedges[a] = b;
  if (b >= 0) halfedges[b] = a;
}

function markConstraint(tin: ConstrainedTin, from: number, to: number): void {
  for (const edge of [findHalfedge(tin, from, to), findHalfedge(tin, to, from)]) {
    if (edge >= 0) tin.constrained[edge] = 1;
  }
}

/**
 * Forces breaklines into a TIN. Their points must be among the TIN's.
 * @param lines point numbers along each line
 * @throws geometry.breakline-crossing, naming the lines by their number
 */
export function insertBreaklines(tin: ConstrainedTin, lines: readonly ArrayLike<number>[]): void {
  const owner = new Map<string, number>();
  const key = (a: number, b: number) => (a < b ? `${a}–${b}` : `${b}–${a}`);
  for (const [number, line] of lines.entries()) {
    for (let i = 1; i < line.length; i++) {
      try {
        insertConstraint(tin, line[i - 1]!, line[i]!, (a, b) => owner.set(key(a, b), number));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const [a, b] = String(error.params['other']).split('–').map(Number) as [number, number];
        const other = owner.get(key(a, b)) ?? -1;
        throw new AppError(error.code, { ...error.params, line: number, other }, { cause: error });
      }
    }
  }
}
