import { decimalsFor, type Unit, unitSymbol } from '#domain/units/units.ts';

/** The quantity of a number: determines its digits and unit. */
export type QuantityKind = 'coordinate' | 'length' | 'area' | 'volume' | 'angle' | 'elevation';

/** A formatted number: the same wherever it is shown. */
export interface ReadableQuantity {
  readonly value: number;
  readonly digits: number;
  /** Empty where the unit is not known. */
  readonly unit: string;
}

/** Decimals of coordinates and lengths: a millimetre, whatever the unit (1e-8 degrees is about that). */
export function coordinateDigits(unit: Unit | null): number {
  if (unit?.kind === 'angular') return 8;
  return unit === null ? 3 : decimalsFor(unit, 0.001);
}

const powers = { area: '²', volume: '³' } as const;

/**
 * Digits and unit of a number. Lengths to a millimetre, areas to a hundredth and volumes to a hundredth of the unit,
 * angles (given in radians) in degrees to a ten-thousandth.
 */
export function readable(kind: QuantityKind, value: number, unit: Unit | null): ReadableQuantity {
  const symbol = unit === null ? '' : unitSymbol(unit);
  switch (kind) {
    case 'coordinate':
    case 'length':
    case 'elevation':
      return { value, digits: coordinateDigits(unit), unit: symbol };
    case 'area':
    case 'volume':
      return { value, digits: 2, unit: symbol === '' ? '' : symbol + powers[kind] };
    case 'angle':
      return { value: (value * 180) / Math.PI, digits: 4, unit: '°' };
  }
}
