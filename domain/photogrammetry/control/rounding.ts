import { maxOf } from '../../math/extremes.ts';
import type { ControlPoint } from '../model/control.ts';

/** The last digit of coordinates, in their own unit; null where there are too few values. */
export interface CoordinateSteps {
  readonly plan: number | null;
  readonly height: number | null;
}

/** Of fewer values the last digits may all be 0 by chance. */
const minValues = 3;
/** No survey writes more. */
const maxDecimals = 9;

function decimalsOf(value: number): number {
  for (let decimals = 0; decimals < maxDecimals; decimals++) {
    if (Number(value.toFixed(decimals)) === value) return decimals;
  }
  return maxDecimals;
}

/** The most decimals that one of the values needs decide: 12.10 beside 12.13 is given to 0.01. */
function stepOf(values: readonly number[]): number | null {
  return values.length < minValues ? null : Number(`1e-${maxOf(values.map(decimalsOf))}`);
}

/** What the coordinates of control are rounded to, east and north together, heights apart. */
export function coordinateSteps(points: readonly Pick<ControlPoint, 'x' | 'y' | 'z'>[]): CoordinateSteps {
  return {
    plan: stepOf(points.flatMap(({ x, y }) => [x, y])),
    height: stepOf(points.flatMap(({ z }) => z ?? [])),
  };
}

/** Standard deviation of what rounding to a step takes away: an even distribution over it. */
export const roundingSigma = (step: number) => step / Math.sqrt(12);
