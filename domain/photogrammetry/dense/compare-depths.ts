import { createProjector, type ImagePlace } from '../model/projector.ts';
import type { DepthMap } from './depth-map.ts';
import type { StereoView } from './rectify.ts';

/** A photo with its depths, at its matching resolution. */
export interface DepthView {
  readonly view: StereoView;
  readonly map: DepthMap;
  /** RGB of the photo at the map's resolution, length 3n. */
  readonly rgb: Uint8Array;
  /** Index among all photos: of equally near cameras, the one with the lower index owns a point. */
  readonly rank: number;
  /** Ranks of the photos in the map's `pairs`, by their bits. */
  readonly partners: readonly number[];
}

/** Result of comparing a point with a photo's depths. */
export const verdicts = {
  /** Outside the image, or without depth there. */
  unknown: 0,
  /** Its surface agrees with the point. */
  agrees: 1,
  /** Its surface is behind the point: a free-space violation. */
  seesThrough: 2,
  /** Its surface is in front and occludes the point. */
  hides: 3,
} as const;

export type Verdict = (typeof verdicts)[keyof typeof verdicts];

/** The result of a comparison; overwritten by the next one. */
export interface Comparison {
  /** Depth of the photo's surface less that of the point, metres, and its standard deviation. */
  difference: number;
  sigma: number;
  /** Depth of the point in the photo, metres. */
  depth: number;
  /** Pixel of the map. */
  pixel: number;
  /** Level of the photo's depth, as `DepthMap.level`. */
  level: number;
}

/**
 * Surfaces agree within this many standard deviations of their difference, or this many pixel sizes, whichever is
 * larger.
 */
const agreement = 5;
const minPixels = 1;

/** Compares points with one photo's depths; `compare` fills `found` unless it returns `unknown`. */
export interface DepthComparer {
  readonly found: Comparison;
  /** @param level of the point; depths of halved images are not compared with the more accurate points at full size */
  compare(x: number, y: number, z: number, sigma: number, level: number): Verdict;
}

/**
 * Depth between pixel centres: bilinear where all four pixels are on one surface (within `tolerance` of the pixel's
 * own) and have the same level, else that of the pixel itself.
 */
function depthAt(
  { width, height, depth, level }: DepthMap,
  x: number,
  y: number,
  own: number,
  ownLevel: number,
  tolerance: number,
): number {
  const x0 = Math.floor(x - 0.5);
  const y0 = Math.floor(y - 0.5);
  if (x0 < 0 || y0 < 0 || x0 + 1 >= width || y0 + 1 >= height) return own;
  const at = y0 * width + x0;
  const a = depth[at]!;
  const b = depth[at + 1]!;
  const c = depth[at + width]!;
  const d = depth[at + width + 1]!;
  const isOne =
    Math.abs(a - own) < tolerance &&
    Math.abs(b - own) < tolerance &&
    Math.abs(c - own) < tolerance &&
    Math.abs(d - own) < tolerance &&
    level[at] === ownLevel &&
    level[at + 1] === ownLevel &&
    level[at + width] === ownLevel &&
    level[at + width + 1] === ownLevel;
  if (!isOne) return own;
  const fx = x - 0.5 - x0;
  const fy = y - 0.5 - y0;
  return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy;
}

/** Compares points of the world (local metres) with a photo's depths (borrowed). */
export function createComparer({ view, map }: DepthView): DepthComparer {
  const { camera, pose } = view;
  const project = createProjector(camera, pose);
  const place: ImagePlace = { x: 0, y: 0 };
  const found: Comparison = { difference: 0, sigma: 0, depth: 0, pixel: 0, level: 0 };
  const [, , , , , , r6, r7, r8] = pose.rotation;
  const [cx, cy, cz] = pose.centre;
  const { width, depth: depths, sigma: sigmas, level: levels } = map;
  return {
    found,
    compare(x, y, z, sigma, level) {
      if (!project(x, y, z, place)) return verdicts.unknown;
      const pixel = Math.floor(place.y) * width + Math.floor(place.x);
      const own = depths[pixel]!;
      const theirLevel = levels[pixel]!;
      if (Number.isNaN(own) || (level === 0 && theirLevel > 0)) return verdicts.unknown;
      const depth = r6 * (x - cx) + r7 * (y - cy) + r8 * (z - cz);
      const theirs = sigmas[pixel]!;
      const both = Math.sqrt(sigma * sigma + theirs * theirs);
      const tolerance = Math.max(agreement * both, (minPixels * depth) / camera.focal);
      found.difference = depthAt(map, place.x, place.y, own, theirLevel, tolerance) - depth;
      found.sigma = theirs;
      found.depth = depth;
      found.pixel = pixel;
      found.level = theirLevel;
      if (found.difference > tolerance) return verdicts.seesThrough;
      return found.difference < -tolerance ? verdicts.hides : verdicts.agrees;
    },
  };
}
