import { AppError } from '#domain/errors/app-error.ts';
import type { Camera } from '#domain/photogrammetry/camera.ts';
import { tileRange } from '#domain/photogrammetry/dense/disparity-range.ts';
import type { RectifiedPair } from '#domain/photogrammetry/dense/rectify.ts';
import type { Mat3 } from '#domain/photogrammetry/pose.ts';
import { instantiate } from './instance.ts';

interface StereoExports {
  readonly memory: WebAssembly.Memory;
  clear(): void;
  allocate(bytes: number): number;
  mark(): number;
  release(to: number): void;
  resample(
    source: number,
    sourceWidth: number,
    sourceHeight: number,
    target: number,
    valid: number,
    width: number,
    height: number,
    parameters: number,
  ): void;
  halve(
    source: number,
    sourceValid: number,
    width: number,
    height: number,
    target: number,
    targetValid: number,
  ): void;
  census(image: number, width: number, height: number, target: number): void;
  usable(valid: number, width: number, height: number, scratch: number, target: number): void;
  refine(
    left: number,
    right: number,
    leftValid: number,
    rightValid: number,
    width: number,
    height: number,
    source: number,
    target: number,
  ): void;
  tileBytes(w: number, h: number, disparities: number): number;
  matchTile(...values: number[]): void;
}

/** A grey photo, borrowed, with its camera at its size. */
export interface StereoImage {
  readonly pixels: Uint8Array;
  readonly camera: Camera;
}

/** Disparities of the left plane, pixels, NaN where there is no sure match; row by row, length width × height. */
export interface DisparityMap {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array<ArrayBuffer>;
}

export interface StereoOptions {
  /** Refines disparities on grey values, too; default true. */
  readonly isRefined?: boolean;
}

export interface StereoKernel {
  /**
   * Matches a pair on its rectified planes: census costs, semi-global aggregation along eight paths (H. Hirschmüller,
   * 2008) from coarse to fine, each tile over the disparities that the coarser level found there (as M. Rothermel
   * et al., "SURE", 2012), checked from both sides. @throws task.out-of-memory
   */
  match(left: StereoImage, right: StereoImage, pair: RectifiedPair, options?: StereoOptions): DisparityMap;
}

/** Pixels of a tile, without its margin. */
const tileSize = 224;
const margin = 24;
/** A level as coarse as this is matched over all disparities. */
const coarseDisparities = 48;
const mostLevels = 5;
const leastSide = 48;
const laneCount = 16;
const parameterCount = 21;

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly image: number;
  readonly valid: number;
}

/** Makes an instance of the stereo kernel. */
export function createStereoKernel(module: WebAssembly.Module): StereoKernel {
  const kernel = instantiate<StereoExports>(module);

  const allocate = (bytes: number): number => {
    const at = kernel.allocate(bytes) >>> 0;
    if (at === 0) throw new AppError('photo.stereo-too-large', { bytes });
    return at;
  };

  function resample({ pixels, camera }: StereoImage, rotation: Mat3, cu: number, pair: RectifiedPair): Plane {
    const { width, height, focal, cv } = pair;
    const image = allocate(width * height);
    const valid = allocate(width * height);
    const start = kernel.mark() >>> 0;
    const source = allocate(pixels.length);
    const parameters = allocate(8 * parameterCount);
    new Uint8Array(kernel.memory.buffer, source, pixels.length).set(pixels);
    const { model, cx, cy, k1, k2, k3, p1, p2 } = camera;
    new Float64Array(kernel.memory.buffer, parameters, parameterCount).set([
      model === 'fisheye' ? 1 : 0,
      camera.focal,
      cx,
      cy,
      k1,
      k2,
      k3,
      p1,
      p2,
      ...rotation,
      focal,
      cu,
      cv,
    ]);
    kernel.resample(source, camera.width, camera.height, image, valid, width, height, parameters);
    kernel.release(start);
    return { width, height, image, valid };
  }

  function pyramidOf(base: Plane, levels: number): Plane[] {
    const planes = [base];
    for (let level = 1; level < levels; level++) {
      const { width, height, image, valid } = planes[level - 1]!;
      const [w, h] = [width >> 1, height >> 1];
      const next: Plane = { width: w, height: h, image: allocate(w * h), valid: allocate(w * h) };
      kernel.halve(image, valid, width, height, next.image, next.valid);
      planes.push(next);
    }
    return planes;
  }

  function matchLevel(
    left: Plane,
    right: Plane,
    coarse: DisparityMap | null,
    disparities: number,
    isRefined: boolean,
  ): DisparityMap {
    const { width, height } = left;
    const start = kernel.mark() >>> 0;
    const [leftCensus, rightCensus] = [left, right].map((plane) => {
      const to = allocate(8 * width * height);
      kernel.census(plane.image, width, height, to);
      return to;
    });
    const scratch = allocate(width * height);
    const [leftUsable, rightUsable] = [left, right].map((plane) => {
      const to = allocate(width * height);
      kernel.usable(plane.valid, width, height, scratch, to);
      return to;
    });
    const target = allocate(4 * width * height);
    new Float32Array(kernel.memory.buffer, target, width * height).fill(Number.NaN);
    for (let y = 0; y < height; y += tileSize) {
      for (let x = 0; x < width; x += tileSize) {
        const inner = [x, y, Math.min(width, x + tileSize), Math.min(height, y + tileSize)] as const;
        const x0 = Math.max(0, inner[0] - margin);
        const y0 = Math.max(0, inner[1] - margin);
        const w = Math.min(width, inner[2] + margin) - x0;
        const h = Math.min(height, inner[3] + margin) - y0;
        const range = coarse ? tileRange(coarse, { x0, y0, w, h }) : { first: 0, count: disparities };
        if (!range) continue;
        const count = Math.ceil(range.count / laneCount) * laneCount;
        const before = kernel.mark() >>> 0;
        const buffers = allocate(kernel.tileBytes(w, h, count) >>> 0);
        kernel.matchTile(
          leftCensus!,
          rightCensus!,
          leftUsable!,
          rightUsable!,
          left.image,
          width,
          height,
          x0,
          y0,
          w,
          h,
          range.first,
          count,
          buffers,
          target,
          ...inner,
        );
        kernel.release(before);
      }
    }
    let result = target;
    if (isRefined) {
      result = allocate(4 * width * height);
      kernel.refine(left.image, right.image, left.valid, right.valid, width, height, target, result);
    }
    const values = new Float32Array(kernel.memory.buffer, result, width * height).slice();
    kernel.release(start);
    return { width, height, values };
  }

  return {
    match(left, right, pair, { isRefined = true } = {}) {
      kernel.clear();
      const { width, height, disparities } = pair;
      let levels = 1;
      while (
        levels < mostLevels &&
        disparities >> (levels - 1) > coarseDisparities &&
        Math.min(width, height) >> levels >= leastSide
      ) {
        levels++;
      }
      const lefts = pyramidOf(resample(left, pair.toLeft, pair.cu, pair), levels);
      const rights = pyramidOf(resample(right, pair.toRight, pair.cu + pair.shift, pair), levels);
      let map: DisparityMap | null = null;
      for (let level = levels - 1; level >= 0; level--) {
        map = matchLevel(
          lefts[level]!,
          rights[level]!,
          map,
          Math.ceil(disparities / 2 ** level) + 2,
          isRefined && level === 0,
        );
      }
      return map ?? { width, height, values: new Float32Array(width * height).fill(Number.NaN) };
    },
  };
}
