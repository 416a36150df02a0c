/** A step of 1, 2 or 5 times a power of ten that makes about `levels` levels of a range. */
export function niceInterval(low: number, high: number, levels = 12): number {
  const raw = Math.max(high - low, 1e-6) / levels;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= raw) ?? 10 * power;
}

/** Interval of the contours drawn on terrain of a range of elevations, in its unit: the person's, else a round one. */
export function contourIntervalOf(wanted: number | null, [low, high]: readonly [number, number]): number {
  return wanted ?? niceInterval(low, high, 25);
}

/** Height at the ends of the ramp of differences between surfaces of a range of elevations: the person's, else a round one. */
export function differenceEnd(wanted: number | null, [low, high]: readonly [number, number]): number {
  return wanted ?? niceInterval(low, high, 20);
}

/** Decimals that the multiples of a step have, six at most. */
export function contourDigits(step: number): number {
  let digits = 0;
  while (digits < 6 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6) digits++;
  return digits;
}
