/** What the uncertainty of a volume is made from. */
export interface UncertaintyInputs {
  /** A: plan area measured, linear unit squared. */
  readonly planArea: number;
  /** sz: systematic vertical standard deviation, linear unit. */
  readonly systematicSigma: number;
  /** Where sz comes from. */
  readonly systematicSource: 'checkpoints' | 'stated' | 'cloud' | 'cell';
  /** sr: random noise of the surface, one standard deviation, linear unit. */
  readonly noiseSigma: number;
  /** c: plan area over which that noise is correlated, linear unit squared. */
  readonly correlationArea: number;
  /** What c is: a cell, or twice the area per point. */
  readonly correlationSource: 'cell' | 'points';
}

/** A volume's uncertainty with everything needed to follow it. */
export interface VolumeUncertainty extends UncertaintyInputs {
  /** Half width of the interval at coverage factor k = 2, linear unit cubed. */
  readonly value: number;
  readonly k: 2;
  readonly formula: '2·A·sqrt(sz² + sr²·c/A)';
}

/**
 * Uncertainty at k = 2 of a volume over a plan area: a systematic vertical error moves the whole surface, noise
 * averages out over A/c independent patches. 2·A·sqrt(sz² + sr²·c/A); 0 for no area.
 */
export function volumeUncertainty(inputs: UncertaintyInputs): VolumeUncertainty {
  const { planArea, systematicSigma, noiseSigma, correlationArea } = inputs;
  const variance = systematicSigma ** 2 + (noiseSigma ** 2 * correlationArea) / planArea;
  const value = planArea > 0 ? 2 * planArea * Math.sqrt(variance) : 0;
  return { ...inputs, value, k: 2, formula: '2·A·sqrt(sz² + sr²·c/A)' };
}

/** What is known of a surface's accuracy; all in its linear unit. */
export interface SurfaceAccuracy {
  /** Edge of a cell, or for a TIN the mean spacing of its points. */
  readonly cellSize: number;
  /** Mean plan spacing of the points that the surface comes from, where that is known. */
  readonly pointSpacing?: number;
  /** RMSE in height at independent checkpoints, where there were any. */
  readonly checkpointRmse?: number;
  /** Vertical accuracy (one standard deviation) that the data's maker states. */
  readonly statedSigma?: number;
  /** Median standard deviation of the points that the surface is made of. */
  readonly cloudSigma?: number;
  /** Noise of the surface where it was estimated; default 0. */
  readonly noiseSigma?: number;
}

/**
 * Area per point (the square of the points' spacing) over which errors of heights interpolated between points are
 * correlated: linear interpolation in a triangle of independent corners has half their variance on average, while the
 * volume's variance stays that of the corners.
 */
const pointAreas = 2;

/**
 * sz is the checkpoints' RMSE, else the stated accuracy, else that of the points, else 1.5 cells. c is one cell, or
 * twice the area per point where that is more.
 */
export function uncertaintyOf(planArea: number, accuracy: SurfaceAccuracy): VolumeUncertainty {
  const { cellSize, pointSpacing = 0, noiseSigma = 0 } = accuracy;
  const pointArea = pointAreas * pointSpacing ** 2;
  const isFiner = pointArea > cellSize ** 2;
  return volumeUncertainty({
    planArea,
    ...systematicOf(accuracy),
    noiseSigma,
    correlationArea: isFiner ? pointArea : cellSize ** 2,
    correlationSource: isFiner ? 'points' : 'cell',
  });
}

function systematicOf({
  cellSize,
  checkpointRmse,
  statedSigma,
  cloudSigma,
}: SurfaceAccuracy): Pick<UncertaintyInputs, 'systematicSigma' | 'systematicSource'> {
  if (checkpointRmse !== undefined)
    return { systematicSigma: checkpointRmse, systematicSource: 'checkpoints' };
  if (statedSigma !== undefined) return { systematicSigma: statedSigma, systematicSource: 'stated' };
  if (cloudSigma !== undefined) return { systematicSigma: cloudSigma, systematicSource: 'cloud' };
  return { systematicSigma: 1.5 * cellSize, systematicSource: 'cell' };
}
