import {
  cameraAt,
  cameraCount,
  cameraSlots,
  cameraSquares,
  diagonal,
  freeCount,
  observations,
  observedCamera,
  observedPose,
  right,
  rowAt,
  slotSums,
  values,
  wide,
  word,
} from './memory';
import {
  blockBytes,
  count,
  gradient,
  inverse,
  left,
  observationBytes,
  own,
  residual,
  slotCount,
  solved,
  toCamera,
  toPoint,
  toPose,
} from './observe';

/**
 * Adds the current point to the normal equations. With J the derivatives by the other unknowns, P those by the point
 * and V its own block, all rows weighted, its contribution after elimination is Jᵀ (I − P V⁻¹ Pᵀ) J. The inner factor
 * is a 2 × 2 matrix for each pair of observations, formed before the product with the derivatives.
 */

const poseSize: i32 = 6;
/** Two rows of eight: the factor multiplied into a block. */
const factor: usize = memory.data(16 * 8, 16);

/** Product of a row of three with a symmetric matrix. */
// @ts-ignore: decorator
@inline
function timesInverse(from: usize, to: usize): void {
  const a = load<f64>(from);
  const b = load<f64>(from, 8);
  const c = load<f64>(from, 16);
  const q1 = load<f64>(inverse, 8);
  const q2 = load<f64>(inverse, 16);
  const q4 = load<f64>(inverse, 32);
  store<f64>(to, a * load<f64>(inverse) + b * q1 + c * q2);
  store<f64>(to, a * q1 + b * load<f64>(inverse, 24) + c * q4, 8);
  store<f64>(to, a * q2 + b * q4 + c * load<f64>(inverse, 40), 16);
}

// @ts-ignore: decorator
@inline
function dot3(a: usize, b: usize): f64 {
  return load<f64>(a) * load<f64>(b) + load<f64>(a, 8) * load<f64>(b, 8) + load<f64>(a, 16) * load<f64>(b, 16);
}

/** P V⁻¹ of all observations, and the residuals after elimination of the point; zero and unchanged where it is kept. */
function solvePoint(isEliminated: bool): void {
  for (let k: usize = 0; k < <usize>count; k++) {
    const one = observations + k * observationBytes;
    if (!isEliminated) {
      memory.fill(one + solved, 0, 6 * word);
      memory.copy(one + left, one + residual, 2 * word);
      continue;
    }
    timesInverse(one + toPoint, one + solved);
    timesInverse(one + toPoint + 24, one + solved + 24);
    store<f64>(one + left, load<f64>(one, residual) - dot3(one + solved, gradient));
    store<f64>(one + left, load<f64>(one, residual + 8) - dot3(one + solved + 24, gradient), 8);
  }
}

/** Right side and diagonal of n unknowns of an observation. */
function addRight(one: usize, from: usize, stride: usize, n: i32, at: usize): void {
  const x = load<f64>(one, left);
  const y = load<f64>(one, left + 8);
  const to = right + at * word;
  const beside = diagonal + at * word;
  for (let i: usize = 0; i < <usize>n; i++) {
    const a = load<f64>(from + i * word);
    const b = load<f64>(from + stride + i * word);
    const o = i * word;
    store<f64>(to + o, load<f64>(to + o) + a * x + b * y);
    store<f64>(beside + o, load<f64>(beside + o) + a * a + b * b);
  }
}

/**
 * Adds to rows from `row` on, columns from `column` on: n derivatives at `from`, the rows of x and y `stride` bytes
 * apart, times six of each row at `by`, its rows `byStride` apart.
 */
function addBlock(from: usize, stride: usize, n: i32, row: usize, by: usize, byStride: usize, column: usize): void {
  const x0 = v128.load(by);
  const x1 = v128.load(by, 16);
  const x2 = v128.load(by, 32);
  const y0 = v128.load(by + byStride);
  const y1 = v128.load(by + byStride, 16);
  const y2 = v128.load(by + byStride, 32);
  for (let i: usize = 0; i < <usize>n; i++) {
    const a = v128.load64_splat(from + i * word);
    const b = v128.load64_splat(from + stride + i * word);
    const to = values + (<usize>load<u32>(rowAt + ((row + i) << 2)) + column) * word;
    v128.store(to, f64x2.add(v128.load(to), f64x2.add(f64x2.mul(a, x0), f64x2.mul(b, y0))));
    v128.store(to, f64x2.add(v128.load(to, 16), f64x2.add(f64x2.mul(a, x1), f64x2.mul(b, y1))), 16);
    v128.store(to, f64x2.add(v128.load(to, 32), f64x2.add(f64x2.mul(a, x2), f64x2.mul(b, y2))), 32);
  }
}

