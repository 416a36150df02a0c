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
  /** Cell of a raster in the horizontal unit, interval of contours in the vertical unit; null where there is none. */
  readonly resolution: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

export type ClassifyChoice = 'auto' | 'always' | 'never';

/**
 * `highest`: the highest point of each cell, for points that are where they say (laser returns). `fitted`: a surface
 * through the topmost points of each cell, for points that err in height (matched in photos).
 */
export type SurfaceFrom = 'highest' | 'fitted';

/** Where photos see the ground well. */
export interface SeenGround {
  /** Changes when the answers do. */
  readonly key: string;
  /** A byte a place (world coordinates, xyz each): 1 where enough photos see it from near enough. */
  at(places: Float64Array): Uint8Array;
}

/** What to make of point cloud files, and where. */
export interface ProcessRequest {
  readonly inputs: readonly InputFile[];
  /** Take the points that are there of files that are cut short; such files are refused where left out. */
  readonly acceptTruncated?: boolean;
  /** GPS week of files whose times are seconds of the week; needed where others have adjusted standard GPS time. */
  readonly gpsWeek?: number | undefined;
  /** Output folder; made where it is missing. */
  readonly out: string;
  /** What the person says of the coordinate system; goes before everything the files say. */
  readonly crs: CrsDeclaration | null;
  /** `cloud`: the point cloud alone; everything where left out. */
  readonly goal?: 'cloud' | 'all';
  /** Cell of the elevation model in the horizontal unit, and of the surface model where nothing else says it; chosen from the points where null. */
  readonly resolution: number | null;
  /** Cell of the surface model as a multiple of the elevation model's; null or left out where nobody stated it. */
  readonly surfaceScale?: number | null;
  /** Spacing that the points' density was chosen for, horizontal unit: the surface model's cell; null or left out where nobody chose one. */
  readonly pointSpacing?: number | null;
  /** What the surface model is made of; `highest` where left out. */
  readonly surfaceFrom?: SurfaceFrom;
  /** What the photos saw that the points were matched in; null or left out where that is not known, or there are none. */
  readonly seen?: SeenGround | null;
  /** `auto` classifies where the files have no ground. */
  readonly classify: ClassifyChoice;
  /** In the vertical unit; a metre (two feet) where null. */
  readonly contourInterval: number | null;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  onProgress?(progress: StepProgress): void;
  /** Called as soon as a product's files are whole; also for products of an earlier run. */
  onProduct?(product: Product, proofs: FileProofs): void | Promise<void>;
}

/** The point cloud product that is made of the inputs: its name, its file and its picture, in the output folder. */
export interface PointCloudNames {
  readonly product: ProductName;
  readonly file: string;
  /** The cloud from above in its own colours; only where it has any. */
  readonly picture: string;
}

/** What every step is given. */
export interface ProcessContext {
  readonly request: ProcessRequest;
  readonly cloud: PointCloudNames;
  readonly inputs: readonly InputCloud[];
  readonly steps: StepRunner;
  readonly products: Product[];
  readonly failures: ErrorRecord[];
  /** What the steps find doubtful. */
  readonly warnings: ErrorRecord[];
  finish(product: Product): Promise<void>;
}
