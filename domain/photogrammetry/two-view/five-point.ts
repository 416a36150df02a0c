import { realRoots } from '../../math/polynomial-roots.ts';
import { completeOrthonormal, eliminate } from '../../math/solve.ts';

/**
 * Monomials of x, y, z up to degree three in the order that leaves polynomials in z after elimination
 * (D. Nistér, "An efficient solution to the five-point relative pose problem", 2004, equation 10), as powers.
 */
const cubicMonomials = [
  [3, 0, 0], [0, 3, 0], [2, 1, 0], [1, 2, 0], [2, 0, 1], [2, 0, 0], [0, 2, 1], [0, 2, 0], [1, 1, 1], [1, 1, 0],
  [1, 0, 2], [1, 0, 1], [1, 0, 0], [0, 1, 2], [0, 1, 1], [0, 1, 0], [0, 0, 3], [0, 0, 2], [0, 0, 1], [0, 0, 0],
] as const; // biome-ignore format: a table
const linearMonomials = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0, 0, 0],
] as const;
const squareMonomials = [
  [2, 0, 0], [1, 1, 0], [1, 0, 1], [1, 0, 0], [0, 2, 0], [0, 1, 1], [0, 1, 0], [0, 0, 2], [0, 0, 1], [0, 0, 0],
] as const; // biome-ignore format: a table

type Powers = readonly [number, number, number];

function productTable(a: readonly Powers[], b: readonly Powers[], into: readonly Powers[]): Uint8Array {
  const table = new Uint8Array(a.length * b.length);
  a.forEach((p, i) => {
    b.forEach((q, j) => {
      table[i * b.length + j] = into.findIndex((r) => r.every((power, k) => power === p[k]! + q[k]!));
    });
  });
  return table;
}

const linearTimesLinear = productTable(linearMonomials, linearMonomials, squareMonomials);
const squareTimesLinear = productTable(squareMonomials, linearMonomials, cubicMonomials);

/** out[at…] += sign · a · b for linear polynomials a, b; out a square one. */
function addLinearProduct(
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
  out: Float64Array,
  at: number,
  sign: number,
): void {
  for (let i = 0; i < 4; i++) {
    const f = sign * a[ia + i]!;
    for (let j = 0; j < 4; j++) out[at + linearTimesLinear[4 * i + j]!]! += f * b[ib + j]!;
  }
}

/** out[at…] += a · b for a square polynomial a and a linear one b; out a cubic one. */
function addCubicProduct(
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
  out: Float64Array,
  at: number,
): void {
  for (let i = 0; i < 10; i++) {
    const f = a[ia + i]!;
    for (let j = 0; j < 4; j++) out[at + squareTimesLinear[4 * i + j]!]! += f * b[ib + j]!;
  }
}

const basis = new Float64Array(81);
const e = new Float64Array(36);
const squares = new Float64Array(90);
const minor = new Float64Array(10);
const system = new Float64Array(200);
const bz = new Float64Array(39);
const determinant = new Float64Array(11);
const roots = new Float64Array(16);

/** Ten cubic constraints det E = 0 and 2 E Eᵀ E − tr(E Eᵀ) E = 0 on E = x X + y Y + z Z + W. */
function buildConstraints(): void {
  system.fill(0);
  for (let k = 0; k < 3; k++) {
    const [p, q] = [(k + 1) % 3, (k + 2) % 3];
    minor.fill(0);
    addLinearProduct(e, 4 * (3 + p), e, 4 * (6 + q), minor, 0, 1);
    addLinearProduct(e, 4 * (3 + q), e, 4 * (6 + p), minor, 0, -1);
    addCubicProduct(minor, 0, e, 4 * k, system, 0);
  }
  squares.fill(0);
  for (let r = 0; r < 3; r++) {
    for (let c = r; c < 3; c++) {
      const at = 10 * (3 * r + c);
      for (let k = 0; k < 3; k++) addLinearProduct(e, 4 * (3 * r + k), e, 4 * (3 * c + k), squares, at, 1);
      if (c > r) squares.copyWithin(10 * (3 * c + r), at, at + 10);
    }
  }
  for (let m = 0; m < 10; m++) {
    const half = 0.5 * (squares[m]! + squares[40 + m]! + squares[80 + m]!);
    squares[m]! -= half;
    squares[40 + m]! -= half;
    squares[80 + m]! -= half;
  }
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const at = 20 * (1 + 3 * r + c);
      for (let k = 0; k < 3; k++) addCubicProduct(squares, 10 * (3 * r + k), e, 4 * (3 * k + c), system, at);
    }
  }
}

