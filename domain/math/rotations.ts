import { maxOf } from './extremes.ts';
import type { Vec3 } from './vectors.ts';

/** A rotation as nine numbers, row by row. */
export type Mat3 = readonly [number, number, number, number, number, number, number, number, number];

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
  const largest = axis.indexOf(maxOf(axis));
  const sign = (k: number) => (k === largest ? 1 : Math.sign(m[3 * largest + k]! + m[3 * k + largest]!) || 1);
  return [axis[0]! * Math.PI * sign(0), axis[1]! * Math.PI * sign(1), axis[2]! * Math.PI * sign(2)];
}
