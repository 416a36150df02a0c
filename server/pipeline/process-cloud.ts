import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrsDeclaration } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { makePointCloud, type PointCloud, prepareSpool, type SpooledCloud } from './cloud/point-cloud.ts';
import { closeInputs, type InputCloud, inputWarnings, openInputs } from './inputs.ts';
import { type ProcessReport, type Product, writeReport } from './report.ts';
import { createStepRunner, type StepProgress, type StepRunner } from './steps.ts';
import { makeTerrain } from './terrain/make-terrain.ts';
import { lockFolder } from './work-folder.ts';

export type ClassifyChoice = 'auto' | 'always' | 'never';

/** What to make of point cloud files, and where. */
export interface ProcessRequest {
  readonly inputs: readonly string[];
  /** Output folder; made where it is missing. */
  readonly out: string;
  /** What the person says of the coordinate system; goes before everything the files say. */
  readonly crs: CrsDeclaration | null;
  /** Cell of the rasters in the horizontal unit; chosen from the spacing of the ground where null. */
  readonly resolution: number | null;
  /** `auto` classifies where the files have no ground. */
  readonly classify: ClassifyChoice;
  /** In the vertical unit; a metre (two feet) where null. */
  readonly contourInterval: number | null;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  onProgress?(progress: StepProgress): void;
  /** Called as soon as a product's files are whole; also for products of an earlier run. */
  onProduct?(product: Product): void | Promise<void>;
}

/** What every step is given. */
export interface ProcessContext {
  readonly request: ProcessRequest;
  readonly inputs: readonly InputCloud[];
  readonly steps: StepRunner;
  readonly products: Product[];
  readonly failures: ErrorRecord[];
  finish(product: Product): Promise<void>;
}

/** Failures of a product that leave the others standing. */
const partialFailures: ReadonlySet<string> = new Set(['process.not-projected', 'process.no-ground']);

async function makeProducts(context: ProcessContext): Promise<PointCloud> {
  const spooled: SpooledCloud = await prepareSpool(context);
  const cloud = await makePointCloud(context, spooled);
  try {
    await makeTerrain(context, spooled);
  } catch (error) {
    if (!(error instanceof AppError && partialFailures.has(error.code))) throw error;
    context.failures.push(error.toRecord());
  }
  return cloud;
}

/**
 * Makes all products of point cloud files: a classified COPC, elevation and surface model, pictures, contours and a
 * report. Steps that an earlier run finished with the same inputs and settings are taken over, so a run that was
 * killed goes on where it was. Products that cannot be made of these data are listed as failures of the report.
 * Errors: `process.folder-in-use`, those of `openInputs`, reading and writing; `AbortError`.
 */
export async function processCloud(request: ProcessRequest): Promise<ProcessReport> {
  const { out, signal, onProgress, onProduct } = request;
  await mkdir(out, { recursive: true });
  const lock = await lockFolder(out);
  try {
    const inputs = await openInputs(request.inputs, request.crs, signal);
    try {
      const products: Product[] = [];
      const context: ProcessContext = {
        request,
        inputs,
        products,
        failures: [],
        steps: await createStepRunner(out, (progress) => onProgress?.(progress), signal),
        async finish(product) {
          products.push(product);
          await onProduct?.(product);
        },
      };
      const cloud = await makeProducts(context);
      return await writeReport(context, cloud, inputWarnings(inputs), join(out, 'report.json'));
    } finally {
      await closeInputs(inputs);
    }
  } finally {
    await lock.release();
  }
}
