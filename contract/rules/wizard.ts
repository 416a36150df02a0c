import { clamp } from '#domain/math/clamp.ts';

/** A fraction as a waiting page shows it: 3–97 %, never empty and never full. */
export function wizardFraction(value: number): number {
  return clamp(value, 0.03, 0.97);
}
