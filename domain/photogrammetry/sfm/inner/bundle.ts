import { type Camera, intrinsicNames } from '../../camera.ts';
import { type Mat3, multiply, rotationFromVector } from '../../pose.ts';
import { projectionLength, projectWithDerivatives } from './projection-derivatives.ts';
import { clearSystem, createReducedSystem, type ReducedSystem, solveReduced } from './reduced-system.ts';

/** A bundle of rays to adjust in place. */
export interface Bundle {
  /** Replaced by adjusted ones. */
  cameras: Camera[];
  readonly cameraOf: Uint32Array;
  /** Rotation row by row and centre of each photo, length 12n. */
  readonly pose: Float64Array;
  /** xyz, length 3p. */
  readonly points: Float64Array;
  /** Observations of point p are start[p] … start[p + 1] − 1; photos rise within a point. */
  readonly start: Uint32Array;
  readonly photo: Uint32Array;
  readonly xy: Float32Array;
  /** Pixels of a unit of error, a photo. */
  readonly unitPx: Float64Array;
  /** Indices into `intrinsicNames` of the intrinsics to adjust, of every camera. */
  readonly free: readonly number[];
  /** Standard deviation of each intrinsic about its value in `given`, a weak prior. */
  readonly given: readonly Camera[];
  readonly intrinsicSigma: (camera: Camera, index: number) => number;
  /** Measured positions and their weights (one over the variance), length 3n; weight 0 where there is none. */
  readonly position: Float64Array;
  readonly positionWeight: Float64Array;
  /** Residual, in units, where an observation's say halves (Cauchy's loss). */
  readonly lossScale: number;
  readonly maxIterations: number;
  /** The work ends with the first step that lowers the cost by less than this share. */
  readonly leastGain: number;
  /** Damping to begin with, as a share of the diagonal. */
  readonly damping: number;
}

/** Damping that no longer holds back weakly determined directions (focal length against height, say). */
const freeDamping = 1e-9;
/** Loss of an observation that has no image: as one this many units off. */
const missing = 300;

interface Work {
  readonly projection: Float64Array;
  readonly system: ReducedSystem;
  readonly diagonal: Float64Array;
  readonly step: Float64Array;
  /** Of the observations of one point: residuals, derivatives, products; sized for the longest track. */
  readonly error: Float64Array;
  readonly jp: Float64Array;
  readonly jx: Float64Array;
  readonly ji: Float64Array;
  readonly w: Float64Array;
  readonly isUsed: Uint8Array;
  /** m × 3 of the shared parameters that a point touches. */
  readonly ws: Float64Array;
  readonly v: Float64Array;
  readonly bp: Float64Array;
  readonly y: Float64Array;
  readonly ys: Float64Array;
}

const get = (camera: Camera, index: number): number => camera[intrinsicNames[index]!];