/** The same for a block on the diagonal, of which the lower half is stored. */
function addTriangle(from: usize, row: usize, by: usize, byStride: usize): void {
  for (let i: usize = 0; i < <usize>poseSize; i++) {
    const a = load<f64>(from + i * word);
    const b = load<f64>(from + <usize>poseSize * word + i * word);
    const to = values + (<usize>load<u32>(rowAt + ((row + i) << 2)) + row) * word;
    for (let j: usize = 0; j <= i; j++) {
      const o = j * word;
      store<f64>(to + o, load<f64>(to + o) + a * load<f64>(by + o) + b * load<f64>(by + byStride + o));
    }
  }
}

/** Pose–pose blocks of all pairs of observations. */
function addPoses(): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const row = load<i32>(observedPose + (i << 2));
    if (row < 0) continue;
    const one = observations + i * observationBytes;
    for (let j: usize = 0; j < <usize>count; j++) {
      const column = load<i32>(observedPose + (j << 2));
      if (column < 0 || column > row) continue;
      const other = observations + j * observationBytes;
      const same: f64 = i == j ? 1 : 0;
      const xx = v128.splat<f64>(same - dot3(one + solved, other + toPoint));
      const xy = v128.splat<f64>(-dot3(one + solved, other + toPoint + 24));
      const yx = v128.splat<f64>(-dot3(one + solved + 24, other + toPoint));
      const yy = v128.splat<f64>(same - dot3(one + solved + 24, other + toPoint + 24));
      for (let k: usize = 0; k < 48; k += 16) {
        const a = v128.load(other + toPose + k);
        const b = v128.load(other + toPose + 48 + k);
        v128.store(factor + k, f64x2.add(f64x2.mul(xx, a), f64x2.mul(xy, b)));
        v128.store(factor + 64 + k, f64x2.add(f64x2.mul(yx, a), f64x2.mul(yy, b)));
      }
      if (row == column) addTriangle(one + toPose, row, factor, 64);
      else addBlock(one + toPose, 48, poseSize, row, factor, 64, column);
    }
  }
}

/** Camera–pose blocks of a camera. */
function addCamera(slot: i32): void {
  const sums = slotSums + <usize>slot * blockBytes;
  const row = load<i32>(cameraAt + (<usize>load<i32>(cameraSlots + (<usize>slot << 2)) << 2));
  for (let k: usize = 0; k < <usize>count; k++) {
    const column = load<i32>(observedPose + (k << 2));
    if (column < 0) continue;
    const one = observations + k * observationBytes;
    const isOwn = load<i32>(observedCamera + (k << 2)) == slot;
    for (let i: usize = 0; i < <usize>freeCount; i++) {
      const sum = sums + i * 3 * word;
      const a = isOwn ? load<f64>(one + toCamera + i * word) : 0;
      const b = isOwn ? load<f64>(one + toCamera + 64 + i * word) : 0;
      store<f64>(factor + i * word, a - dot3(one + solved, sum));
      store<f64>(factor + 64 + i * word, b - dot3(one + solved + 24, sum));
    }
    addBlock(factor, 64, freeCount, row, one + toPose, 48, column);
  }
}

/** The diagonal block of a camera, added to its square. */
function addCameraSquare(slot: i32, isEliminated: bool): void {
  const camera = <usize>load<i32>(cameraSlots + (<usize>slot << 2));
  const square = cameraSquares + camera * 64 * word;
  for (let k: usize = 0; k < <usize>count; k++) {
    if (load<i32>(observedCamera + (k << 2)) != slot) continue;
    const from = observations + k * observationBytes + toCamera;
    for (let i: usize = 0; i < <usize>freeCount; i++) {
      const a = v128.load64_splat(from + i * word);
      const b = v128.load64_splat(from + 64 + i * word);
      const to = square + i * 64;
      for (let j: usize = 0; j <= i << 3; j += 16) {
        const product = f64x2.add(f64x2.mul(a, v128.load(from + j)), f64x2.mul(b, v128.load(from + j, 64)));
        v128.store(to + j, f64x2.add(v128.load(to + j), product));
      }
    }
  }
  if (!isEliminated) return;
  const sums = slotSums + <usize>slot * blockBytes;
  for (let i: usize = 0; i < <usize>freeCount; i++) {
    timesInverse(sums + i * 24, factor);
    for (let j: usize = 0; j <= i; j++) {
      const to = square + i * 64 + j * word;
      store<f64>(to, load<f64>(to) - dot3(factor, sums + j * 24));
    }
  }
}

