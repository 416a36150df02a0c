import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductName } from '#contract/rules/products.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { Product } from '../pipeline/context.ts';
import { bundleFiles } from '../pipeline/photo/bundle-product.ts';
import type { Density, PhotoSettings } from '../pipeline/photo/context.ts';
import { exchangeFiles } from '../pipeline/photo/exchange-step.ts';
import { meshFiles } from '../pipeline/photo/ortho/make-mesh.ts';
import { orthoFiles } from '../pipeline/photo/ortho/make-orthomosaic.ts';
import type { PhotoReport } from '../pipeline/photo/photo-report.ts';
import { processImages, reportFiles } from '../pipeline/photo/process-images.ts';
import { denseCloud } from '../pipeline/photo/surface-step.ts';
import type { StepProgress } from '../pipeline/steps.ts';
import { contourFiles } from '../pipeline/terrain/contours.ts';
import { terrainFiles } from '../pipeline/terrain/make-terrain.ts';
import { declarationOf, describeCrs, describeProduct, existing } from './describe-product.ts';
import { watchDisk } from './disk-watch.ts';
import { flightFactsOf } from './flight-facts.ts';
import type { PipelineFile, PipelineRequest, PipelineSettings, RunPipeline } from './pipeline-port.ts';

/** The product that each step works on, and the part of that product's way it covers. */
const stepShares: Readonly<Record<string, { product: ProductName; from: number; to: number }>> = {
  photos: { product: 'bundle_adjustment', from: 0, to: 0.1 },
  features: { product: 'bundle_adjustment', from: 0.1, to: 0.4 },
  matching: { product: 'bundle_adjustment', from: 0.4, to: 0.7 },
  reconstruction: { product: 'bundle_adjustment', from: 0.7, to: 0.95 },
  adjustment: { product: 'bundle_adjustment', from: 0.95, to: 1 },
  depth: { product: 'dense_point_cloud', from: 0, to: 0.6 },
  fusion: { product: 'dense_point_cloud', from: 0.6, to: 0.7 },
  ingest: { product: 'dense_point_cloud', from: 0.7, to: 0.8 },
  ground: { product: 'dense_point_cloud', from: 0.8, to: 0.9 },
  'point-cloud': { product: 'dense_point_cloud', from: 0.9, to: 1 },
  'terrain-plan': { product: 'digital_elevation_model', from: 0, to: 0.2 },
  elevation: { product: 'digital_elevation_model', from: 0.2, to: 1 },
  surface: { product: 'surface_model', from: 0, to: 1 },
  pictures: { product: 'contour_map', from: 0, to: 0.5 },
  contours: { product: 'contour_map', from: 0.5, to: 1 },
  orthomosaic: { product: 'orthoimage', from: 0, to: 0.9 },
  'ortho-pictures': { product: 'orthoimage', from: 0.9, to: 1 },
};

/** Codes of the API for the density of the dense cloud; any other is high. */
const densities: Readonly<Record<number, Density>> = { 3: 'medium', 4: 'low' };
const mebibyte = 2 ** 20;

/** The pipeline of image projects on a task pool, as jobs run it. */
export function createImagePipeline(pool: TaskPool): RunPipeline {
  return (request) => run(request, pool);
}

function settingsOf(settings: PipelineSettings): PhotoSettings {
  return {
    density: densities[settings.density ?? 0] ?? 'high',
    orthoGsdMultiplier: settings.ortho_gsd_multiplier ?? 1,
    demGsdMultiplier: settings.dem_gsd_multiplier ?? null,
    surfaceModelScale: settings.surface_model_scale ?? 1,
    runDenseUnclustered: settings.run_dense_unclustered ?? false,
    useUnreconstructedCameras: settings.use_unreconstructed_cameras ?? false,
    undistort: false,
    contourInterval: settings.contour_interval ?? null,
  };
}

