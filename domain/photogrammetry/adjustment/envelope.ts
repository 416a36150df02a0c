import { appendAll } from '../../math/extremes.ts';

/**
 * Symmetric positive definite systems stored by their envelope: of each row, the entries from its first non-zero to the
 * diagonal. A banded block with a dense border (poses in flight order, then shared parameters) has little more fill-in
 * when factored (A. Jennings, 1966).
 */
export interface Envelope {
  readonly size: number;
  /** Column of the first stored entry of each row. */
  readonly first: Int32Array;
  /** Index of each row's first entry in `values`; length size + 1. */
  readonly start: Int32Array;
  readonly values: Float64Array;
}

/** Index of each row's first entry in `values` for the given first columns; length size + 1. */
export function rowStarts(first: Int32Array): Int32Array {
  const start = new Int32Array(first.length + 1);
  for (const [row, column] of first.entries()) start[row + 1] = start[row]! + row - column + 1;
  return start;
}

/** An entry of a symmetric matrix stored by its envelope; 0 outside. */
export function symmetricEntry({ first, start, values }: Envelope, i: number, j: number): number {
  const [row, column] = i > j ? [i, j] : [j, i];
  return column < first[row]! ? 0 : values[start[row]! + column - first[row]!]!;
}

/**
 * Reverse Cuthill–McKee ordering of a graph's nodes (E. Cuthill and J. McKee, 1969): breadth-first from a peripheral
 * node of each component.
 * @param neighbours of each node, ascending
 * @returns nodes in their new order
 */
export function orderNodes(neighbours: readonly (readonly number[])[]): number[] {
  const degree = neighbours.map((list) => list.length);
  const seen = new Uint8Array(neighbours.length);
  const order: number[] = [];
  const walk = (from: number, marks: Uint8Array): number[] => {
    const queue = [from];
    marks[from] = 1;
    for (let at = 0; at < queue.length; at++) {
      const next = neighbours[queue[at]!]!.filter((node) => !marks[node]);
      next.sort((a, b) => degree[a]! - degree[b]! || a - b);
      for (const node of next) {
        marks[node] = 1;
        queue.push(node);
      }
    }
    return queue;
  };
  for (let node = 0; node < neighbours.length; node++) {
    if (seen[node]) continue;
    const far = walk(node, seen.slice()).at(-1) ?? node;
    appendAll(order, walk(far, seen));
  }
  return order.reverse();
}
