import { projectWithDerivatives } from '../../projection-derivatives.ts';
import { type Bundle, get, type Work } from './bundle-work.ts';

/** Loss of an observation that has no image: as one this many units off. */
const missing = 300;

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
export function costOf(bundle: Bundle, work: Work): number {
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
export function gatherPoint(bundle: Bundle, work: Work, p: number, damping: number): boolean {
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
