import type { DrawnSize } from './feature.ts';

/** Drawing units of a millimetre on paper where no sheet says: 1:500, metres. */
export const plainUnitsPerMm = 0.5;

/** A size in drawing units. */
export function drawnLength({ value, on }: DrawnSize, unitsPerMm = plainUnitsPerMm): number {
  return on === 'ground' ? value : value * unitsPerMm;
}

/** Size of symbols that state none. */
export const plainSymbolSize: DrawnSize = { value: 3, on: 'paper' };
