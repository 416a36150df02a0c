import { guideWindows } from '#domain/photogrammetry/matching/guide.ts';
import { mergeMatches } from '#domain/photogrammetry/matching/merge-matches.ts';
import type { VerifiedPair } from '#domain/photogrammetry/model/features.ts';
import { verifyPair } from '#domain/photogrammetry/two-view/verify-pair.ts';
import { createDeviceMatcher } from '#gpu/compute/match-descriptors.ts';
import { createMatchKernel, type MatchKernel } from '#wasm/bindings/matching.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import type { MatchSide } from '../../contract/photo-tasks.ts';

const kernels = new WeakMap<WebAssembly.Module, MatchKernel>();

/** The matcher of this thread, made once for the kernel it is given. */
function matchKernel(module: WebAssembly.Module): MatchKernel {
  const held = kernels.get(module);
  if (held) return held;
  const kernel = createMatchKernel(module);
  kernels.set(module, kernel);
  return kernel;
}

/** Lowe's ratio among all features of an image. */
const freeRatio = 0.8;
/**
 * Ratio and largest distance (descriptors have length 512) among the few features in a window: of matches so found
 * on drone photos about 1 % are chance; up to a distance of 320 it would be 9 %.
 */
const guidedRatio = 0.85;
const guidedDistance = 240;
/**
 * Number of features of each image that are matched before the geometry is known. Few are matched first, which is
 * enough for images with good overlap; more where the geometry is uncertain; all where there are more candidates than
 * images of different places have among that many features.
 */
const probes = [
  { count: 2048, chanceCandidates: 4 },
  { count: 4096, chanceCandidates: 10 },
  { count: Number.POSITIVE_INFINITY, chanceCandidates: Number.POSITIVE_INFINITY },
] as const;
/** A geometry is certain from this many matches on, or from fewer where most candidates agree with it. */
const sureMatches = 60;
const sureShare = { matches: 24, ofCandidates: 0.75 } as const;
/** Half width of a window, pixels of the images that the features were found in. */
const guideTolerancePx = 3;

type Verified = Omit<VerifiedPair, 'a' | 'b'>;

/** Pixels of the full image that the smallest features are wide: about one pixel of the image they were found in. */
function workingPixel({ features }: MatchSide): number {
  const sorted = Float32Array.from(features.scale).sort();
  return Math.max(1, sorted[Math.floor(sorted.length * 0.05)] ?? 1);
}

/**
 * Matches two images: nearest neighbours both ways, verified by the geometry of two views, then sought again in the
 * windows which that geometry leaves, and verified once more.
 */
export const matchPair: TaskHandler<'photo.matchPair'> = async ({ a, b, sides }, context) => {
  const [left, right] = sides;
  const kernel = matchKernel(context.kernels.matching);
  kernel.load(left.features, right.features);
  const seed = Math.imul(a + 1, 0x9e3779b1) ^ (b + 1);
  const onProcessor = () =>
    probe(async (count) => kernel.match({ ratio: freeRatio }, count), left, right, seed);
  const { first, candidates } =
    Math.min(left.features.count, right.features.count) === 0
      ? await onProcessor()
      : await context.compute.run((device) => probeOn(device, left, right, seed), onProcessor);
  if (!first) return { output: { pair: null, candidates } };
  const best = rematch(kernel, left, right, first, seed);
  return { output: { pair: { a, b, ...best }, candidates }, transfer: [best.matches.buffer] };
};

async function probeOn(device: GPUDevice, left: MatchSide, right: MatchSide, seed: number) {
  const matcher = await createDeviceMatcher(device, left.features, right.features);
  try {
    return await probe((count) => matcher.match({ ratio: freeRatio }, count), left, right, seed);
  } finally {
    matcher.destroy();
  }
}

/**
 * Matches increasing numbers of features, most important first, until a geometry is certain.
 * @param match matches of the first features of both
 */
async function probe(
  match: (count: number) => Promise<Uint32Array>,
  left: MatchSide,
  right: MatchSide,
  seed: number,
) {
  const total = Math.max(left.features.count, right.features.count);
  let first: Verified | null = null;
  let candidates = 0;
  for (const [step, { count, chanceCandidates }] of probes.entries()) {
    const free = await match(count);
    candidates = free.length / 2;
    first = verifyPair(left, right, free, seed);
    const isLast = count >= total || candidates <= chanceCandidates || (step > 0 && first !== null);
    if (isLast || (first && isSure(first, candidates))) break;
  }
  return { first, candidates };
}

function isSure({ matches }: Verified, candidates: number): boolean {
  const agreeing = matches.length / 2;
  return (
    agreeing >= sureMatches ||
    (agreeing >= sureShare.matches && agreeing >= sureShare.ofCandidates * candidates)
  );
}

/** Matches once more where a geometry is known; what it was known by where that finds less. */
function rematch(
  kernel: MatchKernel,
  left: MatchSide,
  right: MatchSide,
  first: Verified,
  seed: number,
): Verified {
  const tolerance = guideTolerancePx * workingPixel(right);
  const windows = guideWindows(left, right, first, tolerance);
  const guide = { xy: right.features.xy, windows, cell: 4 * tolerance };
  const found = kernel.matchGuided(guide, { ratio: guidedRatio, maxDistance: guidedDistance });
  const second = verifyPair(left, right, mergeMatches(first.matches, found), seed);
  return second && second.matches.length > first.matches.length ? second : first;
}
