import type { Camera } from '../camera.ts';
import { projectionLength, projectPlace, projectWithDerivatives } from '../projection-derivatives.ts';
import type { Envelope } from './envelope.ts';
import type { Layout } from './layout.ts';
import type { Network, State } from './network.ts';
import type { NormalEquations } from './normal-equations.ts';
import type { Loss } from './robust.ts';

/** The most photos that one point may be seen in; further ones would add nothing. */
export const longestTrack = 255;
/** Numbers between the blocks of one point: the most unknowns that a block has. */
export const wide = 8;

/** Buffers for one point and its observations. */
export class PointBlock {
  /** Blocks that the point touches: first unknown, number of unknowns. */
  readonly at = new Int32Array(longestTrack * 2 + 1);
  readonly size = new Int32Array(longestTrack * 2 + 1);
  /** Their products with the point, up to 8 × 3 each. */
  readonly w = new Float64Array((longestTrack * 2 + 1) * wide * 3);
  readonly y = new Float64Array((longestTrack * 2 + 1) * wide * 3);
  readonly v = new Float64Array(6);
  readonly inverse = new Float64Array(6);
  readonly g = new Float64Array(3);
  count = 0;
  private lastPose = 0;
  private cameraCount = 0;
  private readonly cameraBlocks = new Int32Array(longestTrack);
  readonly projection = new Float64Array(projectionLength);
  readonly jPose = new Float64Array(12);
  readonly jPoint = new Float64Array(6);
  readonly jCamera = new Float64Array(2 * wide);

  reset(): void {
    this.count = 0;
    this.lastPose = 0;
    this.cameraCount = 0;
    const { v, g } = this;
    v[0] = v[1] = v[2] = v[3] = v[4] = v[5] = 0;
    g[0] = g[1] = g[2] = 0;
  }

  /**
   * The block of an unknown, new and zero where the point has not touched it yet. Observations come photo by photo and
   * cameras are few, so it is among the last ones.
   */
  blockOf(first: number, length: number, isCamera: boolean): number {
    const { at, count } = this;
    if (isCamera) {
      for (let k = 0; k < this.cameraCount; k++) {
        if (at[this.cameraBlocks[k]!] === first) return this.cameraBlocks[k]!;
      }
      this.cameraBlocks[this.cameraCount++] = count;
    } else if (count > 0 && at[this.lastPose]! === first) {
      return this.lastPose;
    } else {
      this.lastPose = count;
    }
    this.at[count] = first;
    this.size[count] = length;
    const from = count * wide * 3;
    for (let k = from; k < from + 3 * length; k++) this.w[k] = 0;
    this.count = count + 1;
    return count;
  }
}

const place = new Float64Array(projectionLength);
const inCamera = new Float64Array(3);

/** The point of observation k in the frame of its camera, into a buffer of three. */
function placeInCamera({ measurements }: Network, state: State, k: number, out: Float64Array): void {
  const r = measurements.photo[k]! * 9;
  const c = measurements.photo[k]! * 3;
  const p = measurements.point[k]! * 3;
  const { rotations: m, centres, points: world } = state;
  const dx = world[p]! - centres[c]!;
  const dy = world[p + 1]! - centres[c + 1]!;
  const dz = world[p + 2]! - centres[c + 2]!;
  out[0] = m[r]! * dx + m[r + 1]! * dy + m[r + 2]! * dz;
  out[1] = m[r + 3]! * dx + m[r + 4]! * dy + m[r + 5]! * dz;
  out[2] = m[r + 6]! * dx + m[r + 7]! * dy + m[r + 8]! * dz;
}

/** Residual of observation k, measured − projected, pixels. False where the point does not project. */
export function residualAt(
  network: Network,
  state: State,
  cameras: readonly Camera[],
  k: number,
  residual: Float64Array,
): boolean {
  const { photo: photos, xy } = network.measurements;
  placeInCamera(network, state, k, inCamera);
  const [x, y, z] = [inCamera[0]!, inCamera[1]!, inCamera[2]!];
  const photo = photos[k]!;
  if (!projectPlace(cameras[network.cameraOf[photo]!]!, x, y, z, place)) return false;
  residual[0] = xy[2 * k]! - place[0]!;
  residual[1] = xy[2 * k + 1]! - place[1]!;
  return true;
}

