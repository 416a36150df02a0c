import type { Vec3 } from '../../math/vectors.ts';
import type { Reconstruction } from '../model/reconstruction.ts';

/** Geometry of a flight and the minimum views of its dense points. */
export interface FlightKind {
  /** Most photos are oblique. */
  readonly isOblique: boolean;
  /** The photos are taken around a common centre and look at it. */
  readonly isDataOrbital: boolean;
  readonly viewsForFusion: 2 | 3;
}

/** Tilt from the vertical above which a photo is oblique. */
const obliqueDeg = 20;
/** Minimum fraction of such photos for the flight to be classified so. */
const minShare = 0.5;
/**
 * Orbital: limits of the distance between view axis and centre, as a fraction of the range, and of the evenness of
 * directions.
 */
const missShare = 0.25;
const maxLopsided = 0.35;

/** Least-squares intersection of all view axes, or null where they are parallel. */
function axesMeet({ photos }: Reconstruction): Vec3 | null {
  const m = [0, 0, 0, 0, 0, 0];
  const b = [0, 0, 0];
  for (const { pose } of photos) {
    const [x, y, z] = [pose.rotation[6], pose.rotation[7], pose.rotation[8]];
    const p = [1 - x * x, -x * y, -x * z, 1 - y * y, -y * z, 1 - z * z];
    p.forEach((value, k) => {
      m[k]! += value;
    });
    const [cx, cy, cz] = pose.centre;
    b[0]! += p[0]! * cx + p[1]! * cy + p[2]! * cz;
    b[1]! += p[1]! * cx + p[3]! * cy + p[4]! * cz;
    b[2]! += p[2]! * cx + p[4]! * cy + p[5]! * cz;
  }
  const [a, d, e, f, g, h] = m as [number, number, number, number, number, number];
  const [c00, c01, c02] = [f * h - g * g, e * g - d * h, d * g - e * f];
  const det = a * c00 + d * c01 + e * c02;
  if (!(Math.abs(det) > 1e-6 * photos.length ** 3)) return null;
  const [c11, c12, c22] = [a * h - e * e, d * e - a * g, a * f - d * d];
  return [
    (c00 * b[0]! + c01 * b[1]! + c02 * b[2]!) / det,
    (c01 * b[0]! + c11 * b[1]! + c12 * b[2]!) / det,
    (c02 * b[0]! + c12 * b[1]! + c22 * b[2]!) / det,
  ];
}

/** The geometry of a flight, from its poses in an east-north-up frame. */
export function flightKindOf(block: Reconstruction): FlightKind {
  const { photos } = block;
  const limit = Math.cos((obliqueDeg * Math.PI) / 180);
  const oblique = photos.filter(({ pose }) => -pose.rotation[8] < limit);
  const isOblique = photos.length > 0 && oblique.length >= minShare * photos.length;
  const middle = isOblique ? axesMeet({ ...block, photos: oblique }) : null;
  let isDataOrbital = false;
  if (middle) {
    let [east, north, looking] = [0, 0, 0];
    for (const { pose } of oblique) {
      const [x, y, z] = [middle[0] - pose.centre[0], middle[1] - pose.centre[1], middle[2] - pose.centre[2]];
      const distance = Math.hypot(x, y, z);
      const along = x * pose.rotation[6] + y * pose.rotation[7] + z * pose.rotation[8];
      const miss = Math.sqrt(Math.max(0, distance * distance - along * along));
      if (along > 0 && miss < missShare * distance) looking++;
      const flat = Math.hypot(x, y) || 1;
      east += x / flat;
      north += y / flat;
    }
    isDataOrbital = looking >= 0.8 * oblique.length && Math.hypot(east, north) < maxLopsided * oblique.length;
  }
  return { isOblique, isDataOrbital, viewsForFusion: isOblique || isDataOrbital ? 3 : 2 };
}
