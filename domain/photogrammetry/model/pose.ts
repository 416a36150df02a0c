import { type Mat3, rotate } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';

/** Where a camera is: Xcamera = rotation · (Xworld − centre). */
export interface Pose {
  /** World to camera. */
  readonly rotation: Mat3;
  /** Projection centre in the world frame. */
  readonly centre: Vec3;
}

/** A world point in the camera frame. */
export function toCamera({ rotation, centre }: Pose, point: Vec3): [number, number, number] {
  return rotate(rotation, [point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]]);
}

const radians = Math.PI / 180;

/**
 * World-to-camera rotation in an east-north-up frame from the attitude that drones record: yaw clockwise from north,
 * pitch up from the horizon (−90 looks straight down), roll clockwise about the view, all degrees, applied in the
 * order yaw, pitch, roll (DJI gimbal convention). At zero the camera looks north, its image upright.
 */
export function rotationFromAttitude(yawDeg: number, pitchDeg: number, rollDeg: number): Mat3 {
  const [cy, sy] = [Math.cos(yawDeg * radians), Math.sin(yawDeg * radians)];
  const [cp, sp] = [Math.cos(pitchDeg * radians), Math.sin(pitchDeg * radians)];
  const [cr, sr] = [Math.cos(rollDeg * radians), Math.sin(rollDeg * radians)];
  const forward: Vec3 = [sy * cp, cy * cp, sp];
  const right: Vec3 = [cy, -sy, 0];
  const down: Vec3 = [sy * sp, cy * sp, -cp];
  const mix = (a: Vec3, s: number, b: Vec3, t: number): Vec3 => [
    a[0] * s + b[0] * t,
    a[1] * s + b[1] * t,
    a[2] * s + b[2] * t,
  ];
  const x = mix(right, cr, down, sr);
  const y = mix(down, cr, right, -sr);
  return [...x, ...y, ...forward] as unknown as Mat3;
}
