import type { FileTag } from '#contract/rules/products.ts';
import type { TransformableProduct } from '#contract/rules/transform.ts';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { Product } from '../context.ts';

/** The request of a transformed product. */
export interface TransformRequest {
  readonly product: TransformableProduct;
  /** The original's GeoTIFF or COPC file. */
  readonly source: string;
  /** The original's system in its row, for files without one. */
  readonly sourceCrs: string;
  /** The requested system. */
  readonly target: CrsReport;
  /** Metres per pixel; null for point clouds. */
  readonly resolution: number | null;
  /** Metres between contours; null for none. */
  readonly contourInterval: number | null;
  readonly hasSingleJpeg: boolean;
  /** Folder for the new files; it must exist. */
  readonly out: string;
  /** The project's name in texts. */
  readonly name: string;
  readonly pool: TaskPool;
  readonly signal: AbortSignal;
  onProgress(stage: string, fraction: number): void;
}

export interface MadeFile {
  /** Absolute. */
  readonly path: string;
  readonly format: string;
  readonly tag: FileTag;
  /** Its sums. */
  readonly proof: FileProof;
}

/** A new product, its main file first. */
export interface TransformResult {
  readonly product: Product;
  readonly files: readonly MadeFile[];
  /** The system of the new files, with its vertical part. */
  readonly crs: CrsReport;
  /** Facts of the product for the page, plain JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly warnings: readonly ErrorRecord[];
}
