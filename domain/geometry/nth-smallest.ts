/**
 * The value at index `n` (from 0) once the first `count` values are sorted (Hoare's selection, 1961).
 * @param values without NaN, `n` < `count` ≤ their number; reordered
 */
export function nthSmallest(values: Float64Array, count: number, n: number): number {
  let first = 0;
  let last = count - 1;
  while (first < last) {
    const pivot = values[(first + last) >> 1]!;
    let low = first;
    let high = last;
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const kept = values[low]!;
      values[low++] = values[high]!;
      values[high--] = kept;
    }
    if (n <= high) last = high;
    else if (n >= low) first = low;
    else break;
  }
  return values[n]!;
}
