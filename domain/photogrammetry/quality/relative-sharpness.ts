import { upperMedian } from '../../math/median.ts';
/**
 * Computes the sharpness of photos relative to the median of the block.
 * @param measured sharpness from `measureQuality`, one entry per photo; null (no texture) is treated as the median
 * @returns one ratio per photo; 1 is the median
 */
export function relativeSharpness(measured: readonly (number | null)[]): number[] {
  const median = upperMedian(measured.filter((value) => value !== null)) ?? 1;
  return measured.map((value) => (value === null || median === 0 ? 1 : value / median));
}
