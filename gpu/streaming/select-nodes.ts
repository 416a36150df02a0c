import { mayBoxBeSeen, type PointFilter } from '#domain/cloud/point-filter.ts';
import { type CopcNode, type CopcPageLink, nodeId } from '#domain/formats/copc/hierarchy.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { distanceToBox, type FrameView, isBoxVisible, pixelSizeAt } from '../draw/frame-view.ts';
import { childKeys } from './copc-source.ts';
import { PriorityHeap } from './priority-heap.ts';

/** The interface of a cloud for node selection; `CopcSource` implements it. */
export interface NodeTree {
  node(key: NodeKey): CopcNode | undefined;
  pageOf(key: NodeKey): CopcPageLink | undefined;
  boxOf(key: NodeKey): { min: WorldPoint; max: WorldPoint };
  spacingOf(key: NodeKey): number;
}

/** Nodes of one cloud to draw and pages to read, most important first. */
export interface NodeSelection {
  readonly nodes: { readonly node: CopcNode; readonly priority: number }[];
  readonly pages: { readonly page: CopcPageLink; readonly priority: number }[];
  /** Names of nodes below the selected ones without visible points in the image. */
  readonly unseen: Set<string>;
}

/** Limits of a selection. */
export interface SelectionLimits {
  /** Maximum number of points of all clouds together. */
  readonly pointBudget: number;
  /** Target spacing between points, device pixels. */
  readonly finestPx: number;
  /** Nodes without visible points are left out. */
  readonly filter: PointFilter;
}

/**
 * Reduction of the spacing's weight from the image's middle to its edge. Less than one level, which is 1, so that where
 * the budget ends, patches are at most one level coarser than their neighbours.
 */
const edgeShare = 0.5;

/** Distance of a box's centre from the image's middle: 0 in the middle, about 1 at the edge. */
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
 * Selects nodes of all clouds at once by the size of their point spacing on the screen, preferring those near the
 * middle, until the shared budget is used up or the spacing is fine enough. Returns a selection for each tree, in
 * order. Pure; O(n log n) in the nodes visited.
 */
export function selectNodes(
  trees: readonly NodeTree[],
  view: FrameView,
  { pointBudget, finestPx, filter }: SelectionLimits,
): NodeSelection[] {
  const selections = trees.map((): NodeSelection => ({ nodes: [], pages: [], unseen: new Set() }));
  const heap = new PriorityHeap<{ key: NodeKey; index: number }>();
  const offer = (index: number, key: NodeKey) => {
    const tree = trees[index]!;
    const { min, max } = tree.boxOf(key);
    if (!isBoxVisible(view, min, max) || !mayBoxBeSeen(filter, min, max)) {
      selections[index]!.unseen.add(nodeId(key));
      return;
    }
    const spacingPx = tree.spacingOf(key) / pixelSizeAt(view, distanceToBox(view, min, max));
    // Without this node the spacing of the level above is visible.
    if (key.level > 0 && spacingPx * 2 < finestPx) return;
    heap.push(spacingPx / (1 + edgeShare * Math.min(offCentre(view, min, max), 1)), { key, index });
  };
  for (const index of trees.keys()) offer(index, { level: 0, x: 0, y: 0, z: 0 });
  let points = 0;
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { priority } = next;
    const { key, index } = next.value;
    const [tree, selection] = [trees[index]!, selections[index]!];
    const page = tree.pageOf(key);
    if (page) {
      selection.pages.push({ page, priority });
      continue;
    }
    const node = tree.node(key);
    if (!node) continue;
    if (points + node.pointCount > pointBudget && points > 0) break;
    points += node.pointCount;
    if (node.pointCount > 0) selection.nodes.push({ node, priority });
    for (const child of childKeys(key)) if (tree.node(child) || tree.pageOf(child)) offer(index, child);
  }
  return selections;
}
