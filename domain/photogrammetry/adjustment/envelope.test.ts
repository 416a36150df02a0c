import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/site/random.ts';
import { solveCholesky } from '../linear/solve.ts';
import { createEnvelope, type Envelope, entryAt, factorize, orderNodes, solveFactored } from './envelope.ts';
import { invertFactored, symmetricEntry } from './selected-inverse.ts';

/** A diagonally dominant matrix that is zero outside an irregular envelope with a dense border, and itself in full. */
function createSystem(size: number, seed: number): { system: Envelope; full: Float64Array } {
  const random = createRandom(seed);
  const first = Int32Array.from({ length: size }, (_, row) =>
    row >= size - 3 ? 0 : Math.max(0, row - Math.floor(random.between(0, 6))),
  );
  const system = createEnvelope(first);
  const full = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = first[row]!; column <= row; column++) {
      const value = row === column ? 12 : random.between(-1, 1);
      system.values[entryAt(system, row, column)] = value;
      full[row * size + column] = value;
      full[column * size + row] = value;
    }
  }
  return { system, full };
}

/** A column of the inverse of a dense symmetric matrix. */
function inverseColumn(full: Float64Array, size: number, column: number): Float64Array {
  const right = new Float64Array(size);
  right[column] = 1;
  solveCholesky(full.slice(), right, size);
  return right;
}

describe('a system in an envelope', () => {
  it.each([1, 5, 23])('is solved as a dense one: %d unknowns', (size) => {
    const { system, full } = createSystem(size, size);
    const right = Float64Array.from({ length: size }, (_, k) => Math.sin(k + 1));
    const dense = right.slice();
    expect(factorize(system)).toBe(true);
    solveFactored(system, right);
    expect(solveCholesky(full, dense, size)).toBe(true);
    right.forEach((value, k) => void expect(value).toBeCloseTo(dense[k]!, 12));
  });

  it('has the inverse that a dense one has, where it has entries', () => {
    const size = 23;
    const { system, full } = createSystem(size, 4);
    factorize(system);
    invertFactored(system);
    for (let column = 0; column < size; column++) {
      const dense = inverseColumn(full, size, column);
      for (let row = column; row < size; row++) {
        if (column < system.first[row]!) expect(symmetricEntry(system, row, column)).toBe(0);
        else expect(symmetricEntry(system, column, row)).toBeCloseTo(dense[row]!, 13);
      }
    }
  });

  it('says when it is not positive definite', () => {
    const { system } = createSystem(6, 2);
    system.values[entryAt(system, 3, 3)] = -1;
    expect(factorize(system)).toBe(false);
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
