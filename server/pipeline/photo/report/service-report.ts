import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { OdmStats } from '#domain/photogrammetry/exchange/odm-stats.ts';
import type { RejectedPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import type { Product } from '../../context.ts';
import type { ReportCrs } from '../../report.ts';
import type { StepCost } from '../../steps.ts';
import type { PhotoSettings } from '../context.ts';

/** Root mean squares east, north and up, metres, and of all three together. */
interface Residual {
  readonly e: number;
  readonly n: number;
  readonly u: number;
  readonly d3: number;
}

/** `report.json` of a project that a service processed: its own figures, and the products made here from its cloud. */
export interface RemoteReport {
  readonly engine: 'nodeodm';
  /** Program and versions at the service. */
  readonly service: string;
  readonly version: string;
  readonly inputsHash: string;
  readonly images: {
    readonly total: number;
    readonly registered: number | null;
    readonly rejected: readonly RejectedPhoto[];
  };
  readonly reprojectionRmsPx: number | null;
  readonly gpsResidualM: Residual | null;
  /** Root mean square over all control, as the service reports it; it lists no points. */
  readonly gcpResidualM: Residual | null;
  readonly gcps: readonly never[];
  /** The service measures none. */
  readonly checkpoints: { readonly count: 0 };
  readonly gsdM: number | null;
  readonly points: number | null;
  readonly densePoints: number;
  readonly crs: ReportCrs;
  readonly settings: PhotoSettings;
  readonly steps: readonly StepCost[];
  readonly products: readonly Product[];
  /** The sums of each file when it was read back, by its path in the folder, for `plumbline verify`. */
  readonly proofs: FileProofs;
  readonly warnings: readonly ErrorRecord[];
  readonly failures: readonly ErrorRecord[];
}

/** Root mean squares as the service reports them. */
export const residual = (error: OdmStats['gpsErrorM']): Residual | null =>
  error && { e: error[0], n: error[1], u: error[2], d3: Math.hypot(...error) };
