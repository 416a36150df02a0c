import { createBounds } from '#domain/math/bounds.ts';

/** Approximate sample size of a column. */
const sampleSize = 2000;

/**
 * Two quantiles (0 to 1) of a column, from an even sample; the column is every `stride`th value from `from`. Null for
 * an empty one.
 */
export function percentiles(
  values: ArrayLike<number>,
  from: number,
  stride: number,
  low: number,
  high: number,
): readonly [number, number] | null {
  return endsOf(sortedSample(values, from, stride), low, high);
}

/** Two quantiles of a sorted sample; null for an empty one. */
export function endsOf(
  sample: readonly number[],
  low: number,
  high: number,
): readonly [number, number] | null {
  if (sample.length === 0) return null;
  const at = (share: number) => sample[Math.min(sample.length - 1, Math.floor(share * sample.length))]!;
  return [at(low), at(high)];
}

/** An even sample of a column, sorted; the column is every `stride`th value from `from`. */
export function sortedSample(values: ArrayLike<number>, from: number, stride: number): number[] {
  const count = Math.floor((values.length - from + stride - 1) / stride);
  const step = Math.max(1, Math.floor(count / sampleSize));
  const sample: number[] = [];
  for (let i = 0; i < count; i += step) sample.push(values[from + i * stride]!);
  return sample.sort((a, b) => a - b);
}

/** Integer bounds of `xyz` (3n) from point `start` to `end`. */
export function integerBounds(xyz: Int32Array, start: number, end: number) {
  const around = createBounds();
  around.add(xyz.subarray(3 * start, 3 * end));
  return around.bounds();
}
