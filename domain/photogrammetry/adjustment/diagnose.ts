import type { ErrorRecord } from '../../errors/app-error.ts';
import { appendAll, maxOf } from '../../math/extremes.ts';
import { upperMedian } from '../../math/median.ts';
import { eliminate } from '../../math/solve.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import type { BlockResult } from './adjust-block.ts';
import type { Strain, Unnoticed } from './control-reliability.ts';
import { focalDepthCorrelation } from './focal-depth.ts';
import type { Precision } from './precision.ts';
import type { AdjustmentCovariance, AdjustmentDiagnosis, ControlResult } from './problem.ts';

/** A height residual: its position and by how much the block is too high there, metres. */
interface HeightResidual {
  readonly x: number;
  readonly y: number;
  readonly off: number;
}

/** Minimum number of heights to detect doming. */
const minHeights = 6;
/** Doming is reported above this number of its standard deviations and of pixels on the ground. */
const [domeDeviations, domePx] = [3, 2];
/**
 * Correlation of focal length and distance above which the two cannot be separated, and the minimum resulting depth
 * error, pixels.
 */
const [focalDepthLimit, depthPx] = [0.9, 3];

/**
 * Fits off = a + b x + c y + d (1 − r²/R²) by least squares, r the distance from the middle and R that of the farthest
 * height: d is how much too high the middle is over the rim.
 * @returns null where there are too few heights
 */
export function fitDome(heights: readonly HeightResidual[]): { amount: number; sigma: number } | null {
  const n = heights.length;
  if (n < minHeights) return null;
  const [mx, my] = [
    heights.reduce((sum, { x }) => sum + x, 0) / n,
    heights.reduce((sum, { y }) => sum + y, 0) / n,
  ];
  const radius = maxOf(heights.map(({ x, y }) => Math.hypot(x - mx, y - my)));
  if (!(radius > 0)) return null;
  const rowOf = ({ x, y }: HeightResidual) => {
    const [u, v] = [(x - mx) / radius, (y - my) / radius];
    return [1, u, v, 1 - u * u - v * v];
  };
  const rows = new Float64Array(4 * 9);
  for (const height of heights) {
    const row = rowOf(height);
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) rows[9 * i + j]! += row[i]! * row[j]!;
      rows[9 * i + 8]! += row[i]! * height.off;
    }
  }
  for (let i = 0; i < 4; i++) rows[9 * i + 4 + i] = 1;
  if (!eliminate(rows, 4, 5)) return null;
  const fit = [0, 1, 2, 3].map((i) => rows[9 * i + 8]!);
  const squares = heights.reduce((sum, height) => {
    const row = rowOf(height);
    return sum + (height.off - row.reduce((value, r, i) => value + r * fit[i]!, 0)) ** 2;
  }, 0);
  const variance = squares / Math.max(1, n - 4);
  return { amount: fit[3]!, sigma: Math.sqrt(variance * Math.max(0, rows[9 * 3 + 7]!)) };
}

/** Height residuals of control measured by the photos alone; where there are too few, of the photos' positions. */
function heightsOf(
  { reconstruction, positionResiduals }: BlockResult,
  control: readonly ControlResult[],
  givenOf: (index: number) => Vec3,
): HeightResidual[] {
  const surveyed = control.flatMap(({ measured, isOutlier }, index): HeightResidual[] => {
    const given = givenOf(index);
    if (!measured || isOutlier || !Number.isFinite(given[2])) return [];
    return [{ x: measured[0], y: measured[1], off: measured[2] - given[2] }];
  });
  if (surveyed.length >= minHeights) return surveyed;
  return positionResiduals.flatMap(({ photo, residual, isOutlier }): HeightResidual[] => {
    if (isOutlier || Number.isNaN(residual[2])) return [];
    const [x, y] = reconstruction.photos[photo]!.pose.centre;
    return [{ x, y, off: residual[2] }];
  });
}

/** Ground sample distance, metres per pixel: median of depth over focal length of sampled observations. */
export function groundSizeOf({ photos, cameras, points, observations }: Reconstruction): number {
  const sizes: number[] = [];
  const every = Math.max(1, Math.floor(observations.count / 500));
  for (let k = 0; k < observations.count; k += every) {
    const { camera, pose } = photos[observations.photo[k]!]!;
    const at = 3 * observations.point[k]!;
    const d = [0, 1, 2].map((axis) => points[at + axis]! - pose.centre[axis]!);
    const depth = d[0]! * pose.rotation[6] + d[1]! * pose.rotation[7] + d[2]! * pose.rotation[8];
    sizes.push(Math.abs(depth) / cameras[camera]!.focal);
  }
  return upperMedian(sizes) ?? Number.POSITIVE_INFINITY;
}