/** The block of two cameras that see the point. */
function addCameraPair(slot: i32, other: i32): void {
  const row = load<i32>(cameraAt + (<usize>load<i32>(cameraSlots + (<usize>slot << 2)) << 2));
  const column = load<i32>(cameraAt + (<usize>load<i32>(cameraSlots + (<usize>other << 2)) << 2));
  if (column > row) return;
  const sums = slotSums + <usize>slot * blockBytes;
  const others = slotSums + <usize>other * blockBytes;
  for (let i: usize = 0; i < <usize>freeCount; i++) {
    timesInverse(sums + i * 24, factor);
    const to = values + (<usize>load<u32>(rowAt + ((row + i) << 2)) + column) * word;
    for (let j: usize = 0; j < <usize>freeCount; j++) {
      store<f64>(to + j * word, load<f64>(to + j * word) - dot3(factor, others + j * 24));
    }
  }
}

/** Adds the point's contribution to poses and cameras. @param isEliminated false where it is kept */
export function addPoint(isEliminated: bool): void {
  solvePoint(isEliminated);
  for (let k: usize = 0; k < <usize>count; k++) {
    const one = observations + k * observationBytes;
    const pose = load<i32>(observedPose + (k << 2));
    if (pose >= 0) addRight(one, one + toPose, 48, poseSize, pose);
    const slot = load<i32>(observedCamera + (k << 2));
    if (slot < 0) continue;
    const camera = <usize>load<i32>(cameraSlots + (<usize>slot << 2));
    addRight(one, one + toCamera, 64, freeCount, load<i32>(cameraAt + (camera << 2)));
  }
  addPoses();
  for (let slot = 0; slot < slotCount; slot++) {
    addCamera(slot);
    addCameraSquare(slot, isEliminated);
    if (!isEliminated) continue;
    for (let other = 0; other < slotCount; other++) if (other != slot) addCameraPair(slot, other);
  }
}

/** Adds a point that is kept in the system from row `kept` on, since a measured distance connects it to another one. */
export function addKept(kept: usize): void {
  let entry = own;
  for (let axis: usize = 0; axis < 3; axis++) {
    const at = (kept + axis) * word;
    store<f64>(right + at, load<f64>(right + at) + load<f64>(gradient + axis * word));
    for (let other = axis; other < 3; other++, entry += word) {
      const value = load<f64>(entry);
      if (other == axis) store<f64>(diagonal + at, load<f64>(diagonal + at) + value);
      addEntry(kept + other, kept + axis, value);
    }
  }
  for (let k: usize = 0; k < <usize>count; k++) {
    const one = observations + k * observationBytes;
    const pose = load<i32>(observedPose + (k << 2));
    if (pose >= 0) addKeptProducts(one, one + toPose, 48, poseSize, kept, pose);
    const slot = load<i32>(observedCamera + (k << 2));
    if (slot < 0) continue;
    const camera = <usize>load<i32>(cameraSlots + (<usize>slot << 2));
    addKeptProducts(one, one + toCamera, 64, freeCount, kept, load<i32>(cameraAt + (camera << 2)));
  }
}

function addKeptProducts(one: usize, from: usize, stride: usize, n: i32, kept: usize, at: usize): void {
  for (let axis: usize = 0; axis < 3; axis++) {
    const x = load<f64>(one + toPoint + axis * word);
    const y = load<f64>(one + toPoint + 24 + axis * word);
    for (let i: usize = 0; i < <usize>n; i++) {
      addEntry(kept + axis, at + i, x * load<f64>(from + i * word) + y * load<f64>(from + stride + i * word));
    }
  }
}

function addEntry(row: usize, column: usize, value: f64): void {
  const at = values + (<usize>load<u32>(rowAt + (row << 2)) + column) * word;
  store<f64>(at, load<f64>(at) + value);
}

/** Adds the cameras' squares to the system. */
export function addSquares(): void {
  for (let camera: usize = 0; camera < <usize>cameraCount; camera++) {
    const row = load<i32>(cameraAt + (camera << 2));
    if (row < 0) continue;
    for (let i: usize = 0; i < <usize>freeCount; i++) {
      for (let j: usize = 0; j <= i; j++) {
        addEntry(row + i, row + j, load<f64>(cameraSquares + camera * 64 * word + (i * <usize>wide + j) * word));
      }
    }
  }
}

/** Predicted cost reduction by moving the point alone: gᵀ V⁻¹ g. */
export function ownGain(): f64 {
  timesInverse(gradient, factor);
  return dot3(gradient, factor);
}
