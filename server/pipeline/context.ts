import type { ProductName } from '#contract/rules/products.ts';
import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import type { CrsDeclaration } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { InputCloud, InputFile } from './inputs.ts';
import type { StepProgress, StepRunner } from './steps.ts';

/** A finished product; `path` is relative to the output folder. */
export interface Product {
  readonly name: ProductName;
  readonly kind: 'point-cloud' | 'raster' | 'vector' | 'bundle';
  readonly path: string;
  readonly bytes: number;
  /** Cell of a raster in the horizontal unit, interval of contours in the vertical unit; null for others. */
  readonly resolution: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

export type ClassifyChoice = 'auto' | 'always' | 'never';

/**
 * `highest`: the highest point of each cell, for points with accurate heights (laser returns). `fitted`: a surface
 * through the topmost points of each cell, for points that err in height (matched in photos).
 */
export type SurfaceFrom = 'highest' | 'fitted';

/** The ground that photos see well. */
export interface SeenGround {
  /** Changes when the results do. */
  readonly key: string;
  /** One byte per place (world coordinates, xyz each): 1 where enough photos see it from near enough. */
  at(places: Float64Array): Uint8Array;
}

/** The request of a run on point cloud files. */
export interface ProcessRequest {
  readonly inputs: readonly InputFile[];
  /** Reads the points that are there of truncated files; such files are refused where left out. */
  readonly acceptTruncated?: boolean;
  /** GPS week of files whose times are seconds of the week; needed where others have adjusted standard GPS time. */
  readonly gpsWeek?: number | undefined;
  /** Output folder; created if missing. */
  readonly out: string;
  /** The coordinate system that the person states; overrides the files' own. */
  readonly crs: CrsDeclaration | null;
  /** `cloud`: only the point cloud; everything where left out. */
  readonly goal?: 'cloud' | 'all';
  /**
   * Cell of the elevation model in the horizontal unit, and of the surface model where nothing else sets it; chosen
   * from the points where null.
   */
  readonly resolution: number | null;
  /** Cell of the surface model as a multiple of the elevation model's; null or left out where not stated. */
  readonly surfaceScale?: number | null;
  /**
   * Spacing that the points' density was chosen for, horizontal unit: the surface model's cell; null or left out
   * where none was chosen.
   */
  readonly pointSpacing?: number | null;
  /** What the surface model is made of; `highest` where left out. */
  readonly surfaceFrom?: SurfaceFrom;
  /** The ground seen by the photos that the points come from; null or left out where unknown or without photos. */
  readonly seen?: SeenGround | null;
  /** `auto` classifies where the files have no ground. */
  readonly classify: ClassifyChoice;
  /** In the vertical unit; a metre (two feet) where null. */
  readonly contourInterval: number | null;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  onProgress?(progress: StepProgress): void;
  /** Called when a product's files are complete; also for products of an earlier run. */
  onProduct?(product: Product, proofs: FileProofs): void | Promise<void>;
}

/** The point cloud product that is made of the inputs: its name, its file and its preview, in the output folder. */
export interface PointCloudNames {
  readonly product: ProductName;
  readonly file: string;
  /** The cloud from above in its own colours; only where it has colours. */
  readonly picture: string;
}

/** The context of every step. */
export interface ProcessContext {
  readonly request: ProcessRequest;
  readonly cloud: PointCloudNames;
  readonly inputs: readonly InputCloud[];
  readonly steps: StepRunner;
  readonly products: Product[];
  readonly failures: ErrorRecord[];
  /** Warnings of the steps. */
  readonly warnings: ErrorRecord[];
  finish(product: Product): Promise<void>;
}
