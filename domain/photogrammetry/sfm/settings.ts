import { clamp } from '../../math/clamp.ts';
import type { PointLimits } from './block.ts';

/** Minimum triangulation angle of a point, radians (1.2 degrees). */
export const minPointAngle = (1.2 * Math.PI) / 180;

const limits = (units: number): PointLimits => ({ squared: units * units, minAngle: minPointAngle });

/** Maximum residual of an observation, units of error (0.4 pixels of the image in which features were detected). */
export const pointLimits = {
  /** Poses averaged over the block, not yet adjusted: 40 and then 16 pixels. */
  averaged: limits(100),
  settling: limits(40),
  /** Adjusted, cameras not yet well known: 6 pixels. */
  growing: limits(15),
} as const;

/** Largest noise of a point's observation in resection, units of error: cameras may not yet be well known. */
export const resectionSigma = 4;

/** Final limit as a multiple of the robust standard deviation of the residuals, within bounds. */
const deviations = 4;
const [tightest, widest] = [5, 12];

/** Limits for a block whose residuals have this root of the median square, units of error. */
export function limitsForResiduals(medianSquare: number): PointLimits {
  const sigma = Math.sqrt(medianSquare / 1.386);
  return limits(clamp(deviations * sigma, tightest, widest));
}