/**
 * Residual of observation k (measured − projected, pixels) and the derivatives of the projection into the block's
 * buffers. False where the point does not project.
 */
export function evaluate(
  network: Network,
  state: State,
  cameras: readonly Camera[],
  k: number,
  block: PointBlock,
  residual: Float64Array,
): boolean {
  const { photo: photos, xy } = network.measurements;
  placeInCamera(network, state, k, inCamera);
  const [x, y, z] = [inCamera[0]!, inCamera[1]!, inCamera[2]!];
  const photo = photos[k]!;
  const r = photo * 9;
  const m = state.rotations;
  const out = block.projection;
  if (!projectWithDerivatives(cameras[network.cameraOf[photo]!]!, x, y, z, out)) return false;
  residual[0] = xy[2 * k]! - out[0]!;
  residual[1] = xy[2 * k + 1]! - out[1]!;
  const { jPose, jPoint, jCamera } = block;
  for (let row = 0; row < 2; row++) {
    const a = out[2 + 3 * row]!;
    const b = out[3 + 3 * row]!;
    const d = out[4 + 3 * row]!;
    const px = a * m[r]! + b * m[r + 3]! + d * m[r + 6]!;
    const py = a * m[r + 1]! + b * m[r + 4]! + d * m[r + 7]!;
    const pz = a * m[r + 2]! + b * m[r + 5]! + d * m[r + 8]!;
    jPoint[3 * row] = px;
    jPoint[3 * row + 1] = py;
    jPoint[3 * row + 2] = pz;
    jPose[6 * row] = d * y - b * z;
    jPose[6 * row + 1] = a * z - d * x;
    jPose[6 * row + 2] = b * x - a * y;
    jPose[6 * row + 3] = -px;
    jPose[6 * row + 4] = -py;
    jPose[6 * row + 5] = -pz;
    for (let j = 0; j < network.free.length; j++) {
      jCamera[wide * row + j] = out[8 + 8 * row + network.free[j]!]!;
    }
  }
  return true;
}

/** Adds JᵀwJ of two groups of unknowns to the system; `a` is the later group, or the same. */
function addProduct(
  system: Envelope,
  atA: number,
  ja: Float64Array,
  na: number,
  strideA: number,
  atB: number,
  jb: Float64Array,
  nb: number,
  strideB: number,
  weight: number,
): void {
  const { values, start, first } = system;
  for (let i = 0; i < na; i++) {
    const row = start[atA + i]! - first[atA + i]!;
    const a0 = weight * ja[i]!;
    const a1 = weight * ja[strideA + i]!;
    const last = atA === atB ? i + 1 : nb;
    for (let j = 0; j < last; j++) values[row + atB + j]! += a0 * jb[j]! + a1 * jb[strideB + j]!;
  }
}

function addToPoint(block: PointBlock, weight: number, e: Float64Array): void {
  const { jPoint: j, v, g } = block;
  v[0]! += weight * (j[0]! * j[0]! + j[3]! * j[3]!);
  v[1]! += weight * (j[0]! * j[1]! + j[3]! * j[4]!);
  v[2]! += weight * (j[0]! * j[2]! + j[3]! * j[5]!);
  v[3]! += weight * (j[1]! * j[1]! + j[4]! * j[4]!);
  v[4]! += weight * (j[1]! * j[2]! + j[4]! * j[5]!);
  v[5]! += weight * (j[2]! * j[2]! + j[5]! * j[5]!);
  for (let axis = 0; axis < 3; axis++) g[axis]! += weight * (j[axis]! * e[0]! + j[3 + axis]! * e[1]!);
}

function addCross(
  block: PointBlock,
  index: number,
  j: Float64Array,
  n: number,
  stride: number,
  weight: number,
): void {
  const { w, jPoint } = block;
  for (let i = 0; i < n; i++) {
    const a = weight * j[i]!;
    const b = weight * j[stride + i]!;
    const at = index * wide * 3 + 3 * i;
    w[at]! += a * jPoint[0]! + b * jPoint[3]!;
    w[at + 1]! += a * jPoint[1]! + b * jPoint[4]!;
    w[at + 2]! += a * jPoint[2]! + b * jPoint[5]!;
  }
}