/** Residual and derivatives of observation j into slot k; false where it has no image. */
function linearise(
  bundle: Bundle,
  work: Work,
  j: number,
  k: number,
  px: number,
  py: number,
  pz: number,
): boolean {
  const { projection: out, error, jp, jx, ji } = work;
  const i = bundle.photo[j]!;
  const { pose } = bundle;
  const a = 12 * i;
  const dx = px - pose[a + 9]!;
  const dy = py - pose[a + 10]!;
  const dz = pz - pose[a + 11]!;
  const x = pose[a]! * dx + pose[a + 1]! * dy + pose[a + 2]! * dz;
  const y = pose[a + 3]! * dx + pose[a + 4]! * dy + pose[a + 5]! * dz;
  const z = pose[a + 6]! * dx + pose[a + 7]! * dy + pose[a + 8]! * dz;
  if (!projectWithDerivatives(bundle.cameras[bundle.cameraOf[i]!]!, x, y, z, out)) return false;
  const unit = 1 / bundle.unitPx[i]!;
  const ex = (out[0]! - bundle.xy[2 * j]!) * unit;
  const ey = (out[1]! - bundle.xy[2 * j + 1]!) * unit;
  const c2 = bundle.lossScale * bundle.lossScale;
  const root = Math.sqrt(1 / (1 + (ex * ex + ey * ey) / c2));
  error[2 * k] = root * ex;
  error[2 * k + 1] = root * ey;
  const f = root * unit;
  const m = bundle.free.length;
  for (let row = 0; row < 2; row++) {
    const gx = f * out[2 + 3 * row]!;
    const gy = f * out[3 + 3 * row]!;
    const gz = f * out[4 + 3 * row]!;
    const at = 12 * k + 6 * row;
    jp[at] = y * gz - z * gy;
    jp[at + 1] = z * gx - x * gz;
    jp[at + 2] = x * gy - y * gx;
    const ax = gx * pose[a]! + gy * pose[a + 3]! + gz * pose[a + 6]!;
    const ay = gx * pose[a + 1]! + gy * pose[a + 4]! + gz * pose[a + 7]!;
    const az = gx * pose[a + 2]! + gy * pose[a + 5]! + gz * pose[a + 8]!;
    jp[at + 3] = -ax;
    jp[at + 4] = -ay;
    jp[at + 5] = -az;
    const ax0 = 6 * k + 3 * row;
    jx[ax0] = ax;
    jx[ax0 + 1] = ay;
    jx[ax0 + 2] = az;
    for (let q = 0; q < m; q++) ji[(2 * k + row) * m + q] = f * out[8 + 8 * row + bundle.free[q]!]!;
  }
  return true;
}

/** Cost of the bundle as it stands: Σ c² log(1 + r²/c²), priors in their standard deviations. */
function costOf(bundle: Bundle, work: Work): number {
  const { projection: out } = work;
  const { pose, points, start } = bundle;
  const c2 = bundle.lossScale * bundle.lossScale;
  let sum = 0;
  for (let p = 0; p + 1 < start.length; p++) {
    for (let j = start[p]!; j < start[p + 1]!; j++) {
      const i = bundle.photo[j]!;
      const a = 12 * i;
      const dx = points[3 * p]! - pose[a + 9]!;
      const dy = points[3 * p + 1]! - pose[a + 10]!;
      const dz = points[3 * p + 2]! - pose[a + 11]!;
      const x = pose[a]! * dx + pose[a + 1]! * dy + pose[a + 2]! * dz;
      const y = pose[a + 3]! * dx + pose[a + 4]! * dy + pose[a + 5]! * dz;
      const z = pose[a + 6]! * dx + pose[a + 7]! * dy + pose[a + 8]! * dz;
      let square = missing * missing;
      if (projectWithDerivatives(bundle.cameras[bundle.cameraOf[i]!]!, x, y, z, out)) {
        const ex = (out[0]! - bundle.xy[2 * j]!) / bundle.unitPx[i]!;
        const ey = (out[1]! - bundle.xy[2 * j + 1]!) / bundle.unitPx[i]!;
        square = ex * ex + ey * ey;
      }
      sum += c2 * Math.log(1 + square / c2);
    }
  }
  for (let i = 0; i < pose.length / 12; i++) {
    for (let c = 0; c < 3; c++) {
      const off = pose[12 * i + 9 + c]! - bundle.position[3 * i + c]!;
      sum += bundle.positionWeight[3 * i + c]! * off * off;
    }
  }
  bundle.cameras.forEach((camera, c) => {
    for (const index of bundle.free) {
      const given = bundle.given[c]!;
      sum += ((get(camera, index) - get(given, index)) / bundle.intrinsicSigma(given, index)) ** 2;
    }
  });
  return sum;
}

/** Inverse of the damped 3 × 3 matrix V (upper triangle in work.v as xx xy xz yy yz zz) in place. */
function invertPoint(v: Float64Array, damping: number): boolean {
  const a = v[0]! * (1 + damping);
  const d = v[3]! * (1 + damping);
  const f = v[5]! * (1 + damping);
  const [b, c, e] = [v[1]!, v[2]!, v[4]!];
  const c0 = d * f - e * e;
  const c1 = c * e - b * f;
  const c2 = b * e - c * d;
  const det = a * c0 + b * c1 + c * c2;
  if (!(det > 1e-30 * a * d * f)) return false;
  v[0] = c0 / det;
  v[1] = c1 / det;
  v[2] = c2 / det;
  v[3] = (a * f - c * c) / det;
  v[4] = (b * c - a * e) / det;
  v[5] = (a * d - b * b) / det;
  return true;
}

