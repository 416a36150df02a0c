import { describe, expect, it } from 'vitest';
import { seeAll } from '#domain/cloud/point-filter.ts';
import { type CopcNode, nodeId } from '#domain/formats/copc/hierarchy.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { makeFrameView } from '../draw/frame-view.ts';
import { type NodeTree, selectNodes } from './select-nodes.ts';

const cube = 1024;
const pointsPerNode = 1000;

/** A flat cloud: every node of the lowest layer of cells down to a level; beyond `paged`, only pages are known. */
function createTree(deepest: number, paged = deepest): NodeTree & { asked: Set<string> } {
  const asked = new Set<string>();
  const exists = (key: NodeKey) => key.z === 0 && key.level <= deepest;
  return {
    asked,
    node(key): CopcNode | undefined {
      asked.add(nodeId(key));
      if (!exists(key) || key.level > paged) return undefined;
      return { key, offset: 0, byteLength: 1, pointCount: pointsPerNode };
    },
    pageOf: (key) =>
      exists(key) && key.level === paged + 1 ? { key, offset: 7, byteLength: 32 } : undefined,
    boxOf(key) {
      const size = cube / 2 ** key.level;
      const min: WorldPoint = [key.x * size, key.y * size, key.z * size];
      return { min, max: [min[0] + size, min[1] + size, min[2] + size] };
    },
    spacingOf: (key) => 8 / 2 ** key.level,
  };
}

function viewAt(x: number, y: number, distance: number, widthPx = 800) {
  const camera = { mode: '2d', target: [x, y, 0], distance, yawRad: 0, pitchRad: 0 } as const;
  return makeFrameView({
    camera,
    exaggeration: 1,
    widthPx,
    heightPx: 800,
    pixelRatio: 1,
    reach: 2000,
  });
}

function select(tree: NodeTree, view: ReturnType<typeof viewAt>, pointBudget: number, finestPx: number) {
  return selectNodes([tree], view, { pointBudget, finestPx, filter: seeAll })[0]!;
}

describe('selectNodes', () => {
  it('takes coarse nodes before fine ones', () => {
    const { nodes } = select(createTree(3), viewAt(512, 512, 1500), 1e9, 1);
    expect(nodes[0]!.node.key.level).toBe(0);
    const priorities = nodes.map(({ priority }) => priority);
    expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
  });

  it('keeps to the point budget', () => {
    const { nodes } = select(createTree(5), viewAt(512, 512, 300), 20_500, 0.5);
    expect(nodes.length).toBe(20);
  });

  it('refines evenly: where the budget ends, no part of the image is two levels coarser than another', () => {
    for (const budget of [40_000, 90_000, 150_000, 300_000]) {
      const wide = viewAt(512, 512, 400, 2000);
      const { nodes } = select(createTree(6), wide, budget, 0.01);
      const chosen = new Set(nodes.map(({ node }) => nodeId(node.key)));
      const depths = new Set<number>();
      for (let x = 0; x < 64; x++) {
        for (let y = 0; y < 64; y++) {
          const deepest = [6, 5, 4, 3, 2, 1, 0].find((level) =>
            chosen.has(nodeId({ level, x: x >> (6 - level), y: y >> (6 - level), z: 0 })),
          );
          const [east, north] = [x * 16 + 8, y * 16 + 8];
          const isSeen = Math.abs(east - 512) < 300 && Math.abs(north - 512) < 120;
          if (isSeen) depths.add(deepest!);
        }
      }
      expect(Math.max(...depths) - Math.min(...depths)).toBeLessThanOrEqual(1);
    }
  });

  it('stops where points would be finer than asked', () => {
    const coarse = select(createTree(6), viewAt(512, 512, 3000), 1e9, 4).nodes;
    const fine = select(createTree(6), viewAt(512, 512, 3000), 1e9, 1).nodes;
    expect(Math.max(...coarse.map(({ node }) => node.key.level))).toBeLessThan(
      Math.max(...fine.map(({ node }) => node.key.level)),
    );
  });

  it('leaves out what lies outside the image', () => {
    const { nodes } = select(createTree(4), viewAt(100, 100, 200), 1e9, 1);
    for (const { node } of nodes) {
      const size = cube / 2 ** node.key.level;
      expect(node.key.x * size).toBeLessThan(180);
      expect(node.key.y * size).toBeLessThan(180);
    }
    expect(nodes.length).toBeGreaterThan(4);
  });

  it('asks for pages before it goes below them', () => {
    const { nodes, pages } = select(createTree(4, 1), viewAt(512, 512, 800), 1e9, 1);
    expect(nodes.every(({ node }) => node.key.level <= 1)).toBe(true);
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.every(({ page }) => page.key.level === 2)).toBe(true);
  });

  it('shares one budget between clouds by what they show', () => {
    const [near, far] = [createTree(5), createTree(5)];
    const shifted: NodeTree = {
      ...far,
      boxOf(key) {
        const { min, max } = far.boxOf(key);
        return { min: [min[0] + 450, min[1], min[2]], max: [max[0] + 450, max[1], max[2]] };
      },
    };
    const limits = { pointBudget: 30_500, finestPx: 0.5, filter: seeAll };
    const [first, second] = selectNodes([near, shifted], viewAt(400, 512, 600), limits);
    expect(first!.nodes.length + second!.nodes.length).toBe(30);
    expect(first!.nodes.length).toBeGreaterThan(second!.nodes.length);
    expect(second!.nodes.length).toBeGreaterThan(0);
  });

  it('leaves out nodes that clips hide', () => {
    const clips = [
      { kind: 'slice', id: 's', isInverted: false, from: [0, 64], to: [1024, 64], width: 8 },
    ] as const;
    const limits = { pointBudget: 1e9, finestPx: 1, filter: { ...seeAll, clips } };
    const { nodes } = selectNodes([createTree(4)], viewAt(512, 512, 1500), limits)[0]!;
    expect(nodes.length).toBeGreaterThan(10);
    for (const { node } of nodes) {
      const size = cube / 2 ** node.key.level;
      expect(node.key.y * size).toBeLessThanOrEqual(68);
      expect((node.key.y + 1) * size).toBeGreaterThanOrEqual(60);
    }
  });
});
