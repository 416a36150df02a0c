import { rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { unprojectPixel } from '../model/camera.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { createBundle, triangulateRobustly } from '../triangulation/triangulate.ts';

/** An image observation in a photo of the project. */
export interface ObservedPlace {
  readonly photo: number;
  readonly xy: readonly [number, number];
  readonly sigmaPx: number;
}

/** Outlier limit of an observation's residual, standard deviations. */
const observationLimit = 8;
/** Minimum standard deviation of a manual observation, pixels. */
const minSigmaPx = 1;
const minAngle = (0.5 * Math.PI) / 180;

/**
 * Intersects the observations of one point in a block's frame; null where fewer than two of its photos are in the block
 * or the rays are nearly parallel. Outliers are ignored where most agree.
 */
export function locateObservations(block: Reconstruction, marks: readonly ObservedPlace[]): Vec3 | null {
  const index = new Map(block.photos.map(({ photo }, position) => [photo, position] as const));
  const bundle = createBundle(marks.length);
  let count = 0;
  for (const { photo, xy, sigmaPx } of marks) {
    const registered = block.photos[index.get(photo) ?? -1];
    if (!registered) continue;
    const camera = block.cameras[registered.camera]!;
    const { rotation, centre } = registered.pose;
    bundle.direction.set(rotate(transpose(rotation), unprojectPixel(camera, xy[0], xy[1])), 3 * count);
    bundle.centre.set(centre, 3 * count);
    bundle.variance[count] = (Math.max(sigmaPx, minSigmaPx) / camera.focal) ** 2;
    bundle.isUsed[count] = 1;
    count++;
  }
  bundle.count = count;
  if (count < 2) return null;
  const out = new Float64Array(3);
  const used = triangulateRobustly(bundle, observationLimit ** 2, minAngle, out);
  return used >= 2 ? [out[0]!, out[1]!, out[2]!] : null;
}
