import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Raised } from '#domain/geometry/volume/raised-above.ts';
import type { VolumeReport } from '#workers/contract/geometry-tasks.ts';
import type { KnownAccuracy } from '../ports/surface.ts';

/**
 * Lengths, areas and volumes are of the ground; beside them the same in the plane of the map, where they differ by more
 * than 1 in 20,000. `combined`: the combined scale factor, length on the map over length on the ground.
 */
export type OnGrid<T> = (T & { readonly combined: number }) | null;

/** Result of a volume measurement. All lengths in the horizontal unit, areas squared, volumes cubed. */
export interface VolumeResult extends VolumeReport {
  /** Name of the surface that was measured. */
  readonly surface: string;
  readonly cellSize: number;
  /** True: on the surface model, where the project has an elevation model too. */
  readonly isOnTop: boolean;
  /** Where the surface model lies above the elevation model by more than their noise; null: nowhere, or there is only one. */
  readonly raised: Raised | null;
  /** Height accuracy from the project's report; null where it states none. */
  readonly known: KnownAccuracy | null;
  /** The figures in the map's plane. */
  readonly grid: OnGrid<Pick<VolumeReport, 'cut' | 'fill' | 'net' | 'planArea'>>;
}

/** A measured place: xyz, project CRS; z NaN where there is none. */
export interface LocationMeasurement {
  readonly kind: 'location';
  readonly coordinates: readonly number[];
}

/** A measured line. `vertical` in the vertical unit, NaN without elevations; the others in the horizontal unit. */
export interface DistanceMeasurement {
  readonly kind: 'distance';
  readonly coordinates: readonly number[];
  readonly plan: number;
  readonly slope: number;
  /** Rise from the first place to the last. */
  readonly vertical: number;
  /** Grid bearing from the first place to the last, radians clockwise from north. */
  readonly azimuthRad: number;
  /** The length in the map's plane. */
  readonly grid: OnGrid<{ readonly plan: number }>;
}

/** The angle at the second of three places, radians. */
export interface AngleMeasurement {
  readonly kind: 'angle';
  readonly coordinates: readonly number[];
  readonly planRad: number;
  readonly spaceRad: number;
}

/** A measured ring, horizontal unit and its square. */
export interface AreaMeasurement {
  readonly kind: 'area';
  readonly coordinates: readonly number[];
  readonly planArea: number;
  /** True area over `trueAreaOf`; NaN while it is being measured or where there are no elevations. */
  readonly trueArea: number;
  /** The surface's name; null means the ring's own corners, triangulated. */
  readonly trueAreaOf: string | null;
  readonly planPerimeter: number;
  readonly slopePerimeter: number;
  /** Area and perimeter in the map's plane. */
  readonly grid: OnGrid<{ readonly planArea: number; readonly planPerimeter: number }>;
}

/** A measured volume. */
export interface VolumeMeasurement {
  readonly kind: 'volume';
  readonly coordinates: readonly number[];
  readonly state:
    | { readonly kind: 'measuring' }
    | { readonly kind: 'done'; readonly result: VolumeResult }
    | { readonly kind: 'failed'; readonly error: ErrorRecord };
}

/** The measurement that the inspector shows. `coordinates` is xyz a vertex, project CRS. */
export type Measurement =
  | LocationMeasurement
  | DistanceMeasurement
  | AngleMeasurement
  | AreaMeasurement
  | VolumeMeasurement;
