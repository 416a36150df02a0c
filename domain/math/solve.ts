/**
 * Solves A X = B by Gauss-Jordan elimination with partial pivoting, in place.
 * @param rows n rows of n + m numbers each, [A | B]; on return the last m columns hold X
 * @returns false where A is singular to working precision
 */
export function eliminate(rows: Float64Array, n: number, m: number): boolean {
  const width = n + m;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let r = column + 1; r < n; r++) {
      if (Math.abs(rows[r * width + column]!) > Math.abs(rows[pivot * width + column]!)) pivot = r;
    }
    const size = rows[pivot * width + column]!;
    if (!(Math.abs(size) > 1e-14)) return false;
    const top = column * width;
    if (pivot !== column) {
      const from = pivot * width;
      for (let c = column; c < width; c++) {
        const kept = rows[top + c]!;
        rows[top + c] = rows[from + c]!;
        rows[from + c] = kept;
      }
    }
    const inverse = 1 / size;
    for (let c = column; c < width; c++) rows[top + c]! *= inverse;
    for (let r = 0; r < n; r++) {
      const factor = rows[r * width + column]!;
      if (r === column || factor === 0) continue;
      for (let c = column; c < width; c++) rows[r * width + c]! -= factor * rows[top + c]!;
    }
  }
  return true;
}

/**
 * Solves A x = b for a symmetric positive definite A by Cholesky's factorisation, in place.
 * @param a n × n, row by row, its lower triangle is overwritten by the factor
 * @param b length n, becomes x
 * @returns false where A is not positive definite
 */
export function solveCholesky(a: Float64Array, b: Float64Array, n: number): boolean {
  for (let j = 0; j < n; j++) {
    let diagonal = a[j * n + j]!;
    for (let k = 0; k < j; k++) diagonal -= a[j * n + k]! ** 2;
    if (!(diagonal > 0)) return false;
    const root = Math.sqrt(diagonal);
    a[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let sum = a[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= a[i * n + k]! * a[j * n + k]!;
      a[i * n + j] = sum / root;
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = b[i]!;
    for (let k = 0; k < i; k++) sum -= a[i * n + k]! * b[k]!;
    b[i] = sum / a[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i]!;
    for (let k = i + 1; k < n; k++) sum -= a[k * n + i]! * b[k]!;
    b[i] = sum / a[i * n + i]!;
  }
  return true;
}

/**
 * Completes `count` rows of dimension n to an orthonormal basis: the rows are made orthonormal in place (modified
 * Gram-Schmidt, twice), and n − count unit vectors orthogonal to them follow.
 * @param basis n × n numbers, the first `count` rows given
 * @returns false where the given rows are not independent
 */
export function completeOrthonormal(basis: Float64Array, count: number, n: number): boolean {
  for (let row = 0; row < count; row++) if (!makeOrthonormal(basis, row, n, 1e-10)) return false;
  for (let row = count; row < n; row++) {
    let bestAxis = 0;
    let bestLeft = -1;
    for (let axis = 0; axis < n; axis++) {
      let left = 1;
      for (let r = 0; r < row; r++) left -= basis[r * n + axis]! ** 2;
      if (left > bestLeft) {
        bestLeft = left;
        bestAxis = axis;
      }
    }
    basis.fill(0, row * n, row * n + n);
    basis[row * n + bestAxis] = 1;
    if (!makeOrthonormal(basis, row, n, 0)) return false;
  }
  return true;
}

function makeOrthonormal(basis: Float64Array, row: number, n: number, floor: number): boolean {
  const at = row * n;
  let before = 0;
  for (let i = 0; i < n; i++) before += basis[at + i]! ** 2;
  for (let pass = 0; pass < 2; pass++) {
    for (let r = 0; r < row; r++) {
      let dot = 0;
      for (let i = 0; i < n; i++) dot += basis[at + i]! * basis[r * n + i]!;
      for (let i = 0; i < n; i++) basis[at + i]! -= dot * basis[r * n + i]!;
    }
  }
  let after = 0;
  for (let i = 0; i < n; i++) after += basis[at + i]! ** 2;
  if (!(after > floor * floor * before) || after === 0) return false;
  const inverse = 1 / Math.sqrt(after);
  for (let i = 0; i < n; i++) basis[at + i]! *= inverse;
  return true;
}

/**
 * Solves a symmetric 3×3 system by Cramer's rule; null where it has no unique solution.
 * @param m the upper triangle, row by row
 */
export function solveSymmetric3(m: Float64Array, v: Float64Array): [number, number, number] | null {
  const [a, b, c, d, e, f] = [m[0]!, m[1]!, m[2]!, m[3]!, m[4]!, m[5]!];
  const [p, q, r] = [d * f - e * e, c * e - b * f, b * e - c * d];
  const determinant = a * p + b * q + c * r;
  if (!(Math.abs(determinant) > 1e-12 * Math.abs(a * d * f))) return null;
  const [s, t, u] = [a * f - c * c, b * c - a * e, a * d - b * b];
  return [
    (p * v[0]! + q * v[1]! + r * v[2]!) / determinant,
    (q * v[0]! + s * v[1]! + t * v[2]!) / determinant,
    (r * v[0]! + t * v[1]! + u * v[2]!) / determinant,
  ];
}
