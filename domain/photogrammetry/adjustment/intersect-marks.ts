import { projectRay, unprojectPixel } from '../camera.ts';
import { solveCholesky } from '../linear/solve.ts';
import { rotate, toCamera, transpose, type Vec3 } from '../pose.ts';
import { projectionLength, projectWithDerivatives } from '../projection-derivatives.ts';
import type { Reconstruction } from '../reconstruction.ts';
import { createBundle, triangulateRobustly } from '../triangulation/triangulate.ts';
import type { AdjustmentMark } from './problem.ts';

/** Marks further than this from where the others meet are wrong ones, standard deviations. */
const markLimit = 8;
/** Before the adjustment poses are no better than this, pixels. */
const leastSigmaPx = 1;
const leastAngle = (0.5 * Math.PI) / 180;
const mostSteps = 10;

/** Mark − projection of a place, pixels; null where it does not project. */
export function markResidual(
  { cameras, photos }: Pick<Reconstruction, 'cameras' | 'photos'>,
  { photo, xy }: AdjustmentMark,
  place: Vec3,
): [number, number] | null {
  const { camera, pose } = photos[photo]!;
  const seen = projectRay(cameras[camera]!, ...toCamera(pose, place));
  return seen && [xy[0] - seen[0], xy[1] - seen[1]];
}

/**
 * Where most marks of a point meet.
 * @returns the place and which marks agree with it; null where fewer than two do or they are too near to parallel
 */
export function intersectRobustly(
  { cameras, photos }: Reconstruction,
  marks: readonly AdjustmentMark[],
): { readonly xyz: Vec3; readonly isGood: readonly boolean[] } | null {
  const bundle = createBundle(marks.length);
  bundle.count = marks.length;
  for (const [k, { photo, xy, sigmaPx }] of marks.entries()) {
    const { camera, pose } = photos[photo]!;
    const lens = cameras[camera]!;
    bundle.direction.set(rotate(transpose(pose.rotation), unprojectPixel(lens, xy[0], xy[1])), 3 * k);
    bundle.centre.set(pose.centre, 3 * k);
    bundle.variance[k] = (Math.max(sigmaPx, leastSigmaPx) / lens.focal) ** 2;
  }
  const out = new Float64Array(3);
  const agreeing = triangulateRobustly(bundle, markLimit ** 2, leastAngle, out);
  if (agreeing < 2) return null;
  return { xyz: [out[0]!, out[1]!, out[2]!], isGood: Array.from(bundle.isUsed, (used) => used === 1) };
}

const projection = new Float64Array(projectionLength);

/**
 * The place whose projections are nearest to marks, least squares in pixels by Gauss and Newton.
 * @param start a place near it
 * @returns null where the marks do not fix it
 */
export function refinePlace(
  { cameras, photos }: Reconstruction,
  marks: readonly AdjustmentMark[],
  start: Vec3,
): Vec3 | null {
  if (marks.length < 2) return null;
  let place: Vec3 = start;
  for (let step = 0; step < mostSteps; step++) {
    const normal = new Float64Array(9);
    const right = new Float64Array(3);
    for (const { photo, xy, sigmaPx } of marks) {
      const { camera, pose } = photos[photo]!;
      if (!projectWithDerivatives(cameras[camera]!, ...toCamera(pose, place), projection)) return null;
      const m = pose.rotation;
      for (let row = 0; row < 2; row++) {
        const [a, b, c] = [2, 3, 4].map((k) => projection[k + 3 * row]!) as [number, number, number];
        const j = [0, 1, 2].map((axis) => a * m[axis]! + b * m[axis + 3]! + c * m[axis + 6]!);
        const e = xy[row]! - projection[row]!;
        for (let i = 0; i < 3; i++) {
          right[i]! += (j[i]! * e) / sigmaPx ** 2;
          for (let k = 0; k <= i; k++) normal[3 * i + k]! += (j[i]! * j[k]!) / sigmaPx ** 2;
        }
      }
    }
    if (!solveCholesky(normal, right, 3)) return null;
    place = [place[0] + right[0]!, place[1] + right[1]!, place[2] + right[2]!];
    if (Math.hypot(...right) < 1e-9 * Math.max(1, Math.hypot(...place))) break;
  }
  return place;
}
