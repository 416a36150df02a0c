import { svd3 } from '../linear/svd3.ts';
import { type Mat3, multiply, rotate, transpose, type Vec3 } from '../pose.ts';
import type { Reconstruction } from '../reconstruction.ts';

/** Maps x to scale · rotation · x + translation. */
export interface Similarity {
  readonly scale: number;
  readonly rotation: Mat3;
  readonly translation: Vec3;
}

export interface PointPair {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly weight: number;
}

/** A second singular value below this share of the first: the points lie in one line. */
const lineShare = 1e-3;

function centroid(pairs: readonly PointPair[], side: 'from' | 'to'): Vec3 {
  const sum = [0, 0, 0];
  let weight = 0;
  for (const pair of pairs) {
    for (let axis = 0; axis < 3; axis++) sum[axis]! += pair.weight * pair[side][axis]!;
    weight += pair.weight;
  }
  return sum.map((value) => value / weight) as unknown as Vec3;
}

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export function applySimilarity(
  { scale, rotation, translation }: Similarity,
  point: Vec3,
): [number, number, number] {
  const [x, y, z] = rotate(rotation, point);
  return [scale * x + translation[0], scale * y + translation[1], scale * z + translation[2]];
}

/**
 * The similarity that brings points onto points with the least sum of weighted squares (S. Umeyama, "Least-squares
 * estimation of transformation parameters between two point patterns", 1991). Null for fewer than three points or
 * points in one line.
 */
export function fitSimilarity(pairs: readonly PointPair[]): Similarity | null {
  if (pairs.length < 3) return null;
  const [cf, ct] = [centroid(pairs, 'from'), centroid(pairs, 'to')];
  const covariance = new Float64Array(9);
  let spread = 0;
  for (const { from, to, weight } of pairs) {
    const [f, t] = [minus(from, cf), minus(to, ct)];
    spread += weight * (f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) covariance[3 * r + c]! += weight * t[r]! * f[c]!;
  }
  const { u, s, v } = svd3(covariance);
  if (!(s[1]! > lineShare * s[0]!) || !(spread > 0)) return null;
  const determinant = (m: ArrayLike<number>) =>
    m[0]! * (m[4]! * m[8]! - m[5]! * m[7]!) -
    m[1]! * (m[3]! * m[8]! - m[5]! * m[6]!) +
    m[2]! * (m[3]! * m[7]! - m[4]! * m[6]!);
  const sign = determinant(u) * determinant(v) < 0 ? -1 : 1;
  const mirrored = Array.from(u, (value, index) =>
    index % 3 === 2 ? sign * value : value,
  ) as unknown as Mat3;
  const rotation = multiply(mirrored, transpose(Array.from(v) as unknown as Mat3));
  const scale = (s[0]! + s[1]! + sign * s[2]!) / spread;
  const [x, y, z] = rotate(rotation, cf);
  return { scale, rotation, translation: [ct[0] - scale * x, ct[1] - scale * y, ct[2] - scale * z] };
}

/** A reconstruction in another frame: poses and points are mapped, everything else is shared. */
export function transformBlock(block: Reconstruction, map: Similarity): Reconstruction {
  const points = new Float64Array(block.points.length);
  for (let at = 0; at < points.length; at += 3) {
    points.set(applySimilarity(map, [block.points[at]!, block.points[at + 1]!, block.points[at + 2]!]), at);
  }
  return {
    ...block,
    points,
    photos: block.photos.map((photo) => ({
      ...photo,
      pose: {
        rotation: multiply(photo.pose.rotation, transpose(map.rotation)),
        centre: applySimilarity(map, photo.pose.centre),
      },
    })),
  };
}
