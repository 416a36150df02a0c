import { clamp } from '../math/clamp.ts';

/** Evenly spaced quantiles in ascending order: the first is the minimum, the last the maximum. At least two. */
export type Quantiles = readonly number[];

/** Number of quantiles kept per column: steps of 0.25 %. */
export const quantileCount = 401;

/** Quantiles of sorted values; null without any. */
export function quantilesOf(sorted: ArrayLike<number>, count = quantileCount): number[] | null {
  if (sorted.length === 0) return null;
  return Array.from({ length: count }, (_, i) => {
    const place = (i / (count - 1)) * (sorted.length - 1);
    const below = Math.floor(place);
    const low = sorted[below]!;
    return low + (sorted[Math.min(below + 1, sorted.length - 1)]! - low) * (place - below);
  });
}

/** The value at a quantile from 0 to 1. */
export function valueAtShare(quantiles: Quantiles, share: number): number {
  const place = clamp(share, 0, 1) * (quantiles.length - 1);
  const below = Math.floor(place);
  const low = quantiles[below]!;
  return low + (quantiles[Math.min(below + 1, quantiles.length - 1)]! - low) * (place - below);
}

/** Quantiles of several distributions combined with equal weights; null without any. */
export function joinQuantiles(wholes: readonly Quantiles[]): Quantiles | null {
  if (wholes.length <= 1) return wholes[0] ?? null;
  return quantilesOf(wholes.flat().sort((a, b) => a - b));
}

/** Fractions in `bins` equal intervals from minimum to maximum; they sum to 1. */
export function histogramOf(quantiles: Quantiles, bins: number): number[] {
  const low = quantiles[0]!;
  const span = quantiles.at(-1)! - low;
  const shares = new Array<number>(bins).fill(0);
  if (span <= 0) {
    shares[0] = 1;
    return shares;
  }
  const mass = 1 / (quantiles.length - 1);
  for (let i = 1; i < quantiles.length; i++) {
    const from = ((quantiles[i - 1]! - low) / span) * bins;
    const to = ((quantiles[i]! - low) / span) * bins;
    const last = Math.min(bins - 1, Math.floor(to));
    const first = Math.min(last, Math.floor(from));
    for (let bin = first; bin <= last; bin++) {
      const part = to > from ? (Math.min(to, bin + 1) - Math.max(from, bin)) / (to - from) : 1;
      shares[bin] = shares[bin]! + mass * Math.max(0, part);
    }
  }
  return shares;
}
