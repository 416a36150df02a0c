import { hold, lay, layFrom } from './layout';

/**
 * Crossings of contours with edges, joined into polylines. Every crossing is a node with a place, a level and at
 * most one successor; segments are directed with higher ground on the left, so a node is entered and left once.
 * A node is 32 bytes: x f64, y f64, next i32 (−1 none), level i32, flags i32 (1 entered, 2 written), unused.
 */

let nodesAt: usize = 0;
let nodeTotal: i32 = 0;
let capacity: i32 = 0;
let isFull: bool = false;

/** Starts without nodes at `base`. */
export function resetNodes(base: usize): void {
  nodesAt = base;
  nodeTotal = 0;
  capacity = 0;
  isFull = false;
}

/** Makes room for `count` more nodes; false when memory ends. */
export function growNodes(count: i32): bool {
  if (nodeTotal + count <= capacity) return true;
  const wanted = max(nodeTotal + count, min(capacity + capacity / 2, capacity + (1 << 22)));
  layFrom(nodesAt);
  lay(wanted, 32);
  if (wanted > 1 << 26 || !hold()) {
    isFull = true;
    return false;
  }
  capacity = wanted;
  return true;
}

/** True when memory ended before all nodes were made. */
export function ranOut(): bool {
  return isFull;
}

/** Address of the node after the last, where `pushNode` puts the next one; its number is `nodeCount()`. */
// @ts-ignore: decorator
@inline
export function pushNode(x: f64, y: f64, level: i32): void {
  const at = nodesAt + (<usize>nodeTotal << 5);
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<i32>(at, -1, 16);
  store<i32>(at, level, 20);
  store<i32>(at, 0, 24);
  nodeTotal++;
}

// @ts-ignore: decorator
@inline
export function nodeCount(): i32 {
  return nodeTotal;
}

/** A segment from one node to another. */
// @ts-ignore: decorator
@inline
export function link(from: i32, to: i32): void {
  store<i32>(nodesAt + (<usize>from << 5), to, 16);
  store<i32>(nodesAt + (<usize>to << 5), 1, 24);
}

let linesAt: usize = 0;
let lineTotal: i32 = 0;
let coordinatesAt: usize = 0;
let coordinateTotal: i32 = 0;

export function lineList(): usize {
  return linesAt;
}

export function lineCount(): i32 {
  return lineTotal;
}

export function coordinateList(): usize {
  return coordinatesAt;
}

export function coordinateCount(): i32 {
  return coordinateTotal;
}

/** Follows a line from a node and writes it; a ring ends with its first place again. Lone places are dropped. */
function follow(start: i32): void {
  const first = coordinateTotal;
  let node = start;
  let lastX = NaN;
  let lastY = NaN;
  let isRing = false;
  while (node >= 0) {
    const at = nodesAt + (<usize>node << 5);
    const x = load<f64>(at);
    const y = load<f64>(at, 8);
    if (x != lastX || y != lastY) {
      const to = coordinatesAt + (<usize>coordinateTotal << 4);
      store<f64>(to, x);
      store<f64>(to, y, 8);
      coordinateTotal++;
      lastX = x;
      lastY = y;
    }
    if (load<i32>(at, 24) & 2) {
      isRing = true;
      break;
    }
    store<i32>(at, load<i32>(at, 24) | 2, 24);
    node = load<i32>(at, 16);
  }
  const length = coordinateTotal - first;
  const fewest = isRing ? 4 : 2;
  if (length < fewest) {
    coordinateTotal = first;
    return;
  }
  const line = linesAt + <usize>lineTotal * 12;
  store<i32>(line, load<i32>(nodesAt + (<usize>start << 5), 20));
  store<i32>(line, first, 4);
  store<i32>(line, length, 8);
  lineTotal++;
}

/**
 * Joins all segments: first the open lines, from their beginnings, then the rings, both in the order in which
 * their first nodes were made. Lines are (level, first coordinate, number of coordinates); coordinates f64 pairs.
 * @returns false when memory ends
 */
export function joinSegments(): bool {
  layFrom(nodesAt);
  lay(nodeTotal, 32);
  // A ring repeats one place, and a line has at least two nodes.
  coordinatesAt = lay(nodeTotal + (nodeTotal >> 1) + 1, 16);
  linesAt = lay((nodeTotal >> 1) + 1, 12);
  coordinateTotal = 0;
  lineTotal = 0;
  if (!hold()) return false;
  for (let node = 0; node < nodeTotal; node++) {
    const at = nodesAt + (<usize>node << 5);
    if ((load<i32>(at, 24) & 3) == 0 && load<i32>(at, 16) >= 0) follow(node);
  }
  for (let node = 0; node < nodeTotal; node++) {
    const at = nodesAt + (<usize>node << 5);
    if ((load<i32>(at, 24) & 2) == 0 && load<i32>(at, 16) >= 0) follow(node);
  }
  return true;
}