/** Adds observation k to its point's V and Jxᵀe, writes its W, and adds to the shared parameters' W. */
function addToPoint({ v, bp, jp, jx, ji, w, ws, error }: Work, k: number, base: number, m: number): void {
  const a = 6 * k;
  const [x0, y0, z0] = [jx[a]!, jx[a + 1]!, jx[a + 2]!];
  const [x1, y1, z1] = [jx[a + 3]!, jx[a + 4]!, jx[a + 5]!];
  const e0 = error[2 * k]!;
  const e1 = error[2 * k + 1]!;
  v[0]! += x0 * x0 + x1 * x1;
  v[1]! += x0 * y0 + x1 * y1;
  v[2]! += x0 * z0 + x1 * z1;
  v[3]! += y0 * y0 + y1 * y1;
  v[4]! += y0 * z0 + y1 * z1;
  v[5]! += z0 * z0 + z1 * z1;
  bp[0]! += x0 * e0 + x1 * e1;
  bp[1]! += y0 * e0 + y1 * e1;
  bp[2]! += z0 * e0 + z1 * e1;
  for (let r = 0; r < 6; r++) {
    const g0 = jp[12 * k + r]!;
    const g1 = jp[12 * k + 6 + r]!;
    const at = 18 * k + 3 * r;
    w[at] = g0 * x0 + g1 * x1;
    w[at + 1] = g0 * y0 + g1 * y1;
    w[at + 2] = g0 * z0 + g1 * z1;
  }
  for (let q = 0; q < m; q++) {
    const g0 = ji[2 * k * m + q]!;
    const g1 = ji[(2 * k + 1) * m + q]!;
    const at = 3 * (base + q);
    ws[at]! += g0 * x0 + g1 * x1;
    ws[at + 1]! += g0 * y0 + g1 * y1;
    ws[at + 2]! += g0 * z0 + g1 * z1;
  }
}

/** Linearises all observations of a point: V, Jxᵀe, W of each photo and of the shared parameters. */
function gatherPoint(bundle: Bundle, work: Work, p: number, damping: number): boolean {
  const { v, bp, ws, isUsed } = work;
  const m = bundle.free.length;
  v.fill(0);
  bp.fill(0);
  ws.fill(0);
  const from = bundle.start[p]!;
  const count = bundle.start[p + 1]! - from;
  let used = 0;
  for (let k = 0; k < count; k++) {
    isUsed[k] = linearise(
      bundle,
      work,
      from + k,
      k,
      bundle.points[3 * p]!,
      bundle.points[3 * p + 1]!,
      bundle.points[3 * p + 2]!,
    )
      ? 1
      : 0;
    if (isUsed[k] === 0) continue;
    used++;
    const base = bundle.cameraOf[bundle.photo[from + k]!]! * m;
    addToPoint(work, k, base, m);
  }
  return used >= 2 && invertPoint(v, damping);
}

/** Adds the observations' own part of the normal equations: poses, shared parameters, and both. */
function addDirect(bundle: Bundle, work: Work, p: number): void {
  const { system, diagonal, jp, ji, error, isUsed } = work;
  const m = bundle.free.length;
  const { shared } = system;
  const tail = 6 * system.photos;
  const from = bundle.start[p]!;
  const count = bundle.start[p + 1]! - from;
  for (let k = 0; k < count; k++) {
    if (isUsed[k] === 0) continue;
    const i = bundle.photo[from + k]!;
    const base = bundle.cameraOf[i]! * m;
    const block = 36 * system.rowStart[i]!;
    const e0 = error[2 * k]!;
    const e1 = error[2 * k + 1]!;
    const j0 = 12 * k;
    const j1 = 12 * k + 6;
    const i0 = 2 * k * m;
    const i1 = i0 + m;
    for (let r = 0; r < 6; r++) {
      const g0 = jp[j0 + r]!;
      const g1 = jp[j1 + r]!;
      system.right[6 * i + r]! -= g0 * e0 + g1 * e1;
      diagonal[6 * i + r]! += g0 * g0 + g1 * g1;
      for (let c = r; c < 6; c++) system.blocks[block + 6 * r + c]! += g0 * jp[j0 + c]! + g1 * jp[j1 + c]!;
      const at = (6 * i + r) * shared + base;
      for (let q = 0; q < m; q++) system.border[at + q]! += g0 * ji[i0 + q]! + g1 * ji[i1 + q]!;
    }
    for (let q = 0; q < m; q++) {
      const g0 = ji[i0 + q]!;
      const g1 = ji[i1 + q]!;
      system.right[tail + base + q]! -= g0 * e0 + g1 * e1;
      diagonal[tail + base + q]! += g0 * g0 + g1 * g1;
      const at = (base + q) * shared + base;
      for (let s = q; s < m; s++) system.corner[at + s]! += g0 * ji[i0 + s]! + g1 * ji[i1 + s]!;
    }
  }
}

