import { type Camera, intrinsicNames } from '../../camera.ts';
import { type Mat3, multiply, rotationFromVector } from '../../pose.ts';
import { type Bundle, createWork, get, type Work } from './bundle-work.ts';
import { solveStep } from './eliminate-points.ts';
import { costOf, gatherPoint } from './gather-point.ts';

/** Damping that no longer holds back weakly determined directions (focal length against height, say). */
const freeDamping = 1e-9;

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
