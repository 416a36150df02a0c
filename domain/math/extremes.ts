/*
 * Arguments of a call are on the stack: `Math.min(...values)` and `list.push(...values)` throw above some 100,000
 * values. Use these for arrays that may be that long.
 */

/** The minimum of some numbers, `Infinity` of none, NaN where one is NaN. */
export function minOf(values: Iterable<number>): number {
  let minimum = Number.POSITIVE_INFINITY;
  for (const value of values) minimum = Math.min(minimum, value);
  return minimum;
}

/** The maximum of some numbers, `-Infinity` of none, NaN where one is NaN. */
export function maxOf(values: Iterable<number>): number {
  let maximum = Number.NEGATIVE_INFINITY;
  for (const value of values) maximum = Math.max(maximum, value);
  return maximum;
}

/** Appends items to a list, however many there are. */
export function appendAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