/** Copies the upper triangles of the diagonal blocks and of the corner below. */
function mirrorDiagonal({ photos, shared, rowStart, blocks, corner }: ReducedSystem): void {
  for (let i = 0; i < photos; i++) {
    const at = 36 * rowStart[i]!;
    for (let r = 1; r < 6; r++) for (let c = 0; c < r; c++) blocks[at + 6 * r + c] = blocks[at + 6 * c + r]!;
  }
  for (let r = 1; r < shared; r++)
    for (let c = 0; c < r; c++) corner[r * shared + c] = corner[c * shared + r]!;
}

/** out = left (rows × 3) · V⁻¹, V⁻¹ from its upper triangle. */
function timesInverse(
  left: Float64Array,
  from: number,
  rows: number,
  v: Float64Array,
  out: Float64Array,
): void {
  for (let r = 0; r < rows; r++) {
    const x = left[from + 3 * r]!;
    const y = left[from + 3 * r + 1]!;
    const z = left[from + 3 * r + 2]!;
    out[3 * r] = x * v[0]! + y * v[1]! + z * v[2]!;
    out[3 * r + 1] = x * v[1]! + y * v[3]! + z * v[4]!;
    out[3 * r + 2] = x * v[2]! + y * v[4]! + z * v[5]!;
  }
}

/** Takes the point out of the system (Schur complement). */
function eliminatePoint(bundle: Bundle, work: Work, p: number): void {
  const { system, w, ws, v, bp, y, ys, isUsed } = work;
  const { shared, column, rowStart, blocks, right } = system;
  const from = bundle.start[p]!;
  const count = bundle.start[p + 1]! - from;
  const tail = 6 * system.photos;
  if (shared > 0) {
    timesInverse(ws, 0, shared, v, ys);
    for (let q = 0; q < shared; q++) {
      const [a, b, c] = [ys[3 * q]!, ys[3 * q + 1]!, ys[3 * q + 2]!];
      if (a === 0 && b === 0 && c === 0) continue;
      right[tail + q]! += a * bp[0]! + b * bp[1]! + c * bp[2]!;
      for (let s = q; s < shared; s++) {
        system.corner[q * shared + s]! -= a * ws[3 * s]! + b * ws[3 * s + 1]! + c * ws[3 * s + 2]!;
      }
    }
  }
  for (let k = 0; k < count; k++) {
    if (isUsed[k] === 0) continue;
    const i = bundle.photo[from + k]!;
    timesInverse(w, 18 * k, 6, v, y);
    for (let r = 0; r < 6; r++) {
      const a = y[3 * r]!;
      const b = y[3 * r + 1]!;
      const c = y[3 * r + 2]!;
      right[6 * i + r]! += a * bp[0]! + b * bp[1]! + c * bp[2]!;
      for (let q = 0; q < shared; q++) {
        system.border[(6 * i + r) * shared + q]! -= a * ws[3 * q]! + b * ws[3 * q + 1]! + c * ws[3 * q + 2]!;
      }
    }
    let e = rowStart[i]!;
    for (let l = k; l < count; l++) {
      if (isUsed[l] === 0) continue;
      const j = bundle.photo[from + l]!;
      while (column[e]! < j) e++;
      const at = 36 * e;
      const wl = 18 * l;
      for (let r = 0; r < 6; r++) {
        const a = y[3 * r]!;
        const b = y[3 * r + 1]!;
        const c = y[3 * r + 2]!;
        for (let s = l === k ? r : 0; s < 6; s++) {
          blocks[at + 6 * r + s]! -= a * w[wl + 3 * s]! + b * w[wl + 3 * s + 1]! + c * w[wl + 3 * s + 2]!;
        }
      }
    }
  }
}

