import type { Camera } from '../camera.ts';
import { projectionLength, projectWithDerivatives } from '../projection-derivatives.ts';
import { type Envelope, entryAt } from './envelope.ts';
import type { Layout } from './layout.ts';
import type { Network, State } from './network.ts';
import { addPriors } from './priors.ts';
import type { Loss } from './robust.ts';

/** Normal equations with the points eliminated. */
export interface NormalEquations {
  readonly system: Envelope;
  readonly right: Float64Array;
  /** Diagonal of the system before the points were eliminated: what damping is a share of. */
  readonly diagonal: Float64Array;
}

/** The most photos that one point may be seen in; further ones would add nothing. */
export const longestTrack = 255;

const wide = 8;

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
  readonly projection = new Float64Array(projectionLength);
  readonly jPose = new Float64Array(12);
  readonly jPoint = new Float64Array(6);
  readonly jCamera = new Float64Array(2 * wide);

  reset(): void {
    this.count = 0;
    this.v.fill(0);
    this.g.fill(0);
  }

  /** The block of an unknown, new and zero where the point has not touched it yet. */
  blockOf(first: number, length: number): number {
    for (let k = 0; k < this.count; k++) if (this.at[k] === first) return k;
    const k = this.count++;
    this.at[k] = first;
    this.size[k] = length;
    this.w.fill(0, k * wide * 3, (k + 1) * wide * 3);
    return k;
  }
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
  const { photo: photos, point: points, xy } = network.measurements;
  const photo = photos[k]!;
  const r = photo * 9;
  const c = photo * 3;
  const p = points[k]! * 3;
  const { rotations: m, centres, points: world } = state;
  const dx = world[p]! - centres[c]!;
  const dy = world[p + 1]! - centres[c + 1]!;
  const dz = world[p + 2]! - centres[c + 2]!;
  const x = m[r]! * dx + m[r + 1]! * dy + m[r + 2]! * dz;
  const y = m[r + 3]! * dx + m[r + 4]! * dy + m[r + 5]! * dz;
  const z = m[r + 6]! * dx + m[r + 7]! * dy + m[r + 8]! * dz;
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
  const { values } = system;
  for (let i = 0; i < na; i++) {
    const row = entryAt(system, atA + i, 0);
    const [a0, a1] = [weight * ja[i]!, weight * ja[strideA + i]!];
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
    const [a, b] = [weight * j[i]!, weight * j[stride + i]!];
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
    if (at >= 0) addCross(block, block.blockOf(at, 6), block.jPose, 6, 6, weight);
    if (cam >= 0) addCross(block, block.blockOf(cam, nf), block.jCamera, nf, wide, weight);
    if (!normal) continue;
    const { system, right } = normal;
    if (at >= 0) {
      addProduct(system, at, block.jPose, 6, 6, at, block.jPose, 6, 6, weight);
      for (let i = 0; i < 6; i++) {
        right[at + i]! += weight * (block.jPose[i]! * e[0]! + block.jPose[6 + i]! * e[1]!);
      }
    }
    if (cam >= 0) {
      addProduct(system, cam, block.jCamera, nf, wide, cam, block.jCamera, nf, wide, weight);
      if (at >= 0) addProduct(system, cam, block.jCamera, nf, wide, at, block.jPose, 6, 6, weight);
      for (let i = 0; i < nf; i++) {
        right[cam + i]! += weight * (block.jCamera[i]! * e[0]! + block.jCamera[wide + i]! * e[1]!);
      }
    }
  }
}

const residualBuffer = new Float64Array(2);

/** Inverse of a symmetric 3 × 3 matrix (xx xy xz yy yz zz); false where it is not positive definite. */
export function invertSymmetric(v: Float64Array, out: Float64Array): boolean {
  const [a, b, c, d, e, f] = [v[0]!, v[1]!, v[2]!, v[3]!, v[4]!, v[5]!];
  const [p, q, r] = [d * f - e * e, c * e - b * f, b * e - c * d];
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

/** Y = W V⁻¹ of all blocks of the point. */
export function multiplyByInverse(block: PointBlock): void {
  const { w, y, inverse: q, count, size } = block;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < size[k]!; i++) {
      const at = k * wide * 3 + 3 * i;
      const [a, b, c] = [w[at]!, w[at + 1]!, w[at + 2]!];
      y[at] = a * q[0]! + b * q[1]! + c * q[2]!;
      y[at + 1] = a * q[1]! + b * q[3]! + c * q[4]!;
      y[at + 2] = a * q[2]! + b * q[4]! + c * q[5]!;
    }
  }
}

function eliminatePoint(block: PointBlock, { system, right }: NormalEquations): void {
  multiplyByInverse(block);
  const { values, start, first } = system;
  const { w, y, at, size, count, g } = block;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < size[k]!; i++) {
      const row = at[k]! + i;
      const from = k * wide * 3 + 3 * i;
      const [y0, y1, y2] = [y[from]!, y[from + 1]!, y[from + 2]!];
      right[row]! -= y0 * g[0]! + y1 * g[1]! + y2 * g[2]!;
      const base = start[row]! - first[row]!;
      for (let l = 0; l < count; l++) {
        if (at[l]! > at[k]!) continue;
        const last = l === k ? i + 1 : size[l]!;
        let other = l * wide * 3;
        const place = base + at[l]!;
        for (let j = 0; j < last; j++) {
          values[place + j]! -= y0 * w[other]! + y1 * w[other + 1]! + y2 * w[other + 2]!;
          other += 3;
        }
      }
    }
  }
}

