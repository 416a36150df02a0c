import type { Envelope } from './envelope.ts';

/**
 * The entries of the inverse that lie in the envelope, from the Cholesky factor, in place (K. Takahashi, J. Fagan and
 * M. Chen, "Formation of a sparse bus impedance matrix", 1973). Costs about twice the factorisation.
 * @param factor what `factorize` left; its values become those of the inverse
 */
export function invertFactored(factor: Envelope): void {
  const { size, first, start, values } = factor;
  const column = new Float64Array(size);
  const sums = new Float64Array(size);
  const rows = new Int32Array(size);
  for (let j = size - 1; j >= 0; j--) {
    const pivot = values[start[j + 1]! - 1]!;
    let count = 0;
    for (let k = j + 1; k < size; k++) {
      if (first[k]! > j) continue;
      rows[count++] = k;
      column[k] = values[start[k]! + j - first[k]!]!;
      sums[k] = 0;
    }
    for (let a = 0; a < count; a++) {
      const i = rows[a]!;
      const base = start[i]! - first[i]!;
      const own = column[i]!;
      let sum = values[base + i]! * own;
      for (let b = 0; b < a; b++) {
        const k = rows[b]!;
        if (k < first[i]!) continue;
        const z = values[base + k]!;
        sum += z * column[k]!;
        sums[k]! += z * own;
      }
      sums[i]! += sum;
    }
    let diagonal = 1 / pivot;
    for (let a = 0; a < count; a++) {
      const i = rows[a]!;
      const z = -sums[i]! / pivot;
      values[start[i]! + j - first[i]!] = z;
      diagonal -= column[i]! * z;
    }
    values[start[j + 1]! - 1] = diagonal / pivot;
  }
}

/** An entry of a symmetric matrix stored by its envelope; 0 outside. */
export function symmetricEntry({ first, start, values }: Envelope, i: number, j: number): number {
  const [row, column] = i > j ? [i, j] : [j, i];
  return column < first[row]! ? 0 : values[start[row]! + column - first[row]!]!;
}