function addPriors(bundle: Bundle, work: Work): void {
  const { system, diagonal } = work;
  for (let i = 0; i < system.photos; i++) {
    for (let c = 0; c < 3; c++) {
      const weight = bundle.positionWeight[3 * i + c]!;
      system.right[6 * i + 3 + c]! -= weight * (bundle.pose[12 * i + 9 + c]! - bundle.position[3 * i + c]!);
      system.blocks[36 * system.rowStart[i]! + 7 * (3 + c)]! += weight;
      diagonal[6 * i + 3 + c]! += weight;
    }
  }
  const m = bundle.free.length;
  bundle.cameras.forEach((camera, k) => {
    bundle.free.forEach((index, q) => {
      const given = bundle.given[k]!;
      const weight = 1 / bundle.intrinsicSigma(given, index) ** 2;
      const at = k * m + q;
      system.right[6 * system.photos + at]! -= weight * (get(camera, index) - get(given, index));
      system.corner[at * system.shared + at]! += weight;
      diagonal[6 * system.photos + at]! += weight;
    });
  });
}

/** Builds and solves the damped normal equations into `work.step`. */
function solveStep(bundle: Bundle, work: Work, damping: number): boolean {
  const { system, diagonal } = work;
  clearSystem(system);
  diagonal.fill(0);
  for (let p = 0; p + 1 < bundle.start.length; p++) {
    const isSolid = gatherPoint(bundle, work, p, damping);
    if (!isSolid) continue;
    addDirect(bundle, work, p);
    eliminatePoint(bundle, work, p);
  }
  mirrorDiagonal(system);
  addPriors(bundle, work);
  for (let i = 0; i < system.photos; i++) {
    for (let r = 0; r < 6; r++) {
      system.blocks[36 * system.rowStart[i]! + 7 * r]! += damping * diagonal[6 * i + r]! + 1e-12;
    }
  }
  for (let q = 0; q < system.shared; q++) {
    system.corner[q * (system.shared + 1)]! += damping * diagonal[6 * system.photos + q]! + 1e-12;
  }
  return solveReduced(system, work.step);
}

/** Points after a step of poses and shared parameters: X − V⁻¹ (Jxᵀe + Wᵀ step), linearised where the bundle stands. */
function steppedPoints(bundle: Bundle, work: Work, damping: number): Float64Array {
  const { w, ws, v, bp, step, system, isUsed } = work;
  const points = Float64Array.from(bundle.points);
  const tail = 6 * system.photos;
  for (let p = 0; p + 1 < bundle.start.length; p++) {
    if (!gatherPoint(bundle, work, p, damping)) continue;
    const from = bundle.start[p]!;
    let [x, y, z] = [bp[0]!, bp[1]!, bp[2]!];
    for (let k = 0; k < bundle.start[p + 1]! - from; k++) {
      if (isUsed[k] === 0) continue;
      const i = bundle.photo[from + k]!;
      for (let r = 0; r < 6; r++) {
        const s = step[6 * i + r]!;
        x += w[18 * k + 3 * r]! * s;
        y += w[18 * k + 3 * r + 1]! * s;
        z += w[18 * k + 3 * r + 2]! * s;
      }
    }
    for (let q = 0; q < system.shared; q++) {
      const s = step[tail + q]!;
      x += ws[3 * q]! * s;
      y += ws[3 * q + 1]! * s;
      z += ws[3 * q + 2]! * s;
    }
    points[3 * p]! -= v[0]! * x + v[1]! * y + v[2]! * z;
    points[3 * p + 1]! -= v[1]! * x + v[3]! * y + v[4]! * z;
    points[3 * p + 2]! -= v[2]! * x + v[4]! * y + v[5]! * z;
  }
  return points;
}

