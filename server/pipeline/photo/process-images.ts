import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { fileError } from '#workers/io/file-error.ts';
import { translate } from '../../messages.ts';
import type { Product } from '../context.ts';
import { findFinished, inOutputFolder, noteFinished } from '../finished-run.ts';
import { createStepRunner, hashOf, type StepRunner, stepsVersion } from '../steps.ts';
import { workFolderName } from '../work-folder.ts';
import type { PhotoContext, PhotoRequest } from './context.ts';
import { makeDenseProducts } from './dense-products.ts';
import { writeBundle } from './report/bundle-product.ts';
import { gatherReport, type PhotoReport, writePhotoReport } from './report/photo-report.ts';
import { reportModel } from './report/report-model.ts';
import { writeReportPdf } from './report-pdf/write-report-pdf.ts';
import { exportBlock, writeUndistorted } from './steps/exchange-step.ts';
import { type ControlTexts, openProject, readControlTexts } from './steps/open-step.ts';
import { makeSparse, type SparseProject } from './steps/sparse.ts';

export const reportFiles = { json: 'report.json', pdf: 'report.pdf' } as const;
const photoFolder = join(workFolderName, 'photo');

/** Changes when any image or point cloud file does, as far as the file system shows. */
export async function fileKeyOf({ images, clouds = [] }: PhotoRequest): Promise<unknown> {
  return Promise.all(
    [...images, ...clouds].map(async ({ path, name }) => {
      try {
        const { size, mtimeMs } = await stat(path);
        return [name, size, mtimeMs];
      } catch (error) {
        throw fileError(error, path, 'read');
      }
    }),
  );
}

function requestKey(request: PhotoRequest, fileKey: unknown, texts: ControlTexts): string {
  const { crs, goal, settings, control, checkpoints, leverArm = null, engine = 'builtin' } = request;
  const { acceptTruncated = false, gpsWeek = null } = request;
  const ofClouds = [acceptTruncated, gpsWeek];
  const names = [control?.name, checkpoints?.name];
  return hashOf([
    stepsVersion,
    'photos',
    fileKey,
    texts,
    names,
    crs,
    goal,
    engine,
    settings,
    leverArm,
    ofClouds,
  ]);
}

/** SHA-256 over the bytes of all inputs. */
export async function hashInputs(
  request: PhotoRequest,
  fileKey: unknown,
  texts: ControlTexts,
  steps: StepRunner,
): Promise<string> {
  return steps.run('inputs-hash', [fileKey, texts], async (report) => {
    const hash = createHash('sha256');
    const files = [...request.images, ...(request.clouds ?? [])];
    for (const [index, { path }] of files.entries()) {
      await pipeline(createReadStream(path), async (chunks) => {
        for await (const chunk of chunks) hash.update(chunk as Buffer);
      });
      report((index + 1) / files.length);
    }
    for (const text of [texts.control, texts.checkpoints, texts.scaleBars]) hash.update(text ?? '');
    return { facts: hash.digest('hex'), files: [] };
  });
}

function contextOf(
  request: PhotoRequest,
  steps: StepRunner,
  workFolder: string,
  sparse: SparseProject,
  finish: PhotoContext['finish'],
): PhotoContext {
  const { adjusted, system, opened } = sparse;
  const { facts } = adjusted;
  return {
    request,
    photos: opened.photos,
    adjusted: adjusted.reconstruction,
    adjustedKey: steps.keyOf('adjustment'),
    frame: system.frame,
    crs: system.crs,
    tiePrecision: facts.covariance && {
      points: facts.covariance.points,
      varianceFactor: facts.varianceFactor,
    },
    gsdM: adjusted.statistics.gsdM,
    groundHeightM: adjusted.statistics.groundHeightM,
    steps,
    pool: request.pool,
    signal: request.signal,
    workFolder,
    warnings: [...sparse.warnings],
    failures: [],
    finish,
  };
}

async function run(request: PhotoRequest): Promise<PhotoReport> {
  const { out, onProgress, onProduct, signal } = request;
  const fileKey = await fileKeyOf(request);
  const texts = await readControlTexts(request);
  const key = requestKey(request, fileKey, texts);
  const finished = await findFinished<PhotoReport>(out, key);
  if (finished) {
    const { wkt } = finished.crs;
    request.onSystem?.(await readCrs(wkt === null ? [] : [{ source: 'user', payload: wkt }]));
    for (const { crs: _, ...product } of finished.products) await onProduct?.(product, finished.proofs);
    return finished;
  }
  const workFolder = resolve(out, photoFolder);
  await mkdir(workFolder, { recursive: true });
  const steps = await createStepRunner(out, (progress) => onProgress?.(progress), signal);
  const products: Product[] = [];
  const finish = async (product: Product) => {
    products.push(product);
    await onProduct?.(product, steps.proofs());
  };
  const compute = await request.pool.run('compute.describe', {}, signal ? { signal } : {});
  const opened = await openProject(request, texts, fileKey, steps);
  const sparse = await makeSparse(request, opened, steps, workFolder);
  request.onSystem?.(sparse.system.crs);
  const context = contextOf(request, steps, workFolder, sparse, finish);
  await writeBundle(context, sparse);
  await exportBlock(context);
  if (request.settings.undistort) await writeUndistorted(context);
  const dense = request.goal === 'all' ? await makeDenseProducts(context, sparse) : null;
  const inputsHash = await hashInputs(request, fileKey, texts, steps);
  const report = gatherReport(context, sparse, { inputsHash, dense, products, compute });
  await writePhotoReport(report, join(out, reportFiles.json));
  await writeReportPdf(reportModel(context, report), translate, join(out, reportFiles.pdf));
  await noteFinished(out, key, report, steps.files());
  await freeDepths(out, workFolder);
  return report;
}

/** Deletes depth maps and loose points; a run with other settings makes them again. */
async function freeDepths(out: string, workFolder: string): Promise<void> {
  const records = ['depth', 'fusion'].map((step) => join(out, workFolderName, 'steps', `${step}.json`));
  const scratch = ['depth', 'dense.las'].map((name) => join(workFolder, name));
  for (const path of [...records, ...scratch]) await rm(path, { recursive: true, force: true });
}

/** A photo inside the output folder could be replaced by a product. */
export function refuseOwnProduct({ images, out }: PhotoRequest): void {
  const own = images.find(({ path }) => resolve(path, '..') === resolve(out));
  if (own) throw new AppError('process.input-is-product', { file: own.name, folder: out });
}

/**
 * Makes all products of photos: bundle adjustment, dense cloud, elevation and surface model, contours, orthomosaic
 * and a report. Steps that an earlier run finished with the same inputs and settings are reused, so a killed run
 * continues; a finished run returns its report. What cannot be made of these photos is listed as failures in the
 * report, doubtful results as warnings. Errors: `process.bad-folder`, `process.input-is-product`,
 * `process.folder-in-use`, `photo.*`, `control.*`, those of reading and writing; `AbortError`.
 */
export async function processImages(request: PhotoRequest): Promise<PhotoReport> {
  refuseOwnProduct(request);
  return inOutputFolder(request.out, () => run(request));
}
