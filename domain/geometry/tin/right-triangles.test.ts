import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import {
  chooseThreshold,
  countNodes,
  measureRightTriangles,
  type NodeMesh,
  triangulate,
} from './right-triangles.ts';

const cells = 64;
const side = cells + 1;

function createHeights(height: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: side * side }, (_, node) =>
    height(node % side, Math.floor(node / side)),
  );
}

/** Greatest distance of the heights to the mesh, and how many nodes its triangles cover (a node on an edge counts once). */
function compare(heights: Float32Array, { nodes, triangles }: NodeMesh): { worst: number; covered: number } {
  const seen = new Uint8Array(heights.length);
  let worst = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const corner = [0, 1, 2].map((k) => {
      const node = nodes[triangles[t + k]!]!;
      return { x: node % side, y: Math.floor(node / side), z: heights[node]! };
    });
    const [a, b, c] = corner as [(typeof corner)[0], (typeof corner)[0], (typeof corner)[0]];
    const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    // Rows run southwards: counter-clockwise from above is clockwise in columns and rows.
    expect(area).toBeLessThan(0);
    const xs = corner.map(({ x }) => x);
    const ys = corner.map(({ y }) => y);
    for (let y = Math.min(...ys); y <= Math.max(...ys); y++) {
      for (let x = Math.min(...xs); x <= Math.max(...xs); x++) {
        const u = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
        const v = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        seen[y * side + x] = 1;
        worst = Math.max(worst, Math.abs(heights[y * side + x]! - (a.z + u * (b.z - a.z) + v * (c.z - a.z))));
      }
    }
  }
  return { worst, covered: seen.reduce((sum, mark) => sum + mark, 0) };
}

/** Edges that belong to one triangle only. */
function openEdges({ nodes, triangles }: NodeMesh): [number, number][] {
  const edges = new Map<string, [number, number]>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [nodes[triangles[t + k]!]!, nodes[triangles[t + ((k + 1) % 3)]!]!];
      const twin = `${b} ${a}`;
      if (!edges.delete(twin)) edges.set(`${a} ${b}`, [a, b]);
    }
  }
  return [...edges.values()];
}

describe('right triangles', () => {
  const waves = createHeights((x, y) => 8 * Math.sin(x / 9) * Math.cos(y / 7));

  it('need two triangles for a plane', () => {
    const network = measureRightTriangles(
      cells,
      createHeights((x, y) => 3 + 0.5 * x - 0.25 * y),
    );
    const mesh = triangulate(network, 1e-4);
    expect([mesh.nodes.length, mesh.triangles.length]).toEqual([4, 6]);
  });

  it.each([0.05, 0.5, 2])('keep the surface near and hang together (threshold %d)', (threshold) => {
    const mesh = triangulate(measureRightTriangles(cells, waves), threshold);
    const { worst, covered } = compare(waves, mesh);
    expect(covered).toBe(side * side);
    expect(worst).toBeLessThan(2.5 * threshold);
    const isOnEdge = (node: number) =>
      node % side === 0 || node % side === cells || node < side || node >= cells * side;
    for (const [a, b] of openEdges(mesh)) expect(isOnEdge(a) && isOnEdge(b)).toBe(true);
  });

  it('keep every node at threshold 0 of a rough surface', () => {
    const random = createRandom(5);
    const rough = createHeights(() => random.between(0, 10));
    const mesh = triangulate(measureRightTriangles(cells, rough), 0);
    expect(mesh.nodes.length).toBe(side * side);
    expect(compare(rough, mesh).worst).toBeLessThan(1e-5);
  });

  it('follow the outline where heights are missing', () => {
    const holed = waves.map((height, node) => {
      const [x, y] = [node % side, Math.floor(node / side)];
      return x > 50 || Math.hypot(x - 20, y - 30) < 6 ? Number.NaN : height;
    });
    const mesh = triangulate(measureRightTriangles(cells, holed), 1);
    const { covered, worst } = compare(holed, mesh);
    const present = holed.reduce((sum, height) => sum + (Number.isNaN(height) ? 0 : 1), 0);
    expect(worst).toBeLessThan(2.5);
    expect(covered).toBeGreaterThan(present - 40);
    expect(covered).toBeLessThanOrEqual(present);
  });

  it('stay within a number of nodes', () => {
    const network = measureRightTriangles(cells, waves);
    const threshold = chooseThreshold(network, 0.001, 400)!;
    const count = countNodes(network, threshold);
    expect(count).toBe(triangulate(network, threshold).nodes.length);
    expect(count).toBeLessThanOrEqual(400);
    expect(count).toBeGreaterThan(250);
    expect(chooseThreshold(network, 5, 400)).toBe(5);
  });

  it('say where even the outline takes too many nodes', () => {
    const striped = waves.map((height, node) => ((node % side) % 4 === 0 ? Number.NaN : height));
    expect(chooseThreshold(measureRightTriangles(cells, striped), 0.1, 500)).toBeNull();
  });
});
