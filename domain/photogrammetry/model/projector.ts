import { type Camera, projectRay } from './camera.ts';
import type { Pose } from './pose.ts';

/** The position of a point in a photo. */
export interface ImagePlace {
  /** Pixel frame of `camera.ts`, full resolution. */
  x: number;
  y: number;
}

/** Projects a point of the local frame (metres) into `place`; false where it is not seen, `place` is then stale. */
export type Projector = (x: number, y: number, z: number, place: ImagePlace) => boolean;

/** Pixels next to the image's edge that are not used: an interpolation reaches beyond them. */
const edgePx = 2;

/**
 * Projection for inner loops: the same numbers as `toCamera` and `projectRay`, no garbage. Points outside the image,
 * or closer than two pixels to its edge, count as unseen.
 */
export function createProjector(camera: Camera, { rotation, centre }: Pose): Projector {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = rotation;
  const [cx, cy, cz] = centre;
  const { focal, k1, k2, k3, p1, p2, width, height } = camera;
  const isFisheye = camera.model === 'fisheye';
  const [maxX, maxY] = [width - edgePx, height - edgePx];
  return (x, y, z, place) => {
    const [dx, dy, dz] = [x - cx, y - cy, z - cz];
    const xc = r0 * dx + r1 * dy + r2 * dz;
    const yc = r3 * dx + r4 * dy + r5 * dz;
    const zc = r6 * dx + r7 * dy + r8 * dz;
    if (isFisheye) {
      const found = projectRay(camera, xc, yc, zc);
      if (!found) return false;
      place.x = found[0];
      place.y = found[1];
    } else {
      if (!(zc > 0)) return false;
      const u = xc / zc;
      const v = yc / zc;
      const q = u * u + v * v;
      if (1 + q * (3 * k1 + q * (5 * k2 + q * 7 * k3)) <= 0) return false;
      const radial = 1 + q * (k1 + q * (k2 + q * k3));
      place.x = camera.cx + focal * (u * radial + 2 * p1 * u * v + p2 * (q + 2 * u * u));
      place.y = camera.cy + focal * (v * radial + p1 * (q + 2 * v * v) + 2 * p2 * u * v);
    }
    return place.x >= edgePx && place.y >= edgePx && place.x <= maxX && place.y <= maxY;
  };
}
