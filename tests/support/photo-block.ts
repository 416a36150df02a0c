import { createRandom } from '#domain/math/random.ts';
import { multiply, rotationFromVector } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { type Camera, projectRay } from '#domain/photogrammetry/model/camera.ts';
import { type Pose, rotationFromAttitude, toCamera } from '#domain/photogrammetry/model/pose.ts';
import type { Reconstruction } from '#domain/photogrammetry/model/reconstruction.ts';

/** A known camera with distortion. */
export const blockCamera: Camera = {
  model: 'perspective',
  width: 1600,
  height: 1200,
  focal: 1400,
  cx: 806,
  cy: 595,
  k1: -0.03,
  k2: 0.012,
  k3: 0,
  p1: 0.0004,
  p2: -0.0003,
};

export interface BlockOptions {
  readonly rows?: number;
  readonly columns?: number;
  readonly points?: number;
  /** Standard deviation of observations, pixels. */
  readonly noisePx?: number;
  readonly seed?: number;
  readonly heightM?: number;
  readonly camera?: Camera;
}

/** A block of nadir photos over rolling ground whose every value is known. */
export interface KnownBlock {
  readonly truth: Reconstruction;
  /** Perturbation of the truth: centres by metres, rotations by degrees, points by metres. */
  disturb(metres: number, degrees: number, camera?: Partial<Camera>): Reconstruction;
  /** Image of a place in a photo, noise-free; null outside. */
  project(photo: number, place: Vec3): [number, number] | null;
}

export function createBlock(options: BlockOptions = {}): KnownBlock {
  const {
    rows = 3,
    columns = 5,
    points = 400,
    noisePx = 0,
    seed = 1,
    heightM = 60,
    camera = blockCamera,
  } = options;
  const random = createRandom(seed, 77);
  const [stepX, stepY] = [heightM * 0.25, heightM * 0.35];
  const photos = Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const pose: Pose = {
      rotation: rotationFromAttitude(
        (row % 2 === 0 ? 90 : 270) + 2 * random.normal(),
        -90 + 2 * random.normal(),
        2 * random.normal(),
      ),
      centre: [
        column * stepX + random.normal(),
        row * stepY + random.normal(),
        heightM + 1.5 * random.normal(),
      ],
    };
    return { photo: index, camera: 0, pose };
  });
  const extentX = (columns - 1) * stepX;
  const extentY = (rows - 1) * stepY;
  const ground = (x: number, y: number) => 3 * Math.sin(x / 9) * Math.cos(y / 7) + 0.04 * x;
  const places = Array.from({ length: points }, (): Vec3 => {
    const [x, y] = [random.between(-15, extentX + 15), random.between(-15, extentY + 15)];
    return [x, y, ground(x, y)];
  });
  const project = (photo: number, place: Vec3): [number, number] | null => {
    const seen = projectRay(camera, ...toCamera(photos[photo]!.pose, place));
    if (!seen || seen[0] < 0 || seen[1] < 0 || seen[0] > camera.width || seen[1] > camera.height) return null;
    return seen;
  };
  const kept: Vec3[] = [];
  const observations: { point: number; photo: number; xy: [number, number] }[] = [];
  for (const place of places) {
    const views = photos.flatMap((_, photo) => {
      const seen = project(photo, place);
      return seen ? [{ photo, seen }] : [];
    });
    if (views.length < 2) continue;
    for (const { photo, seen } of views) {
      const xy: [number, number] = [seen[0] + noisePx * random.normal(), seen[1] + noisePx * random.normal()];
      observations.push({ point: kept.length, photo, xy });
    }
    kept.push(place);
  }
  const truth: Reconstruction = {
    cameras: [camera],
    photos,
    points: Float64Array.from(kept.flat()),
    colours: new Uint8Array(kept.length * 3),
    observations: {
      count: observations.length,
      point: Uint32Array.from(observations.map((one) => one.point)),
      photo: Uint32Array.from(observations.map((one) => one.photo)),
      xy: Float32Array.from(observations.flatMap((one) => one.xy)),
      scale: new Float32Array(observations.length).fill(2),
    },
  };
  return {
    truth,
    project,
    disturb(metres, degrees, change = {}) {
      const stray = createRandom(seed, 78);
      const vector = (size: number): Vec3 => [
        size * stray.normal(),
        size * stray.normal(),
        size * stray.normal(),
      ];
      return {
        ...truth,
        cameras: [{ ...camera, ...change }],
        photos: photos.map((photo) => {
          const off = vector(metres);
          const { rotation, centre } = photo.pose;
          return {
            ...photo,
            pose: {
              rotation: multiply(rotationFromVector(vector((degrees * Math.PI) / 180)), rotation),
              centre: [centre[0] + off[0], centre[1] + off[1], centre[2] + off[2]],
            },
          };
        }),
        points: truth.points.map((value) => value + metres * stray.normal()),
      };
    },
  };
}
