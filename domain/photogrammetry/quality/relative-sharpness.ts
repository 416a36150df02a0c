import { upperMedian } from '../../math/median.ts';
/**
 * Sharpness of photos over the median of a block.
 * @param measured by `measureQuality`; null where nothing in a photo has structure, which counts as the median
 * @returns one number a photo, 1 for the median
 */
export function relativeSharpness(measured: readonly (number | null)[]): number[] {
  const median = upperMedian(measured.filter((value) => value !== null)) ?? 1;
  return measured.map((value) => (value === null || median === 0 ? 1 : value / median));
}
