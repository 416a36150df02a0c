import { createRandom } from '#domain/math/random.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { type Camera, projectRay } from '#domain/photogrammetry/model/camera.ts';
import { toCamera } from '#domain/photogrammetry/model/pose.ts';
import type { FlightPhoto } from '#domain/simulation/flight/flight-plan.ts';
import type { SurveyTarget } from '#domain/simulation/flight/scene.ts';

/** The position of a target in a photo; pixels of the full image, the corner of the first at (0, 0). */
export interface TargetObservation {
  readonly label: string;
  readonly photo: string;
  /** True position. */
  readonly trueX: number;
  readonly trueY: number;
  /** As marked, with an operator's error. */
  readonly x: number;
  readonly y: number;
}

/** An operator's error, pixels. */
export const observationSigmaPx = 0.3;
/** Targets nearer to the edge are not marked, pixels. */
const edgePx = 6;
const rowPasses = 6;

/**
 * Position of a site point in a photo, or null outside it. With a rolling shutter the camera's position depends on
 * the row, which is found by iteration.
 */
export function projectPoint(
  camera: Camera,
  photo: Pick<FlightPhoto, 'pose' | 'velocity'>,
  readoutS: number,
  point: Vec3,
): [number, number] | null {
  const { rotation, centre } = photo.pose;
  let row = camera.height / 2;
  let found: [number, number] | null = null;
  for (let pass = 0; pass < rowPasses; pass++) {
    const shift = readoutS * (row / camera.height - 0.5);
    const moved = centre.map((value, axis) => value + photo.velocity[axis]! * shift) as unknown as Vec3;
    found = projectRay(camera, ...toCamera({ rotation, centre: moved }, point));
    if (!found || readoutS === 0) return found;
    row = found[1];
  }
  return found;
}

/** Marks of the targets that a photo shows. `isVisible`: whether each target is unoccluded. */
export function observeTargets(
  camera: Camera,
  photo: FlightPhoto,
  order: { readonly index: number; readonly seed: number; readonly readoutS: number },
  targets: readonly SurveyTarget[],
  isVisible: readonly boolean[],
): TargetObservation[] {
  const random = createRandom(order.seed, 9, order.index);
  return targets.flatMap((target, k) => {
    const [dx, dy] = [random.normal() * observationSigmaPx, random.normal() * observationSigmaPx];
    if (!isVisible[k]) return [];
    const place = projectPoint(camera, photo, order.readoutS, [target.x, target.y, target.z]);
    if (!place) return [];
    const [x, y] = place;
    if (x < edgePx || y < edgePx || x > camera.width - edgePx || y > camera.height - edgePx) return [];
    return [{ label: target.label, photo: photo.name, trueX: x, trueY: y, x: x + dx, y: y + dy }];
  });
}
