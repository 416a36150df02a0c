import type { FileTag, ProductName } from '#contract/rules/products.ts';
import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { InputRole } from '#contract/schemas/images.ts';
import type { ProjectSettings } from '#contract/schemas/project.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';

/** A file to process. `name` is the person's name of it, for texts. */
export interface PipelineInput {
  readonly path: string;
  readonly name: string;
  readonly role: InputRole;
}

/** The person's statements on the data; null where the files define it. */
export interface PipelineSettings extends ProjectSettings {
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly unit_of_measure: UnitOfMeasure | null;
}

/** Progress of a product, 0–1. `stage` is the key of the running step; `peakMiB` the maximum memory so far. */
export interface PipelineProgress {
  readonly product: ProductName;
  readonly fraction: number;
  readonly stage: string;
  readonly peakMiB: number;
}

/** A finished file of a product; it must not change any more. `path` absolute, inside `outDir`. */
export interface PipelineFile {
  readonly path: string;
  /** Key of the download list: `copc`, `laz`, `tif`, `png`, `geojson`, `json`… */
  readonly format: string;
  readonly tag: FileTag;
  /** Its sums; only its bytes are recorded where left out. */
  readonly proof?: FileProof | undefined;
}

/** A finished product. `resolution` in metres per pixel, or null. */
export interface PipelineProduct {
  readonly name: ProductName;
  readonly files: readonly PipelineFile[];
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly unitOfMeasure: UnitOfMeasure | null;
  readonly resolution: number | null;
  readonly pixelWidth: number | null;
  readonly pixelHeight: number | null;
  /** Facts for the page: point count, bounds, classes. Plain JSON. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** The cost of a finished step. */
export interface PipelineStep {
  readonly name: string;
  readonly wallS: number;
  readonly cpuS: number;
  readonly peakMiB: number;
  readonly peakDiskMiB: number;
}

/**
 * A run of the pipeline. It resumes from what an earlier, killed run left in `outDir`; the same inputs and settings
 * give the same product bytes. The callbacks may be called again for products that an earlier run finished.
 */
export interface PipelineRequest {
  readonly inputs: readonly PipelineInput[];
  readonly outDir: string;
  readonly settings: PipelineSettings;
  /** `adjustment`: for photos, only the bundle adjustment is made; another run continues from there. */
  readonly until: 'adjustment' | 'end';
  /** Products that the project expects. */
  readonly products: readonly ProductName[];
  readonly signal: AbortSignal;
  onProgress(progress: PipelineProgress): void;
  /** Awaited: the files are in the object store and the rows committed when it resolves. */
  onProduct(product: PipelineProduct): Promise<void>;
  /** A product that cannot be made from these data, while others can. */
  onProductFailed(name: ProductName, error: ErrorRecord): Promise<void>;
  onStep(step: PipelineStep): Promise<void>;
  /** Further lines of another engine's console, the first being its line `from`, counted from 0. */
  onConsole(lines: readonly string[], from: number): Promise<void>;
  /** A preview of the project, PNG, JPEG or WebP. */
  onThumbnail(path: string): Promise<void>;
}

/** Runs the pipeline; rejects with `AppError`, or `AbortError` when the signal aborts. */
export type RunPipeline = (request: PipelineRequest) => Promise<void>;
