import { AppError } from '#domain/errors/app-error.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { Camera } from '#domain/photogrammetry/model/camera.ts';
import type { Pose } from '#domain/photogrammetry/model/pose.ts';
import type { SceneData } from '#domain/simulation/flight/scene.ts';
import { instantiate } from './instance.ts';

interface SimulationExports {
  readonly memory: WebAssembly.Memory;
  prepareScene(
    columns: number,
    rows: number,
    pads: number,
    shapes: number,
    objects: number,
    targets: number,
  ): number;
  sceneObjects(): number;
  finishScene(columns: number, rows: number): number;
  preparePhoto(width: number, height: number): number;
  pixels(): number;
  renderPhoto(): void;
  distanceAlong(x: number, y: number, z: number, dx: number, dy: number, dz: number): number;
  lookDown(x: number, y: number, size: number): number;
  seenRed(): number;
  seenGreen(): number;
  seenBlue(): number;
  seenKind(): number;
  groundHeight(x: number, y: number): number;
}

/** How a photo is rendered; positions in metres, frame of the scene. */
export interface RenderRequest {
  /** Perspective model. */
  readonly camera: Camera;
  /** Pose at the central row and the middle of the exposure. */
  readonly pose: Pose;
  /** Metres per second; used for a rolling shutter or motion blur. */
  readonly velocity: Vec3;
  /** Seconds between the first and the last row; 0 for a global shutter. */
  readonly readoutS: number;
  /** Exposure time for motion blur, seconds; 0 for none. */
  readonly exposureS: number;
  /** Factors on red, green and blue. */
  readonly gains: Vec3;
  /** Relative loss of light in the corners. */
  readonly vignetting: number;
  /** Standard deviation of the sensor's noise, grey levels of 255. */
  readonly noise: number;
  readonly seed: number;
}

/** The visible surface from above at a position: height, colour under the sun (0–255, before exposure), kind. */
export interface SurfaceSample {
  readonly z: number;
  readonly rgb: Vec3;
  readonly kind: number;
}

/** A camera for one scene. */
export interface SimulationCamera {
  /** The photo, RGB, 3 bytes per pixel, row 0 on top; copied out. Time: about 0.4 µs per pixel and exposure. */
  render(request: RenderRequest): Uint8Array<ArrayBuffer>;
  /** True where a point on a surface is not occluded from a position (within 2 cm). */
  isVisible(from: Vec3, point: Vec3): boolean;
  /** The true surface at a position, seen vertically from above with a pixel of `sizeM`. */
  lookDown(x: number, y: number, sizeM: number): SurfaceSample;
  /** Height of the bare ground as the kernel computes it. */
  groundHeight(x: number, y: number): number;
}

/** Number of positions within an exposure whose renderings are averaged. */
const blurSteps = 7;
const hiddenM = 0.02;

/** Copies a scene (borrowed) into an instance of the kernel. @throws photo.image-too-large when out of memory */
export function createSimulationCamera(module: WebAssembly.Module, scene: SceneData): SimulationCamera {
  const kernel = instantiate<SimulationExports>(module);
  const { columns, rows, padCount, shapeCount, objectCount, targetCount } = scene;
  const refuse = (width: number, height: number) => new AppError('photo.image-too-large', { width, height });
  const at = kernel.prepareScene(columns, rows, padCount, shapeCount, objectCount, targetCount) >>> 0;
  if (at === 0) throw refuse(columns, rows);
  new Float64Array(kernel.memory.buffer, at, scene.numbers.length).set(scene.numbers);
  const baseAt = at + scene.numbers.byteLength;
  new Float32Array(kernel.memory.buffer, baseAt, scene.base.length).set(scene.base);
  const objectsAt = kernel.sceneObjects() >>> 0;
  new Float64Array(kernel.memory.buffer, objectsAt, scene.objects.length).set(scene.objects);
  if (kernel.finishScene(columns, rows) === 0) throw refuse(columns, rows);
  return {
    render(request) {
      const { width, height } = request.camera;
      const requestAt = kernel.preparePhoto(width, height) >>> 0;
      if (requestAt === 0) throw refuse(width, height);
      new Float64Array(kernel.memory.buffer, requestAt, 40).set(requestNumbers(request));
      kernel.renderPhoto();
      return new Uint8Array(kernel.memory.buffer, kernel.pixels() >>> 0, width * height * 3).slice();
    },
    isVisible(from, point) {
      const ray = [point[0] - from[0], point[1] - from[1], point[2] - from[2]] as const;
      const length = Math.hypot(...ray);
      const [dx, dy, dz] = ray.map((value) => value / length) as [number, number, number];
      return kernel.distanceAlong(...(from as [number, number, number]), dx, dy, dz) > length - hiddenM;
    },
    lookDown(x, y, sizeM) {
      const z = kernel.lookDown(x, y, sizeM);
      return { z, rgb: [kernel.seenRed(), kernel.seenGreen(), kernel.seenBlue()], kind: kernel.seenKind() };
    },
    groundHeight: (x, y) => kernel.groundHeight(x, y),
  };
}

function requestNumbers(request: RenderRequest): number[] {
  const { camera, pose, velocity, readoutS, exposureS, gains, vignetting, noise, seed } = request;
  const { focal, cx, cy, k1, k2, k3, p1, p2 } = camera;
  return [
    ...[focal, cx, cy, k1, k2, k3, p1, p2],
    ...pose.rotation,
    ...pose.centre,
    ...velocity,
    readoutS,
    ...gains,
    ...[vignetting, noise, seed, exposureS, exposureS > 0 ? blurSteps : 1],
  ];
}
