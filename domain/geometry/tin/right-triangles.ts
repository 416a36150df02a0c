/**
 * A right-triangulated irregular network (W. Evans, D. Kirkpatrick and G. Townsend, "Right-triangulated irregular
 * networks", 2001): a square halved along its diagonal, each triangle halved at the middle of its longest side as
 * long as the surface departs from it. Every triangulation by a threshold on the errors below hangs together.
 */
export interface RightTriangles {
  /** Cells a side, a power of two; there are `(cells + 1)²` nodes. */
  readonly cells: number;
  /** Height a node, row by row, NaN where there is no surface. Borrowed. */
  readonly heights: Float32Array;
  /**
   * A node's error: the largest departure of the surface at it, or at any node that is used only where it is, from
   * the longest side that it halves. Infinity where the surface ends between them.
   */
  readonly errors: Float32Array;
}

/** Nodes (indices into the heights) and the triangles between them (counter-clockwise seen from above). */
export interface NodeMesh {
  readonly nodes: Uint32Array<ArrayBuffer>;
  /** Three positions in `nodes` per triangle. */
  readonly triangles: Uint32Array<ArrayBuffer>;
}

function departure(low: number, middle: number, high: number): number {
  const missing = Number(Number.isNaN(low)) + Number(Number.isNaN(middle)) + Number(Number.isNaN(high));
  if (missing > 0) return missing === 3 ? 0 : Infinity;
  return Math.abs(middle - (low + high) / 2);
}

/** Measures the errors of all nodes, from the finest triangles up. O(nodes). */
export function measureRightTriangles(cells: number, heights: Float32Array): RightTriangles {
  const side = cells + 1;
  const errors = new Float32Array(side * side);
  const errorAt = (x: number, y: number) =>
    x < 0 || y < 0 || x > cells || y > cells ? 0 : errors[y * side + x]!;
  for (let step = 1; step < cells; step *= 2) {
    const half = step / 2;
    for (let y = 0; y <= cells; y += step) {
      const isOddRow = (y / step) % 2 === 1;
      for (let x = isOddRow ? 0 : step; x <= cells; x += 2 * step) {
        const at = y * side + x;
        const apart = isOddRow ? step * side : step;
        let error = departure(heights[at - apart]!, heights[at]!, heights[at + apart]!);
        if (half >= 1) {
          error = Math.max(error, errorAt(x - half, y - half), errorAt(x + half, y - half));
          error = Math.max(error, errorAt(x - half, y + half), errorAt(x + half, y + half));
        }
        errors[at] = error;
      }
    }
    for (let y = step; y < cells; y += 2 * step) {
      for (let x = step; x < cells; x += 2 * step) {
        // The longest side runs from the middle of the next larger square to that square's corner.
        const isFalling = ((x - step) / (2 * step) + (y - step) / (2 * step)) % 2 === 0;
        const apart = isFalling ? step * side + step : step * side - step;
        const at = y * side + x;
        const own = departure(heights[at - apart]!, heights[at]!, heights[at + apart]!);
        const edges = Math.max(
          errorAt(x - step, y),
          errorAt(x + step, y),
          errorAt(x, y - step),
          errorAt(x, y + step),
        );
        errors[at] = Math.max(own, edges);
      }
    }
  }
  return { cells, heights, errors };
}

/** Visits the triangles in which no departure is above a threshold; corners as node indices, missing ones included. */
function visitTriangles(
  { cells, errors }: RightTriangles,
  threshold: number,
  visit: (a: number, b: number, c: number) => void,
): void {
  const side = cells + 1;
  const halve = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) => {
    const [sx, sy] = [ax + bx, ay + by];
    if (sx % 2 === 0 && sy % 2 === 0) {
      const [mx, my] = [sx / 2, sy / 2];
      if (errors[my * side + mx]! > threshold) {
        halve(cx, cy, ax, ay, mx, my);
        halve(bx, by, cx, cy, mx, my);
        return;
      }
    }
    visit(ay * side + ax, by * side + bx, cy * side + cx);
  };
  halve(0, 0, cells, cells, cells, 0);
  halve(cells, cells, 0, 0, 0, cells);
}

/**
 * The triangulation whose departures are at most `threshold`, without triangles that touch a missing height. Rows run
 * southwards, so triangles are counter-clockwise seen from above.
 */
export function triangulate(network: RightTriangles, threshold: number): NodeMesh {
  const { heights } = network;
  const place = new Int32Array(heights.length).fill(-1);
  const nodes: number[] = [];
  const triangles: number[] = [];
  const use = (node: number) => {
    if (place[node]! < 0) place[node] = nodes.push(node) - 1;
    return place[node]!;
  };
  visitTriangles(network, threshold, (a, b, c) => {
    if (Number.isNaN(heights[a]! + heights[b]! + heights[c]!)) return;
    triangles.push(use(a), use(b), use(c));
  });
  return { nodes: Uint32Array.from(nodes), triangles: Uint32Array.from(triangles) };
}

/** Number of nodes that a threshold leaves. */
export function countNodes(network: RightTriangles, threshold: number): number {
  const { heights } = network;
  const isUsed = new Uint8Array(heights.length);
  let count = 0;
  visitTriangles(network, threshold, (a, b, c) => {
    if (Number.isNaN(heights[a]! + heights[b]! + heights[c]!)) return;
    for (const node of [a, b, c]) {
      if (isUsed[node]) continue;
      isUsed[node] = 1;
      count++;
    }
  });
  return count;
}

const bisections = 14;

/**
 * The smallest threshold (to one per cent, not below `least`) that leaves at most `maxNodes` nodes; null where even
 * the outline of the surface takes more.
 */
export function chooseThreshold(network: RightTriangles, least: number, maxNodes: number): number | null {
  if (countNodes(network, least) <= maxNodes) return least;
  let greatest = least;
  for (const error of network.errors) if (error > greatest && error < Infinity) greatest = error;
  if (countNodes(network, greatest) > maxNodes) return null;
  let [low, high] = [least, greatest];
  for (let step = 0; step < bisections && high > low * 1.01; step++) {
    const middle = Math.sqrt(low * high);
    if (countNodes(network, middle) <= maxNodes) high = middle;
    else low = middle;
  }
  return high;
}
