import { join } from 'node:path';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type {
  AdjustmentCovariance,
  AdjustmentProblem,
  AdjustmentResult,
  ScaleBar,
  TurnPrior,
} from '#domain/photogrammetry/adjustment/problem.ts';
import type { PositionBiases } from '#domain/photogrammetry/flight/position-biases.ts';
import type { Reconstruction } from '#domain/photogrammetry/model/reconstruction.ts';
import { decodeBlocks, encodeBlocks } from '#domain/photogrammetry/model/reconstruction-file.ts';
import type { PhotoCameras } from '#domain/photogrammetry/photos/photo-cameras.ts';
import { type BlockStatistics, blockStatistics } from '#domain/photogrammetry/summary/block-statistics.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import { hashOf, type StepRunner } from '../../steps.ts';
import { workFolderName, writeWhole } from '../../work-folder.ts';
import type { FramedControl } from '../control-points.ts';
import type { LocalPosition } from '../project-system.ts';

/** Version of the adjustment; increased when the code changes it. */
const adjustVersion = 8;
const fileName = 'adjusted.bin';

export interface AdjustRequest {
  /** All placed blocks merged. */
  readonly merged: Reconstruction;
  /** By the project's photos; null for unused ones. */
  readonly positions: readonly (LocalPosition | null)[];
  /** The common errors of a flight's positions. */
  readonly biases: PositionBiases;
  /** Known rotations of the photos in `merged`. */
  readonly turns: readonly TurnPrior[];
  readonly control: readonly FramedControl[];
  readonly scaleBars: readonly ScaleBar[];
  readonly leverArm: Vec3 | null;
  /** Names of the project's photos. */
  readonly names: readonly string[];
  /** Initial values from the files. */
  readonly cameras: PhotoCameras;
  readonly steps: StepRunner;
  readonly pool: TaskPool;
  readonly signal: AbortSignal | undefined;
  readonly workFolder: string;
}

export type AdjustmentFacts = Omit<AdjustmentResult, 'reconstruction'>;

/** The adjusted blocks, with the adjustment's results and the residual statistics. */
export interface Adjusted {
  readonly reconstruction: Reconstruction;
  readonly facts: AdjustmentFacts;
  readonly statistics: BlockStatistics;
  readonly warnings: readonly ErrorRecord[];
}

/** Few photos cannot determine all lens parameters. */
function freeIntrinsics(photos: number): AdjustmentProblem['freeIntrinsics'] {
  if (photos < 3) return 'none';
  if (photos < 6) return 'focal';
  return photos < 10 ? 'focal-radial' : 'all';
}

function problemOf(request: AdjustRequest): AdjustmentProblem {
  const { merged, positions, biases, turns, control, scaleBars, leverArm, names } = request;
  const place = new Map(merged.photos.map(({ photo }, index) => [photo, index] as const));
  const usable = control
    .map(({ label, type, xyz, sigma, marks }) => ({
      label,
      type,
      xyz,
      sigma,
      marks: marks.flatMap(({ photo, xy, sigmaPx }) => {
        const index = place.get(photo);
        return index === undefined ? [] : [{ photo: index, xy, sigmaPx }];
      }),
    }))
    .filter(({ marks }) => marks.length > 0);
  return {
    reconstruction: merged,
    freeIntrinsics: freeIntrinsics(merged.photos.length),
    positions: merged.photos.flatMap(({ photo }, index) => {
      const position = positions[photo];
      const bias = biases.of.get(photo);
      if (!position) return [];
      return [
        {
          photo: index,
          xyz: position.xyz,
          sigma: position.sigma,
          hasHeight: position.hasHeight,
          ...(bias === undefined ? {} : { bias }),
        },
      ];
    }),
    positionBiases: biases.sigmas,
    turns,
    estimatePositionShift: usable.some(({ type }) => type === 'gcp'),
    control: usable,
    scaleBars,
    ...(leverArm ? { leverArm } : {}),
    photoNames: merged.photos.map(({ photo }) => names[photo]!),
    wants: { covariance: true },
  };
}

