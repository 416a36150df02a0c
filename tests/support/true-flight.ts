import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { readCrs } from '#domain/crs/read-crs.ts';
import { createRandom } from '#domain/math/random.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { TiePrecision } from '#domain/photogrammetry/dense/pose-sigma.ts';
import { type Camera, projectRay } from '#domain/photogrammetry/model/camera.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { type Pose, rotationFromAttitude, toCamera } from '#domain/photogrammetry/model/pose.ts';
import type { Reconstruction } from '#domain/photogrammetry/model/reconstruction.ts';
import { createSimCamera } from '#domain/simulation/flight/sim-camera.ts';
import { createSimulation, type Simulation } from '#domain/simulation/simulation.ts';
import type { Product } from '#server/pipeline/context.ts';
import type { PhotoContext, PhotoSettings } from '#server/pipeline/photo/context.ts';
import { createStepRunner } from '#server/pipeline/steps.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { SceneRequest } from '#workers/contract/simulation-tasks.ts';
import { plainSettings } from './photo-settings.ts';

/** Photos of the simulated site with known poses, as input of the steps after the adjustment. */
export interface TrueFlight {
  readonly folder: string;
  readonly simulation: Simulation;
  readonly poses: readonly Pose[];
  readonly focalPx: number;
  /** Map coordinates of the site's corner: the frame's axes are the map's there. */
  readonly origin: readonly [number, number];
  /** A context with its own folder and shared images. */
  context(name: string, settings?: Partial<PhotoSettings>): Promise<PhotoContext>;
  /** Heights of the true surface seen from above, metres; xy per place, site frame. */
  lookDown(xy: Float64Array): Promise<Float64Array>;
  remove(): Promise<void>;
}

export interface FlightRequest {
  readonly poses: readonly Pose[];
  /** Width of the images, aspect ratio 4:3. */
  readonly widthPx: number;
  readonly precision?: (points: Float64Array) => TiePrecision;
}

const sizeM = 200;
const seed = 1;
const tiePoints = 4000;
const origin = [576_000, 5_188_000] as const;
const crsText = 'EPSG:32615';

/** Approximate ground elevation in the middle of the site. */
export const groundM = 253;

/** A camera at a height over the ground, pointing at a place on it. */
export function lookAt(centre: Vec3, target: readonly [number, number]): Pose {
  const [east, north, down] = [target[0] - centre[0], target[1] - centre[1], centre[2] - groundM];
  const flat = Math.hypot(east, north);
  const yaw = flat < 1e-6 ? 0 : (Math.atan2(east, north) * 180) / Math.PI;
  const pitch = -(Math.atan2(down, flat) * 180) / Math.PI;
  return { rotation: rotationFromAttitude(yaw, pitch, 0), centre };
}

function observe(camera: Camera, poses: readonly Pose[], points: Float64Array): Reconstruction {
  const seen: { point: number; photo: number; xy: readonly [number, number] }[] = [];
  for (let point = 0; point < points.length / 3; point++) {
    const place: Vec3 = [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!];
    for (const [photo, pose] of poses.entries()) {
      const at = projectRay(camera, ...toCamera(pose, place));
      if (at && at[0] > 2 && at[1] > 2 && at[0] < camera.width - 2 && at[1] < camera.height - 2)
        seen.push({ point, photo, xy: at });
    }
  }
  return {
    cameras: [camera],
    photos: poses.map((pose, photo) => ({ photo, camera: 0, pose })),
    points: Float64Array.from(points),
    colours: new Uint8Array(points.length),
    observations: {
      count: seen.length,
      point: Uint32Array.from(seen, ({ point }) => point),
      photo: Uint32Array.from(seen, ({ photo }) => photo),
      xy: Float32Array.from(seen.flatMap(({ xy }) => [...xy])),
      scale: new Float32Array(seen.length).fill(2),
    },
  };
}

async function takePhoto(
  scene: SceneRequest,
  camera: Camera,
  pose: Pose,
  index: number,
  path: string,
  pool: TaskPool,
) {
  const still = { velocity: [0, 0, 0] as Vec3, readoutS: 0, exposureS: 0, vignetting: 0 };
  const look = { scene, camera, pose, gains: [1, 1, 1] as Vec3, noise: 1.5, seed: index };
  const { pixels } = await pool.run('simulation.renderImage', { ...still, ...look });
  const raw = { width: camera.width, height: camera.height, channels: 3 as const };
  await sharp(pixels, { raw }).tiff({ compression: 'lzw' }).toFile(path);
}

/** Takes photos of the site of 200 m from given poses. */
export async function flyTrue(request: FlightRequest, pool: TaskPool): Promise<TrueFlight> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-true-'));
  const camera = createSimCamera(request.widthPx);
  const scene: SceneRequest = { seed, sizeM, marginM: 60, targets: [], targetEdgeM: 1 };
  const paths = request.poses.map((_, index) => join(folder, `${index}.tif`));
  for (const [index, pose] of request.poses.entries())
    await takePhoto(scene, camera, pose, index, paths[index]!, pool);
  const lookDown = async (xy: Float64Array) =>
    (await pool.run('simulation.lookDown', { scene, xy, sizeM: 0.02 })).z;
  const random = createRandom(seed, 3);
  const xy = Float64Array.from({ length: 2 * tiePoints }, () => random.between(-20, sizeM + 20));
  const z = await lookDown(xy);
  const places = Float64Array.from({ length: 3 * tiePoints }, (_, k) =>
    k % 3 === 2 ? z[Math.floor(k / 3)]! : xy[2 * Math.floor(k / 3) + (k % 3)]!,
  );
  const adjusted = observe(camera, request.poses, places);
  const crs = await readCrs([{ source: 'user', payload: crsText }]);
  const heights = request.poses.map(({ centre }) => centre[2] - groundM).sort((a, b) => a - b);
  async function context(name: string, settings: Partial<PhotoSettings> = {}): Promise<PhotoContext> {
    const out = join(folder, name);
    const products: Product[] = [];
    return {
      request: {
        out,
        crs: null,
        pool,
        settings: {
          ...plainSettings,
          ...settings,
        },
      },
      photos: paths.map((path, index) => ({
        info: { name: `${index}.tif` },
        path,
        identity: path,
        sharpness: null,
      })),
      adjusted,
      adjustedKey: 'truth',
      tiePrecision: request.precision?.(places) ?? null,
      frame: createLocalFrame(null, [origin[0], origin[1], 0]),
      crs,
      gsdM: heights[heights.length >> 1]! / camera.focal,
      groundHeightM: groundM,
      steps: await createStepRunner(out, () => undefined),
      pool,
      signal: undefined,
      workFolder: out,
      warnings: [],
      failures: [],
      finish: async (product: Product) => {
        products.push(product);
      },
    } as unknown as PhotoContext;
  }
  return {
    folder,
    simulation: createSimulation(seed, sizeM, true),
    poses: request.poses,
    focalPx: camera.focal,
    origin,
    context,
    lookDown,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
