import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductName } from '#contract/rules/products.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { lidarCloud } from '../pipeline/cloud/point-cloud.ts';
import type { Product } from '../pipeline/context.ts';
import { closeInputs, openInputs } from '../pipeline/inputs.ts';
import { processCloud } from '../pipeline/process-cloud.ts';
import type { ProcessReport } from '../pipeline/report.ts';
import type { StepProgress } from '../pipeline/steps.ts';
import { contourFiles } from '../pipeline/terrain/contours.ts';
import { terrainFiles } from '../pipeline/terrain/make-terrain.ts';
import { declarationOf, describeCrs, describeProduct, existing } from './describe-product.ts';
import { watchDisk } from './disk-watch.ts';
import type { PipelineFile, PipelineRequest, RunPipeline } from './pipeline-port.ts';

/** The product that each step of the pipeline works on, and the part of that product's way it covers. */
const stepShares: Readonly<Record<string, { product: ProductName; from: number; to: number }>> = {
  ingest: { product: 'lidar_point_cloud', from: 0, to: 0.4 },
  ground: { product: 'lidar_point_cloud', from: 0.4, to: 0.6 },
  'point-cloud': { product: 'lidar_point_cloud', from: 0.6, to: 1 },
  'plan-view': { product: 'lidar_point_cloud', from: 1, to: 1 },
  'terrain-plan': { product: 'digital_elevation_model', from: 0, to: 0.2 },
  elevation: { product: 'digital_elevation_model', from: 0.2, to: 1 },
  surface: { product: 'surface_model', from: 0, to: 1 },
  pictures: { product: 'contour_map', from: 0, to: 0.5 },
  contours: { product: 'contour_map', from: 0.5, to: 1 },
};

const mebibyte = 2 ** 20;

/** The pipeline of lidar projects on a task pool, as jobs run it. */
export function createLidarPipeline(pool: TaskPool): RunPipeline {
  return (request) => run(request, pool);
}

async function run(request: PipelineRequest, pool: TaskPool): Promise<void> {
  const { inputs, outDir, settings, signal } = request;
  const crs = declarationOf(settings);
  const opened = await openInputs(inputs, crs, signal);
  const found = opened[0]?.crs;
  await closeInputs(opened);
  if (!found) throw new AppError('job.failed', { task: 'process_lidar', reason: 'the project has no files' });
  const made: Product[] = [];
  const disk = watchDisk(outDir);
  try {
    const report = await processCloud({
      inputs,
      out: outDir,
      crs,
      resolution: settings.resolution ?? null,
      classify: settings.reclassify_ground ? 'always' : 'auto',
      contourInterval: settings.contour_interval ?? null,
      pool,
      signal,
      onProgress: (progress) => {
        disk.enter(progress.step);
        tellProgress(request, progress);
      },
      onProduct: async (product) => {
        made.push(product);
        await request.onProduct(describeProduct(product, filesOf(outDir, product.name, product.path), found));
      },
    });
    await finish(request, report, made, found);
    for (const step of report.steps) {
      await request.onStep({ ...step, peakDiskMiB: await disk.peakMiB(step.name) });
    }
  } finally {
    disk.stop();
  }
}

/** What is known only at the end: pictures, products that cannot be made of these data, the report. */
async function finish(
  request: PipelineRequest,
  report: ProcessReport,
  made: readonly Product[],
  crs: CrsReport,
): Promise<void> {
  const { outDir } = request;
  for (const product of made) {
    const files = [...filesOf(outDir, product.name, product.path), ...picturesOf(outDir, product.name)];
    await request.onProduct(describeProduct(product, files, crs));
  }
  const [failure] = report.failures;
  const missing = request.products.filter(
    (name) => name !== 'project_report' && !made.some((product) => product.name === name),
  );
  if (failure) {
    for (const name of missing) await request.onProductFailed(name, failure);
  }
  const thumbnail = join(outDir, terrainFiles.thumbnail);
  if (existsSync(thumbnail)) await request.onThumbnail(thumbnail);
  const { points, pointsByClass, min, max, warnings } = report;
  await request.onProduct({
    ...describeCrs(crs),
    name: 'project_report',
    files: [{ path: join(outDir, 'report.json'), format: 'json', tag: 'exportable' }],
    resolution: null,
    pixelWidth: null,
    pixelHeight: null,
    meta: { points, pointsByClass, min, max, warnings },
  });
}

function tellProgress(request: PipelineRequest, { step, fraction }: StepProgress): void {
  const share = stepShares[step];
  if (!share) return;
  request.onProgress({
    product: share.product,
    fraction: share.from + (share.to - share.from) * fraction,
    stage: step,
    peakMiB: process.memoryUsage.rss() / mebibyte,
  });
}

function filesOf(outDir: string, name: ProductName, path: string): PipelineFile[] {
  const file = (place: string, format: string): PipelineFile => ({
    path: join(outDir, place),
    format,
    tag: 'exportable',
  });
  if (name === 'lidar_point_cloud') return [file(path, 'copc')];
  if (name === 'contour_map') return [file(contourFiles.geojson, 'geojson'), file(contourFiles.dxf, 'dxf')];
  return [file(path, 'tif')];
}

const pictures: Partial<Record<ProductName, readonly (readonly [file: string, format: string])[]>> = {
  lidar_point_cloud: [[lidarCloud.picture, 'preview']],
  digital_elevation_model: [
    [terrainFiles.elevationPicture, 'preview'],
    [terrainFiles.hillshade, 'hillshade'],
  ],
  surface_model: [[terrainFiles.surfacePicture, 'preview']],
};

function picturesOf(outDir: string, name: ProductName): PipelineFile[] {
  const files = (pictures[name] ?? []).map(([file, format]) => ({
    path: join(outDir, file),
    format,
    tag: 'canvas' as const,
  }));
  return existing(files);
}
