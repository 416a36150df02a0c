import { AppError } from '../../errors/app-error.ts';
import { fitMap, type MapFitKind, minPairs, type PlacePair, parameterCount } from './fit-map.ts';
import { applyPlaneMap, type PlaneMap } from './plane-map.ts';

/** How well a map fits the pairs. Lengths are in the unit of the ground. */
export interface FitJudgement {
  /** Of each pair: the measured place minus the mapped one. */
  readonly residuals: readonly (readonly [dx: number, dy: number])[];
  /** Root of the mean squared length of the residuals. */
  readonly rms: number;
  /** Measurements beyond those that determine the map; at 0 the residuals say nothing. */
  readonly redundancy: number;
  /** The pair that does not belong to the others; null where none is found, or too few are there to tell. */
  readonly outlier: number | null;
}

/** Chance of naming a pair where all belong together. */
const significance = 0.05;
/** Sums of squares below this share of the squared coordinates are rounding. */
const roundingShare = 1e-22;

/** The residual of one pair under a map. */
export function residualOf(map: PlaneMap, { image, site }: PlacePair): readonly [dx: number, dy: number] {
  const [x, y] = applyPlaneMap(map, image[0], image[1]);
  return [site[0] - x, site[1] - y];
}

/** Residuals of a fitted map and its outlier by the rule of `findOutlier`. */
export function judgeFit(kind: MapFitKind, map: PlaneMap, pairs: readonly PlacePair[]): FitJudgement {
  const residuals = pairs.map((pair) => residualOf(map, pair));
  const sum = sumOf(residuals);
  return {
    residuals,
    rms: Math.sqrt(sum / pairs.length),
    redundancy: 2 * pairs.length - parameterCount(kind),
    outlier: findOutlier(kind, pairs, sum),
  };
}

const sumOf = (residuals: readonly (readonly [number, number])[]) =>
  residuals.reduce((sum, [dx, dy]) => sum + dx * dx + dy * dy, 0);

/**
 * The pair whose removal lowers the sum of squares most, where that is more than chance: the mean-shift test
 * (R. Cook and S. Weisberg, Residuals and Influence in Regression, 1982, section 2.2.2; data snooping of
 * W. Baarda, 1968, with the variance estimated from the other pairs). A pair has two coordinates, so
 * F = ((S − Sᵢ) / 2) / (Sᵢ / ν) has 2 and ν degrees of freedom, ν the redundancy without the pair, and
 * P(F > f) = (1 + 2 f / ν)^(−ν / 2) = (Sᵢ / S)^(ν / 2). It is compared with 0.05 divided by the number of pairs
 * (Bonferroni), and needs two pairs more than determine the map.
 */
function findOutlier(kind: MapFitKind, pairs: readonly PlacePair[], sum: number): number | null {
  const count = pairs.length;
  if (count < minPairs[kind] + 2) return null;
  const size = pairs.reduce((most, { site }) => Math.max(most, Math.abs(site[0]), Math.abs(site[1])), 0);
  if (sum <= roundingShare * size * size * count) return null;
  const sums = pairs.map((_, i) => sumWithout(kind, pairs, i));
  const worst = sums.reduce((best, value, i) => (value < sums[best]! ? i : best), 0);
  const freedom = 2 * (count - 1) - parameterCount(kind);
  const chance = (sums[worst]! / sum) ** (freedom / 2);
  return chance * count < significance ? worst : null;
}

/** The sum of squares of the map fitted without a pair; infinite where the others determine none. */
function sumWithout(kind: MapFitKind, pairs: readonly PlacePair[], index: number): number {
  const others = pairs.filter((_, i) => i !== index);
  try {
    const map = fitMap(kind, others);
    return sumOf(others.map((pair) => residualOf(map, pair)));
  } catch (error) {
    if (error instanceof AppError && error.code === 'overlay.pairs-degenerate')
      return Number.POSITIVE_INFINITY;
    throw error;
  }
}
