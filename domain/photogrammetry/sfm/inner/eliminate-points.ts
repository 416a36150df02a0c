import { type Bundle, get, type Work } from './bundle-work.ts';
import { gatherPoint } from './gather-point.ts';
import { clearSystem, type ReducedSystem, solveReduced } from './reduced-system.ts';

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
export function solveStep(bundle: Bundle, work: Work, damping: number): boolean {
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
