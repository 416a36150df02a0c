import { type Camera, intrinsicNames } from '#domain/photogrammetry/model/camera.ts';
import type { FocalSource, GnssFix, PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import type { PhotoContext } from '../context.ts';
import { usedSigma } from '../positions/position-sigma.ts';
import type { SparseProject } from '../steps/sparse.ts';

/** A camera before and after the adjustment; parameters in the units of `camera.ts`. */
export interface CameraReport {
  readonly name: string;
  /** Maker and model of the device as its photos state them. */
  readonly device: { readonly make: string | null; readonly model: string | null };
  /** Focal length that its photos state, millimetres; the adjusted one where they state only the sensor's width. */
  readonly focalMm: number | null;
  readonly model: 'perspective' | 'fisheye';
  readonly width: number;
  readonly height: number;
  /** Registered photos taken with it. */
  readonly photos: number;
  readonly focalSource: FocalSource;
  readonly parameters: readonly {
    readonly name: string;
    readonly initial: number;
    readonly value: number;
    /** Standard deviation; null where the parameter was fixed. */
    readonly sigma: number | null;
  }[];
  /** Of the free parameters, row by row. */
  readonly correlations: {
    readonly names: readonly string[];
    readonly matrix: readonly (readonly number[])[];
  } | null;
}

/** A registered photo after the adjustment. */
export interface PhotoReportEntry {
  readonly name: string;
  readonly camera: number;
  /** Projection centre in the project's system. */
  readonly position: readonly [x: number, y: number, z: number];
  /** Standard deviations of the centre, metres east, north, up; null where they were not computed. */
  readonly sigma: readonly [e: number, n: number, u: number] | null;
  /** Kind of fix of its satellite position; null where it states none. */
  readonly fix: GnssFix | null;
  /** Standard deviations used for its position, metres; null where it, or its height, was not used. */
  readonly gpsSigma: readonly [e: number, n: number, u: number | null] | null;
  /** Adjusted − stated position, metres, without the bias of its flight; null where it, or its height, was not used. */
  readonly gpsResidual: readonly [e: number, n: number, u: number | null] | null;
  readonly observations: number;
  readonly rmsPx: number;
}

function focalMmOf({ focalMm, sensorWidthMm }: PhotoInfo, { focal, width }: Camera): number | null {
  if (focalMm !== null) return focalMm;
  return sensorWidthMm === null ? null : (focal * sensorWidthMm) / width;
}

export function reportCameras({ adjusted, photos }: PhotoContext, sparse: SparseProject): CameraReport[] {
  const { facts } = sparse.adjusted;
  return adjusted.cameras.flatMap((camera, index): CameraReport[] => {
    const own = adjusted.photos.filter((photo) => photo.camera === index);
    if (own.length === 0) return [];
    const initial = sparse.cameras.cameras[index]!;
    const precision = facts.covariance?.intrinsics[index];
    const free = precision?.free ?? [];
    const { info } = photos[own[0]!.photo]!;
    return [
      {
        name: sparse.cameras.names[index]!,
        device: { make: info.make, model: info.model },
        focalMm: focalMmOf(info, camera),
        model: camera.model,
        width: camera.width,
        height: camera.height,
        photos: own.length,
        focalSource: info.focalSource,
        parameters: intrinsicNames.map((name, parameter) => ({
          name,
          initial: initial[name],
          value: camera[name],
          sigma: free.includes(parameter) ? (precision!.sigmas[parameter] ?? null) : null,
        })),
        correlations: precision
          ? { names: free.map((parameter) => intrinsicNames[parameter]!), matrix: precision.correlations }
          : null,
      },
    ];
  });
}

/** Standard deviations of a centre from its 6 × 6 covariance; null where it was not computed. */
function centreSigma(poses: Float64Array | undefined, index: number): PhotoReportEntry['sigma'] {
  if (!poses) return null;
  const sigma = [3, 4, 5].map((axis) => Math.sqrt(poses[36 * index + 7 * axis]!));
  return sigma.every(Number.isFinite) ? (sigma as unknown as PhotoReportEntry['sigma']) : null;
}

export function reportPhotos(
  { adjusted, photos, frame }: PhotoContext,
  sparse: SparseProject,
): PhotoReportEntry[] {
  const { statistics, facts } = sparse.adjusted;
  const residuals = new Map(
    facts.positionResiduals.map(({ photo, residual: [e, n, u] }) => {
      const known: PhotoReportEntry['gpsResidual'] = [e, n, Number.isNaN(u) ? null : u];
      return [photo, known] as const;
    }),
  );
  return adjusted.photos.map(({ photo, camera, pose }, index) => ({
    name: photos[photo]!.info.name,
    camera,
    position: frame.toWorld(pose.centre),
    sigma: centreSigma(facts.covariance?.poses, index),
    fix: photos[photo]!.info.position?.fix ?? null,
    gpsSigma: residuals.has(index) ? usedSigma(sparse, photo) : null,
    gpsResidual: residuals.get(index) ?? null,
    observations: statistics.photos[index]!.observations,
    rmsPx: statistics.photos[index]!.rmsPx,
  }));
}
