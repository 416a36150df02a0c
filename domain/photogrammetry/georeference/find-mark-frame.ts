import { maxOf } from '../../math/extremes.ts';
import { upperMedian } from '../../math/median.ts';
import { rotate, transpose } from '../../math/rotations.ts';
import { type MarkFrame, storedFrame, toStoredPixels } from '../control/mark-frame.ts';
import { unprojectPixel } from '../model/camera.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { createBundle, raySquared, triangulateRays } from '../triangulation/triangulate.ts';
import type { ObservedPlace } from './locate-observations.ts';

/**
 * The pixel frame in which observations of points intersect, with the median reprojection error in it and in the given
 * frame: pixels, at most the photo's longer side.
 */
export interface FoundFrame {
  readonly frame: MarkFrame;
  readonly residualPx: number;
  readonly asGivenPx: number;
}

/** Observations are suspect above this reprojection error, as a fraction of the photo's longer side. */
const doubtShare = 0.01;
/** Another frame explains them where its error is below this fraction of the error in the given frame. */
const explainedShare = 0.25;
/** Two observations nearly always intersect, so this many beyond two per point are needed in total. */
const minRedundancy = 4;
/** Range of scales searched for resized copies: this many times smaller to as many times larger. */
const widestScale = 8;
const scaleSteps = 120;

interface Sighting {
  /** Index in the block's photos. */
  readonly photo: number;
  readonly x: number;
  readonly y: number;
}

function sightingsOf(block: Reconstruction, points: readonly (readonly ObservedPlace[])[]): Sighting[][] {
  const index = new Map(block.photos.map(({ photo }, position) => [photo, position] as const));
  return points
    .map((marks) =>
      marks.flatMap(({ photo, xy }): Sighting[] => {
        const position = index.get(photo);
        return position === undefined ? [] : [{ photo: position, x: xy[0], y: xy[1] }];
      }),
    )
    .filter((marks) => marks.length >= 2);
}

/** Reprojection errors of one point's observations at their best intersection, pixels. */
function missesOf(block: Reconstruction, marks: readonly Sighting[], frame: MarkFrame): number[] {
  const bundle = createBundle(marks.length);
  bundle.count = marks.length;
  marks.forEach((mark, k) => {
    const { camera: at, pose } = block.photos[mark.photo]!;
    const camera = block.cameras[at]!;
    const { x, y } = toStoredPixels(frame, mark, camera);
    bundle.direction.set(rotate(transpose(pose.rotation), unprojectPixel(camera, x, y)), 3 * k);
    bundle.centre.set(pose.centre, 3 * k);
    bundle.variance[k] = camera.focal ** -2;
    bundle.isUsed[k] = 1;
  });
  const out = new Float64Array(3);
  if (!triangulateRays(bundle, out)) return marks.map(() => Number.POSITIVE_INFINITY);
  return marks.map((_, k) => Math.sqrt(raySquared(bundle, k, out[0]!, out[1]!, out[2]!)));
}

function medianMiss(
  block: Reconstruction,
  points: readonly (readonly Sighting[])[],
  frame: MarkFrame,
): number {
  return upperMedian(points.flatMap((marks) => missesOf(block, marks, frame))) ?? Number.NaN;
}

/** The scale with the smallest error: a scan in equal ratios, then golden-section search around the best step. */
function bestScale(miss: (scale: number) => number): number {
  const ratio = widestScale ** (2 / scaleSteps);
  const scaleAt = (step: number) => ratio ** step / widestScale;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= scaleSteps; step++) {
    const value = miss(scaleAt(step));
    if (value < least) [best, least] = [step, value];
  }
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(scaleAt(best - 1)), Math.log(scaleAt(best + 1))];
  for (let round = 0; round < 30; round++) {
    const [a, b] = [high - golden * (high - low), low + golden * (high - low)];
    if (miss(Math.exp(a)) < miss(Math.exp(b))) high = b;
    else low = a;
  }
  return Math.exp((low + high) / 2);
}

/**
 * Where observations of points do not intersect in a block with known poses, searches the pixel frame in which they do:
 * columns swapped, images rotated, copies of another size. Needs no coordinates. Null where they intersect as given, no
 * frame explains them, or there are too few.
 * @param points observations of each point
 */
export function findMarkFrame(
  block: Reconstruction,
  points: readonly (readonly ObservedPlace[])[],
): FoundFrame | null {
  const sightings = sightingsOf(block, points);
  const redundancy = sightings.reduce((sum, { length }) => sum + length - 2, 0);
  if (redundancy < minRedundancy) return null;
  const side = maxOf(block.cameras.map(({ width, height }) => Math.max(width, height)));
  const missIn = (frame: MarkFrame) => medianMiss(block, sightings, frame);
  const asGivenPx = Math.min(missIn(storedFrame), side);
  const maxPx = doubtShare * side;
  if (asGivenPx < maxPx) return null;
  const scale = bestScale((factor) => missIn({ ...storedFrame, scale: factor }));
  const frames: readonly MarkFrame[] = [
    { ...storedFrame, isSwapped: true },
    { ...storedFrame, turnDeg: 90 },
    { ...storedFrame, turnDeg: 180 },
    { ...storedFrame, turnDeg: 270 },
    { ...storedFrame, scale },
  ];
  const found = frames
    .map((frame) => ({ frame, residualPx: missIn(frame), asGivenPx }))
    .reduce((a, b) => (b.residualPx < a.residualPx ? b : a));
  return found.residualPx < Math.min(explainedShare * asGivenPx, maxPx) ? found : null;
}
