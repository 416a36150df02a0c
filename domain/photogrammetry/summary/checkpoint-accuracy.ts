/** How far a product is from a surveyed point, product − survey, metres; null where the survey has no such axis. */
export interface CheckpointResidual {
  readonly x: number;
  readonly y: number;
  readonly z: number | null;
  /** Standard deviations of the survey itself, metres; null where none is stated. */
  readonly surveySigma: { readonly horizontal: number; readonly vertical: number } | null;
}

/** One direction of an accuracy test, metres. */
export interface TestedAccuracy {
  /** Root mean square of product − survey. */
  readonly fit: number;
  /** Root mean square of the survey's own standard deviations; 0 where none is stated. */
  readonly survey: number;
  /** √(fit² + survey²): what the standard calls the accuracy of the product. */
  readonly total: number;
}

export interface CheckpointAccuracy {
  readonly count: number;
  /** Of them with a height. */
  readonly verticalCount: number;
  readonly mean: { readonly x: number; readonly y: number; readonly z: number };
  readonly rmseX: number;
  readonly rmseY: number;
  readonly rmseZ: number;
  /** Radial: √(rmseX² + rmseY²) in `fit`. */
  readonly horizontal: TestedAccuracy;
  readonly vertical: TestedAccuracy;
  readonly rmse3d: number;
  /** Whether the survey's own error is known at every point and so part of the totals. */
  readonly isSurveyErrorKnown: boolean;
  /**
   * Accuracy classes in whole centimetres that the totals meet, null where too few points were tested for any claim.
   */
  readonly horizontalClassCm: number | null;
  readonly verticalClassCm: number | null;
  /** A mean error above a quarter of the RMSE: a shift that is worth looking into. */
  readonly hasBias: boolean;
}

/** Points that a claim of an accuracy class takes (ASPRS Edition 2, 2023, section on checkpoints). */
export const pointsForClass = 30;

const biasShare = 0.25;

const rootMeanSquare = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function tested(fit: number, survey: number): TestedAccuracy {
  return { fit, survey, total: Math.hypot(fit, survey) };
}

/** The smallest class of whole centimetres that an accuracy meets. */
const classOf = (accuracy: TestedAccuracy): number => Math.max(1, Math.ceil(accuracy.total * 100 - 1e-9));

/**
 * Tests a product against checkpoints by the rules of the ASPRS Positional Accuracy Standards for Digital Geospatial
 * Data, Edition 2 (2023): accuracy is the RMSE with the error of the checkpoints' own survey in it, horizontal
 * accuracy is radial, and no class is claimed below 30 points.
 */
export function assessCheckpoints(residuals: readonly CheckpointResidual[]): CheckpointAccuracy {
  const withHeight = residuals.filter((one) => one.z !== null);
  const heights = withHeight.map((one) => one.z ?? 0);
  const [xs, ys] = [residuals.map((one) => one.x), residuals.map((one) => one.y)];
  const [rmseX, rmseY, rmseZ] = [rootMeanSquare(xs), rootMeanSquare(ys), rootMeanSquare(heights)];
  const horizontal = tested(
    Math.hypot(rmseX, rmseY),
    rootMeanSquare(residuals.map((one) => one.surveySigma?.horizontal ?? 0)),
  );
  const vertical = tested(rmseZ, rootMeanSquare(withHeight.map((one) => one.surveySigma?.vertical ?? 0)));
  const means = { x: mean(xs), y: mean(ys), z: mean(heights) };
  const isBiased = (value: number, rmse: number) => rmse > 0 && Math.abs(value) > biasShare * rmse;
  return {
    count: residuals.length,
    verticalCount: withHeight.length,
    mean: means,
    rmseX,
    rmseY,
    rmseZ,
    horizontal,
    vertical,
    rmse3d: Math.hypot(rmseX, rmseY, rmseZ),
    isSurveyErrorKnown: residuals.length > 0 && residuals.every((one) => one.surveySigma !== null),
    horizontalClassCm: residuals.length < pointsForClass ? null : classOf(horizontal),
    verticalClassCm: withHeight.length < pointsForClass ? null : classOf(vertical),
    hasBias: isBiased(means.x, rmseX) || isBiased(means.y, rmseY) || isBiased(means.z, rmseZ),
  };
}
