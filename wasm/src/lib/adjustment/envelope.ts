import { columns, first, right, rowAt, size, values, word } from './memory';

/**
 * The reduced system in envelope storage (A. Jennings, 1966): of each row, the entries from its first non-zero to the
 * diagonal. Neighbouring rows with the same first column, such as those of a pose, are processed together.
 */

/** Virtual address of an entry, as if every row were stored from column 0. */
// @ts-ignore: decorator
@inline
function rowOf(row: i32): usize {
  return values + <usize>load<u32>(rowAt + (<usize>row << 2)) * word;
}

// @ts-ignore: decorator
@inline
function firstOf(row: i32): i32 {
  return load<i32>(first + (<usize>row << 2));
}

// @ts-ignore: decorator
@inline
function sumOf(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

/** Dot product of two f64 arrays. */
function dot(a: usize, b: usize, length: i32): f64 {
  let s = v128.splat<f64>(0);
  let t = v128.splat<f64>(0);
  let k = length;
  for (; k >= 4; k -= 4, a += 32, b += 32) {
    s = f64x2.add(s, f64x2.mul(v128.load(a), v128.load(b)));
    t = f64x2.add(t, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
  }
  let sum = sumOf(f64x2.add(s, t));
  for (; k > 0; k--, a += word, b += word) sum += load<f64>(a) * load<f64>(b);
  return sum;
}

/** Dot products of three arrays with a fourth. */
let dotA: f64 = 0;
let dotB: f64 = 0;
let dotC: f64 = 0;

function dotThree(a: usize, b: usize, c: usize, by: usize, length: i32): void {
  let sa = v128.splat<f64>(0);
  let sb = v128.splat<f64>(0);
  let sc = v128.splat<f64>(0);
  let ta = v128.splat<f64>(0);
  let tb = v128.splat<f64>(0);
  let tc = v128.splat<f64>(0);
  let k = length;
  for (; k >= 4; k -= 4, a += 32, b += 32, c += 32, by += 32) {
    const p = v128.load(by);
    const q = v128.load(by, 16);
    sa = f64x2.add(sa, f64x2.mul(v128.load(a), p));
    sb = f64x2.add(sb, f64x2.mul(v128.load(b), p));
    sc = f64x2.add(sc, f64x2.mul(v128.load(c), p));
    ta = f64x2.add(ta, f64x2.mul(v128.load(a, 16), q));
    tb = f64x2.add(tb, f64x2.mul(v128.load(b, 16), q));
    tc = f64x2.add(tc, f64x2.mul(v128.load(c, 16), q));
  }
  dotA = sumOf(f64x2.add(sa, ta));
  dotB = sumOf(f64x2.add(sb, tb));
  dotC = sumOf(f64x2.add(sc, tc));
  for (; k > 0; k--, a += word, b += word, c += word, by += word) {
    const p = load<f64>(by);
    dotA += load<f64>(a) * p;
    dotB += load<f64>(b) * p;
    dotC += load<f64>(c) * p;
  }
}

// @ts-ignore: decorator
@inline
function settle(row: usize, column: i32, sum: f64, pivot: f64): void {
  const at = row + <usize>column * word;
  store<f64>(at, (load<f64>(at) - sum) / pivot);
}

/** Computes columns `from` to `to` of one row of the factor. */
function factorRow(row: i32, from: i32, to: i32): void {
  const base = rowOf(row);
  const begin = firstOf(row);
  for (let column = from; column < to; column++) {
    const other = rowOf(column);
    const low = max(begin, firstOf(column));
    const sum = dot(base + <usize>low * word, other + <usize>low * word, column - low);
    settle(base, column, sum, load<f64>(other + <usize>column * word));
  }
}

/** Computes the columns before `to` of three rows with the same first column. */
function factorRows(row: i32, from: i32, to: i32): void {
  const a = rowOf(row);
  const b = rowOf(row + 1);
  const c = rowOf(row + 2);
  for (let column = from; column < to; column++) {
    const other = rowOf(column);
    const low = max(from, firstOf(column));
    const at = <usize>low * word;
    dotThree(a + at, b + at, c + at, other + at, column - low);
    const pivot = load<f64>(other + <usize>column * word);
    settle(a, column, dotA, pivot);
    settle(b, column, dotB, pivot);
    settle(c, column, dotC, pivot);
  }
}

/** Computes the diagonal of a row whose other columns are done; false where the system is not positive definite. */
function factorPivot(row: i32): bool {
  const base = rowOf(row);
  const at = base + <usize>row * word;
  const begin = base + <usize>firstOf(row) * word;
  const before = load<f64>(at);
  const pivot = before - dot(begin, begin, row - firstOf(row));
  if (!(pivot > before * 1e-14) || !(pivot > 0)) return false;
  store<f64>(at, Math.sqrt(pivot));
  return true;
}

/** Cholesky factor in place; false where the system is not positive definite; its values are invalid then. */
export function factorSystem(): bool {
  let row = 0;
  while (row < size) {
    const from = firstOf(row);
    const isThree = row + 3 <= size && firstOf(row + 1) == from && firstOf(row + 2) == from;
    const rows = isThree ? 3 : 1;
    if (isThree) factorRows(row, from, row);
    else factorRow(row, from, row);
    for (let k = 0; k < rows; k++) {
      factorRow(row + k, row, row + k);
      if (!factorPivot(row + k)) return false;
    }
    row += rows;
  }
  return true;
}

/** Solves with the factor: the right side becomes the solution. */
export function solveSystem(): void {
  for (let row = 0; row < size; row++) {
    const base = rowOf(row);
    const low = <usize>firstOf(row) * word;
    const sum = dot(base + low, right + low, row - firstOf(row));
    const at = right + <usize>row * word;
    store<f64>(at, (load<f64>(at) - sum) / load<f64>(base + <usize>row * word));
  }
  for (let row = size - 1; row >= 0; row--) {
    const base = rowOf(row);
    const value = load<f64>(right + <usize>row * word) / load<f64>(base + <usize>row * word);
    store<f64>(right + <usize>row * word, value);
    for (let k = firstOf(row); k < row; k++) {
      const at = right + <usize>k * word;
      store<f64>(at, load<f64>(at) - load<f64>(base + <usize>k * word) * value);
    }
  }
}

/**
 * Entries of the inverse inside the envelope, from the factor, in place (K. Takahashi, J. Fagan and M. Chen, "Formation
 * of a sparse bus impedance matrix", 1973). About twice the cost of the factorisation.
 */
export function invertSystem(): void {
  const column = columns;
  const sums = columns + <usize>size * word;
  const rows = sums + <usize>size * word;
  for (let j = size - 1; j >= 0; j--) {
    const diagonal = rowOf(j) + <usize>j * word;
    const pivot = load<f64>(diagonal);
    let count: usize = 0;
    for (let k = j + 1; k < size; k++) {
      if (firstOf(k) > j) continue;
      store<i32>(rows + (count << 2), k);
      store<f64>(column + <usize>k * word, load<f64>(rowOf(k) + <usize>j * word));
      store<f64>(sums + <usize>k * word, 0);
      count++;
    }
    for (let a: usize = 0; a < count; a++) {
      const i = load<i32>(rows + (a << 2));
      const base = rowOf(i);
      const begin = firstOf(i);
      const own = load<f64>(column + <usize>i * word);
      let sum = load<f64>(base + <usize>i * word) * own;
      for (let b: usize = 0; b < a; b++) {
        const k = load<i32>(rows + (b << 2));
        if (k < begin) continue;
        const at = <usize>k * word;
        const z = load<f64>(base + at);
        sum += z * load<f64>(column + at);
        store<f64>(sums + at, load<f64>(sums + at) + z * own);
      }
      const at = sums + <usize>i * word;
      store<f64>(at, load<f64>(at) + sum);
    }
    let left = 1 / pivot;
    for (let a: usize = 0; a < count; a++) {
      const i = <usize>load<i32>(rows + (a << 2));
      const z = -load<f64>(sums + i * word) / pivot;
      store<f64>(rowOf(<i32>i) + <usize>j * word, z);
      left -= load<f64>(column + i * word) * z;
    }
    store<f64>(diagonal, left / pivot);
  }
}
