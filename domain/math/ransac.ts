import { createRandom } from '#domain/math/random.ts';

/** A model to estimate from data of which some do not belong to it. Models are rows of `modelSize` numbers. */
export interface RobustProblem {
  readonly count: number;
  readonly sampleSize: number;
  readonly modelSize: number;
  /** Most models a sample can give. */
  readonly maxModels: number;
  /** Models through a minimal sample, written one after another. @returns how many */
  solve(sample: Uint32Array, models: Float64Array): number;
  /**
   * Sum of losses in [0, 1] of all data; may stop early with any value above `bound`.
   * @param order the order in which to go through the data, so that stopping early is fair
   */
  loss(model: Float64Array, bound: number, order: Uint32Array): number;
  /** Improves a model in place using all data (local optimisation). */
  polish(model: Float64Array): void;
}

export interface RobustOptions {
  readonly seed: number;
  readonly maxIterations: number;
  /** Probability with which a sample without outliers shall have been drawn. */
  readonly confidence: number;
}

export interface RobustAnswer {
  readonly model: Float64Array;
  readonly loss: number;
  readonly iterations: number;
}

const polishRounds = 4;

/**
 * Random sample consensus with local optimisation of every new best model (O. Chum, J. Matas and J. Kittler, "Locally
 * optimized RANSAC", 2003), scored by a sum of bounded losses (P. Torr and A. Zisserman, MLESAC, 2000); the number of
 * samples adapts to the share of the data that the best model explains. The same seed gives the same result.
 * @returns null where no sample gave a model
 */
export function estimateRobustly(problem: RobustProblem, options: RobustOptions): RobustAnswer | null {
  const { count, sampleSize, modelSize } = problem;
  if (count < sampleSize) return null;
  const random = createRandom(options.seed, count, sampleSize);
  const order = shuffledOrder(count, random.next);
  const sample = new Uint32Array(sampleSize);
  const models = new Float64Array(problem.maxModels * modelSize);
  const best = new Float64Array(modelSize);
  const trial = new Float64Array(modelSize);
  let bestLoss = Number.POSITIVE_INFINITY;
  let needed = options.maxIterations;
  let iterations = 0;
  for (; iterations < needed; iterations++) {
    drawSample(sample, count, random.next);
    const found = problem.solve(sample, models);
    let isBetter = false;
    for (let m = 0; m < found; m++) {
      trial.set(models.subarray(m * modelSize, (m + 1) * modelSize));
      const loss = problem.loss(trial, bestLoss, order);
      if (!(loss < bestLoss)) continue;
      bestLoss = loss;
      best.set(trial);
      isBetter = true;
    }
    if (!isBetter) continue;
    bestLoss = polishBest(problem, best, trial, bestLoss, order);
    const share = Math.max(0, 1 - bestLoss / count);
    const hit = share ** sampleSize;
    const wanted = hit >= 1 ? 1 : Math.log(1 - options.confidence) / Math.log(1 - hit);
    needed = Math.min(options.maxIterations, Math.max(iterations + 1, Math.ceil(wanted)));
  }
  return bestLoss < Number.POSITIVE_INFINITY ? { model: best, loss: bestLoss, iterations } : null;
}

function polishBest(
  problem: RobustProblem,
  best: Float64Array,
  trial: Float64Array,
  bestLoss: number,
  order: Uint32Array,
): number {
  let least = bestLoss;
  for (let round = 0; round < polishRounds; round++) {
    trial.set(best);
    problem.polish(trial);
    const loss = problem.loss(trial, least, order);
    if (!(loss < least)) return least;
    const gain = least - loss;
    least = loss;
    best.set(trial);
    if (gain < 1e-3 * problem.count) return least;
  }
  return least;
}

/** All indices below `count` in an order drawn from the stream (R. A. Fisher and F. Yates). */
function shuffledOrder(count: number, next: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    const kept = order[i]!;
    order[i] = order[j]!;
    order[j] = kept;
  }
  return order;
}

function drawSample(sample: Uint32Array, count: number, next: () => number): void {
  for (let k = 0; k < sample.length; k++) {
    let pick = 0;
    let isTaken = true;
    while (isTaken) {
      pick = Math.floor(next() * count);
      isTaken = false;
      for (let j = 0; j < k; j++) if (sample[j] === pick) isTaken = true;
    }
    sample[k] = pick;
  }
}
