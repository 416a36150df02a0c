import { maxOf, minOf } from '../../math/extremes.ts';
import type { Contradiction } from './contradiction.ts';

/** Squares an axis from which coordinates contradict the rest. */
export const outlierSquare = 12;
/** What is left has to contradict itself this many times less than before. */
const betterBy = 8;
/** Two explanations are distinguished from this difference of their chi-squared on (odds of a thousand). */
const oddsSquare = 2 * Math.log(1000);
/** Points that have to stay for a test to mean anything, and the most that are wrong together. */
const [minLeft, maxWrong] = [3, 3];

/** Which points are wrong. */
export interface WrongPoints {
  /** Those that every explanation accuses. */
  readonly wrong: readonly number[];
  /** Those that some of several explanations accuse. */
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
  /** Greatest square an axis of the points that are left. */
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
 * Which of few points are wrong: the smallest number of them without which the rest agrees. Where other points as many
 * would explain nearly as much, too few points are there to tell: then only those are wrong that all explanations have
 * in common.
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
