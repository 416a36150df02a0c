import { rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { projectRay, unprojectPixel } from '../model/camera.ts';
import { toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { createBundle, triangulateRobustly } from '../triangulation/triangulate.ts';
import type { AdjustmentKernel } from './adjustment-kernel.ts';
import { layOut } from './layout.ts';
import { type Measurements, type Network, sortMeasurements, stateOf } from './network.ts';
import type { ImageObservation } from './problem.ts';
import { finalLoss } from './robust.ts';

/** Outlier limit for the residual from the intersection of the other observations, standard deviations. */
const observationLimit = 8;
/** Minimum standard deviation from poses before the adjustment, pixels. */
const minSigmaPx = 1;
const minAngle = (0.5 * Math.PI) / 180;
const maxSteps = 10;

/** Observation − projection of a position, pixels; null where it cannot be projected. */
export function observationResidual(
  { cameras, photos }: Pick<Reconstruction, 'cameras' | 'photos'>,
  { photo, xy }: ImageObservation,
  place: Vec3,
): [number, number] | null {
  const { camera, pose } = photos[photo]!;
  const seen = projectRay(cameras[camera]!, ...toCamera(pose, place));
  return seen && [xy[0] - seen[0], xy[1] - seen[1]];
}

/**
 * Robust intersection of a point's observations.
 * @returns the position and its inlier observations; null where there are fewer than two or their rays are nearly
 * parallel
 */
export function intersectRobustly(
  { cameras, photos }: Reconstruction,
  marks: readonly ImageObservation[],
): { readonly xyz: Vec3; readonly isGood: readonly boolean[] } | null {
  const bundle = createBundle(marks.length);
  bundle.count = marks.length;
  for (const [k, { photo, xy, sigmaPx }] of marks.entries()) {
    const { camera, pose } = photos[photo]!;
    const lens = cameras[camera]!;
    bundle.direction.set(rotate(transpose(pose.rotation), unprojectPixel(lens, xy[0], xy[1])), 3 * k);
    bundle.centre.set(pose.centre, 3 * k);
    bundle.variance[k] = (Math.max(sigmaPx, minSigmaPx) / lens.focal) ** 2;
  }
  const out = new Float64Array(3);
  const agreeing = triangulateRobustly(bundle, observationLimit ** 2, minAngle, out);
  if (agreeing < 2) return null;
  return { xyz: [out[0]!, out[1]!, out[2]!], isGood: Array.from(bundle.isUsed, (used) => used === 1) };
}

/** Image observations as measurements, one list per position. */
export function sightings(places: readonly (readonly ImageObservation[])[]): Measurements {
  const marks = places.flatMap((own, point) => own.map((mark) => ({ ...mark, point })));
  return sortMeasurements(places.length, {
    count: marks.length,
    point: marks.map(({ point }) => point),
    photo: marks.map(({ photo }) => photo),
    xy: marks.flatMap(({ xy }) => [...xy]),
    weight: marks.map(({ sigmaPx }) => 1 / sigmaPx ** 2),
  });
}

/** A network whose only unknown is one position. */
function networkOfPlace(
  { cameras, photos }: Pick<Reconstruction, 'cameras' | 'photos'>,
  marks: readonly ImageObservation[],
): Network {
  return {
    photoCount: photos.length,
    cameraOf: Uint32Array.from(photos, ({ camera }) => camera),
    isFisheye: cameras.map(({ model }) => model === 'fisheye'),
    free: [],
    intrinsicGuess: new Float64Array(0),
    intrinsicSigma: new Float64Array(0),
    measurements: sightings([marks]),
    positions: [],
    hasShift: false,
    biases: [],
    turns: [],
    leverArm: [0, 0, 0],
    held: [],
    distances: [],
    isFixed: new Uint8Array(photos.length).fill(1),
    scaleHold: null,
  };
}

/**
 * The position that best fits the observations: Gauss–Newton least squares in pixels.
 * @param start initial position
 * @returns null where the observations do not determine it
 */
export function refinePlace(
  kernel: AdjustmentKernel,
  { cameras, photos }: Reconstruction,
  marks: readonly ImageObservation[],
  start: Vec3,
): Vec3 | null {
  if (marks.length < 2) return null;
  const network = networkOfPlace({ cameras, photos }, marks);
  const system = kernel.open(network, layOut(network));
  const nothing = new Float64Array(0);
  let place: Vec3 = start;
  for (let step = 0; step < maxSteps; step++) {
    const state = stateOf({ cameras, photos, points: nothing }, [place]);
    if (system.residuals(state).some(Number.isNaN)) return null;
    if (!system.gather(state, finalLoss)(0)) return null;
    const moved = system.stepPoints(state, finalLoss, 0, nothing);
    place = [place[0] + moved[0]!, place[1] + moved[1]!, place[2] + moved[2]!];
    if (Math.hypot(...moved) < 1e-9 * Math.max(1, Math.hypot(...place))) break;
  }
  return place;
}
