import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { DeviationFactors, ScaleBarResult } from '#domain/photogrammetry/adjustment/problem.ts';
import type { RejectedPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import type { CheckpointAccuracy } from '#domain/photogrammetry/summary/checkpoint-accuracy.ts';
import type { ComputeFacts } from '#workers/contract/compute-tasks.ts';
import { programVersion } from '../../../runtime/version.ts';
import type { Product } from '../../context.ts';
import { type ReportCrs, reportCrs } from '../../report.ts';
import type { StepCost } from '../../steps.ts';
import { writeWhole } from '../../work-folder.ts';
import type { DenseCloud, PhotoContext, PhotoSettings, PoseEngine } from '../context.ts';
import {
  type FixReport,
  type FlightReport,
  positionWarnings,
  reportFixes,
  reportFlights,
} from '../positions/position-report.ts';
import { type PositionResidual, residualOf } from '../positions/position-residual.ts';
import type { WeakPlacement } from '../positions/weigh-positions.ts';
import type { SystemSource } from '../project-system.ts';
import type { SparseProject } from '../steps/sparse.ts';
import { type CameraReport, type PhotoReportEntry, reportCameras, reportPhotos } from './camera-report.ts';
import { accuracyOf, type ControlReport, controlWarnings, reportControl } from './control-report.ts';

/** `report.json` of an image project. Lengths in metres unless stated otherwise. */
export interface PhotoReport {
  /** The source of the poses; everything else is made here. */
  readonly engine: PoseEngine;
  readonly version: string;
  /** SHA-256 over the bytes of all inputs, in their order. */
  readonly inputsHash: string;
  readonly images: {
    readonly total: number;
    readonly registered: number;
    readonly rejected: readonly RejectedPhoto[];
  };
  readonly reprojectionRmsPx: number;
  readonly reprojectionMeanPx: number;
  readonly observations: number;
  readonly points: number;
  /** Observations per point, mean. */
  readonly meanViews: number;
  readonly densePoints: number;
  /** How the dense cloud was made; null where there is none. */
  readonly dense: Omit<DenseCloud, 'parts' | 'points'> | null;
  /** Null where the scale of the block is arbitrary. */
  readonly gsdM: number | null;
  /** Root mean square of adjusted − stated positions of any fix, those of each kind in `fixes`; null where none was used. */
  readonly gpsResidualM: PositionResidual | null;
  /** Stated − true positions of all photos, where control determines it. */
  readonly gpsShiftM: Vec3 | null;
  /** Satellite positions by kind of fix, the best first. */
  readonly fixes: readonly FixReport[];
  readonly flights: readonly FlightReport[];
  readonly gcps: readonly ControlReport[];
  readonly checkpoints: {
    readonly count: number;
    readonly rmseX: number;
    readonly rmseY: number;
    readonly rmseZ: number;
    readonly rmse3d: number;
    readonly accuracy: CheckpointAccuracy | null;
    readonly points: readonly ControlReport[];
  };
  /** Measured distances; metres, adjusted − measured. */
  readonly scaleBars: readonly ScaleBarResult[];
  readonly crs: ReportCrs & {
    readonly chosenBy: SystemSource;
    /** World coordinates of the origin of the east-north-up frame that poses are computed in. */
    readonly frameOrigin: Vec3;
    /** True where origin, orientation and scale are arbitrary. */
    readonly isArbitrary: boolean;
  };
  /** Blocks that only poor satellite positions place, and their accuracy. */
  readonly weakPlacements: readonly WeakPlacement[];
  /** Photos of each block, those in the products first. */
  readonly blocks: readonly number[];
  readonly cameras: readonly CameraReport[];
  readonly photos: readonly PhotoReportEntry[];
  readonly adjustment: {
    readonly iterations: number;
    readonly hasConverged: boolean;
    readonly varianceFactor: number;
    /** Deviations of marks and positions from residuals, relative to the stated ones. */
    readonly deviations: DeviationFactors;
    readonly removedObservations: number;
    readonly domeM: number | null;
  };
  readonly settings: PhotoSettings;
  /** The device that computed matching and depth; both give the same integers. */
  readonly compute: ComputeFacts;
  readonly steps: readonly StepCost[];
  readonly products: readonly (Product & { readonly crs: number | string | null })[];
  /** The sums of each file when it was read back, by its path in the folder, for `plumbline verify`. */
  readonly proofs: FileProofs;
  readonly warnings: readonly ErrorRecord[];
  readonly failures: readonly ErrorRecord[];
}

function checkpointsOf(points: readonly ControlReport[]): PhotoReport['checkpoints'] {
  const accuracy = accuracyOf(points);
  return {
    count: accuracy?.count ?? 0,
    rmseX: accuracy?.rmseX ?? 0,
    rmseY: accuracy?.rmseY ?? 0,
    rmseZ: accuracy?.rmseZ ?? 0,
    rmse3d: accuracy?.rmse3d ?? 0,
    accuracy,
    points,
  };
}

/** The results of a run beyond the sparse project. */
export interface RunFacts {
  readonly inputsHash: string;
  readonly dense: DenseCloud | null;
  readonly products: readonly Product[];
  readonly compute: ComputeFacts;
}

function describeDense({
  sigmaM,
  viewsForFusion,
  isOblique,
  isDataOrbital,
}: DenseCloud): PhotoReport['dense'] {
  return { sigmaM, viewsForFusion, isOblique, isDataOrbital };
}

/** Gathers the report of a run. */
export function gatherReport(context: PhotoContext, sparse: SparseProject, run: RunFacts): PhotoReport {
  const { request, adjusted, crs, frame, steps } = context;
  const { statistics, facts } = sparse.adjusted;
  const { gcps, checkpoints } = reportControl(sparse, context.photos);
  const photos = reportPhotos(context, sparse);
  return {
    engine: context.request.engine ?? 'builtin',
    version: programVersion(),
    inputsHash: run.inputsHash,
    images: {
      total: request.images.length,
      registered: adjusted.photos.length,
      rejected: sparse.rejected,
    },
    reprojectionRmsPx: statistics.rmsPx,
    reprojectionMeanPx: statistics.meanPx,
    observations: adjusted.observations.count,
    points: adjusted.points.length / 3,
    meanViews: statistics.meanViews,
    densePoints: run.dense?.points ?? 0,
    dense: run.dense && describeDense(run.dense),
    gsdM: sparse.isArbitrary ? null : statistics.gsdM,
    gpsResidualM: residualOf(photos.flatMap(({ gpsResidual }) => (gpsResidual ? [gpsResidual] : []))),
    gpsShiftM: facts.positionShift,
    fixes: reportFixes(sparse, photos),
    flights: reportFlights(sparse),
    gcps,
    checkpoints: checkpointsOf(checkpoints),
    scaleBars: facts.scaleBars,
    crs: {
      ...reportCrs(crs),
      chosenBy: sparse.system.source,
      frameOrigin: frame.origin,
      isArbitrary: sparse.isArbitrary,
    },
    weakPlacements: sparse.weak,
    blocks: [...sparse.blockSizes, ...sparse.loose.map((block) => block.photos.length)],
    cameras: reportCameras(context, sparse),
    photos,
    adjustment: {
      iterations: facts.iterations,
      hasConverged: facts.hasConverged,
      varianceFactor: facts.varianceFactor,
      deviations: facts.deviations,
      removedObservations: facts.removedObservations,
      domeM: facts.diagnosis.domeM,
    },
    settings: request.settings,
    compute: run.compute,
    steps: steps.costs(),
    products: run.products.map((product) => ({ ...product, crs: crs.epsg ?? crs.name })),
    proofs: steps.proofs(),
    warnings: [...context.warnings, ...positionWarnings(sparse), ...controlWarnings(gcps, checkpoints)],
    failures: context.failures,
  };
}

/** Writes `report.json`. */
export async function writePhotoReport(report: PhotoReport, path: string): Promise<void> {
  await writeWhole(path, `${JSON.stringify(report, null, 2)}\n`);
}