/**
 * The 3 × 3 matrix of polynomials in z whose null vector is (x, y, 1): rows of 13 numbers, two cubics and a quartic in
 * ascending powers. Row r comes from rows 4 + 2 r and 5 + 2 r of the eliminated system: upper − z · lower.
 */
function buildPolynomialMatrix(): void {
  for (let r = 0; r < 3; r++) {
    const u = 20 * (4 + 2 * r) + 10;
    const l = u + 20;
    const at = 13 * r;
    for (let block = 0; block < 2; block++) {
      const s = 3 * block;
      const o = at + 4 * block;
      bz[o] = system[u + s + 2]!;
      bz[o + 1] = system[u + s + 1]! - system[l + s + 2]!;
      bz[o + 2] = system[u + s]! - system[l + s + 1]!;
      bz[o + 3] = -system[l + s]!;
    }
    const o = at + 8;
    bz[o] = system[u + 9]!;
    bz[o + 1] = system[u + 8]! - system[l + 9]!;
    bz[o + 2] = system[u + 7]! - system[l + 8]!;
    bz[o + 3] = system[u + 6]! - system[l + 7]!;
    bz[o + 4] = -system[l + 6]!;
  }
}

function expandDeterminant(): void {
  determinant.fill(0);
  for (let k = 0; k < 3; k++) {
    const [p, q] = [13 * ((k + 1) % 3), 13 * ((k + 2) % 3)];
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        const pair = bz[p + i]! * bz[q + 4 + j]! - bz[q + i]! * bz[p + 4 + j]!;
        for (let m = 0; m < 5; m++) determinant[i + j + m]! += pair * bz[13 * k + 8 + m]!;
      }
    }
  }
}

function cubicAt(at: number, z: number): number {
  return bz[at]! + z * (bz[at + 1]! + z * (bz[at + 2]! + z * bz[at + 3]!));
}

/** x and y for a root z: the cross product of the two rows that are least parallel. */
function backSubstitute(z: number, out: Float64Array): boolean {
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const [p, q] = [13 * k, 13 * ((k + 1) % 3)];
    const [ax, ay, ac] = [cubicAt(p, z), cubicAt(p + 4, z), cubicAt(p + 8, z) + z ** 4 * bz[p + 12]!];
    const [bx, by, bc] = [cubicAt(q, z), cubicAt(q + 4, z), cubicAt(q + 8, z) + z ** 4 * bz[q + 12]!];
    const w = ax * by - ay * bx;
    if (!(Math.abs(w) > size)) continue;
    size = Math.abs(w);
    out[0] = (ay * bc - ac * by) / w;
    out[1] = (ac * bx - ax * bc) / w;
  }
  return size > 0;
}

const xy = new Float64Array(2);

/**
 * Essential matrices through five correspondences, bᵀ E a = 0, by Nistér's method (2004).
 * @param a unit rays in the first camera, xyz, and `b` in the second
 * @param sample indices of five correspondences
 * @param out receives up to ten matrices, row-major, of Frobenius norm √2
 * @returns their number
 */
export function solveFivePoint(
  a: Float64Array,
  b: Float64Array,
  sample: ArrayLike<number>,
  out: Float64Array,
): number {
  basis.fill(0);
  for (let k = 0; k < 5; k++) {
    const i = 3 * sample[k]!;
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) basis[9 * k + 3 * r + c] = b[i + r]! * a[i + c]!;
  }
  if (!completeOrthonormal(basis, 5, 9)) return 0;
  for (let entry = 0; entry < 9; entry++) {
    for (let k = 0; k < 4; k++) e[4 * entry + k] = basis[9 * (5 + k) + entry]!;
  }
  buildConstraints();
  if (!eliminate(system, 10, 10)) return 0;
  buildPolynomialMatrix();
  expandDeterminant();
  const found = realRoots(determinant, 10, roots);
  let count = 0;
  for (let k = 0; k < found && count < 10; k++) {
    const z = roots[k]!;
    if (!backSubstitute(z, xy)) continue;
    const at = 9 * count;
    let norm = 0;
    for (let entry = 0; entry < 9; entry++) {
      const value =
        xy[0]! * e[4 * entry]! + xy[1]! * e[4 * entry + 1]! + z * e[4 * entry + 2]! + e[4 * entry + 3]!;
      out[at + entry] = value;
      norm += value * value;
    }
    const scale = Math.sqrt(2 / norm);
    if (!Number.isFinite(scale)) continue;
    for (let entry = 0; entry < 9; entry++) out[at + entry]! *= scale;
    count++;
  }
  return count;
}
