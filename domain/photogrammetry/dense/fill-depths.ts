import type { DepthMap } from './depth-map.ts';
import { type MatchedPair, mergeDepths } from './merge-depths.ts';
import type { RectifiedPair, StereoView } from './rectify.ts';

/** A matched pair with the disparities of its halved planes, least halved first. */
export interface MatchedLevels extends MatchedPair {
  readonly coarser: readonly { readonly values: Float32Array }[];
}

/**
 * Minimum shorter side of images whose depths give points, pixels. At half that size, a fifth of the points on
 * simulated tree crowns had errors over a metre.
 */
const minSide = 100;

/** Number of halvings of a map's images whose depths are still accurate enough for points. */
export function coarsestPoints({ width, height }: Pick<DepthMap, 'width' | 'height'>): number {
  return Math.max(0, Math.floor(Math.log2(Math.min(width, height) / minSide)));
}

/** A photo with its image halved `level` times; pixel blocks at its right and lower edge may be incomplete. */
function halveView({ camera, pose }: StereoView, level: number): StereoView {
  const edge = 2 ** level;
  const { width, height, focal, cx, cy } = camera;
  const size = { width: Math.ceil(width / edge), height: Math.ceil(height / edge) };
  return { camera: { ...camera, ...size, focal: focal / edge, cx: cx / edge, cy: cy / edge }, pose };
}

/** Rectified planes halved `level` times. */
function halvePair(pair: RectifiedPair, level: number): RectifiedPair {
  const edge = 2 ** level;
  const { width, height, focal, cu, cv, shift, disparities } = pair;
  return {
    ...pair,
    width: width >> level,
    height: height >> level,
    focal: focal / edge,
    cu: cu / edge,
    cv: cv / edge,
    shift: shift / edge,
    disparities: disparities / edge,
  };
}

/**
 * One pair is enough: tree crowns are seen by few photos, and these depths give a point only where another photo
 * agrees.
 */
const minPairs = 1;

/**
 * Fills pixels without a depth from the merged maps of the halved images, least halved first: mostly tree crowns and
 * edges that differ too much between photos at full size. Existing depths are unchanged. Changes the map in place.
 */
export function fillDepths(map: DepthMap, view: StereoView, matched: readonly MatchedLevels[]): void {
  const most = matched.reduce((levels, { coarser }) => Math.max(levels, coarser.length), 0);
  for (let level = 1; level <= most; level++) {
    const pairs = matched.flatMap(({ pair, coarser, partner }) => {
      const found = coarser[level - 1];
      return found ? [{ pair: halvePair(pair, level), values: found.values, partner }] : [];
    });
    copyInto(map, mergeDepths(halveView(view, level), pairs, minPairs, level), level);
  }
}

function copyInto(map: DepthMap, coarse: DepthMap, level: number): void {
  for (let pixel = 0; pixel < map.depth.length; pixel++) {
    if (!Number.isNaN(map.depth[pixel]!)) continue;
    const x = pixel % map.width;
    const from = (((pixel - x) / map.width) >> level) * coarse.width + (x >> level);
    if (Number.isNaN(coarse.depth[from]!)) continue;
    map.depth[pixel] = coarse.depth[from]!;
    map.sigma[pixel] = coarse.sigma[from]!;
    map.pairs[pixel] = coarse.pairs[from]!;
    map.level[pixel] = level;
  }
}
