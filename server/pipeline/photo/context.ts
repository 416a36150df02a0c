import type { Density } from '#contract/rules/density.ts';
import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import type { CrsDeclaration, CrsReport } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { MarkFrame } from '#domain/photogrammetry/control/mark-frame.ts';
import type { TiePrecision } from '#domain/photogrammetry/dense/pose-sigma.ts';
import type { LocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import type { PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import type { Reconstruction } from '#domain/photogrammetry/model/reconstruction.ts';
import type { Hemisphere } from '#domain/photogrammetry/photos/hemisphere.ts';
import type { StatedCamera } from '#domain/photogrammetry/photos/stated-cameras.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { Product } from '../context.ts';
import type { InputFile } from '../inputs.ts';
import type { StepProgress, StepRunner } from '../steps.ts';

/** A photo of the project: its metadata, its path, and a key that changes with its content. */
export interface ProjectPhoto {
  readonly info: PhotoInfo;
  readonly path: string;
  readonly identity: string;
  /** Detail at the pixel against detail at twice its size (`measureQuality`); null without texture. */
  readonly sharpness: number | null;
}

/** The last stage: `sparse` ends after the bundle adjustment and its exports. */
export type PhotoGoal = 'sparse' | 'all';

/** How products are made; null lets the data decide. */
export interface PhotoSettings {
  readonly density: Density;
  /** Cell of the orthomosaic as a multiple of the ground sampling distance. */
  readonly orthoGsdMultiplier: number;
  /** Cell of elevation and surface model as a multiple of the ground sampling distance; null: from the cloud's spacing. */
  readonly demGsdMultiplier: number | null;
  /** Cell of the surface model as a multiple of the elevation model's; null where nobody stated it. */
  readonly surfaceModelScale: number | null;
  /**
   * Compares the depths of a photo with those of all photos that share tie points with it, rather than with a cluster
   * of the few that share most: more photos confirm, correct or refuse a point, at a cost in memory and time.
   */
  readonly runDenseUnclustered: boolean;
  /** Adds photos without a tie to the block to the orthomosaic with their pose from GPS and attitude. */
  readonly useUnreconstructedCameras: boolean;
  /** Writes undistorted copies of the registered photos. */
  readonly undistort: boolean;
  /** In the vertical unit; a metre (two feet) where null. */
  readonly contourInterval: number | null;
  /** Initial values of the adjustment in place of the photos' own. */
  readonly cameras: readonly StatedCamera[];
  /** Pixel frame that marks of control were measured in; null where it is the stored photos' own. */
  readonly markFrame: MarkFrame | null;
  /** Hemispheres of positions that name none; null where every photo names its own. */
  readonly hemisphere: Hemisphere | null;
}

/** The source of photo poses: the built-in engine, or COLMAP where it is on the PATH. */
export type PoseEngine = 'builtin' | 'colmap';

/** The request of a run on images. */
export interface PhotoRequest {
  readonly images: readonly InputFile[];
  /** Ground control with marks; rows may be checkpoints too. */
  readonly control: InputFile | null;
  /** Points that are measured but not used in the adjustment. */
  readonly checkpoints: InputFile | null;
  /** Measured distances between surveyed points. */
  readonly scaleBars?: InputFile | null;
  /** Lever arm of the antenna from the projection centre: right, down and forward of the camera, metres. */
  readonly leverArm?: Vec3 | null;
  /** Point clouds of the same ground in the photos' system, to be coloured from the photos. */
  readonly clouds?: readonly InputFile[];
  /** Reads the points that are there of truncated clouds; such clouds are refused where left out. */
  readonly acceptTruncated?: boolean;
  /** GPS week of clouds whose times are seconds of the week. */
  readonly gpsWeek?: number | undefined;
  /** Output folder; created if missing. */
  readonly out: string;
  /** The coordinate system that the person states; overrides the files' own. */
  readonly crs: CrsDeclaration | null;
  readonly goal: PhotoGoal;
  /** `builtin` where left out. */
  readonly engine?: PoseEngine;
  readonly settings: PhotoSettings;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  onProgress?(progress: StepProgress): void;
  /** Called with warnings about photos, control and their system, before any long computation. */
  onDoubts?(records: readonly ErrorRecord[]): void;
  /** Called when the system of the products is known, before any of them. */
  onSystem?(crs: CrsReport): void;
  /** Called when a product's files are complete; also for products of an earlier run. */
  onProduct?(product: Product, proofs: FileProofs): void | Promise<void>;
}

/** The context of the steps after the final adjustment: dense cloud, orthomosaic, mesh. */
export interface PhotoContext {
  readonly request: PhotoRequest;
  /** All photos that could be read; `adjusted.photos[i].photo` indexes them. */
  readonly photos: readonly ProjectPhoto[];
  /** The adjusted blocks that lie in `frame`, as one reconstruction (local metres, east-north-up). */
  readonly adjusted: Reconstruction;
  /** Changes with everything that the adjusted reconstruction depends on; part of the keys of later steps. */
  readonly adjustedKey: string;
  readonly frame: LocalFrame;
  /** System of the products; a local grid in metres where neither photos nor control are georeferenced. */
  readonly crs: CrsReport;
  /** Of the tie points of `adjusted`; null where the adjustment gives none. */
  readonly tiePrecision: TiePrecision | null;
  /** Median ground sampling distance of the registered photos, metres. */
  readonly gsdM: number;
  /** Height of the ground in the frame: the median height of the tie points, metres. */
  readonly groundHeightM: number;
  readonly steps: StepRunner;
  readonly pool: TaskPool;
  readonly signal: AbortSignal | undefined;
  /** Folder for files that only the run needs, `OUT/.plumbline/photo`, absolute; created before. */
  readonly workFolder: string;
  /** Warnings and partial failures, shown in the report; steps add to them. */
  readonly warnings: ErrorRecord[];
  readonly failures: ErrorRecord[];
  finish(product: Product): Promise<void>;
}

/** The results of the dense step. */
export interface DenseCloud {
  /** LAS 1.4 files of the dense points in `crs`, inside the work folder, in a fixed order. */
  readonly parts: readonly InputFile[];
  readonly points: number;
  /** Median of the points' standard deviations, metres. */
  readonly sigmaM: number | null;
  /** Minimum number of views of a point. */
  readonly viewsForFusion: number;
  readonly isOblique: boolean;
  readonly isDataOrbital: boolean;
}
