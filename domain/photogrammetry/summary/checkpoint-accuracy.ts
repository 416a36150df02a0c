/** Difference of a product from a surveyed point, product − survey, metres; null if the survey lacks the axis. */
export interface CheckpointResidual {
  readonly x: number;
  readonly y: number;
  readonly z: number | null;
  /** Standard deviations of the surveyed coordinates, metres; null if not stated. */
  readonly surveySigma: { readonly horizontal: number; readonly vertical: number } | null;
}

/** Accuracy of the horizontal or vertical component, metres. */
export interface TestedAccuracy {
  /** Root mean square of product − survey. */
  readonly fit: number;
  /** Root mean square of the standard deviations of the survey; 0 if not stated. */
  readonly survey: number;
  /** √(fit² + survey²), the accuracy of the product as defined by the standard. */
  readonly total: number;
}

export interface CheckpointAccuracy {
  readonly count: number;
  /** Number of checkpoints with a height. */
  readonly verticalCount: number;
  readonly mean: { readonly x: number; readonly y: number; readonly z: number };
  readonly rmseX: number;
  readonly rmseY: number;
  readonly rmseZ: number;
  /** Radial accuracy; `fit` is √(rmseX² + rmseY²). */
  readonly horizontal: TestedAccuracy;
  readonly vertical: TestedAccuracy;
  readonly rmse3d: number;
  /** Whether the error of the survey is known for every point and therefore included in the totals. */
  readonly isSurveyErrorKnown: boolean;
  /**
   * Smallest accuracy classes that the totals meet, whole centimetres; null if fewer than `pointsForClass` points were
   * tested.
   */
  readonly horizontalClassCm: number | null;
  readonly verticalClassCm: number | null;
  /** Whether a mean error exceeds a quarter of the RMSE, which indicates a systematic shift. */
  readonly hasBias: boolean;
}

/** Minimum number of checkpoints for stating an accuracy class (ASPRS Edition 2, 2023, section on checkpoints). */
export const pointsForClass = 30;

const biasShare = 0.25;

const rootMeanSquare = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function tested(fit: number, survey: number): TestedAccuracy {
  return { fit, survey, total: Math.hypot(fit, survey) };
}

/** Returns the smallest class in whole centimetres that an accuracy meets. */
const classOf = (accuracy: TestedAccuracy): number => Math.max(1, Math.ceil(accuracy.total * 100 - 1e-9));

/**
 * Assesses a product against checkpoints according to the ASPRS Positional Accuracy Standards for Digital Geospatial
 * Data, Edition 2 (2023): accuracy is the RMSE including the error of the checkpoint survey, horizontal accuracy is
 * radial, and no class is stated for fewer than 30 points.
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
