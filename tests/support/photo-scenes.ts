import { createRandom } from '#domain/math/random.ts';
import { multiply, rotate, transpose } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { type Camera, projectRay, simpleCamera } from '#domain/photogrammetry/model/camera.ts';
import { type Pose, rotationFromAttitude, toCamera } from '#domain/photogrammetry/model/pose.ts';
import type { RelativePose } from '#domain/photogrammetry/two-view/epipolar.ts';

/** Cameras, poses and points whose images are known exactly. */
export interface Scene {
  readonly camera: Camera;
  readonly poses: readonly Pose[];
  readonly points: readonly Vec3[];
}

/** A photo-like camera: 4000 × 3000 pixels, 28 mm equivalent. */
export const sceneCamera: Camera = simpleCamera(4000, 3000, 3000);

export interface GroundOptions {
  readonly seed: number;
  readonly count: number;
  /** Half the side of the square, metres, and its middle. */
  readonly reach: number;
  readonly middle?: readonly [number, number];
  /** Heights lie within ± relief, metres. */
  readonly relief: number;
}

/** Points on hilly ground. */
export function groundPoints({ seed, count, reach, relief, middle = [0, 0] }: GroundOptions): Vec3[] {
  const random = createRandom(seed, 101);
  return Array.from({ length: count }, () => {
    const x = middle[0] + random.between(-reach, reach);
    const y = middle[1] + random.between(-reach, reach);
    return [
      x,
      y,
      relief * (0.6 * Math.sin(x / 17) * Math.cos(y / 23) + 0.4 * random.between(-1, 1)),
    ] as const;
  });
}

/** Poses of a nadir flight in rows, each slightly tilted. */
export function nadirGrid(
  rows: number,
  columns: number,
  height: number,
  step: number,
  options: { seed?: number; tiltDeg?: number; middle?: readonly [number, number] } = {},
): Pose[] {
  const random = createRandom(options.seed ?? 1, 202);
  const tilt = options.tiltDeg ?? 2;
  const [mx, my] = options.middle ?? [0, 0];
  return Array.from({ length: rows * columns }, (_, k) => {
    const row = Math.floor(k / columns);
    const column = k % columns;
    const yaw = (row % 2 === 0 ? 90 : 270) + random.normal() * tilt;
    return {
      rotation: rotationFromAttitude(yaw, -90 + random.normal() * tilt, random.normal() * tilt),
      centre: [
        mx + (column - (columns - 1) / 2) * step + random.normal() * 0.5,
        my + (row - (rows - 1) / 2) * step + random.normal() * 0.5,
        height + random.normal() * 0.5,
      ],
    };
  });
}

/** Poses on a circle, looking at the middle from a height. */
export function orbit(count: number, radius: number, height: number): Pose[] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const yaw = (Math.atan2(-Math.sin(angle), -Math.cos(angle)) * 180) / Math.PI;
    const pitch = (-Math.atan2(height, radius) * 180) / Math.PI;
    return {
      rotation: rotationFromAttitude(yaw, pitch, 0),
      centre: [radius * Math.sin(angle), radius * Math.cos(angle), height],
    };
  });
}

/** Image of a point, pixels, or null where it is outside or behind. */
export function imageOf(camera: Camera, pose: Pose, point: Vec3): [number, number] | null {
  const pixel = projectRay(camera, ...toCamera(pose, point));
  if (!pixel) return null;
  const [x, y] = pixel;
  return x > 0 && y > 0 && x < camera.width && y < camera.height ? pixel : null;
}

export interface SeenFeatures {
  readonly count: number;
  readonly xy: Float32Array<ArrayBuffer>;
  readonly scale: Float32Array<ArrayBuffer>;
  readonly rgb: Uint8Array<ArrayBuffer>;
  /** The point behind each feature. */
  readonly point: Int32Array;
}

/** Features of a scene in each photo, with normal noise. */
export function seenFeatures(scene: Scene, noisePx: number, seed: number): SeenFeatures[] {
  return scene.poses.map((pose, photo) => {
    const random = createRandom(seed, photo, 303);
    const xy: number[] = [];
    const point: number[] = [];
    scene.points.forEach((p, i) => {
      const pixel = imageOf(scene.camera, pose, p);
      if (!pixel) return;
      xy.push(pixel[0] + noisePx * random.normal(), pixel[1] + noisePx * random.normal());
      point.push(i);
    });
    const count = point.length;
    return {
      count,
      xy: Float32Array.from(xy),
      scale: new Float32Array(count).fill(1.6),
      rgb: Uint8Array.from({ length: 3 * count }, (_, k) => (point[Math.floor(k / 3)]! * 7 + k) % 256),
      point: Int32Array.from(point),
    };
  });
}

/** True matches of two photos, and the given number of wrong ones, shuffled. */
export function sceneMatches(
  a: SeenFeatures,
  b: SeenFeatures,
  wrongShare: number,
  seed: number,
): Uint32Array<ArrayBuffer> {
  const random = createRandom(seed, 404);
  const inB = new Map<number, number>();
  b.point.forEach((p, k) => {
    inB.set(p, k);
  });
  const pairs: [number, number][] = [];
  a.point.forEach((p, k) => {
    const other = inB.get(p);
    if (other === undefined) return;
    const isWrong = random.next() < wrongShare;
    pairs.push([k, isWrong ? Math.floor(random.next() * b.count) : other]);
  });
  return Uint32Array.from(pairs.flat());
}

/** Angle of the rotation between two rotations, degrees. */
export function rotationErrorDeg(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let square = 0;
  for (let k = 0; k < 9; k++) square += (a[k]! - b[k]!) ** 2;
  return (2 * Math.asin(Math.min(1, Math.sqrt(square / 8))) * 180) / Math.PI;
}

/** Angle between two directions, degrees. */
export function directionErrorDeg(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const cross = Math.hypot(
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  );
  return (Math.atan2(cross, a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!) * 180) / Math.PI;
}

/** Relative pose of camera b to camera a, of two poses in one frame at different places. */
export function relativePose(a: Pose, b: Pose): RelativePose {
  const [x, y, z] = rotate(b.rotation, [
    a.centre[0] - b.centre[0],
    a.centre[1] - b.centre[1],
    a.centre[2] - b.centre[2],
  ]);
  const length = Math.sqrt(x * x + y * y + z * z);
  return {
    rotation: multiply(b.rotation, transpose(a.rotation)),
    translation: [x / length, y / length, z / length],
  };
}
