/*
 * Arguments of a call lie on the stack: `Math.min(...values)` and `list.push(...values)` throw above some 100,000 values.
 * What may be that long goes through these.
 */

/** The least of some numbers, `Infinity` of none, NaN where one is NaN. */
export function leastOf(values: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** The greatest of some numbers, `-Infinity` of none, NaN where one is NaN. */
export function greatestOf(values: Iterable<number>): number {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const value of values) greatest = Math.max(greatest, value);
  return greatest;
}

/** Appends items to a list, however many there are. */
export function appendAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
