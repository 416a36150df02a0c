import { greatestOf } from '../extremes.ts';
/** Three coordinates: world positions in metres of the local frame, or a direction. */
export type Vec3 = readonly [number, number, number];

/** A rotation as nine numbers, row by row. */
export type Mat3 = readonly [number, number, number, number, number, number, number, number, number];

/** Where a camera is: Xcamera = rotation · (Xworld − centre). */
export interface Pose {
  /** World to camera. */
  readonly rotation: Mat3;
  /** Projection centre in the world frame. */
  readonly centre: Vec3;
}

export function multiply(a: Mat3, b: Mat3): Mat3 {
  const row = (r: 0 | 3 | 6, c: 0 | 1 | 2) => a[r] * b[c]! + a[r + 1]! * b[c + 3]! + a[r + 2]! * b[c + 6]!;
  return [row(0, 0), row(0, 1), row(0, 2), row(3, 0), row(3, 1), row(3, 2), row(6, 0), row(6, 1), row(6, 2)];
}

export function transpose(m: Mat3): Mat3 {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}

export function rotate(m: Mat3, [x, y, z]: Vec3): [number, number, number] {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** A world point in the camera frame. */
export function toCamera({ rotation, centre }: Pose, point: Vec3): [number, number, number] {
  return rotate(rotation, [point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]]);
}

/** Rotation by a vector whose length is the angle, radians (O. Rodrigues, 1840). */
export function rotationFromVector([x, y, z]: Vec3): Mat3 {
  const angle = Math.sqrt(x * x + y * y + z * z);
  const a = angle < 1e-8 ? 1 - (angle * angle) / 6 : Math.sin(angle) / angle;
  const b = angle < 1e-8 ? 0.5 - (angle * angle) / 24 : (1 - Math.cos(angle)) / (angle * angle);
  return [
    1 - b * (y * y + z * z),
    b * x * y - a * z,
    b * x * z + a * y,
    b * x * y + a * z,
    1 - b * (x * x + z * z),
    b * y * z - a * x,
    b * x * z - a * y,
    b * y * z + a * x,
    1 - b * (x * x + y * y),
  ];
}

/** Vector of a rotation, its length the angle in radians (inverse of `rotationFromVector`). */
export function rotationVector(m: Mat3): [number, number, number] {
  const [x, y, z] = [m[7] - m[5], m[2] - m[6], m[3] - m[1]];
  const sine = Math.hypot(x, y, z) / 2;
  const cosine = (m[0] + m[4] + m[8] - 1) / 2;
  const angle = Math.atan2(sine, cosine);
  if (sine > 1e-7) {
    const f = angle / (2 * sine);
    return [x * f, y * f, z * f];
  }
  if (cosine > 0) return [x / 2, y / 2, z / 2];
  const axis = [m[0], m[4], m[8]].map((d) => Math.sqrt(Math.max(0, (d + 1) / 2)));
  const largest = axis.indexOf(greatestOf(axis));
  const sign = (k: number) => (k === largest ? 1 : Math.sign(m[3 * largest + k]! + m[3 * k + largest]!) || 1);
  return [axis[0]! * Math.PI * sign(0), axis[1]! * Math.PI * sign(1), axis[2]! * Math.PI * sign(2)];
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
