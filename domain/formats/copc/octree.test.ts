import { describe, expect, it } from 'vitest';
import {
  buildSubtree,
  cellIndex,
  createNodeSampler,
  cubeOf,
  cubePositions,
  maxLevel,
  type NodePoints,
  nodeOf,
} from './octree.ts';

const scaling = { scale: [0.001, 0.001, 0.001], offset: [500_000, 4_000_000, 0] } as const;
const root = { level: 0, x: 0, y: 0, z: 0 };

/** Records of twelve bytes: the coordinates alone. */
function createRecords(points: readonly (readonly [number, number, number])[]): Uint8Array {
  const values = new Int32Array(points.flat());
  return new Uint8Array(values.buffer);
}

function createCloud(count: number, seed = 7): Uint8Array {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return createRecords(
    Array.from({ length: count }, () => [
      Math.floor(random() * 100_000),
      Math.floor(random() * 100_000),
      Math.floor(random() * 5_000),
    ]),
  );
}

function build(bytes: Uint8Array, limit: number): { nodes: NodePoints[]; count: number } {
  const count = bytes.length / 12;
  const cube = { minX: 500_000, minY: 4_000_000, minZ: 0, size: 100 };
  const positions = cubePositions(bytes, 12, count, cube, scaling);
  const indices = Uint32Array.from({ length: count }, (_, i) => i);
  const nodes = buildSubtree({ key: root, indices }, positions, limit, createNodeSampler());
  for (const node of nodes) {
    for (const index of node.indices) expect(nodeOf(positions, index, node.key.level)).toEqual(node.key);
  }
  return { nodes, count };
}

describe('cubeOf', () => {
  it('holds the bounds and is never empty', () => {
    expect(cubeOf([1, 2, 3], [11, 7, 4], [0.01, 0.01, 0.01])).toEqual({
      minX: 1,
      minY: 2,
      minZ: 3,
      size: 10,
    });
    expect(cubeOf([1, 2, 3], [1, 2, 3], [0.01, 0.01, 0.01]).size).toBe(0.01);
  });
});

describe('cellIndex', () => {
  it('gives the far face to the last cell', () => {
    expect(cellIndex(0, 0, 8, 3)).toBe(0);
    expect(cellIndex(7.999, 0, 8, 3)).toBe(7);
    expect(cellIndex(8, 0, 8, 3)).toBe(7);
  });
});

describe('buildSubtree', () => {
  it('stores every point in exactly one node that contains it', () => {
    const { nodes, count } = build(createCloud(20_000), 1_000);
    const stored = nodes.flatMap((node) => [...node.indices]).sort((a, b) => a - b);
    expect(stored).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(Math.max(...nodes.map((node) => node.indices.length))).toBeLessThanOrEqual(1_000);
    expect(nodes.length).toBeGreaterThan(10);
  });

  it('keeps a small cloud in its root', () => {
    const { nodes } = build(createCloud(500), 1_000);
    expect(nodes).toHaveLength(1);
    expect(nodes[0]?.key).toEqual(root);
  });

  it('samples the root evenly over the cloud', () => {
    const bytes = createCloud(50_000);
    const { nodes } = build(bytes, 2_000);
    const xyz = new Int32Array(bytes.buffer);
    const quadrants = [0, 0, 0, 0];
    for (const index of nodes[0]!.indices) {
      const quadrant = (xyz[index * 3]! >= 50_000 ? 1 : 0) + (xyz[index * 3 + 1]! >= 50_000 ? 2 : 0);
      quadrants[quadrant]!++;
    }
    for (const share of quadrants) expect(share).toBeGreaterThan(400);
  });

  it('ends on many points at one place', () => {
    const { nodes, count } = build(createRecords(Array(3_000).fill([50_000, 50_000, 10])), 1_000);
    expect(nodes.reduce((sum, node) => sum + node.indices.length, 0)).toBe(count);
    expect(nodes.at(-1)?.key.level).toBe(maxLevel);
  });

  it('gives the same nodes every time', () => {
    const once = build(createCloud(10_000), 500).nodes;
    const again = build(createCloud(10_000), 500).nodes;
    expect(again).toEqual(once);
  });
});
