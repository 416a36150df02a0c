import type { NodeKey } from '#domain/cloud/octree.ts';
import type { CopcNode, CopcPageLink } from '#domain/formats/copc/hierarchy.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { distanceToBox, type FrameView, isBoxVisible, pixelSizeAt } from '../frame/frame-view.ts';
import { childKeys } from './copc-source.ts';
import { PriorityHeap } from './priority-heap.ts';

/** What node selection asks of a cloud; `CopcSource` answers it. */
export interface NodeTree {
  node(key: NodeKey): CopcNode | undefined;
  pageOf(key: NodeKey): CopcPageLink | undefined;
  boxOf(key: NodeKey): { min: WorldPoint; max: WorldPoint };
  spacingOf(key: NodeKey): number;
}

/** Nodes to draw and pages to read, most important first. */
export interface NodeSelection {
  readonly nodes: { readonly node: CopcNode; readonly priority: number }[];
  readonly pages: { readonly page: CopcPageLink; readonly priority: number }[];
}

/** How far from the picture's middle the centre of a box lies: 0 in the middle, about 1 at the edge. */
function offCentre(view: FrameView, min: WorldPoint, max: WorldPoint): number {
  const { eye, right, up, forward, halfHeight } = view.axes;
  const d = [
    (min[0] + max[0]) / 2 - eye[0],
    (min[1] + max[1]) / 2 - eye[1],
    ((min[2] + max[2]) / 2) * view.exaggeration - eye[2],
  ] as const;
  const along = (axis: WorldPoint) => axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2];
  const depth = view.isOrthographic ? view.camera.distance : Math.max(along(forward), view.near);
  return Math.hypot(along(right), along(up)) / ((halfHeight * depth) / view.camera.distance);
}

/**
 * Chooses nodes by the size of their point spacing on the screen, those near the middle first, until the budget is
 * used up or the spacing is finer than `finestPx` device pixels. Pure; O(n log n) in the nodes looked at.
 */
export function selectNodes(
  tree: NodeTree,
  view: FrameView,
  pointBudget: number,
  finestPx: number,
): NodeSelection {
  const selection: NodeSelection = { nodes: [], pages: [] };
  const heap = new PriorityHeap<NodeKey>();
  const offer = (key: NodeKey) => {
    const { min, max } = tree.boxOf(key);
    if (!isBoxVisible(view, min, max)) return;
    const spacingPx = tree.spacingOf(key) / pixelSizeAt(view, distanceToBox(view, min, max));
    // The spacing of the level above is what shows if this node is left out.
    if (key.level > 0 && spacingPx * 2 < finestPx) return;
    heap.push(spacingPx / (1 + 0.6 * Math.min(offCentre(view, min, max), 3)), key);
  };
  offer({ level: 0, x: 0, y: 0, z: 0 });
  let points = 0;
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { priority, value: key } = next;
    const page = tree.pageOf(key);
    if (page) {
      selection.pages.push({ page, priority });
      continue;
    }
    const node = tree.node(key);
    if (!node) continue;
    if (points + node.pointCount > pointBudget && selection.nodes.length > 0) break;
    points += node.pointCount;
    if (node.pointCount > 0) selection.nodes.push({ node, priority });
    for (const child of childKeys(key)) if (tree.node(child) || tree.pageOf(child)) offer(child);
  }
  return selection;
}
