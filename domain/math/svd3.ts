/** Singular value decomposition of a 3 × 3 matrix: A = U diag(s) Vᵀ, s falling; all row by row. */
export interface Svd3 {
  readonly u: Float64Array;
  readonly s: Float64Array;
  readonly v: Float64Array;
}

const sweeps = 40;

/** Rotates columns p and q of `a` (and of `v` with them) until they are orthogonal. */
function orthogonalise(a: Float64Array, v: Float64Array, p: number, q: number): boolean {
  let alpha = 0;
  let beta = 0;
  let gamma = 0;
  for (let i = 0; i < 9; i += 3) {
    alpha += a[i + p]! ** 2;
    beta += a[i + q]! ** 2;
    gamma += a[i + p]! * a[i + q]!;
  }
  if (gamma === 0 || Math.abs(gamma) <= 1e-16 * Math.sqrt(alpha * beta)) return false;
  const zeta = (beta - alpha) / (2 * gamma);
  const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = c * t;
  for (let i = 0; i < 9; i += 3) {
    const x = a[i + p]!;
    const y = a[i + q]!;
    a[i + p] = c * x - s * y;
    a[i + q] = s * x + c * y;
    const vx = v[i + p]!;
    const vy = v[i + q]!;
    v[i + p] = c * vx - s * vy;
    v[i + q] = s * vx + c * vy;
  }
  return true;
}

/** Unit vector orthogonal to a unit vector. */
function anyOrthogonal(x: number, y: number, z: number): [number, number, number] {
  const [ox, oy, oz] = Math.abs(x) < 0.6 ? [0, z, -y] : [-z, 0, x];
  const length = Math.sqrt(ox * ox + oy * oy + oz * oz);
  return [ox / length, oy / length, oz / length];
}

/**
 * SVD by one-sided Jacobi rotations (M. R. Hestenes, 1958): small singular values keep their relative accuracy. Where
 * the rank is under three, the free columns of U complete a basis (right-handed where only one is free).
 * @param matrix row by row, length 9; not changed
 */
export function svd3(matrix: ArrayLike<number>): Svd3 {
  const a = Float64Array.from(matrix);
  const v = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const first = orthogonalise(a, v, 0, 1);
    const second = orthogonalise(a, v, 0, 2);
    const third = orthogonalise(a, v, 1, 2);
    if (!first && !second && !third) break;
  }
  const norm = (c: number) => Math.sqrt(a[c]! ** 2 + a[3 + c]! ** 2 + a[6 + c]! ** 2);
  const order = [0, 1, 2].sort((p, q) => norm(q) - norm(p));
  const s = new Float64Array(order.map(norm));
  const u = new Float64Array(9);
  const sorted = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < 9; i += 3) {
      u[i + k] = s[k]! > 0 ? a[i + order[k]!]! / s[k]! : 0;
      sorted[i + k] = v[i + order[k]!]!;
    }
  }
  completeBasis(u, s);
  return { u, s, v: sorted };
}

function completeBasis(u: Float64Array, s: Float64Array): void {
  const floor = 1e-13 * s[0]!;
  if (!(s[0]! > 0)) {
    u.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    return;
  }
  if (s[1]! <= floor) {
    const [x, y, z] = anyOrthogonal(u[0]!, u[3]!, u[6]!);
    u[1] = x;
    u[4] = y;
    u[7] = z;
  }
  if (s[2]! <= floor) {
    u[2] = u[3]! * u[7]! - u[6]! * u[4]!;
    u[5] = u[6]! * u[1]! - u[0]! * u[7]!;
    u[8] = u[0]! * u[4]! - u[3]! * u[1]!;
  }
}

/** Determinant of a 3 × 3 matrix, row by row. */
export function determinant3(m: ArrayLike<number>): number {
  return (
    m[0]! * (m[4]! * m[8]! - m[5]! * m[7]!) -
    m[1]! * (m[3]! * m[8]! - m[5]! * m[6]!) +
    m[2]! * (m[3]! * m[7]! - m[4]! * m[6]!)
  );
}

/** Adjugate (the inverse times the determinant) of a 3 × 3 matrix into `out`. */
export function adjugate3(m: ArrayLike<number>, out: Float64Array): void {
  out[0] = m[4]! * m[8]! - m[5]! * m[7]!;
  out[1] = m[2]! * m[7]! - m[1]! * m[8]!;
  out[2] = m[1]! * m[5]! - m[2]! * m[4]!;
  out[3] = m[5]! * m[6]! - m[3]! * m[8]!;
  out[4] = m[0]! * m[8]! - m[2]! * m[6]!;
  out[5] = m[2]! * m[3]! - m[0]! * m[5]!;
  out[6] = m[3]! * m[7]! - m[4]! * m[6]!;
  out[7] = m[1]! * m[6]! - m[0]! * m[7]!;
  out[8] = m[0]! * m[4]! - m[1]! * m[3]!;
}

/**
 * The rotation R that maximises trace(Rᵀ M), so that Σ w |b − R a|² is least for M = Σ w b aᵀ
 * (W. Kabsch, 1976). Row by row, length 9.
 */
export function nearestRotation(matrix: ArrayLike<number>): Float64Array {
  const { u, v } = svd3(matrix);
  const sign = determinant3(u) * determinant3(v) < 0 ? -1 : 1;
  const out = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      out[r * 3 + c] =
        u[r * 3]! * v[c * 3]! + u[r * 3 + 1]! * v[c * 3 + 1]! + sign * u[r * 3 + 2]! * v[c * 3 + 2]!;
    }
  }
  return out;
}
