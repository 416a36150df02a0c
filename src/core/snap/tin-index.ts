import { type BoxTree, type HalfSpace, packBoxes } from '#domain/geometry/plane/box-tree.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { SnapEdge } from '#domain/view/snap.ts';

/** Trees of the TINs queried so far. */
const trees = new WeakMap<Tin, BoxTree>();

function cornerOf({ points, triangles }: Tin, corner: number): WorldPoint {
  const at = 3 * triangles[corner]!;
  return [points[at]!, points[at + 1]!, points[at + 2]!];
}

function treeOf(tin: Tin): BoxTree {
  const known = trees.get(tin);
  if (known !== undefined) return known;
  const { points, triangles } = tin;
  const boxes = new Float64Array(2 * triangles.length);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const [a, b, c] = [0, 1, 2].map((k) => points[3 * triangles[corner + k]! + axis]!) as [
        number,
        number,
        number,
      ];
      boxes[2 * corner + axis] = Math.min(a, b, c);
      boxes[2 * corner + axis + 3] = Math.max(a, b, c);
    }
  }
  const tree = packBoxes(boxes);
  trees.set(tin, tree);
  return tree;
}

/**
 * Edges of a TIN's triangles that may meet a region; shared edges occur twice. The tree is packed at the first query.
 */
export function tinEdges(tin: Tin, region: readonly HalfSpace[]): SnapEdge[] {
  return treeOf(tin)
    .query(region)
    .flatMap((triangle) => {
      const [a, b, c] = [0, 1, 2].map((k) => cornerOf(tin, 3 * triangle + k)) as [
        WorldPoint,
        WorldPoint,
        WorldPoint,
      ];
      return [
        { a, b, isTin: true },
        { a: b, b: c, isTin: true },
        { a: c, b: a, isTin: true },
      ];
    });
}
