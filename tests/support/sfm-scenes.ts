import { createRandom } from '#domain/math/random.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { Camera } from '#domain/photogrammetry/model/camera.ts';
import type { VerifiedPair } from '#domain/photogrammetry/model/features.ts';
import { applySimilarity, fitSimilarity } from '#domain/photogrammetry/model/similarity.ts';
import type { PosePrior, SfmProblem } from '#domain/photogrammetry/sfm/problem.ts';
import { verifyPair } from '#domain/photogrammetry/two-view/verify-pair.ts';
import { type Scene, sceneMatches, seenFeatures } from './photo-scenes.ts';

export interface SceneProblemOptions {
  readonly noisePx: number;
  readonly wrongShare: number;
  readonly seed: number;
  /** The initial camera; default: the scene's own. */
  readonly guess?: Camera;
  /** Standard deviation of the positions given, metres; none are given where left out. */
  readonly positionSigma?: number;
  /** Standard deviation of the attitudes given, degrees; none are given where left out. */
  readonly attitudeSigma?: number;
  /** Shifts of single positions, metres. */
  readonly wrongPositions?: ReadonlyMap<number, Vec3>;
}

function priorOf(scene: Scene, photo: number, options: SceneProblemOptions): PosePrior {
  const random = createRandom(options.seed, photo, 505);
  const { rotation, centre } = scene.poses[photo]!;
  const { positionSigma: s, attitudeSigma } = options;
  const shift = options.wrongPositions?.get(photo) ?? [0, 0, 0];
  const position =
    s === undefined ? null : (centre.map((v, c) => v + s * random.normal() + shift[c]!) as unknown as Vec3);
  const turn = (attitudeSigma ?? 0) * (Math.PI / 180);
  const [a, b, c] = [turn * random.normal(), turn * random.normal(), turn * random.normal()];
  const small = [1, -c, b, c, 1, -a, -b, a, 1];
  const turned = [0, 3, 6].flatMap((r) =>
    [0, 1, 2].map(
      (k) => small[r]! * rotation[k]! + small[r + 1]! * rotation[k + 3]! + small[r + 2]! * rotation[k + 6]!,
    ),
  );
  return {
    position,
    sigma: s === undefined ? null : [s, s, s],
    rotation: attitudeSigma === undefined ? null : (turned as unknown as PosePrior['rotation']),
  };
}

/** The reconstruction problem of a scene's photos: features with noise, pairs verified by `verifyPair`. */
export function sceneProblem(scene: Scene, options: SceneProblemOptions): SfmProblem {
  const camera = options.guess ?? scene.camera;
  const seen = seenFeatures(scene, options.noisePx, options.seed);
  const pairs: VerifiedPair[] = [];
  for (let a = 0; a < seen.length; a++) {
    for (let b = a + 1; b < seen.length; b++) {
      const matches = sceneMatches(seen[a]!, seen[b]!, options.wrongShare, options.seed + a * 1000 + b);
      if (matches.length < 60) continue;
      const pair = verifyPair(
        { features: seen[a]!, camera },
        { features: seen[b]!, camera },
        matches,
        a * 1000 + b,
      );
      if (pair) pairs.push({ a, b, ...pair });
    }
  }
  return {
    photos: seen.map((features, k) => ({
      info: { name: `p${k}` },
      features,
      prior: priorOf(scene, k, options),
    })),
    cameras: [camera],
    cameraOf: seen.map(() => 0),
    pairs,
  };
}

/** Largest and root mean square distance of centres from the truth, unchanged or after a similarity fit. */
export function centreErrors(
  found: readonly { photo: number; pose: { centre: Vec3 } }[],
  scene: Scene,
  fit: boolean,
): { largest: number; rms: number } {
  const own = found.map(({ pose }) => pose.centre);
  const truth = found.map(({ photo }) => scene.poses[photo]!.centre);
  const similarity = fit ? fitSimilarity(own, truth)! : null;
  const errors = own.map((p, i) => {
    const moved = similarity ? applySimilarity(similarity, p) : p;
    return Math.hypot(...moved.map((v, c) => v - truth[i]![c]!));
  });
  return {
    largest: Math.max(...errors),
    rms: Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / Math.max(1, errors.length)),
  };
}
