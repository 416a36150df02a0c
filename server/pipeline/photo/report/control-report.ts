import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { ControlResult } from '#domain/photogrammetry/adjustment/problem.ts';
import {
  assessCheckpoints,
  type CheckpointAccuracy,
} from '#domain/photogrammetry/summary/checkpoint-accuracy.ts';
import type { ProjectPhoto } from '../context.ts';
import type { FramedControl } from '../control-points.ts';
import type { SparseProject } from '../steps/sparse.ts';

/** A surveyed point after the adjustment; metres in the directions east, north, up. */
export interface ControlReport {
  readonly label: string;
  readonly file: string;
  /** `unused`: fewer than two marks in registered photos, or marks that do not meet. */
  readonly status: 'used' | 'outlier' | 'unused';
  /** In the project's frame, metres; null where no height was measured. */
  readonly position: readonly [x: number, y: number, z: number | null];
  /** Adjusted − surveyed; null where it was not measured. */
  readonly residual: readonly [x: number, y: number, z: number | null] | null;
  readonly sigma: Vec3;
  readonly isSigmaStated: boolean;
  readonly marks: number;
  readonly rmsPx: number | null;
  /** Label of the point that the marks show instead. */
  readonly suspect: string | null;
  readonly markOutliers: readonly { readonly photo: string; readonly suspect: string | null }[];
}

const finite = (value: number) => (Number.isFinite(value) ? value : null);

/** @param marksIn number of its marks in registered photos */
function unused(point: FramedControl, marksIn: number): ControlReport {
  const [x, y, z] = point.xyz;
  const { label, file, sigma, isSigmaStated } = point;
  return {
    label,
    file,
    status: 'unused',
    position: [x, y, finite(z)],
    residual: null,
    sigma,
    isSigmaStated,
    marks: marksIn,
    rmsPx: null,
    suspect: null,
    markOutliers: [],
  };
}

function describePoint(
  point: FramedControl,
  result: ControlResult | undefined,
  nameOf: (index: number) => string,
  registered: ReadonlySet<number>,
): ControlReport {
  const left = unused(point, point.marks.filter(({ photo }) => registered.has(photo)).length);
  if (!result?.measured) return left;
  const [x, y, z] = result.residual;
  return {
    ...left,
    status: result.isOutlier ? 'outlier' : 'used',
    residual: [x, y, finite(z)],
    marks: result.marks.length,
    rmsPx: finite(result.reprojectionRmsPx),
    suspect: result.suspect,
    markOutliers: result.marks
      .filter(({ isOutlier }) => isOutlier)
      .map(({ photo, suspect }) => ({ photo: nameOf(photo), suspect })),
  };
}

/** The result of each control point, in the order of its files. */
export function reportControl(
  { control, adjusted }: SparseProject,
  photos: readonly ProjectPhoto[],
): { readonly gcps: readonly ControlReport[]; readonly checkpoints: readonly ControlReport[] } {
  const results = new Map(adjusted.facts.control.map((one) => [`${one.type} ${one.label}`, one] as const));
  const registered = new Set(adjusted.reconstruction.photos.map(({ photo }) => photo));
  const nameOf = (index: number) => photos[adjusted.reconstruction.photos[index]!.photo]!.info.name;
  const ofType = (type: FramedControl['type']) =>
    control
      .filter((point) => point.type === type)
      .map((point) => describePoint(point, results.get(`${type} ${point.label}`), nameOf, registered));
  return { gcps: ofType('gcp'), checkpoints: ofType('checkpoint') };
}

/** Tests the measured checkpoints; null where there are none. */
export function accuracyOf(checkpoints: readonly ControlReport[]): CheckpointAccuracy | null {
  const measured = checkpoints.filter(({ residual }) => residual !== null);
  if (measured.length === 0) return null;
  return assessCheckpoints(
    measured.map(({ residual, sigma, isSigmaStated }) => ({
      x: residual![0],
      y: residual![1],
      z: residual![2],
      surveySigma: isSigmaStated ? { horizontal: Math.hypot(sigma[0], sigma[1]), vertical: sigma[2] } : null,
    })),
  );
}

/** Warnings about points that could not be used, and about missing checkpoints. */
export function controlWarnings(
  gcps: readonly ControlReport[],
  checkpoints: readonly ControlReport[],
): ErrorRecord[] {
  const left = [...gcps, ...checkpoints].filter(({ status }) => status === 'unused');
  return left.map(({ label, file, marks }) =>
    marks < 2
      ? { code: 'photo.control-unused', params: { label, file, count: marks } }
      : { code: 'photo.control-not-located', params: { label, file, marks } },
  );
}