/** Adds a point that stays in the reduced system, since a measured distance ties it to another one. */
function keepPoint(
  { w, v, g, at, size, count }: PointBlock,
  kept: number,
  { system, right }: NormalEquations,
): void {
  const rows = [[v[0]!], [v[1]!, v[3]!], [v[2]!, v[4]!, v[5]!]];
  for (const [axis, row] of rows.entries()) {
    right[kept + axis]! += g[axis]!;
    for (const [column, value] of row.entries()) {
      system.values[entryAt(system, kept + axis, kept + column)]! += value;
    }
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < size[k]!; i++) {
        system.values[entryAt(system, kept + axis, at[k]! + i)]! += w[k * wide * 3 + 3 * i + axis]!;
      }
    }
  }
}

/** Damps a point's own part, in place. */
export function dampPoint(v: Float64Array, damping: number): void {
  v[0]! *= 1 + damping;
  v[3]! *= 1 + damping;
  v[5]! *= 1 + damping;
}

/**
 * Normal equations at a state with the points eliminated (D. C. Brown, 1958; B. Triggs et al., "Bundle adjustment – a
 * modern synthesis", 2000, section 6), damped by a share of their diagonal (D. Marquardt, 1963).
 * Points that the photos do not fix take no part.
 */
export function linearise(
  network: Network,
  layout: Layout,
  state: State,
  cameras: readonly Camera[],
  loss: Loss,
  damping: number,
  normal: NormalEquations,
  block: PointBlock,
): void {
  const { system, right, diagonal } = normal;
  system.values.fill(0);
  right.fill(0);
  diagonal.fill(0);
  addPriors(network, layout, state, loss, normal);
  const priorOf = heldByPoint(network);
  const pointCount = network.measurements.start.length - 1;
  const eliminated = new Float64Array(layout.size);
  for (let point = 0; point < pointCount; point++) {
    gatherPoint(network, layout, state, cameras, loss, point, block, normal);
    holdPoint(state, priorOf.get(point), block);
    const kept = layout.kept.get(point);
    if (kept !== undefined) {
      keepPoint(block, kept, normal);
      continue;
    }
    dampPoint(block.v, damping);
    if (!invertSymmetric(block.v, block.inverse)) continue;
    for (let k = 0; k < block.count; k++) multiplyDiagonal(block, k, eliminated);
    eliminatePoint(block, normal);
  }
  for (let row = 0; row < layout.size; row++) {
    const at = entryAt(system, row, row);
    diagonal[row] = system.values[at]! + eliminated[row]!;
    system.values[at]! += damping * diagonal[row]! + 1e-12 * diagonal[row]!;
  }
}

/** What the elimination of a point takes from the diagonal, so that damping can be a share of the whole. */
function multiplyDiagonal(block: PointBlock, k: number, sums: Float64Array): void {
  const { w, inverse: q, at, size } = block;
  for (let i = 0; i < size[k]!; i++) {
    const from = k * wide * 3 + 3 * i;
    const [a, b, c] = [w[from]!, w[from + 1]!, w[from + 2]!];
    sums[at[k]! + i]! +=
      a * (a * q[0]! + b * q[1]! + c * q[2]!) +
      b * (a * q[1]! + b * q[3]! + c * q[4]!) +
      c * (a * q[2]! + b * q[4]! + c * q[5]!);
  }
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

/** The steps of the points that belong to a step of the other unknowns (back substitution), xyz each. */
export function stepPoints(
  network: Network,
  layout: Layout,
  state: State,
  cameras: readonly Camera[],
  loss: Loss,
  damping: number,
  step: Float64Array,
  block: PointBlock,
): Float64Array {
  const pointCount = network.measurements.start.length - 1;
  const steps = new Float64Array(pointCount * 3);
  const priorOf = heldByPoint(network);
  for (let point = 0; point < pointCount; point++) {
    const kept = layout.kept.get(point);
    if (kept !== undefined) {
      steps.set(step.subarray(kept, kept + 3), 3 * point);
      continue;
    }
    gatherPoint(network, layout, state, cameras, loss, point, block, null);
    holdPoint(state, priorOf.get(point), block);
    dampPoint(block.v, damping);
    if (!invertSymmetric(block.v, block.inverse)) continue;
    const { g, w, at, size, count, inverse: q } = block;
    let [a, b, c] = [g[0]!, g[1]!, g[2]!];
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < size[k]!; i++) {
        const from = k * wide * 3 + 3 * i;
        const value = step[at[k]! + i]!;
        a -= w[from]! * value;
        b -= w[from + 1]! * value;
        c -= w[from + 2]! * value;
      }
    }
    steps[3 * point] = q[0]! * a + q[1]! * b + q[2]! * c;
    steps[3 * point + 1] = q[1]! * a + q[3]! * b + q[4]! * c;
    steps[3 * point + 2] = q[2]! * a + q[4]! * b + q[5]! * c;
  }
  return steps;
}