const notGiven = (value: number | null) => value ?? Number.NaN;

function encode({ reconstruction, covariance, ...facts }: AdjustmentResult): Uint8Array {
  const intrinsics = covariance?.intrinsics ?? null;
  const arrays = covariance ? { poses: covariance.poses, points: covariance.points } : {};
  return encodeBlocks([reconstruction], { ...facts, intrinsics }, arrays);
}

type Stored = Omit<AdjustmentFacts, 'covariance'> & {
  readonly intrinsics: AdjustmentCovariance['intrinsics'] | null;
};

function decode(file: Uint8Array, path: string): AdjustmentResult {
  const { blocks, extra, extraArray } = decodeBlocks<Stored>(file, path);
  const { intrinsics, ...facts } = extra;
  const [poses, points] = [extraArray('poses'), extraArray('points')];
  const covariance =
    intrinsics && poses instanceof Float64Array && points instanceof Float64Array
      ? { poses, points, intrinsics }
      : null;
  const control = facts.control.map((point) => ({
    ...point,
    residual: point.residual.map(notGiven) as unknown as Vec3,
    reprojectionRmsPx: notGiven(point.reprojectionRmsPx),
  }));
  const positionResiduals = facts.positionResiduals.map((one) => ({
    ...one,
    residual: one.residual.map(notGiven) as unknown as Vec3,
  }));
  return { ...facts, control, positionResiduals, covariance, reconstruction: blocks[0]! };
}

/** Relative difference of a focal length from the stated one above which a warning is given. */
const focalShare = 0.05;

function focalWarnings(
  { cameras, names }: PhotoCameras,
  { reconstruction }: AdjustmentResult,
): ErrorRecord[] {
  const used = new Set(reconstruction.photos.map(({ camera }) => camera));
  return cameras.flatMap(({ focal: stated }, index): ErrorRecord[] => {
    const adjusted = reconstruction.cameras[index]!.focal;
    const share = adjusted / stated - 1;
    if (!used.has(index) || Math.abs(share) < focalShare) return [];
    const params = {
      camera: names[index]!,
      adjusted: Math.round(adjusted),
      stated: Math.round(stated),
      percent: Number((100 * share).toFixed(1)),
    };
    return [{ code: 'photo.focal-changed', params }];
  });
}

/** Measured distances with an end that is no surveyed point with marks; they have no effect. */
function barWarnings({ scaleBars }: AdjustmentResult): ErrorRecord[] {
  return scaleBars
    .filter(({ residual }) => residual === null)
    .map(({ from, to }) => ({ code: 'control.unknown-bar', params: { from, to } }));
}

/** The final adjustment: all blocks, positions and control together, with covariances. */
export async function adjustBlocks(request: AdjustRequest): Promise<Adjusted> {
  const { steps, pool, signal, workFolder, merged, control, positions, cameras, scaleBars, leverArm } =
    request;
  const { biases, turns } = request;
  const path = join(workFolder, fileName);
  const shape = hashOf([merged.photos.map(({ photo, pose }) => [photo, pose]), merged.cameras]);
  const given = [positions, biases.sigmas, [...biases.of], turns, control, scaleBars, leverArm];
  const key = [adjustVersion, steps.keyOf('reconstruction'), shape, ...given];
  await steps.run('adjustment', key, async (report) => {
    const result = await pool.run('photo.adjust', problemOf(request), {
      onProgress: ({ fraction }) => report(fraction),
      ...(signal ? { signal } : {}),
    });
    await writeWhole(path, encode(result));
    return { facts: null, files: [join(workFolderName, 'photo', fileName)] };
  });
  const result = decode(await readOwn(path), path);
  const { reconstruction, ...facts } = result;
  return {
    reconstruction,
    facts,
    statistics: blockStatistics(reconstruction),
    warnings: [...facts.diagnosis.warnings, ...focalWarnings(cameras, result), ...barWarnings(result)],
  };
}
