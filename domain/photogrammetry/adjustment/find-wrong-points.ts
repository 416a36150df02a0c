import { maxOf, minOf } from '../../math/extremes.ts';
import type { Contradiction } from './contradiction.ts';

/** Normalised square per axis above which coordinates contradict the rest. */
export const outlierSquare = 12;
/** Minimum factor by which the remaining contradiction must decrease. */
const betterBy = 8;
/** Minimum difference in chi-squared that distinguishes two explanations (odds of 1000). */
const oddsSquare = 2 * Math.log(1000);
/** Minimum number of points left for a meaningful test, and maximum number of simultaneous outliers. */
const [minLeft, maxWrong] = [3, 3];

/** Which points are wrong. */
export interface WrongPoints {
  /** Outliers in every explanation. */
  readonly wrong: readonly number[];
  /** Outliers in some of several explanations. */
  readonly open: readonly number[];
}

function* subsets(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) yield [];
  else {
    for (let first = from; first <= count - size; first++) {
      for (const rest of subsets(count, size - 1, first + 1)) yield [first, ...rest];
    }
  }
}

interface Explanation {
  readonly points: readonly number[];
  readonly fall: number;
  /** Largest normalised square per axis of the remaining points. */
  readonly left: number;
}

function explanationsOf({ count, axes, fall }: Contradiction, size: number): Explanation[] {
  return [...subsets(count, size)].map((points) => {
    const without = fall(points);
    const others = Array.from({ length: count }, (_, k) => k).filter((k) => !points.includes(k));
    const squares = others.map((k) => (fall([...points, k]) - without) / Math.max(1, axes(k)));
    return { points, fall: without, left: maxOf(squares) };
  });
}

/**
 * Outliers among few points: the smallest set without which the rest agrees. Where another set of the same size
 * explains nearly as much, the outliers are ambiguous; then only points common to all explanations are wrong.
 */
export function findWrongPoints(contradiction: Contradiction): WrongPoints {
  const { count } = contradiction;
  const [none] = explanationsOf(contradiction, 0);
  if (!none || none.left <= outlierSquare) return { wrong: [], open: [] };
  const most = Math.min(maxWrong, count - minLeft, Math.ceil(count / 2) - 1);
  for (let size = 1; size <= most; size++) {
    const all = explanationsOf(contradiction, size);
    const least = minOf(all.map(({ left }) => left));
    if (least > Math.max(outlierSquare, none.left / betterBy)) continue;
    const noise = Math.max(1, least / outlierSquare);
    const highest = maxOf(all.map(({ fall }) => fall));
    const likely = all.filter(
      ({ fall, left }) => left <= outlierSquare * noise || fall >= highest - oddsSquare * noise,
    );
    const accused = [...new Set(likely.flatMap(({ points }) => points))].sort((a, b) => a - b);
    const isCommon = (point: number) => likely.every(({ points }) => points.includes(point));
    return { wrong: accused.filter(isCommon), open: accused.filter((point) => !isCommon(point)) };
  }
  return { wrong: [], open: Array.from({ length: count }, (_, k) => k) };
}