function steppedPoses(bundle: Bundle, step: Float64Array): Float64Array {
  const pose = Float64Array.from(bundle.pose);
  for (let i = 0; i < pose.length / 12; i++) {
    const turn = rotationFromVector([step[6 * i]!, step[6 * i + 1]!, step[6 * i + 2]!]);
    const rotation = Array.from(pose.subarray(12 * i, 12 * i + 9)) as unknown as Mat3;
    pose.set(multiply(turn, rotation), 12 * i);
    for (let c = 0; c < 3; c++) pose[12 * i + 9 + c]! += step[6 * i + 3 + c]!;
  }
  return pose;
}

function steppedCameras(bundle: Bundle, step: Float64Array, tail: number): Camera[] {
  const m = bundle.free.length;
  return bundle.cameras.map((camera, k) => {
    const changed: Record<string, number> = {};
    bundle.free.forEach((index, q) => {
      changed[intrinsicNames[index]!] = get(camera, index) + step[tail + k * m + q]!;
    });
    return { ...camera, ...changed };
  });
}

function createWork(bundle: Bundle): Work {
  const photos = bundle.pose.length / 12;
  const shared = bundle.free.length * bundle.cameras.length;
  let longest = 2;
  for (let p = 0; p + 1 < bundle.start.length; p++) {
    longest = Math.max(longest, bundle.start[p + 1]! - bundle.start[p]!);
  }
  const m = bundle.free.length;
  return {
    projection: new Float64Array(projectionLength),
    system: createReducedSystem(photos, shared, bundle.start, bundle.photo),
    diagonal: new Float64Array(6 * photos + shared),
    step: new Float64Array(6 * photos + shared),
    error: new Float64Array(2 * longest),
    jp: new Float64Array(12 * longest),
    jx: new Float64Array(6 * longest),
    ji: new Float64Array(2 * longest * m),
    w: new Float64Array(18 * longest),
    isUsed: new Uint8Array(longest),
    ws: new Float64Array(3 * shared),
    v: new Float64Array(6),
    bp: new Float64Array(3),
    y: new Float64Array(18),
    ys: new Float64Array(3 * shared),
  };
}

/**
 * Bundle adjustment in place: Levenberg-Marquardt with the points eliminated (B. Triggs, P. McLauchlan, R. Hartley and
 * A. Fitzgibbon, "Bundle adjustment: a modern synthesis", 2000, section 6), Cauchy's loss by reweighting. Points are
 * taken one at a time, so memory grows with photos and shared points, not with observations.
 * @returns cost at the end and how many steps were taken
 */
export function adjustBundle(bundle: Bundle): { cost: number; iterations: number } {
  const work = createWork(bundle);
  const tail = 6 * work.system.photos;
  let cost = costOf(bundle, work);
  let damping = bundle.damping;
  let iterations = 0;
  let failures = 0;
  while (iterations < bundle.maxIterations && failures < 6) {
    if (!solveStep(bundle, work, damping)) {
      damping = Math.max(1e-8, damping * 10);
      failures++;
      continue;
    }
    const points = steppedPoints(bundle, work, damping);
    const kept = { pose: bundle.pose.slice(), points: bundle.points.slice(), cameras: bundle.cameras };
    bundle.cameras = steppedCameras(bundle, work.step, tail);
    bundle.pose.set(steppedPoses(bundle, work.step));
    bundle.points.set(points);
    const next = costOf(bundle, work);
    if (next < cost) {
      const gain = (cost - next) / cost;
      cost = next;
      iterations++;
      failures = 0;
      const isFree = damping <= freeDamping;
      damping = Math.max(freeDamping, damping * 0.03);
      if (gain < bundle.leastGain && isFree) break;
    } else {
      bundle.pose.set(kept.pose);
      bundle.points.set(kept.points);
      bundle.cameras = kept.cameras;
      damping *= 10;
      failures++;
    }
  }
  return { cost, iterations };
}
