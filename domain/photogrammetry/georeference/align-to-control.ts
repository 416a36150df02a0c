import { upperMedian } from '../../math/median.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { applySimilarity, areCollinear, fitSimilarity, type Similarity } from '../model/similarity.ts';

/** A control point located in a block. */
export interface LocatedControl {
  readonly label: string;
  /** Intersection of its image observations, frame of the block. */
  readonly located: Vec3;
  /** Surveyed position, frame of the project; z is NaN where no height was measured. */
  readonly surveyed: Vec3;
  readonly sigma: Vec3;
}

export interface ControlAlignment {
  readonly similarity: Similarity;
  /** Labels of the inliers of the alignment. */
  readonly agreeing: readonly string[];
  /** Root mean square residual of the inliers, metres. */
  readonly rms: number;
}

interface PointPair {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly weight: number;
}

/** Maximum number of triples tried. */
const maxTriples = 1500;
/** Outlier limit as a multiple of the median residual. */
const outlierFactor = 5;

/** Null for fewer than three points or collinear points. */
function fitPairs(pairs: readonly PointPair[]): Similarity | null {
  const [from, to] = [pairs.map((pair) => pair.from), pairs.map((pair) => pair.to)];
  if (areCollinear(from, 0)) return null;
  return fitSimilarity(
    from,
    to,
    pairs.map((pair) => pair.weight),
  );
}

const medianOf = (values: readonly number[]): number => upperMedian(values) ?? Number.NaN;

function residual(map: Similarity, { from, to }: PointPair): number {
  const [x, y, z] = applySimilarity(map, from);
  return Math.hypot(x - to[0], y - to[1], z - to[2]);
}

/** Triples of indices, evenly sampled where there are too many. */
function* triples(count: number): Generator<readonly [number, number, number]> {
  const total = (count * (count - 1) * (count - 2)) / 6;
  const every = Math.max(1, Math.ceil(total / maxTriples));
  let number = 0;
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++)
      for (let c = b + 1; c < count; c++) if (number++ % every === 0) yield [a, b, c];
}

/** The similarity of the triple with the smallest median residual. */
function bestTriple(pairs: readonly PointPair[]): Similarity | null {
  let best: { map: Similarity; median: number } | null = null;
  for (const triple of triples(pairs.length)) {
    const map = fitPairs(triple.map((index) => pairs[index]!));
    if (!map) continue;
    const median = medianOf(pairs.map((pair) => residual(map, pair)));
    if (!best || median < best.median) best = { map, median };
  }
  return best?.map ?? null;
}

/**
 * The similarity from a block's frame to control. Outliers are excluded (least median of squares, P. Rousseeuw, 1984,
 * over triples). Points without a height get the median height of the others. Null for fewer than three points or
 * collinear points.
 */
export function alignToControl(points: readonly LocatedControl[]): ControlAlignment | null {
  const heights = points.map(({ surveyed }) => surveyed[2]).filter(Number.isFinite);
  const level = heights.length > 0 ? medianOf(heights) : 0;
  const pairs = points.map(({ located, surveyed, sigma }): PointPair => {
    const [x, y, z] = surveyed;
    const spread = Math.max(1e-3, Math.hypot(sigma[0], sigma[1]));
    return { from: located, to: [x, y, Number.isFinite(z) ? z : level], weight: 1 / spread ** 2 };
  });
  const start = pairs.length > 3 ? bestTriple(pairs) : fitPairs(pairs);
  if (!start) return null;
  const first = pairs.map((pair) => residual(start, pair));
  const limit = Math.max(outlierFactor * medianOf(first), 1e-6);
  const kept = points.flatMap((_, index) => (first[index]! <= limit ? [index] : []));
  const similarity = fitPairs(kept.map((index) => pairs[index]!)) ?? start;
  const squares = kept.map((index) => residual(similarity, pairs[index]!) ** 2);
  return {
    similarity,
    agreeing: kept.map((index) => points[index]!.label),
    rms: Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / Math.max(1, squares.length)),
  };
}
