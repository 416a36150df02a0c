/** A round length (1, 2 or 5 times a power of ten) of at most `maxPx`, and how long it is, pixels. */
export function roundLength(unitsPerPixel: number, maxPx: number): { length: number; widthPx: number } {
  const maxLength = unitsPerPixel * maxPx;
  const power = 10 ** Math.floor(Math.log10(maxLength));
  const length = [5, 2, 1].map((step) => step * power).find((step) => step <= maxLength) ?? power;
  return { length, widthPx: length / unitsPerPixel };
}

/** The round step that divides a length into at most so many. */
export function roundStep(length: number, maxSteps: number): number {
  const minStep = length / maxSteps;
  const power = 10 ** Math.floor(Math.log10(minStep));
  return ([1, 2, 5, 10].find((step) => step * power >= minStep) ?? 10) * power;
}

/** Multiples of a step from `low` to `high`, both included. */
export function ticksBetween(low: number, high: number, step: number): number[] {
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) ticks.push(i * step);
  return ticks;
}
