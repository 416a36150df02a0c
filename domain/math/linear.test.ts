import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { realRoots } from './polynomial-roots.ts';
import { completeOrthonormal, eliminate, solveCholesky } from './solve.ts';
import { determinant3, nearestRotation, svd3 } from './svd3.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

/** Coefficients, rising powers, of the product of (x − root). */
function withRoots(...roots: number[]): Float64Array {
  let c = [1];
  for (const root of roots) c = [...c, 0].map((_, k) => (c[k - 1] ?? 0) - root * (c[k] ?? 0));
  return Float64Array.from(c);
}

const rootsOf = (c: Float64Array) => {
  const out = new Float64Array(16);
  return Array.from(out.subarray(0, realRoots(c, c.length - 1, out))).sort((a, b) => a - b);
};

describe('real roots', () => {
  it('are all found, small, large and near one another', () => {
    const truth = [-1200, -3, -0.51, -0.5, 0.001, 0.7, 2, 2.1, 40, 1e4];
    const found = rootsOf(withRoots(...truth));
    expect(found).toHaveLength(10);
    found.forEach((x, k) => {
      expect(Math.abs(x - truth[k]!)).toBeLessThan(1e-6 * Math.max(1, Math.abs(truth[k]!)));
    });
  });

  it('include nought and one, and leave complex ones out', () => {
    expect(rootsOf(withRoots(0, 1, -1))).toHaveLength(3);
    expect(rootsOf(Float64Array.from([1, 0, 1]))).toEqual([]);
    expect(rootsOf(Float64Array.from([0, 0, 0]))).toEqual([]);
    expect(rootsOf(Float64Array.from([-2, 1, 0, 0]))).toEqual([2]);
  });
});

describe('decompositions', () => {
  const random = createRandom(12);
  const matrix = (n: number) => Float64Array.from({ length: n }, () => random.normal());

  it('rebuild a 3 × 3 matrix from its singular values, also of rank one and two', () => {
    const full = matrix(9);
    const flat = Float64Array.from([1, 2, 3, 2, 4, 6, 1, 0, 1]);
    const line = Float64Array.from([1, 2, 3, 2, 4, 6, 3, 6, 9]);
    for (const m of [full, flat, line, new Float64Array(9)]) {
      const { u, s, v } = svd3(m);
      expect(Math.abs(determinant3(u))).toBeCloseTo(1, 10);
      expect(Math.abs(determinant3(v))).toBeCloseTo(1, 10);
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          const sum = [0, 1, 2].reduce((t, k) => t + u[3 * r + k]! * s[k]! * v[3 * c + k]!, 0);
          expect(sum).toBeCloseTo(m[3 * r + c]!, 10);
        }
      }
    }
  });

  it('give the nearest rotation', () => {
    const r = nearestRotation(matrix(9));
    expect(determinant3(r)).toBeCloseTo(1, 12);
    expect(r[0]! * r[1]! + r[3]! * r[4]! + r[6]! * r[7]!).toBeCloseTo(0, 12);
  });

  it('find eigenvectors of a symmetric matrix', () => {
    const a = matrix(81);
    const m = new Float64Array(81);
    for (let i = 0; i < 9; i++) for (let j = 0; j < 9; j++) m[9 * i + j] = a[9 * i + j]! + a[9 * j + i]!;
    const [values, vectors] = [m.slice(), new Float64Array(81)];
    symmetricEigen(values, vectors, 9);
    for (let j = 0; j < 9; j++) {
      for (let i = 0; i < 9; i++) {
        let sum = 0;
        for (let k = 0; k < 9; k++) sum += m[9 * i + k]! * vectors[9 * k + j]!;
        expect(sum).toBeCloseTo(values[10 * j]! * vectors[9 * i + j]!, 9);
      }
    }
  });

  it('solve linear systems', () => {
    const a = matrix(16);
    const x = [1, -2, 3, 4];
    const rows = new Float64Array(20);
    const spd = new Float64Array(16);
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        rows[5 * i + j] = a[4 * i + j]!;
        rows[5 * i + 4]! += a[4 * i + j]! * x[j]!;
        for (let k = 0; k < 4; k++) spd[4 * i + j]! += a[4 * k + i]! * a[4 * k + j]!;
      }
    }
    const b = Float64Array.from(x, (_, i) => x.reduce((t, v, j) => t + spd[4 * i + j]! * v, 0));
    expect(eliminate(rows, 4, 1)).toBe(true);
    expect(solveCholesky(spd, b, 4)).toBe(true);
    x.forEach((v, i) => {
      expect(rows[5 * i + 4]).toBeCloseTo(v, 9);
      expect(b[i]).toBeCloseTo(v, 8);
    });
    expect(eliminate(new Float64Array([1, 2, 3, 2, 4, 6]), 2, 1)).toBe(false);
  });

  it('complete rows to an orthonormal basis', () => {
    const basis = new Float64Array(81);
    basis.set(matrix(45));
    expect(completeOrthonormal(basis, 5, 9)).toBe(true);
    for (let i = 0; i < 9; i++) {
      for (let j = 0; j < 9; j++) {
        let dot = 0;
        for (let k = 0; k < 9; k++) dot += basis[9 * i + k]! * basis[9 * j + k]!;
        expect(dot).toBeCloseTo(i === j ? 1 : 0, 12);
      }
    }
  });
});
