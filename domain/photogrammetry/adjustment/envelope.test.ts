import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { solveCholesky } from '../../math/solve.ts';
import type { NormalSystem } from './adjustment-kernel.ts';
import { orderNodes, symmetricEntry } from './envelope.ts';
import type { Network, State } from './network.ts';
import { finalLoss } from './robust.ts';

const none = new Float64Array(0);
const noState: State = { rotations: none, centres: none, intrinsics: none, points: none, shift: none };
const noNetwork: Network = {
  photoCount: 0,
  cameraOf: new Uint32Array(0),
  isFisheye: [],
  free: [],
  intrinsicGuess: none,
  intrinsicSigma: none,
  measurements: {
    count: 0,
    point: new Uint32Array(0),
    photo: new Uint32Array(0),
    xy: none,
    weight: none,
    start: new Uint32Array(1),
  },
  positions: [],
  hasShift: false,
  biases: [],
  turns: [],
  leverArm: [0, 0, 0],
  held: [],
  distances: [],
  isFixed: new Uint8Array(0),
  scaleHold: null,
};

/** Factor on the diagonal so that the system can be solved. */
const ridge = 1 + 1e-12;

/**
 * A diagonally dominant matrix that is zero outside an irregular envelope with a dense border, and the same matrix in
 * dense form.
 * @param change replacement for one diagonal entry, with its index
 */
function createSystem(
  size: number,
  seed: number,
  change?: readonly [number, number],
): { system: NormalSystem; first: Int32Array; full: Float64Array } {
  const random = createRandom(seed);
  const first = Int32Array.from({ length: size }, (_, row) =>
    row >= size - 4 ? 0 : Math.max(0, row - (row % 3) - Math.floor(random.between(0, 6))),
  );
  const layout = {
    size,
    pose: new Int32Array(0),
    camera: new Int32Array(0),
    shift: -1,
    bias: [],
    kept: new Map(),
    first,
  };
  const system = adjustmentKernel.open(noNetwork, layout);
  const full = new Float64Array(size * size);
  system.linearise(noState, finalLoss, 0, (normal) => {
    for (let row = 0; row < size; row++) {
      for (let column = first[row]!; column <= row; column++) {
        const value = row !== column ? random.between(-1, 1) : row === change?.[0] ? change[1] : 12;
        normal.add(row, column, value);
        full[row * size + column] = value;
        full[column * size + row] = row === column ? ridge * value : value;
      }
    }
  });
  return { system, first, full };
}

/** A column of the inverse of a dense symmetric matrix. */
function inverseColumn(full: Float64Array, size: number, column: number): Float64Array {
  const right = new Float64Array(size);
  right[column] = 1;
  solveCholesky(full.slice(), right, size);
  return right;
}

describe('a system in an envelope', () => {
  it.each([1, 5, 23, 61])('is solved as a dense one: %d unknowns', (size) => {
    const { system, full } = createSystem(size, size);
    const right = Float64Array.from({ length: size }, (_, k) => Math.sin(k + 1));
    const dense = right.slice();
    expect(system.factorize()).toBe(true);
    expect(solveCholesky(full, dense, size)).toBe(true);
    system.solve(right).forEach((value, k) => void expect(value).toBeCloseTo(dense[k]!, 12));
  });

  it('has the inverse that a dense one has, where it has entries', () => {
    const size = 23;
    const { system, first, full } = createSystem(size, 4);
    system.factorize();
    const inverse = system.invert();
    for (let column = 0; column < size; column++) {
      const dense = inverseColumn(full, size, column);
      for (let row = column; row < size; row++) {
        if (column < first[row]!) expect(symmetricEntry(inverse, row, column)).toBe(0);
        else expect(symmetricEntry(inverse, column, row)).toBeCloseTo(dense[row]!, 13);
      }
    }
  });

  it('says when it is not positive definite', () => {
    const { system } = createSystem(6, 2, [3, -1]);
    expect(system.factorize()).toBe(false);
  });
});

describe('the order of nodes', () => {
  it('keeps the neighbours of a shuffled chain next to each other', () => {
    const chain = [4, 0, 7, 2, 6, 1, 5, 3];
    const neighbours = chain.map(() => [] as number[]);
    for (let k = 1; k < chain.length; k++) {
      neighbours[chain[k]!]!.push(chain[k - 1]!);
      neighbours[chain[k - 1]!]!.push(chain[k]!);
    }
    const order = orderNodes(neighbours.map((list) => list.sort((a, b) => a - b)));
    const place = (node: number) => order.indexOf(node);
    for (const [node, list] of neighbours.entries()) {
      for (const other of list) expect(Math.abs(place(node) - place(other))).toBe(1);
    }
  });

  it('has every node once, also of separate parts', () => {
    expect([...orderNodes([[1], [0], [], [4], [3]])].sort()).toEqual([0, 1, 2, 3, 4]);
  });
});
