import { maxOf } from '../../math/extremes.ts';
import type { Mat3 } from '../../math/rotations.ts';

/** A unit quaternion w, x, y, z. */
export type Quaternion = readonly [number, number, number, number];

/** The rotation of a quaternion of any length but 0 (W. R. Hamilton, 1844). */
export function rotationOf([qw, qx, qy, qz]: Quaternion): Mat3 {
  const length = Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
  const [w, x, y, z] = [qw / length, qx / length, qy / length, qz / length];
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

/** The quaternion of a rotation with w ≥ 0, by its largest component (S. W. Shepperd, 1978). */
export function quaternionOf(m: Mat3): Quaternion {
  const trace = m[0] + m[4] + m[8];
  const squares = [trace, m[0], m[4], m[8]];
  const largest = squares.indexOf(maxOf(squares));
  const root = Math.sqrt(Math.max(0, largest === 0 ? 1 + trace : 1 - trace + 2 * squares[largest]!));
  const s = 0.5 / root;
  const half = 0.5 * root;
  const q: Quaternion =
    largest === 0
      ? [half, (m[7] - m[5]) * s, (m[2] - m[6]) * s, (m[3] - m[1]) * s]
      : largest === 1
        ? [(m[7] - m[5]) * s, half, (m[1] + m[3]) * s, (m[2] + m[6]) * s]
        : largest === 2
          ? [(m[2] - m[6]) * s, (m[1] + m[3]) * s, half, (m[5] + m[7]) * s]
          : [(m[3] - m[1]) * s, (m[2] + m[6]) * s, (m[5] + m[7]) * s, half];
  return q[0] < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q;
}
