import { maxOf } from '../../math/extremes.ts';
import { upperMedian } from '../../math/median.ts';
import { rotate, transpose } from '../../math/rotations.ts';
import { type MarkFrame, storedFrame, toStoredPixels } from '../control/mark-frame.ts';
import { unprojectPixel } from '../model/camera.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { createBundle, raySquared, triangulateRays } from '../triangulation/triangulate.ts';
import type { ObservedPlace } from './locate-observations.ts';

/**
 * The frame in which marks of points meet, and by how much they miss each other there and as they stand: pixels, median,
 * at most the photo's longer side.
 */
export interface FoundFrame {
  readonly frame: MarkFrame;
  readonly residualPx: number;
  readonly asGivenPx: number;
}

/** Marks as they stand are doubted where they miss each other by more than this share of the photo's longer side. */
const doubtShare = 0.01;
/** Another frame explains them where it leaves less than this share of what they miss by as they stand. */
const explainedShare = 0.25;
/** Two marks nearly always meet: points need this many marks beyond two each, together. */
const minRedundancy = 4;
/** Copies are looked for from this many times smaller to as many times larger than the photos. */
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

/** By how much the marks of one point miss the place where they meet best, pixels. */
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

/** The scale at which marks meet best: a scan in equal ratios, then golden sections around its best step. */
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
 * Where the marks of points do not meet in a block whose poses are known, looks for the frame in which they do: columns
 * exchanged, pictures shown turned, copies of another size. Needs no coordinates. Null where the marks meet as they
 * stand, where no frame explains them, or where they are too few to tell.
 * @param points marks of each point
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
