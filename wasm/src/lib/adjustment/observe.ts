import {
  blockLength,
  cameraAt,
  cameraOf,
  cameraSlots,
  centres,
  fisheye,
  free,
  freeCount,
  held,
  heldAt,
  intrinsics,
  observationLength,
  observations,
  observedCamera,
  observedPose,
  photos,
  places,
  pointCount,
  points,
  poseAt,
  residuals,
  rotations,
  slotSums,
  starts,
  weights,
  wide,
  word,
} from './memory';
import { project, projection } from './project';

/**
 * One point and its observations. Layout of an observation, f64: derivatives of x and of y by the pose (6 each:
 * rotation about the camera's axes, centre), by the free intrinsics (8 each), by the point (3 each), the residual (2),
 * all times the square root of its weight; then the results of elimination.
 */
export const toPose: usize = 0;
export const toCamera: usize = 12 * word;
export const toPoint: usize = 28 * word;
export const residual: usize = 34 * word;
/** Derivatives by the point times the inverse of its own block (3 per row), the residual after elimination. */
export const solved: usize = 36 * word;
export const left: usize = 42 * word;
export const observationBytes: usize = observationLength * word;
export const blockBytes: usize = blockLength * word;

/** Number of used observations of the current point, and of their cameras with unknowns. */
export let count: i32 = 0;
export let slotCount: i32 = 0;
/** The point's own block (xx xy xz yy yz zz), its inverse, its right side. */
export const own: usize = memory.data(6 * 8, 16);
export const inverse: usize = memory.data(6 * 8, 16);
export const gradient: usize = memory.data(3 * 8, 16);
/** Residual of the last projected observation, pixels. */
let ex: f64 = 0;
let ey: f64 = 0;
/** The point of that observation in the frame of its camera. */
let xc: f64 = 0;
let yc: f64 = 0;
let zc: f64 = 0;

/** Normalised square of an observation whose point cannot be projected. */
const lostSquare: f64 = 10_000;

/** Projects observation k, with derivatives if requested, and sets its residual. False where it cannot be projected. */
function look(k: usize, point: usize, derive: bool): bool {
  const photo = <usize>load<i32>(photos + (k << 2));
  const m = rotations + photo * 9 * word;
  const c = centres + photo * 3 * word;
  const dx = load<f64>(point) - load<f64>(c);
  const dy = load<f64>(point, 8) - load<f64>(c, 8);
  const dz = load<f64>(point, 16) - load<f64>(c, 16);
  xc = load<f64>(m) * dx + load<f64>(m, 8) * dy + load<f64>(m, 16) * dz;
  yc = load<f64>(m, 24) * dx + load<f64>(m, 32) * dy + load<f64>(m, 40) * dz;
  zc = load<f64>(m, 48) * dx + load<f64>(m, 56) * dy + load<f64>(m, 64) * dz;
  const camera = <usize>load<i32>(cameraOf + (photo << 2));
  const isFisheye = load<i32>(fisheye + (camera << 2)) != 0;
  if (!project(intrinsics + camera * 8 * word, isFisheye, xc, yc, zc, derive)) return false;
  const place = places + k * 2 * word;
  ex = load<f64>(place) - load<f64>(projection);
  ey = load<f64>(place, 8) - load<f64>(projection, 8);
  return true;
}

/** Residuals, measured − projected, pixels; NaN where a point cannot be projected. */
export function leaveResiduals(): void {
  for (let point: usize = 0; point < <usize>pointCount; point++) {
    const end = <usize>load<i32>(starts + (point << 2), 4);
    for (let k = <usize>load<i32>(starts + (point << 2)); k < end; k++) {
      const isSeen = look(k, points + point * 3 * word, false);
      store<f64>(residuals + k * 2 * word, isSeen ? ex : NaN);
      store<f64>(residuals + k * 2 * word, isSeen ? ey : NaN, 8);
    }
  }
}

/**
 * Robust loss (Cauchy) of a squared residual; `scale` is the square at which the weight is halved, infinite for least
 * squares.
 */