/** Gathers all observations of a point: its own part, its products with the other unknowns. */
export function gatherPoint(
  network: Network,
  layout: Layout,
  state: State,
  cameras: readonly Camera[],
  loss: Loss,
  point: number,
  block: PointBlock,
  normal: NormalEquations | null,
): void {
  const { start, photo: photos, weight: weights } = network.measurements;
  const nf = network.free.length;
  const e = residualBuffer;
  block.reset();
  for (let k = start[point]!; k < start[point + 1]!; k++) {
    if (weights[k] === 0 || !evaluate(network, state, cameras, k, block, e)) continue;
    const weight = weights[k]! * loss.weight(weights[k]! * (e[0]! * e[0]! + e[1]! * e[1]!));
    addToPoint(block, weight, e);
    const at = layout.pose[photos[k]!]!;
    const cam = layout.camera[network.cameraOf[photos[k]!]!]!;
    if (at >= 0) addCross(block, block.blockOf(at, 6, false), block.jPose, 6, 6, weight);
    if (cam >= 0) addCross(block, block.blockOf(cam, nf, true), block.jCamera, nf, wide, weight);
    if (!normal) continue;
    const { system, right, diagonal } = normal;
    if (at >= 0) {
      addProduct(system, at, block.jPose, 6, 6, at, block.jPose, 6, 6, weight);
      for (let i = 0; i < 6; i++) {
        const a = block.jPose[i]!;
        const b = block.jPose[6 + i]!;
        right[at + i]! += weight * (a * e[0]! + b * e[1]!);
        diagonal[at + i]! += weight * (a * a + b * b);
      }
    }
    if (cam >= 0) {
      addProduct(system, cam, block.jCamera, nf, wide, cam, block.jCamera, nf, wide, weight);
      if (at >= 0) addProduct(system, cam, block.jCamera, nf, wide, at, block.jPose, 6, 6, weight);
      for (let i = 0; i < nf; i++) {
        const a = block.jCamera[i]!;
        const b = block.jCamera[wide + i]!;
        right[cam + i]! += weight * (a * e[0]! + b * e[1]!);
        diagonal[cam + i]! += weight * (a * a + b * b);
      }
    }
  }
}

const residualBuffer = new Float64Array(2);
/** Inverse of a symmetric 3 × 3 matrix (xx xy xz yy yz zz); false where it is not positive definite. */
export function invertSymmetric(v: Float64Array, out: Float64Array): boolean {
  const a = v[0]!;
  const b = v[1]!;
  const c = v[2]!;
  const d = v[3]!;
  const e = v[4]!;
  const f = v[5]!;
  const p = d * f - e * e;
  const q = c * e - b * f;
  const r = b * e - c * d;
  const det = a * p + b * q + c * r;
  if (!(det > 1e-14 * a * d * f) || !(a > 0)) return false;
  out[0] = p / det;
  out[1] = q / det;
  out[2] = r / det;
  out[3] = (a * f - c * c) / det;
  out[4] = (b * c - a * e) / det;
  out[5] = (a * d - b * b) / det;
  return true;
}

/** Damps a point's own part, in place. */
export function dampPoint(v: Float64Array, damping: number): void {
  v[0]! *= 1 + damping;
  v[3]! *= 1 + damping;
  v[5]! *= 1 + damping;
}

/** Surveyed points by their index. */
export function heldByPoint({ held }: Network): ReadonlyMap<number, Network['held'][number]> {
  return new Map(held.map((one) => [one.point, one]));
}

/** Adds what a surveyed point's own coordinates say of it. */
export function holdPoint(state: State, held: Network['held'][number] | undefined, block: PointBlock): void {
  if (!held) return;
  const diagonal = [0, 3, 5];
  for (const axis of [0, 1, 2] as const) {
    const weight = held.weight[axis];
    if (weight === 0) continue;
    block.v[diagonal[axis]!]! += weight;
    block.g[axis]! += weight * (held.xyz[axis] - state.points[held.point * 3 + axis]!);
  }
}
