import { AppError } from '#domain/errors/app-error.ts';
import type { Mat3 } from '#domain/math/rotations.ts';
import type { RectifiedPair } from '#domain/photogrammetry/dense/rectify.ts';
import {
  type LevelMatcher,
  laneCount,
  type StereoPlane,
  stereoTiles,
} from '#domain/photogrammetry/dense/stereo-tiles.ts';
import type { Camera } from '#domain/photogrammetry/model/camera.ts';
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
    scratch: number,
  ): void;
  refineBytes(width: number): number;
  tileBytes(w: number, h: number, disparities: number): number;
  matchTile(...values: number[]): void;
}

/** A grey photo, borrowed, with its camera at its resolution. */
export interface StereoImage {
  readonly pixels: Uint8Array;
  readonly camera: Camera;
}

/** Disparities of the left plane, pixels, NaN where there is no reliable match; row-major, length width × height. */
export interface DisparityMap {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array<ArrayBuffer>;
}

/** The result of matching a pair: the map at the planes' size, and those of its halved images. */
export interface PairMaps extends DisparityMap {
  /**
   * Maps of the planes halved once, twice and so on, disparities in their own pixels. Parts with too large a depth
   * range or too different an appearance for the full size are often matched reliably there.
   */
  readonly coarser: readonly DisparityMap[];
}

export interface StereoOptions {
  /** Refines disparities on grey values, too; default true. */
  readonly isRefined?: boolean;
}

export interface StereoKernel {
  /**
   * Matches a pair on its rectified planes: census costs, semi-global aggregation along eight paths (H. Hirschmüller,
   * 2008) from coarse to fine, each tile over the disparity range of the coarser level (as M. Rothermel et al., "SURE",
   * 2012), with a left–right check. Coarser levels than the start level are matched over all disparities for `coarser`.
   * @throws photo.stereo-too-large when the kernel is out of memory
   */
  match(left: StereoImage, right: StereoImage, pair: RectifiedPair, options?: StereoOptions): PairMaps;
  /**
   * The same map with the levels matched by another matcher; planes are created and disparities refined here. Pairs
   * with more disparities than it supports are matched here completely. Keeps no state in the kernel while waiting.
   * @throws photo.stereo-too-large when the kernel is out of memory, and errors of the matcher
   */
  matchBy(
    matcher: LevelMatcher,
    left: StereoImage,
    right: StereoImage,
    pair: RectifiedPair,
    options?: StereoOptions,
  ): Promise<PairMaps>;
}

/** Maximum disparities of a level that is matched over all of them. */
const coarseDisparities = 48;
const maxLevels = 5;
const minSide = 48;
const parameterCount = 21;

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly image: number;
  readonly valid: number;
}

