import { clamp } from '../../math/clamp.ts';
import { type Resection, resect } from '../resection/resect.ts';
import type { Block } from './block.ts';
import type { SfmProblem } from './problem.ts';

/** Minimum number of visible points of a photo, and of inliers to its pose. */
export const minVisible = 20;
export const minAgreeing = 15;
/** Minimum fraction of inliers among the visible points. */
const minShare = 0.25;
const cells = 8;

/** Number of occupied cells of an 8 × 8 grid over the photo: a pose needs well distributed points. */
function occupiedCells(problem: SfmProblem, block: Block, photo: number): number {
  const { photoStart, byPhoto, track, xy } = block.rays;
  const { width, height } = problem.cameras[problem.cameraOf[photo]!]!;
  const hit = new Uint8Array(cells * cells);
  let count = 0;
  for (let j = photoStart[photo]!; j < photoStart[photo + 1]!; j++) {
    const k = byPhoto[j]!;
    if (block.hasPoint[track[k]!] === 0) continue;
    const column = clamp(Math.floor((xy[2 * k]! / width) * cells), 0, cells - 1);
    const row = clamp(Math.floor((xy[2 * k + 1]! / height) * cells), 0, cells - 1);
    const cell = row * cells + column;
    if (hit[cell] === 0) count++;
    hit[cell] = 1;
  }
  return count;
}

/**
 * Photos to register next, best first: those with nearly as many and as well distributed visible points as the best one
 * (compare J. Schönberger and J.-M. Frahm, "Structure-from-motion revisited", 2016, section 4.2).
 * @param isOpen whether a photo may be tried
 */
export function nextViews(problem: SfmProblem, block: Block, isOpen: (photo: number) => boolean): number[] {
  const open: { photo: number; value: number }[] = [];
  for (let photo = 0; photo < problem.photos.length; photo++) {
    if (block.isRegistered[photo] === 1 || block.visible[photo]! < minVisible || !isOpen(photo)) continue;
    const value = occupiedCells(problem, block, photo) * Math.log2(1 + block.visible[photo]!);
    open.push({ photo, value });
  }
  open.sort((a, b) => b.value - a.value || a.photo - b.photo);
  const best = open[0]?.value ?? 0;
  const most = Math.max(1, Math.ceil(block.order.length / 4));
  return open
    .filter(({ value }) => value >= 0.7 * best)
    .slice(0, most)
    .map(({ photo }) => photo);
}

/**
 * Pose of a photo from the points it sees.
 * @param sigma largest noise, units of error
 * @returns null where there are too few inliers
 */
export function resectPhoto(block: Block, photo: number, sigma: number): Resection | null {
  const { photoStart, byPhoto, track, ray, variance } = block.rays;
  const count = block.visible[photo]!;
  const data = {
    count,
    rays: new Float64Array(3 * count),
    points: new Float64Array(3 * count),
    variance: new Float64Array(count),
  };
  let at = 0;
  for (let j = photoStart[photo]!; j < photoStart[photo + 1]!; j++) {
    const k = byPhoto[j]!;
    const t = track[k]!;
    if (block.hasPoint[t] === 0) continue;
    for (let c = 0; c < 3; c++) {
      data.rays[3 * at + c] = ray[3 * k + c]!;
      data.points[3 * at + c] = block.point[3 * t + c]!;
    }
    data.variance[at++] = variance[k]!;
  }
  const found = resect(data, 1 / (sigma * sigma), photo + 1);
  if (!found) return null;
  const agreeing = found.inliers.length;
  return agreeing >= minAgreeing && agreeing >= minShare * count ? found : null;
}
