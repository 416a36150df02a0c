import { createBounds } from '#domain/math/bounds.ts';

/** A sample of about 2000 values is taken of any column. */
const sampleSize = 2000;

/**
 * Values at two shares (0 to 1) of a column in ascending order, from an even sample; every `stride`th value from
 * `from` belongs to the column. Null for an empty one.
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

/** Values at two shares of a sample in ascending order; null for an empty one. */
export function endsOf(
  sample: readonly number[],
  low: number,
  high: number,
): readonly [number, number] | null {
  if (sample.length === 0) return null;
  const at = (share: number) => sample[Math.min(sample.length - 1, Math.floor(share * sample.length))]!;
  return [at(low), at(high)];
}

/** An even sample of a column in ascending order; every `stride`th value from `from` belongs to the column. */
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