/** Creates an instance of the stereo kernel. */
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

  function refine(left: Plane, right: Plane, source: number, target: number): void {
    const { width, height } = left;
    const scratch = allocate(kernel.refineBytes(width) >>> 0);
    kernel.refine(left.image, right.image, left.valid, right.valid, width, height, source, target, scratch);
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
    for (const tile of stereoTiles(width, height, coarse, disparities)) {
      const before = kernel.mark() >>> 0;
      const buffers = allocate(kernel.tileBytes(tile.w, tile.h, tile.disparities) >>> 0);
      kernel.matchTile(
        leftCensus!,
        rightCensus!,
        leftUsable!,
        rightUsable!,
        left.image,
        width,
        height,
        tile.x0,
        tile.y0,
        tile.w,
        tile.h,
        tile.first,
        tile.disparities,
        buffers,
        target,
        tile.innerX0,
        tile.innerY0,
        tile.innerX1,
        tile.innerY1,
      );
      kernel.release(before);
    }
    let result = target;
    if (isRefined) {
      result = allocate(4 * width * height);
      refine(left, right, target, result);
    }
    const values = new Float32Array(kernel.memory.buffer, result, width * height).slice();
    kernel.release(start);
    return { width, height, values };
  }

  function pyramids(left: StereoImage, right: StereoImage, pair: RectifiedPair): [Plane[], Plane[]] {
    kernel.clear();
    const levels = levelsWithin(pair);
    return [
      pyramidOf(resample(left, pair.toLeft, pair.cu, pair), levels),
      pyramidOf(resample(right, pair.toRight, pair.cu + pair.shift, pair), levels),
    ];
  }

  function copyOut({ width, height, image, valid }: Plane): StereoPlane {
    const bytes = (at: number) => new Uint8Array(kernel.memory.buffer, at, width * height).slice();
    return { width, height, image: bytes(image), valid: bytes(valid) };
  }

  function copyIn({ width, height, image, valid }: StereoPlane): Plane {
    const plane: Plane = { width, height, image: allocate(image.length), valid: allocate(valid.length) };
    new Uint8Array(kernel.memory.buffer, plane.image, image.length).set(image);
    new Uint8Array(kernel.memory.buffer, plane.valid, valid.length).set(valid);
    return plane;
  }

  function refineMap(left: StereoPlane, right: StereoPlane, map: DisparityMap): DisparityMap {
    kernel.clear();
    const { width, height, values } = map;
    const [l, r] = [copyIn(left), copyIn(right)];
    const [source, target] = [allocate(values.byteLength), allocate(values.byteLength)];
    new Float32Array(kernel.memory.buffer, source, values.length).set(values);
    refine(l, r, source, target);
    return { width, height, values: new Float32Array(kernel.memory.buffer, target, values.length).slice() };
  }

  function match(
    left: StereoImage,
    right: StereoImage,
    pair: RectifiedPair,
    { isRefined = true }: StereoOptions = {},
  ): PairMaps {
    const [lefts, rights] = pyramids(left, right, pair);
    const maps: DisparityMap[] = [];
    for (let level = lefts.length - 1; level >= 0; level--) {
      const disparities = disparitiesAt(pair, level);
      const coarse = coarseFor(pair, level, maps);
      maps.unshift(matchLevel(lefts[level]!, rights[level]!, coarse, disparities, isRefined && level === 0));
    }
    return toldOf(maps[0]!, maps);
  }

  return {
    match,
    async matchBy(matcher, left, right, pair, options = {}) {
      const planes = pyramids(left, right, pair);
      const [lefts, rights] = planes.map((levels) => levels.map(copyOut)) as [StereoPlane[], StereoPlane[]];
      const coarsest = disparitiesAt(pair, levelsOf(pair) - 1);
      if (coarsest + laneCount > matcher.maxDisparities) return match(left, right, pair, options);
      const maps: DisparityMap[] = [];
      for (let level = lefts.length - 1; level >= 0; level--) {
        const [one, other] = [lefts[level]!, rights[level]!];
        const { width, height } = one;
        const tiles = stereoTiles(width, height, coarseFor(pair, level, maps), disparitiesAt(pair, level));
        maps.unshift({ width, height, values: await matcher.match(one, other, tiles) });
      }
      const finest = options.isRefined === false ? maps[0]! : refineMap(lefts[0]!, rights[0]!, maps[0]!);
      return toldOf(finest, maps);
    },
  };
}

/** Number of levels for planes of a pair's size. */
function levelsWithin({ width, height }: RectifiedPair): number {
  let levels = 1;
  while (levels < maxLevels && Math.min(width, height) >> levels >= minSide) levels++;
  return levels;
}

/** Number of levels a pair is matched on from coarse to fine: the first has few enough disparities. */
function levelsOf(pair: RectifiedPair): number {
  const most = levelsWithin(pair);
  let levels = 1;
  while (levels < most && pair.disparities >> (levels - 1) > coarseDisparities) levels++;
  return levels;
}

/** The map for the disparity ranges of a level's tiles: the finest so far, none on the start level. */
function coarseFor(pair: RectifiedPair, level: number, maps: readonly DisparityMap[]): DisparityMap | null {
  return level + 1 < levelsOf(pair) ? maps[0]! : null;
}

function toldOf(finest: DisparityMap, maps: readonly DisparityMap[]): PairMaps {
  return { ...finest, coarser: maps.slice(1) };
}

/** Disparities of a pair at a level, 0 the finest. */
function disparitiesAt({ disparities }: RectifiedPair, level: number): number {
  return Math.ceil(disparities / 2 ** level) + 2;
}
