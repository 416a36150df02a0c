import { blockAt, blockSize, blocks, first, rowAt, values, word } from './memory';
import { blockBytes, inverse } from './observe';

/** Covariance of a point, xx xy xz yy yz zz, unscaled. */
export const covariance: usize = memory.data(6 * 8, 16);
/** Wᵀ Z W and its product with the point's inverse, 3 × 3 each. */
const middle: usize = memory.data(9 * 8, 16);
const product: usize = memory.data(9 * 8, 16);

// @ts-ignore: decorator
@inline
function add(index: usize, value: f64): void {
  store<f64>(middle + index * word, load<f64>(middle + index * word) + value);
}

// @ts-ignore: decorator
@inline
function rowOf(row: usize): usize {
  return values + <usize>load<u32>(rowAt + (row << 2)) * word;
}

/** Adds the rows of the inverse between two blocks; those of `other` are before it, or the same. */
function addPair(one: usize, other: usize): void {
  const at = <usize>load<i32>(blockAt + (one << 2));
  const column = <usize>load<i32>(blockAt + (other << 2));
  const rows = <usize>load<i32>(blockSize + (one << 2));
  const columns = <usize>load<i32>(blockSize + (other << 2));
  const isSame = at == column;
  for (let i: usize = 0; i < rows; i++) {
    if (<i32>column < load<i32>(first + ((at + i) << 2))) continue;
    const row = rowOf(at + i) + column * word;
    let w = blocks + other * blockBytes;
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    for (let j: usize = 0; j < columns; j++, w += 3 * word) {
      const s = load<f64>(isSame && j > i ? rowOf(at + j) + (at + i) * word : row + j * word);
      x += s * load<f64>(w);
      y += s * load<f64>(w, 8);
      z += s * load<f64>(w, 16);
    }
    const own = blocks + one * blockBytes + i * 3 * word;
    for (let a: usize = 0; a < 3; a++) {
      const value = load<f64>(own + a * word);
      add(3 * a, value * x);
      add(3 * a + 1, value * y);
      add(3 * a + 2, value * z);
      if (isSame) continue;
      add(a, value * x);
      add(3 + a, value * y);
      add(6 + a, value * z);
    }
  }
}

/** Entry of the inverse of the point's own block. */
// @ts-ignore: decorator
@inline
function inverseEntry(i: usize, j: usize): f64 {
  const low = min(i, j);
  return load<f64>(inverse + (low * 2 - (low >> 1) + max(i, j)) * word);
}

/**
 * Covariance of the gathered point with the inverse of the reduced system in the system's memory: V⁻¹ + V⁻¹ Wᵀ Z W V⁻¹
 * (B. Triggs et al., 2000, section 9).
 */
export function leaveCovariance(count: i32): void {
  memory.fill(middle, 0, 9 * word);
  for (let k: usize = 0; k < <usize>count; k++) {
    for (let l: usize = 0; l < <usize>count; l++) {
      if (load<i32>(blockAt + (l << 2)) <= load<i32>(blockAt + (k << 2))) addPair(k, l);
    }
  }
  for (let i: usize = 0; i < 3; i++) {
    for (let j: usize = 0; j < 3; j++) {
      let sum: f64 = 0;
      for (let k: usize = 0; k < 3; k++) sum += inverseEntry(i, k) * load<f64>(middle + (3 * k + j) * word);
      store<f64>(product + (3 * i + j) * word, sum);
    }
  }
  let to = covariance;
  for (let i: usize = 0; i < 3; i++) {
    for (let j = i; j < 3; j++, to += word) {
      let sum = inverseEntry(i, j);
      for (let k: usize = 0; k < 3; k++) sum += load<f64>(product + (3 * i + k) * word) * inverseEntry(k, j);
      store<f64>(to, sum);
    }
  }
}