function largestFocalCorrelation(covariance: AdjustmentCovariance | null): number | null {
  const found = (covariance?.intrinsics ?? []).flatMap(({ free, correlations }) =>
    free.includes(0) ? correlations[0]!.slice(1) : [],
  );
  return found.length === 0 ? null : found.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
}

function controlWarnings(
  control: readonly ControlResult[],
  givenOf: (index: number) => Vec3,
  nameOf: (photo: number) => string,
): ErrorRecord[] {
  const metres = (value: number) => (Number.isFinite(value) ? Number(value.toFixed(2)) : 0);
  return control.flatMap(({ label, measured, isOutlier, suspect, marks }, index): ErrorRecord[] => {
    const found: ErrorRecord[] = [];
    if (isOutlier && measured) {
      const d = givenOf(index).map((value, axis) => measured[axis]! - value) as unknown as Vec3;
      const [east, north, up] = d.map(metres) as [number, number, number];
      const count = marks.filter((mark) => !mark.isOutlier).length;
      const params = {
        label,
        count,
        east,
        north,
        up,
        horizontal: metres(Math.hypot(d[0], d[1])),
        vertical: metres(Math.abs(d[2])),
      };
      found.push(
        suspect === null
          ? { code: 'photo.control-outlier', params }
          : { code: 'photo.control-exchanged', params: { ...params, other: suspect } },
      );
    }
    for (const { photo, residualPx, isOutlier: isWrong, suspect: other } of marks) {
      if (!isWrong) continue;
      const residual = metres(Math.hypot(...residualPx));
      const params = { label, photo: nameOf(photo), residual };
      found.push(
        other === null
          ? { code: 'photo.control-mark-outlier', params }
          : { code: 'photo.control-mark-exchanged', params: { ...params, other } },
      );
    }
    return found;
  });
}

/** Warnings about control that contradicts itself and control that is not checked. */
function reliabilityWarnings(strain: Strain | null, unnoticed: Unnoticed | null): ErrorRecord[] {
  const warnings: ErrorRecord[] = [];
  if (strain) {
    const [east, north, up] = strain.off.map((value) => Number(value.toFixed(2))) as [number, number, number];
    const params = { labels: strain.labels.join(', '), label: strain.label, east, north, up };
    warnings.push({ code: 'photo.control-strained', params });
  }
  if (unnoticed) {
    const { label, error } = unnoticed;
    warnings.push(
      Number.isFinite(error)
        ? { code: 'photo.control-unchecked', params: { label, error: Number(error.toPrecision(2)) } }
        : { code: 'photo.control-alone', params: { label } },
    );
  }
  return warnings;
}

export interface DiagnosisInput {
  readonly block: BlockResult;
  readonly control: readonly ControlResult[];
  /** Coordinates of each of `control` as given. */
  readonly givenOf: (index: number) => Vec3;
  readonly nameOf: (photo: number) => string;
  readonly precision: Precision | null;
  readonly covariance: AdjustmentCovariance | null;
  /** Control that contradicts itself. */
  readonly strain: Strain | null;
  /** Largest undetectable error of control. */
  readonly unnoticed: Unnoticed | null;
}

/** Weaknesses of a solution: doming, an undetermined focal length, rejected control. */
export function diagnose(input: DiagnosisInput): AdjustmentDiagnosis {
  const { block, control, givenOf, nameOf, precision, covariance, strain, unnoticed } = input;
  const warnings = controlWarnings(control, givenOf, nameOf);
  appendAll(warnings, reliabilityWarnings(strain, unnoticed));
  const groundSize = groundSizeOf(block.reconstruction);
  const dome = fitDome(heightsOf(block, control, givenOf));
  if (dome && Math.abs(dome.amount) > Math.max(domeDeviations * dome.sigma, domePx * groundSize)) {
    const amount = Number(Math.abs(dome.amount).toFixed(2));
    warnings.push({ code: 'photo.doming', params: { amount } });
  }
  const depth = precision && focalDepthCorrelation(precision);
  if (depth && Math.abs(depth.correlation) > focalDepthLimit && depth.sigmaM > depthPx * groundSize) {
    const percent = Math.round(100 * Math.abs(depth.correlation));
    warnings.push({
      code: 'photo.focal-height',
      params: { percent, sigma: Number(depth.sigmaM.toFixed(2)) },
    });
  }
  return {
    domeM: dome?.amount ?? null,
    domeSigmaM: dome?.sigma ?? null,
    focalCorrelation: largestFocalCorrelation(covariance),
    focalHeightCorrelation: depth?.correlation ?? null,
    warnings,
  };
}
