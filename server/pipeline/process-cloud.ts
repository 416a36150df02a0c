import { join, resolve } from 'node:path';
import { withheldNote } from '#domain/cloud/withheld.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { coarsenedNote } from '#domain/formats/las/quantisation.ts';
import { finestScale } from './cloud/ingest.ts';
import {
  lidarCloud,
  makePointCloud,
  type PointCloud,
  prepareSpool,
  type SpooledCloud,
} from './cloud/point-cloud.ts';
import type { ProcessContext, ProcessRequest, Product } from './context.ts';
import { findFinished, inOutputFolder, noteFinished, requestKey } from './finished-run.ts';
import { closeInputs, inputWarnings, openInputs } from './inputs.ts';
import { type ProcessReport, writeReport } from './report.ts';
import { createStepRunner } from './steps.ts';
import { makeTerrain } from './terrain/make-terrain.ts';

/** Failures of a product that do not affect the others. */
const partialFailures: ReadonlySet<string> = new Set(['process.not-projected', 'process.no-ground']);

/**
 * Makes the cloud, its terrain models and contours from open inputs. What cannot be made of these data is added to
 * the context's failures. Errors: those of reading and writing; `AbortError`.
 */
export async function makeCloudProducts(context: ProcessContext): Promise<PointCloud> {
  const spooled: SpooledCloud = await prepareSpool(context);
  const cloud = await makePointCloud(context, spooled);
  if (context.request.goal === 'cloud') return cloud;
  try {
    const { heightConflicts } = await makeTerrain(context, spooled);
    return { ...cloud, heightConflicts };
  } catch (error) {
    if (!(error instanceof AppError && partialFailures.has(error.code))) throw error;
    context.failures.push(error.toRecord());
  }
  return cloud;
}

async function processInputs(request: ProcessRequest): Promise<ProcessReport> {
  const { out, signal, onProgress, onProduct } = request;
  const inputs = await openInputs(request.inputs, {
    stated: request.crs,
    acceptTruncated: request.acceptTruncated,
    gpsWeek: request.gpsWeek,
    signal,
  });
  try {
    const key = requestKey(request, inputs);
    const finished = await findFinished<ProcessReport>(out, key);
    if (finished) {
      for (const { crs: _, ...product } of finished.products) await onProduct?.(product, finished.proofs);
      return finished;
    }
    const products: Product[] = [];
    const context: ProcessContext = {
      request,
      cloud: lidarCloud,
      inputs,
      products,
      failures: [],
      warnings: [],
      steps: await createStepRunner(out, (progress) => onProgress?.(progress), signal),
      async finish(product) {
        products.push(product);
        await onProduct?.(product, context.steps.proofs());
      },
    };
    const cloud = await makeCloudProducts(context);
    const widened = cloud.facts.widened.map(
      (file) => ({ code: 'las.eight-bit-colour', params: { file } }) as const,
    );
    const names = inputs.map(({ name }) => name).join(', ');
    const warnings = [
      ...inputWarnings(inputs),
      ...widened,
      ...coarsenedNote(names, finestScale(inputs), cloud.facts.layout.quantisation),
      ...withheldNote(names, cloud.facts.summary.withheld),
      ...context.warnings,
    ];
    const report = await writeReport(context, cloud, warnings, join(out, 'report.json'));
    await noteFinished(out, key, report, context.steps.files());
    return report;
  } finally {
    await closeInputs(inputs);
  }
}

/** An input at the path of a product would be replaced by it. */
function refuseOwnProduct({ inputs, out }: ProcessRequest): void {
  const product = resolve(out, lidarCloud.file);
  const own = inputs.find(({ path }) => resolve(path) === product);
  if (own) throw new AppError('process.input-is-product', { file: own.name, folder: out });
}

/**
 * Makes all products of point cloud files: a classified COPC, elevation and surface model, images, contours and a
 * report. Steps that an earlier run finished with the same inputs and settings are reused, so a killed run continues;
 * a finished run returns its report. Products that cannot be made of these data are listed as failures in the report.
 * Errors: `process.bad-folder`, `process.input-is-product`, `process.folder-in-use`, those of `openInputs`, reading
 * and writing; `AbortError`.
 */
export async function processCloud(request: ProcessRequest): Promise<ProcessReport> {
  refuseOwnProduct(request);
  return inOutputFolder(request.out, () => processInputs(request));
}
