import { deleteEdge, destination, fanned, insertEdge, leftNext, origin, outside, setSlot, slotOf, twin } from './edges';
import { inCircle } from './predicates';

/**
 * Which of the Delaunay triangulations of points that lie on common circles is taken: every polygon of points on one
 * empty circle becomes the fan from its vertex of least x, then least y. So the triangles depend on the points alone,
 * not on their order, nor on what else is triangulated with them.
 */

/** The first three vertices of the polygon in work, f64 pairs. */
let a: usize = 0;
let b: usize = 0;
let c: usize = 0;

/** True where the triangle beyond a half-edge is on the circle of the polygon in work. */
function isInside(e: usize): bool {
  const beyond = twin(e);
  if (slotOf(beyond) == outside) return false;
  const d = destination(leftNext(beyond));
  const side = inCircle(
    load<f64>(a), load<f64>(a, 8), load<f64>(b), load<f64>(b, 8),
    load<f64>(c), load<f64>(c, 8), load<f64>(d), load<f64>(d, 8),
  );
  return side == 0;
}

/** True when point `p` comes before `q` by x, then y. */
function isBefore(p: usize, q: usize): bool {
  const px = load<f64>(p);
  const qx = load<f64>(q);
  return px < qx || (px == qx && load<f64>(p, 8) < load<f64>(q, 8));
}

/**
 * Makes the fan of the polygon of points on one empty circle that holds the face on the left of a half-edge. Slots of
 * half-edges beyond the hull are `outside`; those of the polygon's own become `fanned`.
 * @param boundary room for a u32 a vertex of the polygon
 */
export function fanPolygon(start: usize, boundary: usize): void {
  if (origin(start) == 0 || slotOf(start) == fanned || slotOf(start) == outside) return;
  a = origin(start);
  b = destination(start);
  c = destination(leftNext(start));
  let anchor = start;
  while (isInside(anchor)) anchor = leftNext(twin(anchor));
  let last = anchor;
  let first = anchor;
  let e = leftNext(anchor);
  let count = 1;
  while (e != anchor) {
    if (isInside(e)) {
      deleteEdge(e);
    } else {
      if (isBefore(origin(e), origin(first))) first = e;
      last = e;
      count++;
    }
    e = leftNext(last);
  }
  e = first;
  for (let i = 0; i < count; i++) {
    store<u32>(boundary + (<usize>i << 2), <u32>e);
    setSlot(e, fanned);
    e = leftNext(e);
  }
  let before = twin(load<u32>(boundary + (<usize>(count - 1) << 2)));
  for (let i = count - 2; i > 1; i--) before = insertEdge(before, load<u32>(boundary + (<usize>i << 2)));
}
