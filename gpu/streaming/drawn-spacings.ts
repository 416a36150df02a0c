import { type CopcNode, nodeId } from '#domain/formats/copc/hierarchy.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import { maxOf } from '#domain/math/extremes.ts';
import { childKeys } from './copc-source.ts';
import type { NodeTree } from './select-nodes.ts';

/** Maximum spacing of octants without known finer nodes, as a multiple of the spacing of most points drawn. */
const sparsest = 2;

/** Median spacing of the points drawn. */
function usualSpacing(tree: Pick<NodeTree, 'spacingOf'>, drawn: readonly CopcNode[]): number {
  const finestFirst = [...drawn].sort((a, b) => b.key.level - a.key.level);
  const half = drawn.reduce((sum, { pointCount }) => sum + pointCount, 0) / 2;
  let points = 0;
  const usual = finestFirst.find(({ pointCount }) => {
    points += pointCount;
    return points >= half;
  });
  return usual ? tree.spacingOf(usual.key) : Number.POSITIVE_INFINITY;
}

/**
 * Spacings of the drawn points in each octant of each drawn node, in the order of `childKeys`, by the node's name:
 * since nodes add to their parents, that of the coarsest part of its child; where a child is not drawn, the node's own.
 * `unseen`: names of nodes outside the image, which are ignored. An octant without a child is complete: its points may
 * be sparse, and are not treated as a surface with gaps. O(n log n) in the nodes.
 */
export function drawnSpacings(
  tree: Pick<NodeTree, 'node' | 'pageOf' | 'spacingOf'>,
  drawn: readonly CopcNode[],
  unseen: ReadonlySet<string>,
): Map<string, readonly number[]> {
  const octants = new Map<string, readonly number[]>();
  const coarsest = new Map<string, number>();
  const maxWhole = sparsest * usualSpacing(tree, drawn);
  const exists = (key: NodeKey) =>
    !unseen.has(nodeId(key)) && (tree.node(key) !== undefined || tree.pageOf(key) !== undefined);
  const deepestFirst = [...drawn].sort((a, b) => b.key.level - a.key.level);
  for (const { key } of deepestFirst) {
    const own = tree.spacingOf(key);
    const children = childKeys(key);
    const finer = children.flatMap((child) => (exists(child) ? [coarsest.get(nodeId(child)) ?? own] : []));
    const whole = Math.min(own, maxWhole);
    coarsest.set(nodeId(key), finer.length > 0 ? maxOf(finer) : whole);
    const spacings = children.map((child) => {
      return exists(child) ? (coarsest.get(nodeId(child)) ?? own) : whole;
    });
    octants.set(nodeId(key), spacings);
  }
  return octants;
}
