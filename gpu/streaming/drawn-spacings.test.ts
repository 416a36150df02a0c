import { describe, expect, it } from 'vitest';
import { type CopcNode, nodeId } from '#domain/formats/copc/hierarchy.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import { drawnSpacings } from './drawn-spacings.ts';

const root: NodeKey = { level: 0, x: 0, y: 0, z: 0 };
const child = (key: NodeKey, x: number, y: number, z = 0): NodeKey => ({
  level: key.level + 1,
  x: key.x * 2 + x,
  y: key.y * 2 + y,
  z: key.z * 2 + z,
});

/** A tree of nodes with these point counts, spaced 8 at its root. */
function createTree(nodes: readonly (readonly [key: NodeKey, points: number])[]) {
  const known = new Map<string, CopcNode>(
    nodes.map(([key, pointCount]) => [nodeId(key), { key, offset: 0, byteLength: 1, pointCount }]),
  );
  return {
    node: (key: NodeKey) => known.get(nodeId(key)),
    pageOf: () => undefined,
    spacingOf: ({ level }: NodeKey) => 8 / 2 ** level,
    drawn: (...keys: NodeKey[]) => keys.map((key) => known.get(nodeId(key))!),
  };
}

const none = new Set<string>();
const quarters = [child(root, 0, 0), child(root, 1, 0), child(root, 0, 1), child(root, 1, 1)] as const;

describe('spacings of the points drawn', () => {
  it('are those of the level drawn in each part of a node', () => {
    const tree = createTree([[root, 100], ...quarters.map((key) => [key, 100] as const)]);
    const spacings = drawnSpacings(tree, tree.drawn(root, quarters[0], quarters[3]), none);
    expect(spacings.get(nodeId(root))!.slice(0, 4)).toEqual([4, 8, 8, 4]);
  });

  it('of a node are the coarsest of what is drawn below it', () => {
    const grand = [child(quarters[0], 0, 0), child(quarters[0], 1, 0)] as const;
    const nodes = [root, ...quarters, ...grand].map((key) => [key, 100] as const);
    const tree = createTree(nodes);
    const half = drawnSpacings(tree, tree.drawn(root, ...quarters, grand[0]), none);
    expect(half.get(nodeId(root))![0]).toBe(4);
    expect(half.get(nodeId(quarters[0]))!.slice(0, 2)).toEqual([2, 4]);
    const whole = drawnSpacings(tree, tree.drawn(root, ...quarters, ...grand), none);
    expect(whole.get(nodeId(root))![0]).toBe(2);
  });

  it('leave out what is out of the image', () => {
    const grand = child(quarters[0], 0, 0);
    const hidden = child(quarters[0], 1, 0);
    const nodes = [root, ...quarters, grand, hidden].map((key) => [key, 100] as const);
    const tree = createTree(nodes);
    const drawn = tree.drawn(root, ...quarters, grand);
    expect(drawnSpacings(tree, drawn, none).get(nodeId(root))![0]).toBe(4);
    expect(drawnSpacings(tree, drawn, new Set([nodeId(hidden)])).get(nodeId(root))![0]).toBe(2);
  });

  it('do not blow up points beside which there is nothing finer', () => {
    let chain: NodeKey = root;
    const nodes: [NodeKey, number][] = [[root, 50]];
    for (const points of [100, 300, 1000, 3000]) {
      chain = child(chain, 0, 0);
      nodes.push([chain, points]);
    }
    const tree = createTree(nodes);
    const spacings = drawnSpacings(tree, tree.drawn(...nodes.map(([key]) => key)), none);
    // Most points are 0.5 apart; those of the root lie alone in its other octants.
    const [first, ...others] = spacings.get(nodeId(root))!;
    expect(first).toBe(0.5);
    expect(Math.max(...others)).toBeLessThanOrEqual(1);
  });
});
