/**
 * Half-edges around vertices for divide and conquer (the primal half of Guibas and Stolfi's quad-edge, 1985).
 * A half-edge is the address of a 16-byte record; its twin is the other half of the same 32 bytes.
 *   0 origin: address of the origin's f64 pair; 0 when the record is free
 *   4 next: the next half-edge counter-clockwise around the origin
 *   8 previous: the next one clockwise
 *  12 slot: place in the triangle list, set when triangles are extracted
 */

/** Slots that are none yet: beyond the hull, of a triangle still to be listed, and of one in a fan. */
export const outside: u32 = 0xffffffff;
export const unseen: u32 = 0xfffffffe;
export const fanned: u32 = 0xfffffffd;

let freeEdge: usize = 0;
let edgeEnd: usize = 0;

/** Starts an empty pool at `base`, a multiple of 32. */
export function resetEdges(base: usize): void {
  freeEdge = 0;
  edgeEnd = base;
}

/** Address after the last record ever used. */
export function lastEdge(): usize {
  return edgeEnd;
}

// @ts-ignore: decorator
@inline
export function twin(e: usize): usize {
  return e ^ 16;
}

// @ts-ignore: decorator
@inline
export function origin(e: usize): usize {
  return load<u32>(e);
}

// @ts-ignore: decorator
@inline
export function destination(e: usize): usize {
  return load<u32>(e ^ 16);
}

// @ts-ignore: decorator
@inline
export function next(e: usize): usize {
  return load<u32>(e, 4);
}

// @ts-ignore: decorator
@inline
export function previous(e: usize): usize {
  return load<u32>(e, 8);
}

/** The next half-edge around the face on the left. */
// @ts-ignore: decorator
@inline
export function leftNext(e: usize): usize {
  return load<u32>(e ^ 16, 8);
}

// @ts-ignore: decorator
@inline
export function slotOf(e: usize): u32 {
  return load<u32>(e, 12);
}

// @ts-ignore: decorator
@inline
export function setSlot(e: usize, slot: u32): void {
  store<u32>(e, slot, 12);
}

// @ts-ignore: decorator
@inline
function allocate(): usize {
  const e = freeEdge;
  if (e != 0) {
    freeEdge = load<u32>(e, 4);
    return e;
  }
  const fresh = edgeEnd;
  edgeEnd = fresh + 32;
  return fresh;
}

/** A lone edge from `from` to `to`; the same point twice makes the handle of a single vertex. */
export function makeEdge(from: usize, to: usize): usize {
  const e = allocate();
  const t = e ^ 16;
  store<u32>(e, <u32>from);
  store<u32>(e, <u32>e, 4);
  store<u32>(e, <u32>e, 8);
  store<u32>(t, <u32>to);
  store<u32>(t, <u32>t, 4);
  store<u32>(t, <u32>t, 8);
  return e;
}

/**
 * A new edge whose half from the origin of `before` lies just clockwise of `before`, and whose twin lies just
 * counter-clockwise of `after` around that one's origin. Returns the first half.
 */
// @ts-ignore: decorator
@inline
export function insertEdge(before: usize, after: usize): usize {
  const e = allocate();
  const t = e ^ 16;
  const p = previous(before);
  store<u32>(e, load<u32>(before));
  store<u32>(e, <u32>before, 4);
  store<u32>(e, <u32>p, 8);
  store<u32>(p, <u32>e, 4);
  store<u32>(before, <u32>e, 8);
  const n = next(after);
  store<u32>(t, load<u32>(after));
  store<u32>(t, <u32>n, 4);
  store<u32>(t, <u32>after, 8);
  store<u32>(after, <u32>t, 4);
  store<u32>(n, <u32>t, 8);
  return e;
}

// @ts-ignore: decorator
@inline
function unlink(e: usize): void {
  const n = next(e);
  const p = previous(e);
  store<u32>(p, <u32>n, 4);
  store<u32>(n, <u32>p, 8);
}

/** Takes an edge out and frees its record. */
// @ts-ignore: decorator
@inline
export function deleteEdge(e: usize): void {
  unlink(e);
  unlink(e ^ 16);
  const first = e & ~16;
  store<u32>(first, 0);
  store<u32>(first, 0, 16);
  store<u32>(first, <u32>freeEdge, 4);
  freeEdge = first;
}
