/**
 * Symmetric positive definite systems stored by their envelope: of each row, the entries from its first non-zero to
 * the diagonal. A banded block with a dense border (poses in flight order, then shared parameters) fills little more
 * than that when it is factored (A. Jennings, 1966).
 */
export interface Envelope {
  readonly size: number;
  /** Column of the first stored entry of each row. */
  readonly first: Int32Array;
  /** Index of each row's first entry in `values`; length size + 1. */
  readonly start: Int32Array;
  readonly values: Float64Array;
}

/** An empty system with these first columns. */
export function createEnvelope(first: Int32Array): Envelope {
  const size = first.length;
  const start = new Int32Array(size + 1);
  for (let row = 0; row < size; row++) start[row + 1] = start[row]! + row - first[row]! + 1;
  return { size, first, start, values: new Float64Array(start[size]!) };
}

/** Index in `values` of an entry on or under the diagonal that lies in the envelope. */
export function entryAt(envelope: Envelope, row: number, column: number): number {
  return envelope.start[row]! + column - envelope.first[row]!;
}

/** Sum of products of two stretches of the same array; in four sums, so that none waits for another. */
function dotProduct(values: Float64Array, a: number, b: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const whole = length - (length & 3);
  for (let k = 0; k < whole; k += 4) {
    s0 += values[a + k]! * values[b + k]!;
    s1 += values[a + k + 1]! * values[b + k + 1]!;
    s2 += values[a + k + 2]! * values[b + k + 2]!;
    s3 += values[a + k + 3]! * values[b + k + 3]!;
  }
  for (let k = whole; k < length; k++) s0 += values[a + k]! * values[b + k]!;
  return s0 + s1 + (s2 + s3);
}

/**
 * Cholesky factor L of the system in place, row by row. False where it is not positive definite; its values are then
 * of no use.
 */
export function factorize({ size, first, start, values }: Envelope): boolean {
  for (let row = 0; row < size; row++) {
    const from = first[row]!;
    const base = start[row]! - from;
    for (let column = from; column < row; column++) {
      const other = first[column]!;
      const low = Math.max(from, other);
      const otherBase = start[column]! - other;
      const dot = dotProduct(values, base + low, otherBase + low, column - low);
      values[base + column] = (values[base + column]! - dot) / values[otherBase + column]!;
    }
    let pivot = values[base + row]!;
    const before = pivot;
    pivot -= dotProduct(values, base + from, base + from, row - from);
    if (!(pivot > before * 1e-14) || !(pivot > 0)) return false;
    values[base + row] = Math.sqrt(pivot);
  }
  return true;
}

/** Solves with a factored system in place; entries of `right` before `from` are known to be 0. */
export function solveFactored({ size, first, start, values }: Envelope, right: Float64Array, from = 0): void {
  for (let row = from; row < size; row++) {
    const low = Math.max(first[row]!, from);
    const base = start[row]! - first[row]!;
    let sum = right[row]!;
    for (let k = low; k < row; k++) sum -= values[base + k]! * right[k]!;
    right[row] = sum / values[base + row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    const base = start[row]! - first[row]!;
    const value = right[row]! / values[base + row]!;
    right[row] = value;
    for (let k = first[row]!; k < row; k++) right[k]! -= values[base + k]! * value;
  }
}

/**
 * An order of a graph's nodes that keeps neighbours near each other (E. Cuthill and J. McKee, 1969, reversed), a
 * breadth-first walk from a node at the rim of each component.
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
    order.push(...walk(far, seen));
  }
  return order.reverse();
}
