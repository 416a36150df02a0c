import { inCircle } from './predicates';

/**
 * Which of the Delaunay triangulations of points that lie on common circles is taken: every polygon of points on one
 * empty circle becomes the fan from its vertex of least x, then least y. So the triangles depend on the points alone,
 * not on their order, nor on what else is triangulated with them.
 */

/** Half-edge that is none: beyond the hull. */
const outside: u32 = 0xffffffff;

/** Flags of half-edges: between triangles on one circle; and, at the first of a triangle, whether it was met and tested. */
const shared: u8 = 1;
const queued: u8 = 2;
const tested: u8 = 4;

let trianglesAt: usize = 0;
let halfedgesAt: usize = 0;
let pointsAt: usize = 0;
let flagsAt: usize = 0;

// @ts-ignore: decorator
@inline
function vertex(slot: u32): u32 {
  return load<u32>(trianglesAt + (<usize>slot << 2));
}

// @ts-ignore: decorator
@inline
function point(slot: u32): usize {
  return pointsAt + (<usize>vertex(slot) << 4);
}

// @ts-ignore: decorator
@inline
function twin(slot: u32): u32 {
  return load<u32>(halfedgesAt + (<usize>slot << 2));
}

// @ts-ignore: decorator
@inline
function following(slot: u32): u32 {
  return slot % 3 == 2 ? slot - 2 : slot + 1;
}

// @ts-ignore: decorator
@inline
function isShared(slot: u32): bool {
  return (load<u8>(flagsAt + <usize>slot) & shared) != 0;
}

// @ts-ignore: decorator
@inline
function setFlag(slot: u32, flag: u8): void {
  store<u8>(flagsAt + <usize>slot, load<u8>(flagsAt + <usize>slot) | flag);
}

// @ts-ignore: decorator
@inline
function hasTie(ties: usize, slot: u32): bool {
  return load<u8>(ties + <usize>vertex(slot)) != 0;
}

/** True when the triangles on both sides of a half-edge are on one circle. */
function isOnOneCircle(slot: u32, other: u32): bool {
  const a = point(slot);
  const b = point(following(slot));
  const c = point(following(following(slot)));
  const d = point(following(following(other)));
  const side = inCircle(
    load<f64>(a), load<f64>(a, 8), load<f64>(b), load<f64>(b, 8),
    load<f64>(c), load<f64>(c, 8), load<f64>(d), load<f64>(d, 8),
  );
  return side == 0;
}

/** Marks the half-edges between two triangles on one circle, from triangles with noted vertices on. */
function markShared(count: u32, ties: usize, stack: usize): void {
  memory.fill(flagsAt, 0, <usize>count * 3);
  for (let t: u32 = 0; t < count; t++) {
    const first = t * 3;
    if ((load<u8>(flagsAt + <usize>first) & queued) != 0) continue;
    if (!hasTie(ties, first) && !hasTie(ties, first + 1) && !hasTie(ties, first + 2)) continue;
    setFlag(first, queued);
    store<u32>(stack, first);
    let waiting = 1;
    while (waiting > 0) {
      waiting--;
      const own = load<u32>(stack + (<usize>waiting << 2));
      for (let slot = own; slot < own + 3; slot++) {
        const other = twin(slot);
        if (other == outside) continue;
        const neighbour = other - (other % 3);
        if ((load<u8>(flagsAt + <usize>neighbour) & tested) != 0 || !isOnOneCircle(slot, other)) continue;
        setFlag(slot, shared);
        setFlag(other, shared);
        if ((load<u8>(flagsAt + <usize>neighbour) & queued) != 0) continue;
        setFlag(neighbour, queued);
        store<u32>(stack + (<usize>waiting << 2), neighbour);
        waiting++;
      }
      setFlag(own, tested);
    }
  }
}

/** True when the vertex where slot `a` begins comes before that of slot `b`. */
function isBefore(a: u32, b: u32): bool {
  const p = point(a);
  const q = point(b);
  const px = load<f64>(p);
  const qx = load<f64>(q);
  return px < qx || (px == qx && load<f64>(p, 8) < load<f64>(q, 8));
}

/**
 * Lists the boundary of the polygon around a triangle (8 bytes an edge: its origin and the half-edge beyond it) from its
 * first vertex on, and its triangles (4 bytes each); unmarks what is inside. Returns the number of boundary edges.
 */
function collect(start: u32, boundary: usize, members: usize): i32 {
  while (isShared(start)) start = following(twin(start));
  let first = start;
  let slot = start;
  do {
    if (isBefore(slot, first)) first = slot;
    slot = following(slot);
    while (isShared(slot)) slot = following(twin(slot));
  } while (slot != start);
  let edges = 0;
  slot = first;
  do {
    store<u32>(boundary + (<usize>edges << 3), vertex(slot));
    store<u32>(boundary + (<usize>edges << 3), twin(slot), 4);
    edges++;
    slot = following(slot);
    while (isShared(slot)) slot = following(twin(slot));
  } while (slot != first);
  let known = 1;
  store<u32>(members, first / 3);
  for (let at = 0; at < known; at++) {
    const own = load<u32>(members + (<usize>at << 2)) * 3;
    for (let corner: u32 = 0; corner < 3; corner++) {
      if (!isShared(own + corner)) continue;
      const other = twin(own + corner);
      store<u8>(flagsAt + <usize>(own + corner), 0);
      store<u8>(flagsAt + <usize>other, 0);
      store<u32>(members + (<usize>known << 2), other / 3);
      known++;
    }
  }
  return edges;
}

// @ts-ignore: decorator
@inline
function join(slot: u32, other: u32): void {
  store<u32>(halfedgesAt + (<usize>slot << 2), other);
  if (other != outside) store<u32>(halfedgesAt + (<usize>other << 2), slot);
}

/** Writes the fan of a polygon into the places of its triangles. */
function writeFan(edges: i32, boundary: usize, members: usize): void {
  const apex = load<u32>(boundary);
  let before = load<u32>(boundary, 4);
  for (let i = 1; i < edges - 1; i++) {
    const slot = load<u32>(members + (<usize>(i - 1) << 2)) * 3;
    const triangle = trianglesAt + (<usize>slot << 2);
    const edge = boundary + (<usize>i << 3);
    store<u32>(triangle, apex);
    store<u32>(triangle, load<u32>(edge), 4);
    store<u32>(triangle, load<u32>(edge, 8), 8);
    join(slot, before);
    join(slot + 1, load<u32>(edge, 4));
    before = slot + 2;
  }
  join(before, load<u32>(boundary + (<usize>(edges - 1) << 3), 4));
}

/**
 * Replaces the triangles of every polygon of points on one empty circle by its fan, in place.
 * @param triangles u32 vertex numbers @param halfedges u32 opposite half-edges @param count number of triangles
 * @param points f64 pairs by vertex number
 * @param ties a byte a vertex; of every such polygon at least one vertex has it set
 * @param work room for 7 bytes a triangle, 8 a vertex and 32 more
 */
export function fanCocircular(
  triangles: usize, halfedges: usize, count: i32, points: usize, ties: usize, work: usize,
): void {
  trianglesAt = triangles;
  halfedgesAt = halfedges;
  pointsAt = points;
  flagsAt = work;
  const slots = <u32>count * 3;
  const members = (work + <usize>slots + 7) & ~7;
  const boundary = (members + (<usize>count << 2) + 7) & ~7;
  markShared(<u32>count, ties, members);
  for (let slot: u32 = 0; slot < slots; slot++) {
    if (!isShared(slot)) continue;
    const edges = collect(slot, boundary, members);
    writeFan(edges, boundary, members);
  }
}
