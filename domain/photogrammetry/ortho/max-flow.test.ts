import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { cutGrid } from './max-flow.ts';

/** A grid of random capacities; arcs that would leave the grid are empty. */
function createCut(width: number, height: number, seed: number) {
  const random = createRandom(seed);
  const count = width * height;
  const arcs = new Int32Array(4 * count);
  const terminals = new Int32Array(count);
  for (let node = 0; node < count; node++) {
    const [x, y] = [node % width, Math.floor(node / width)];
    if (x + 1 < width) {
      arcs[4 * node] = Math.floor(random.between(0, 9));
      arcs[4 * (node + 1) + 1] = Math.floor(random.between(0, 9));
    }
    if (y + 1 < height) {
      arcs[4 * node + 2] = Math.floor(random.between(0, 9));
      arcs[4 * (node + width) + 3] = Math.floor(random.between(0, 9));
    }
    terminals[node] = Math.floor(random.between(-12, 13));
  }
  return { arcs, terminals };
}

function costOf(
  { arcs, terminals }: ReturnType<typeof createCut>,
  width: number,
  sides: ArrayLike<number>,
): number {
  const step = [1, -1, width, -width];
  let cost = 0;
  for (let node = 0; node < sides.length; node++) {
    if (sides[node] === 1) cost += Math.max(0, terminals[node]!);
    else cost += Math.max(0, -terminals[node]!);
    for (let direction = 0; direction < 4; direction++) {
      const capacity = arcs[4 * node + direction]!;
      if (capacity > 0 && sides[node] === 0 && sides[node + step[direction]!] === 1) cost += capacity;
    }
  }
  return cost;
}

describe('grid cut', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))('is the cheapest of all cuts (seed %i)', (seed) => {
    const [width, height] = seed % 2 ? [4, 3] : [3, 4];
    const graph = createCut(width, height, seed);
    const found = cutGrid(width, height, { arcs: graph.arcs.slice(), terminals: graph.terminals.slice() });
    let cheapest = Infinity;
    for (let code = 0; code < 2 ** (width * height); code++) {
      const sides = Array.from({ length: width * height }, (_, node) => (code >> node) & 1);
      cheapest = Math.min(cheapest, costOf(graph, width, sides));
    }
    expect(costOf(graph, width, found)).toBe(cheapest);
  });

  it('separates two halves along the weakest line of a large grid', () => {
    const [width, height] = [120, 60];
    const arcs = new Int32Array(4 * width * height);
    const terminals = new Int32Array(width * height);
    for (let y = 0; y < height; y++) {
      terminals[y * width] = 1000;
      terminals[y * width + width - 1] = -1000;
      for (let x = 0; x < width; x++) {
        const node = y * width + x;
        const weak = x === 40 + Math.floor(10 * Math.sin(y / 7));
        if (x + 1 < width) {
          arcs[4 * node] = weak ? 1 : 50;
          arcs[4 * node + 5] = arcs[4 * node]!;
        }
        if (y + 1 < height) {
          arcs[4 * node + 2] = 2;
          arcs[4 * (node + width) + 3] = 2;
        }
      }
    }
    const sides = cutGrid(width, height, { arcs, terminals });
    for (let y = 0; y < height; y++) {
      const row = sides.subarray(y * width, (y + 1) * width);
      const change = row.indexOf(1) - 1;
      expect(Math.abs(change - (40 + Math.floor(10 * Math.sin(y / 7))))).toBeLessThanOrEqual(2);
    }
  });
});
