import { maxOf } from '../../math/extremes.ts';
import type { ControlPoint } from '../model/control.ts';

/** Rounding steps of coordinates, in their own unit; null where there are too few values. */
export interface CoordinateSteps {
  readonly plan: number | null;
  readonly height: number | null;
}

/** Minimum number of values; of fewer, the last digits may all be 0 by chance. */
const minValues = 3;
/** Maximum number of decimals considered. */
const maxDecimals = 9;

function decimalsOf(value: number): number {
  for (let decimals = 0; decimals < maxDecimals; decimals++) {
    if (Number(value.toFixed(decimals)) === value) return decimals;
  }
  return maxDecimals;
}

/** The step from the maximum number of decimals needed by a value: 12.10 beside 12.13 has a step of 0.01. */
function stepOf(values: readonly number[]): number | null {
  return values.length < minValues ? null : Number(`1e-${maxOf(values.map(decimalsOf))}`);
}

/** Rounding steps of control coordinates: east and north together, heights separately. */
export function coordinateSteps(points: readonly Pick<ControlPoint, 'x' | 'y' | 'z'>[]): CoordinateSteps {
  return {
    plan: stepOf(points.flatMap(({ x, y }) => [x, y])),
    height: stepOf(points.flatMap(({ z }) => z ?? [])),
  };
}

/** Standard deviation of the rounding error: uniform distribution over a step. */
export const roundingSigma = (step: number) => step / Math.sqrt(12);
