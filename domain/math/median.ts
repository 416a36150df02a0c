/**
 * The value in the middle of the sorted ones, of an even number the upper of the two; undefined of none. Sorts a copy,
 * NaN last.
 */
export function upperMedian(values: Iterable<number>): number | undefined {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1];
}
