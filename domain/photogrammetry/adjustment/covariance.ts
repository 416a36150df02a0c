import { covarianceOf, forPointCovariances, type Precision } from './precision.ts';
import type { AdjustmentCovariance } from './problem.ts';

function poseCovariances(precision: Precision): Float64Array<ArrayBuffer> {
  const { layout, network } = precision.solved;
  const poses = new Float64Array(36 * network.photoCount);
  for (let photo = 0; photo < network.photoCount; photo++) {
    const at = layout.pose[photo]!;
    if (at < 0) continue;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) poses[36 * photo + 6 * i + j] = covarianceOf(precision, at + i, at + j);
    }
  }
  return poses;
}

function intrinsicCovariances(precision: Precision): AdjustmentCovariance['intrinsics'] {
  const { layout, network } = precision.solved;
  const { free } = network;
  return Array.from(layout.camera, (first) => {
    const sigmas = new Array<number>(8).fill(0);
    const correlations = Array.from({ length: 8 }, (_, i) => {
      const row = new Array<number>(8).fill(0);
      row[i] = 1;
      return row;
    });
    if (first < 0) return { free: [], sigmas, correlations };
    for (const [k, parameter] of free.entries()) {
      sigmas[parameter] = Math.sqrt(covarianceOf(precision, first + k, first + k));
    }
    for (const [k, a] of free.entries()) {
      for (const [l, b] of free.entries()) {
        if (k === l) continue;
        correlations[a]![b] = covarianceOf(precision, first + k, first + l) / (sigmas[a]! * sigmas[b]!);
      }
    }
    return { free: [...free], sigmas, correlations };
  });
}

/** Tie points that remain after outlier removal, ascending. */
export function* tiedPoints({ solved }: Precision): Generator<number> {
  const { start, weight } = solved.network.measurements;
  const tied = start.length - 1 - solved.network.held.length;
  for (let point = 0; point < tied; point++) {
    for (let k = start[point]!; k < start[point + 1]!; k++) {
      if (weight[k] === 0) continue;
      yield point;
      break;
    }
  }
}

/** Precision of poses, intrinsics and the points in the result, in their order. */
export function describeCovariance(precision: Precision): AdjustmentCovariance {
  const kept = Uint32Array.from(tiedPoints(precision));
  const place = new Map(Array.from(kept, (point, index) => [point, index] as const));
  const points = new Float64Array(3 * kept.length).fill(Number.NaN);
  forPointCovariances(precision, kept, (point, covariance) => {
    const at = 3 * place.get(point)!;
    points[at] = Math.sqrt(covariance[0]!);
    points[at + 1] = Math.sqrt(covariance[3]!);
    points[at + 2] = Math.sqrt(covariance[5]!);
  });
  return { poses: poseCovariances(precision), intrinsics: intrinsicCovariances(precision), points };
}
