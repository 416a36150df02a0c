import { transpose } from '../../math/rotations.ts';
import type { DepthMap } from './depth-map.ts';
import { pixelRays } from './pixel-rays.ts';
import { onLeftPlane, type RectifiedPair, type StereoView } from './rectify.ts';
import { removeSpeckles } from './speckles.ts';

/** A matched pair whose left photo is the reference. */
export interface MatchedPair {
  readonly pair: RectifiedPair;
  /** Disparities of the left plane, NaN where unknown. */
  readonly values: Float32Array;
  /** Index among the reference's partners, 0 to 7: its bit in the map's `pairs`. */
  readonly partner: number;
}

/**
 * Standard deviation of a matched and checked disparity, pixels. Measured on simulated flights: two thirds of the
 * errors are below it, the rest has long tails.
 */
const fullSigma = 0.15;
/** Depths agree within this many standard deviations of their difference: errors have long tails. */
const agreement = 5;
/** Neighbouring disparities this far apart belong to different surfaces. */
const stepPx = 1;
/** Standard deviation of a disparity in halved images without refinement on grey values, in their pixels. */
const coarseSigma = 0.4;
/** Minimum size of a connected region, pixels; smaller ones are noise. */
const minIsland = 60;

/** Disparity at a subpixel position: bilinear on one surface, else that of the pixel; NaN where unknown. */
function disparityAt({ pair: { width, height }, values }: MatchedPair, u: number, v: number): number {
  const column = Math.floor(u);
  const row = Math.floor(v);
  if (column < 0 || row < 0 || column >= width || row >= height) return Number.NaN;
  const own = values[row * width + column]!;
  if (Number.isNaN(own)) return own;
  const x0 = Math.floor(u - 0.5);
  const y0 = Math.floor(v - 0.5);
  if (x0 < 0 || y0 < 0 || x0 + 1 >= width || y0 + 1 >= height) return own;
  const at = y0 * width + x0;
  const a = values[at]!;
  const b = values[at + 1]!;
  const c = values[at + width]!;
  const d = values[at + width + 1]!;
  const isOne =
    Math.abs(a - own) < stepPx &&
    Math.abs(b - own) < stepPx &&
    Math.abs(c - own) < stepPx &&
    Math.abs(d - own) < stepPx;
  if (!isOne) return own;
  const fx = u - 0.5 - x0;
  const fy = v - 0.5 - y0;
  return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy;
}

/**
 * Merges the depths of one photo from several pairs: at each pixel the weighted mean of the largest group of pairs that
 * agree, ties by precision. The standard deviation of a pair's depth is σ · depth² / (focal · baseline).
 * @param minPairs pairs that must agree where that many have a depth at the pixel; elsewhere all that have one
 * @param level number of halvings of the images; view and pairs are at that size
 */
export function mergeDepths(
  view: StereoView,
  matched: readonly MatchedPair[],
  minPairs: number,
  level = 0,
): DepthMap {
  const { width, height } = view.camera;
  const rays = pixelRays(view.camera);
  const disparitySigma = level === 0 ? fullSigma : coarseSigma;
  const map: DepthMap = {
    width,
    height,
    depth: new Float32Array(width * height).fill(Number.NaN),
    sigma: new Float32Array(width * height),
    pairs: new Uint8Array(width * height),
    level: new Uint8Array(width * height).fill(level),
  };
  const toWorld = transpose(view.pose.rotation);
  const depths = new Float64Array(matched.length);
  const sigmas = new Float64Array(matched.length);
  const bits = new Uint8Array(matched.length);
  const place = new Float64Array(3);
  const found = { depths, sigmas, bits, count: 0 };
  for (let pixel = 0; pixel < width * height; pixel++) {
    const u = rays[2 * pixel]!;
    const v = rays[2 * pixel + 1]!;
    const x = toWorld[0] * u + toWorld[1] * v + toWorld[2];
    const y = toWorld[3] * u + toWorld[4] * v + toWorld[5];
    const z = toWorld[6] * u + toWorld[7] * v + toWorld[8];
    let count = 0;
    for (const one of matched) {
      if (!onLeftPlane(one.pair, x, y, z, place)) continue;
      const disparity = disparityAt(one, place[0]!, place[1]!) + one.pair.shift;
      if (!(disparity > 0.5)) continue;
      const scaled = one.pair.focal * one.pair.baseline;
      const planeDepth = scaled / disparity;
      depths[count] = planeDepth / place[2]!;
      sigmas[count] = (disparitySigma * planeDepth * planeDepth) / (scaled * place[2]!);
      bits[count] = 1 << one.partner;
      count++;
    }
    found.count = count;
    if (count > 0) mergePixel(map, pixel, found, minPairs);
  }
  removeSpeckles(map, minIsland);
  return map;
}

/** Depths from the pairs at a pixel: the first `count` of each list. */
interface PixelDepths {
  readonly depths: Float64Array;
  readonly sigmas: Float64Array;
  readonly bits: Uint8Array;
  count: number;
}

function mergePixel(
  map: DepthMap,
  pixel: number,
  { depths, sigmas, bits, count }: PixelDepths,
  minPairs: number,
): void {
  let best = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    let agreeing = 0;
    for (let j = 0; j < count; j++) if (doAgree(depths, sigmas, i, j)) agreeing++;
    if (agreeing > most || (agreeing === most && sigmas[i]! < sigmas[best]!)) {
      best = i;
      most = agreeing;
    }
  }
  if (most < Math.min(minPairs, count)) return;
  let sum = 0;
  let weights = 0;
  let agreeing = 0;
  for (let j = 0; j < count; j++) {
    if (!doAgree(depths, sigmas, best, j)) continue;
    const weight = 1 / (sigmas[j]! * sigmas[j]!);
    sum += weight * depths[j]!;
    weights += weight;
    agreeing |= bits[j]!;
  }
  map.depth[pixel] = sum / weights;
  map.sigma[pixel] = 1 / Math.sqrt(weights);
  map.pairs[pixel] = agreeing;
}

function doAgree(depths: Float64Array, sigmas: Float64Array, i: number, j: number): boolean {
  const difference = depths[i]! - depths[j]!;
  return (
    difference * difference <= agreement * agreement * (sigmas[i]! * sigmas[i]! + sigmas[j]! * sigmas[j]!)
  );
}
