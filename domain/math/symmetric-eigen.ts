const maxSweeps = 60;

/**
 * Eigenvalues and eigenvectors of a symmetric n × n matrix, cyclic Jacobi rotations (G. H. Golub and C. F. Van Loan,
 * Matrix Computations, section 8.5). Cubic in n; meant for n up to about 12.
 * @param matrix row by row, length n²; overwritten, its diagonal ends as the eigenvalues (unsorted)
 * @param vectors length n²; column j becomes the unit eigenvector of eigenvalue matrix[j n + j]
 */
export function symmetricEigen(matrix: Float64Array, vectors: Float64Array, n: number): void {
  vectors.fill(0);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let i = 0; i < n; i++) {
      diagonal += matrix[i * n + i]! ** 2;
      for (let j = i + 1; j < n; j++) off += matrix[i * n + j]! ** 2;
    }
    if (off <= 1e-32 * diagonal || off === 0) return;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) annihilate(matrix, vectors, n, p, q);
    }
  }
}

function annihilate(m: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = m[p * n + q]!;
  if (apq === 0) return;
  const theta = (m[q * n + q]! - m[p * n + p]!) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const kp = m[k * n + p]!;
    const kq = m[k * n + q]!;
    m[k * n + p] = c * kp - s * kq;
    m[k * n + q] = s * kp + c * kq;
  }
  for (let k = 0; k < n; k++) {
    const pk = m[p * n + k]!;
    const qk = m[q * n + k]!;
    m[p * n + k] = c * pk - s * qk;
    m[q * n + k] = s * pk + c * qk;
    const vp = v[k * n + p]!;
    const vq = v[k * n + q]!;
    v[k * n + p] = c * vp - s * vq;
    v[k * n + q] = s * vp + c * vq;
  }
}

/**
 * Unit eigenvector of the smallest eigenvalue of a symmetric matrix, and the ratio of that eigenvalue to the next:
 * near 1 the vector is not determined. `matrix` is overwritten.
 */
export function smallestEigenvector(
  matrix: Float64Array,
  n: number,
): { vector: Float64Array; ratio: number } {
  const vectors = new Float64Array(n * n);
  symmetricEigen(matrix, vectors, n);
  let best = 0;
  for (let j = 1; j < n; j++) if (matrix[j * n + j]! < matrix[best * n + best]!) best = j;
  let next = Number.POSITIVE_INFINITY;
  for (let j = 0; j < n; j++) if (j !== best) next = Math.min(next, matrix[j * n + j]!);
  const vector = new Float64Array(n);
  for (let i = 0; i < n; i++) vector[i] = vectors[i * n + best]!;
  return { vector, ratio: next > 0 ? Math.max(0, matrix[best * n + best]!) / next : 1 };
}
