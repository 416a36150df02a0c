import { covariance, leaveCovariance } from './lib/adjustment/covariance';
import { addKept, addPoint, addSquares, ownGain } from './lib/adjustment/eliminate';
import {
  blockAt,
  blockSize,
  blocks,
  cameraAt,
  cameraCount,
  cameraSlots,
  cameraSquares,
  diagonal,
  entryCount,
  freeCount,
  keptAt,
  observations,
  observedCamera,
  observedPose,
  pointCount,
  right,
  rowAt,
  size,
  slotSums,
  steps,
  values,
  word,
} from './lib/adjustment/memory';
import {
  addProducts,
  blockBytes,
  count,
  gatherPoint,
  gradient,
  inverse,
  invertOwn,
  observationBytes,
  slotCount,
  sumCameras,
  toCamera,
  toPoint,
  toPose,
} from './lib/adjustment/observe';

/**
 * The numbers of a bundle adjustment: residuals, cost, normal equations with the points eliminated (D. C. Brown, 1958;
 * B. Triggs et al., "Bundle adjustment – a modern synthesis", 2000, section 6), their solution and inverse, and the
 * points' own steps. All in f64; `scale` is the squared, normalised residual over which the robust loss (Cauchy's)
 * halves an observation's say, infinite for least squares.
 */

export { factorSystem as factorize, invertSystem as invert, solveSystem as solve } from './lib/adjustment/envelope';
export { layOut as prepare, partAt } from './lib/adjustment/memory';
export { leaveResiduals, sumCost } from './lib/adjustment/observe';

/** Clears the system, so that what is known beside the observations can be added. */
export function clear(): void {
  memory.fill(values, 0, <usize>entryCount * word);
  memory.fill(right, 0, <usize>size * word);
  memory.fill(cameraSquares, 0, <usize>cameraCount * 64 * word);
}

/** Address of the diagonal entry of a row. */
// @ts-ignore: decorator
@inline
function diagonalAt(row: usize): usize {
  return values + (<usize>load<u32>(rowAt + (row << 2)) + row) * word;
}

/**
 * Adds all observations to what is in the system, with the points eliminated, and damps by a share of the diagonal
 * before that. A point that its observations do not fix stays where it is.
 * @returns what the points would gain if they moved alone
 */
export function linearise(scale: f64, damping: f64): f64 {
  let gain: f64 = 0;
  for (let row: usize = 0; row < <usize>size; row++) {
    store<f64>(diagonal + row * word, load<f64>(diagonalAt(row)));
  }
  for (let point: usize = 0; point < <usize>pointCount; point++) {
    gatherPoint(point, scale);
    const kept = load<i32>(keptAt + (point << 2));
    const isEliminated = kept < 0 && invertOwn(damping);
    if (isEliminated) gain += ownGain();
    sumCameras();
    addPoint(isEliminated);
    if (kept >= 0) addKept(kept);
  }
  addSquares();
  for (let row: usize = 0; row < <usize>size; row++) {
    const at = diagonalAt(row);
    store<f64>(at, load<f64>(at) + (damping + 1e-12) * load<f64>(diagonal + row * word));
  }
  return gain;
}

/** Steps of the points that belong to the step of the other unknowns which is in the right side (back substitution). */
export function stepPoints(scale: f64, damping: f64): void {
  for (let point: usize = 0; point < <usize>pointCount; point++) {
    const to = steps + point * 3 * word;
    const kept = load<i32>(keptAt + (point << 2));
    if (kept >= 0) {
      memory.copy(to, right + <usize>kept * word, 3 * word);
      continue;
    }
    gatherPoint(point, scale);
    if (!invertOwn(damping)) {
      memory.fill(to, 0, 3 * word);
      continue;
    }
    stepPoint(to);
  }
}

function stepPoint(to: usize): void {
  let a = load<f64>(gradient);
  let b = load<f64>(gradient, 8);
  let c = load<f64>(gradient, 16);
  for (let k: usize = 0; k < <usize>count; k++) {
    const one = observations + k * observationBytes;
    let x: f64 = 0;
    let y: f64 = 0;
    const pose = load<i32>(observedPose + (k << 2));
    if (pose >= 0) {
      for (let i: usize = 0; i < 6; i++) {
        const step = load<f64>(right + (<usize>pose + i) * word);
        x += load<f64>(one + toPose + i * word) * step;
        y += load<f64>(one + toPose + 48 + i * word) * step;
      }
    }
    const slot = load<i32>(observedCamera + (k << 2));
    if (slot >= 0) {
      const camera = load<i32>(cameraAt + (<usize>load<i32>(cameraSlots + (<usize>slot << 2)) << 2));
      for (let i: usize = 0; i < <usize>freeCount; i++) {
        const step = load<f64>(right + (<usize>camera + i) * word);
        x += load<f64>(one + toCamera + i * word) * step;
        y += load<f64>(one + toCamera + 64 + i * word) * step;
      }
    }
    a -= load<f64>(one, toPoint) * x + load<f64>(one, toPoint + 24) * y;
    b -= load<f64>(one, toPoint + 8) * x + load<f64>(one, toPoint + 32) * y;
    c -= load<f64>(one, toPoint + 16) * x + load<f64>(one, toPoint + 40) * y;
  }
  store<f64>(to, load<f64>(inverse) * a + load<f64>(inverse, 8) * b + load<f64>(inverse, 16) * c);
  store<f64>(to, load<f64>(inverse, 8) * a + load<f64>(inverse, 24) * b + load<f64>(inverse, 32) * c, 8);
  store<f64>(to, load<f64>(inverse, 16) * a + load<f64>(inverse, 32) * b + load<f64>(inverse, 40) * c, 16);
}

/**
 * Leaves the inverse of a point's own part and its products with the other unknowns, a block an observation and one a
 * camera: 3 an unknown. @returns the number of blocks; −1 where the observations do not fix the point
 */
export function gather(point: i32, scale: f64): i32 {
  gatherPoint(point, scale);
  if (!invertOwn(0)) return -1;
  sumCameras();
  let n: usize = 0;
  for (let k: usize = 0; k < <usize>count; k++) {
    const pose = load<i32>(observedPose + (k << 2));
    if (pose < 0) continue;
    const one = observations + k * observationBytes;
    const to = blocks + n * blockBytes;
    memory.fill(to, 0, blockBytes);
    addProducts(one + toPose, 6, 6, one + toPoint, to);
    store<i32>(blockAt + (n << 2), pose);
    store<i32>(blockSize + (n << 2), 6);
    n++;
  }
  for (let slot: usize = 0; slot < <usize>slotCount; slot++) {
    const camera = <usize>load<i32>(cameraSlots + (slot << 2));
    memory.copy(blocks + n * blockBytes, slotSums + slot * blockBytes, blockBytes);
    store<i32>(blockAt + (n << 2), load<i32>(cameraAt + (camera << 2)));
    store<i32>(blockSize + (n << 2), freeCount);
    n++;
  }
  return <i32>n;
}

/** Leaves the covariance of a point, with the inverse of the system in its place; false where nothing fixes the point. */
export function covary(point: i32, scale: f64): bool {
  const blockCount = gather(point, scale);
  if (blockCount < 0) return false;
  leaveCovariance(blockCount);
  return true;
}

/** Address of the covariance that `covary` leaves, xx xy xz yy yz zz. */
export function covarianceAt(): usize {
  return covariance;
}

/** Address of the inverse that `gather` leaves, xx xy xz yy yz zz. */
export function inverseAt(): usize {
  return inverse;
}
