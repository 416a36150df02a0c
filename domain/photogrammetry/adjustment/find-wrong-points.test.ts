import { describe, expect, it } from 'vitest';
import type { Contradiction } from './contradiction.ts';
import { findWrongPoints } from './find-wrong-points.ts';

/** Inverse of a small symmetric matrix times a vector, by elimination without pivoting. */
function solveSmall(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (const [i, row] of rows.entries()) {
    for (const [j, other] of rows.entries()) {
      if (i === j) continue;
      const factor = other[i]! / row[i]!;
      for (let c = 0; c < other.length; c++) other[c]! -= factor * row[c]!;
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}

/** Points on a line with heights of standard deviation 1, compared with their regression line (or mean). */
function contradiction(places: readonly number[], heights: readonly number[], slope = true): Contradiction {
  const design = places.map((x) => (slope ? [1, x] : [1]));
  const normal = design[0]!.map((_, i) =>
    design[0]!.map((__, j) => design.reduce((s, row) => s + row[i]! * row[j]!, 0)),
  );
  const right = design[0]!.map((_, i) => design.reduce((s, row, k) => s + row[i]! * heights[k]!, 0));
  const fit = solveSmall(normal, right);
  const off = design.map((row, k) => row.reduce((s, value, i) => s + value * fit[i]!, 0) - heights[k]!);
  const covariance = design.map((row) => {
    const part = solveSmall(normal, row);
    return design.map((other) => other.reduce((s, value, i) => s + value * part[i]!, 0));
  });
  return {
    count: places.length,
    axes: () => 1,
    fall(points) {
      const residuals = points.map((k) => off[k]!);
      const matrix = points.map((a) => points.map((b) => (a === b ? 1 : 0) - covariance[a]![b]!));
      const solved = solveSmall(matrix, residuals);
      return residuals.reduce((s, value, i) => s + value * solved[i]!, 0);
    },
  };
}

describe('which of few points are wrong', () => {
  it('is none where all agree', () => {
    expect(findWrongPoints(contradiction([0, 1, 2, 3, 4], [0.5, -0.6, 0.2, 0.9, -0.4]))).toEqual({
      wrong: [],
      open: [],
    });
  });

  it('is the one without which the rest agrees', () => {
    expect(findWrongPoints(contradiction([0, 1, 2, 3, 4, 5], [0, 0, 30, 0, 0, 0]))).toEqual({
      wrong: [2],
      open: [],
    });
  });

  it('is two that hide each other: the test of one at a time accuses a third', () => {
    const two = contradiction([0, 1, 2, 3, 4, 5, 6], [24, 26, 0, 0, 0, 0, 0]);
    expect(findWrongPoints(two)).toEqual({ wrong: [0, 1], open: [] });
  });

  it('stays open between points that explain it alike, and says between which', () => {
    const three = contradiction([0, 1, 2], [0, 0, 40], false);
    expect(findWrongPoints(three)).toEqual({ wrong: [], open: [0, 1, 2] });
    const pairs = contradiction([0, 0, 10, 11], [0, 40, 0, 0]);
    expect(findWrongPoints(pairs)).toEqual({ wrong: [], open: [0, 1] });
  });

  it('is told although everything is worse than stated', () => {
    const noisy = contradiction([0, 1, 2, 3, 4, 5, 6, 7], [6, -7, 5, 300, -6, 7, -5, 6]);
    expect(findWrongPoints(noisy).wrong).toEqual([3]);
  });
});