// @ts-ignore: decorator
@inline
function lossOf(square: f64, scale: f64): f64 {
  return scale == Infinity ? square : scale * Math.log1p(square / scale);
}

/** Robust cost of all observations. */
export function sumCost(scale: f64): f64 {
  let sum: f64 = 0;
  for (let point: usize = 0; point < <usize>pointCount; point++) {
    const end = <usize>load<i32>(starts + (point << 2), 4);
    for (let k = <usize>load<i32>(starts + (point << 2)); k < end; k++) {
      const weight = load<f64>(weights + k * word);
      if (weight == 0) continue;
      const isSeen = look(k, points + point * 3 * word, false);
      sum += lossOf(isSeen ? weight * (ex * ex + ey * ey) : lostSquare, scale);
    }
  }
  return sum;
}

/** Stores the derivatives of the last projected observation. */
function layDown(to: usize, photo: usize, root: f64): void {
  const m = rotations + photo * 9 * word;
  for (let row: usize = 0; row < 2; row++) {
    const from = projection + (2 + 3 * row) * word;
    const a = root * load<f64>(from);
    const b = root * load<f64>(from, 8);
    const d = root * load<f64>(from, 16);
    const px = a * load<f64>(m) + b * load<f64>(m, 24) + d * load<f64>(m, 48);
    const py = a * load<f64>(m, 8) + b * load<f64>(m, 32) + d * load<f64>(m, 56);
    const pz = a * load<f64>(m, 16) + b * load<f64>(m, 40) + d * load<f64>(m, 64);
    const pose = to + row * 6 * word;
    store<f64>(pose, d * yc - b * zc);
    store<f64>(pose, a * zc - d * xc, 8);
    store<f64>(pose, b * xc - a * yc, 16);
    store<f64>(pose, -px, 24);
    store<f64>(pose, -py, 32);
    store<f64>(pose, -pz, 40);
    const point = to + toPoint + row * 3 * word;
    store<f64>(point, px);
    store<f64>(point, py, 8);
    store<f64>(point, pz, 16);
    const lens = projection + (8 + 8 * row) * word;
    const camera = to + toCamera + row * 8 * word;
    for (let j: usize = 0; j < <usize>freeCount; j++) {
      store<f64>(camera + j * word, root * load<f64>(lens + <usize>load<i32>(free + (j << 2)) * word));
    }
  }
  store<f64>(to + residual, root * ex);
  store<f64>(to + residual, root * ey, 8);
}

/** The slot of a camera among those of the current point; −1 where the camera has no unknowns. */
function slotFor(camera: i32): i32 {
  if (load<i32>(cameraAt + (<usize>camera << 2)) < 0) return -1;
  for (let s = 0; s < slotCount; s++) if (load<i32>(cameraSlots + (<usize>s << 2)) == camera) return s;
  store<i32>(cameraSlots + (<usize>slotCount << 2), camera);
  return slotCount++;
}

/**
 * Gathers the observations of a point under a loss: their derivatives, the point's own block and right side, with its
 * surveyed coordinates.
 */
