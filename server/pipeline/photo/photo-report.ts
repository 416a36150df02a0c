import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { CheckpointAccuracy } from '#domain/photogrammetry/accuracy/checkpoint-accuracy.ts';
import { assessCheckpoints } from '#domain/photogrammetry/accuracy/checkpoint-accuracy.ts';
import type { RejectedPhoto } from '#domain/photogrammetry/reconstruction.ts';
import type { Product } from '../context.ts';
import { type ReportCrs, reportCrs } from '../report.ts';
import type { StepCost } from '../steps.ts';
import { writeWhole } from '../work-folder.ts';
import type { PhotoContext, PhotoSettings } from './context.ts';
import type { SystemSource } from './project-system.ts';
import type { SparseProject } from './sparse.ts';

/** A point of the adjustment. Residuals are adjusted − surveyed, metres; z is null where no height was measured. */
export interface ControlReport {
  readonly label: string;
  readonly residual: readonly [x: number, y: number, z: number | null] | null;
  readonly marks: number;
  readonly rmsPx: number | null;
  readonly status: 'used' | 'outlier' | 'unused';
}

/** `report.json` of an image project. */
export interface PhotoReport {
  readonly engine: 'builtin';
  readonly images: {
    readonly total: number;
    readonly registered: number;
    readonly rejected: readonly RejectedPhoto[];
  };
  readonly reprojectionRmsPx: number;
  readonly observations: number;
  readonly points: number;
  readonly densePoints: number;
  readonly gsdM: number;
  readonly gpsResidualM: {
    readonly e: number;
    readonly n: number;
    readonly u: number;
    readonly d3: number;
  } | null;
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
  readonly crs: ReportCrs & { readonly chosenBy: SystemSource; readonly isArbitrary: boolean };
  readonly blocks: readonly number[];
  readonly settings: PhotoSettings;
  readonly steps: readonly StepCost[];
  readonly products: readonly (Product & { readonly crs: number | string | null })[];
  readonly warnings: readonly ErrorRecord[];
  readonly failures: readonly ErrorRecord[];
}

/** Gathers and writes the report of a run. */
export async function writePhotoReport(
  context: PhotoContext,
  sparse: SparseProject,
  products: readonly Product[],
  path: string,
): Promise<PhotoReport> {
  const { request, adjusted, crs, steps } = context;
  const { statistics } = sparse.adjusted;
  const accuracy = assessCheckpoints([]);
  const report: PhotoReport = {
    engine: 'builtin',
    images: {
      total: request.images.length,
      registered: adjusted.photos.length,
      rejected: sparse.rejected,
    },
    reprojectionRmsPx: statistics.rmsPx,
    observations: adjusted.observations.count,
    points: adjusted.points.length / 3,
    densePoints: 0,
    gsdM: statistics.gsdM,
    gpsResidualM: null,
    gcps: [],
    checkpoints: { count: 0, rmseX: 0, rmseY: 0, rmseZ: 0, rmse3d: 0, accuracy, points: [] },
    crs: { ...reportCrs(crs), chosenBy: sparse.system.source, isArbitrary: sparse.isArbitrary },
    blocks: [...sparse.blockSizes, ...sparse.loose.map(({ photos }) => photos.length)],
    settings: request.settings,
    steps: steps.costs(),
    products: products.map((product) => ({ ...product, crs: crs.epsg ?? crs.name })),
    warnings: context.warnings,
    failures: context.failures,
  };
  await writeWhole(path, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
