/** An interval of 1, 2 or 5 times a power of ten that divides a range into about `levels` levels. */
export function niceInterval(low: number, high: number, levels = 12): number {
  const raw = Math.max(high - low, 1e-6) / levels;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= raw) ?? 10 * power;
}

/** Contour interval for a range of elevations, in its unit: the user's, else a round one. */
export function contourIntervalOf(wanted: number | null, [low, high]: readonly [number, number]): number {
  return wanted ?? niceInterval(low, high, 25);
}

/**
 * Height difference at the ends of the colour ramp for surfaces with a range of elevations: the user's, else a round
 * one.
 */
export function differenceEnd(wanted: number | null, [low, high]: readonly [number, number]): number {
  return wanted ?? niceInterval(low, high, 20);
}

/** Decimals of the multiples of a step, at most six. */
export function contourDigits(step: number): number {
  let digits = 0;
  while (digits < 6 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6) digits++;
  return digits;
}