export function gatherPoint(point: usize, scale: f64): void {
  count = 0;
  slotCount = 0;
  let v0: f64 = 0;
  let v1: f64 = 0;
  let v2: f64 = 0;
  let v3: f64 = 0;
  let v4: f64 = 0;
  let v5: f64 = 0;
  let g0: f64 = 0;
  let g1: f64 = 0;
  let g2: f64 = 0;
  const place = points + point * 3 * word;
  const end = <usize>load<i32>(starts + (point << 2), 4);
  for (let k = <usize>load<i32>(starts + (point << 2)); k < end; k++) {
    const weight = load<f64>(weights + k * word);
    if (weight == 0 || !look(k, place, true)) continue;
    const square = weight * (ex * ex + ey * ey);
    const photo = <usize>load<i32>(photos + (k << 2));
    const to = observations + <usize>count * observationBytes;
    layDown(to, photo, Math.sqrt(weight / (1 + square / scale)));
    store<i32>(observedPose + (<usize>count << 2), load<i32>(poseAt + (photo << 2)));
    store<i32>(observedCamera + (<usize>count << 2), slotFor(load<i32>(cameraOf + (photo << 2))));
    count++;
    const a = load<f64>(to, toPoint);
    const b = load<f64>(to, toPoint + 8);
    const c = load<f64>(to, toPoint + 16);
    const d = load<f64>(to, toPoint + 24);
    const e = load<f64>(to, toPoint + 32);
    const f = load<f64>(to, toPoint + 40);
    const x = load<f64>(to, residual);
    const y = load<f64>(to, residual + 8);
    v0 += a * a + d * d;
    v1 += a * b + d * e;
    v2 += a * c + d * f;
    v3 += b * b + e * e;
    v4 += b * c + e * f;
    v5 += c * c + f * f;
    g0 += a * x + d * y;
    g1 += b * x + e * y;
    g2 += c * x + f * y;
  }
  const surveyed = load<i32>(heldAt + (point << 2));
  if (surveyed >= 0) {
    const known = held + <usize>surveyed * 6 * word;
    v0 += load<f64>(known, 24);
    v3 += load<f64>(known, 32);
    v5 += load<f64>(known, 40);
    g0 += load<f64>(known, 24) * (load<f64>(known) - load<f64>(place));
    g1 += load<f64>(known, 32) * (load<f64>(known, 8) - load<f64>(place, 8));
    g2 += load<f64>(known, 40) * (load<f64>(known, 16) - load<f64>(place, 16));
  }
  store<f64>(own, v0);
  store<f64>(own, v1, 8);
  store<f64>(own, v2, 16);
  store<f64>(own, v3, 24);
  store<f64>(own, v4, 32);
  store<f64>(own, v5, 40);
  store<f64>(gradient, g0);
  store<f64>(gradient, g1, 8);
  store<f64>(gradient, g2, 16);
}

/** Inverts the point's own block, damped by a fraction of its diagonal; false where it is not positive definite. */
export function invertOwn(damping: f64): bool {
  const a = load<f64>(own) * (1 + damping);
  const b = load<f64>(own, 8);
  const c = load<f64>(own, 16);
  const d = load<f64>(own, 24) * (1 + damping);
  const e = load<f64>(own, 32);
  const f = load<f64>(own, 40) * (1 + damping);
  const p = d * f - e * e;
  const q = c * e - b * f;
  const r = b * e - c * d;
  const det = a * p + b * q + c * r;
  if (!(det > 1e-14 * a * d * f) || !(a > 0)) return false;
  store<f64>(inverse, p / det);
  store<f64>(inverse, q / det, 8);
  store<f64>(inverse, r / det, 16);
  store<f64>(inverse, (a * f - c * c) / det, 24);
  store<f64>(inverse, (b * c - a * e) / det, 32);
  store<f64>(inverse, (a * d - b * b) / det, 40);
  return true;
}

/** Sums of each camera's derivatives with those of the point, 8 × 3 per slot. */
export function sumCameras(): void {
  memory.fill(slotSums, 0, <usize>slotCount * blockBytes);
  for (let k: usize = 0; k < <usize>count; k++) {
    const slot = load<i32>(observedCamera + (k << 2));
    if (slot < 0) continue;
    const from = observations + k * observationBytes;
    addProducts(from + toCamera, wide, freeCount, from + toPoint, slotSums + <usize>slot * blockBytes);
  }
}

/** Adds derivatives by n unknowns, the rows of x and y `stride` apart, times those by the point: n × 3. */
export function addProducts(from: usize, stride: i32, n: i32, point: usize, to: usize): void {
  const below = <usize>stride * word;
  for (let i = 0; i < n; i++) {
    const a = load<f64>(from);
    const b = load<f64>(from + below);
    store<f64>(to, load<f64>(to) + a * load<f64>(point) + b * load<f64>(point, 24));
    store<f64>(to, load<f64>(to, 8) + a * load<f64>(point, 8) + b * load<f64>(point, 32), 8);
    store<f64>(to, load<f64>(to, 16) + a * load<f64>(point, 16) + b * load<f64>(point, 40), 16);
    from += word;
    to += 3 * word;
  }
}
