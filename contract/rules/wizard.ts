/** A fraction as a waiting page shows it: 3–97 %, never empty and never full. */
export function wizardFraction(value: number): number {
  return Math.min(0.97, Math.max(0.03, value));
}