async function run(request: PipelineRequest, pool: TaskPool): Promise<void> {
  const { inputs, outDir, settings, signal } = request;
  const ofRole = (role: string) => inputs.filter((input) => input.role === role);
  const made: Product[] = [];
  const disk = watchDisk(outDir);
  let system: CrsReport | null = null;
  const demandSystem = () => {
    if (system) return system;
    throw new AppError('job.failed', { task: 'process_images', reason: 'no coordinate system was chosen' });
  };
  try {
    const report = await processImages({
      images: ofRole('image'),
      control: ofRole('control')[0] ?? null,
      checkpoints: ofRole('checkpoints')[0] ?? null,
      out: outDir,
      crs: declarationOf(settings),
      goal: 'all',
      settings: settingsOf(settings),
      pool,
      signal,
      onProgress: (progress) => {
        disk.enter(progress.step);
        tellProgress(request, progress);
      },
      onSystem: (crs) => {
        system = crs;
      },
      onProduct: async (product) => {
        made.push(product);
        await request.onProduct(describeProduct(product, filesOf(outDir, product), demandSystem()));
      },
    });
    await finish(request, report, made, demandSystem());
    for (const step of report.steps) {
      await request.onStep({ ...step, peakDiskMiB: await disk.peakMiB(step.name) });
    }
  } finally {
    disk.stop();
  }
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

/** What is known only at the end: further files, facts of products, products that cannot be made, the report. */
async function finish(
  request: PipelineRequest,
  report: PhotoReport,
  made: readonly Product[],
  crs: CrsReport,
): Promise<void> {
  const { outDir } = request;
  for (const product of made) {
    const files = [...filesOf(outDir, product), ...laterFiles(outDir, product.name)];
    const described = describeProduct(product, files, crs);
    await request.onProduct({ ...described, meta: { ...described.meta, ...factsOf(product.name, report) } });
  }
  const [failure] = report.failures;
  const missing = request.products.filter(
    (name) => name !== 'project_report' && !made.some((product) => product.name === name),
  );
  if (failure) for (const name of missing) await request.onProductFailed(name, failure);
  const thumbnail = [orthoFiles.preview, terrainFiles.thumbnail, denseCloud.picture]
    .map((file) => join(outDir, file))
    .find((path) => existsSync(path));
  if (thumbnail) await request.onThumbnail(thumbnail);
  await request.onProduct({
    ...describeCrs(crs),
    name: 'project_report',
    files: existing([
      { path: join(outDir, reportFiles.json), format: 'json', tag: 'exportable' },
      { path: join(outDir, reportFiles.pdf), format: 'pdf', tag: 'exportable' },
    ]),
    resolution: null,
    pixelWidth: null,
    pixelHeight: null,
    meta: { warnings: report.warnings },
  });
}

/** Files that are whole when a product is reported. */
function filesOf(outDir: string, { name, path }: Product): PipelineFile[] {
  const file = (place: string, format: string): PipelineFile => ({
    path: join(outDir, place),
    format,
    tag: 'exportable',
  });
  switch (name) {
    case 'bundle_adjustment':
      return [file(bundleFiles.json, 'json'), file(bundleFiles.arrays, 'bin')];
    case 'dense_point_cloud':
      return [file(path, 'copc')];
    case 'contour_map':
      return [file(contourFiles.geojson, 'geojson'), file(contourFiles.dxf, 'dxf')];
    default:
      return [file(path, 'tif')];
  }
}

type Extra = readonly (readonly [file: string, format: string, tag: PipelineFile['tag']])[];

/** Files that belong to a product but are written after it was reported. */
const extras: Partial<Record<ProductName, Extra>> = {
  bundle_adjustment: [
    [exchangeFiles.colmapCameras, 'colmap-cameras', 'exportable'],
    [exchangeFiles.colmapImages, 'colmap-images', 'exportable'],
    [exchangeFiles.colmapPoints, 'colmap-points', 'exportable'],
    [exchangeFiles.bundle, 'bundler', 'exportable'],
    [exchangeFiles.list, 'bundler-list', 'exportable'],
  ],
  dense_point_cloud: [[denseCloud.picture, 'preview', 'canvas']],
  digital_elevation_model: [
    [terrainFiles.elevationPicture, 'preview', 'canvas'],
    [terrainFiles.hillshade, 'hillshade', 'canvas'],
  ],
  surface_model: [
    [terrainFiles.surfacePicture, 'preview', 'canvas'],
    [meshFiles.glb, 'glb', 'exportable'],
    [meshFiles.obj, 'obj', 'exportable'],
    [meshFiles.material, 'mtl', 'exportable'],
    [meshFiles.texture, 'texture', 'exportable'],
  ],
  orthoimage: [
    [orthoFiles.preview, 'preview', 'canvas'],
    [`${orthoFiles.single}.jpg`, 'jpg', 'exportable'],
    [`${orthoFiles.single}.jgw`, 'jgw', 'exportable'],
    [`${orthoFiles.single}.prj`, 'prj', 'exportable'],
  ],
};

function laterFiles(outDir: string, name: ProductName): PipelineFile[] {
  return existing(
    (extras[name] ?? []).map(([file, format, tag]) => ({ path: join(outDir, file), format, tag })),
  );
}

/** Facts of a product for the page. */
function factsOf(name: ProductName, report: PhotoReport): Readonly<Record<string, unknown>> {
  const { dense, gsdM } = report;
  switch (name) {
    case 'bundle_adjustment':
      return flightFactsOf(report);
    case 'dense_point_cloud':
      return {
        points: report.densePoints,
        views_for_fusion: dense?.viewsForFusion ?? null,
        is_oblique: dense?.isOblique ?? null,
        is_data_orbital: dense?.isDataOrbital ?? null,
      };
    case 'orthoimage':
      return { gsd_m: gsdM };
    default:
      return {};
  }
}
