import { densityOf } from '#contract/rules/density.ts';
import type { PhotoEngine } from '#contract/rules/engines.ts';
import type { ProductName } from '#contract/rules/products.ts';
import type { DenseFacts } from '#contract/schemas/flight.ts';
import type { InputRole } from '#contract/schemas/images.ts';
import type { StatedCameraSetting } from '#contract/schemas/stated-camera.ts';
import { readMarkFrame } from '#domain/photogrammetry/control/mark-frame.ts';
import type { StatedCamera } from '#domain/photogrammetry/photos/stated-cameras.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { ServerConfig } from '../../config/config.ts';
import type { PhotoRequest, PhotoSettings } from '../../pipeline/photo/context.ts';
import { processImages, reportFiles } from '../../pipeline/photo/process-images.ts';
import { consoleFile, processRemotely, type RemoteRequest } from '../../pipeline/photo/process-remotely.ts';
import type { PhotoReport } from '../../pipeline/photo/report/photo-report.ts';
import { requireEngine } from '../../services/processing/engines.ts';
import { flightFactsOf } from './flight-facts.ts';
import { type LidarBesidePhotos, runLidarBesidePhotos } from './lidar-beside-photos.ts';
import { photoImages, photoPlan } from './photo-plan.ts';
import type { PipelineRequest, PipelineSettings, RunPipeline } from './pipeline-port.ts';
import { type FileEntry, type PipelineEnd, runPlan } from './run-plan.ts';

/** Services that may process photos. */
export type PhotoServices = Pick<ServerConfig, 'nodeodm'>;

/** The pipeline of image projects on a task pool, as tasks run it. */
export function createImagePipeline(pool: TaskPool, services: PhotoServices): RunPipeline {
  return (request) => run(request, pool, services);
}

/** Errors: those of the engine's pipeline; those of `requireEngine` where the worker does not offer it. */
async function run(request: PipelineRequest, pool: TaskPool, services: PhotoServices): Promise<void> {
  const engine: PhotoEngine = request.settings.engine ?? 'builtin';
  await requireEngine(services, engine);
  const lidar = await runLidarBesidePhotos(request, pool);
  const ofLidar: readonly ProductName[] =
    lidar.clouds.length > 0 ? ['lidar_point_cloud'] : ['lidar_point_cloud', 'colored_point_cloud'];
  const products = request.products.filter((name) => !ofLidar.includes(name));
  await runPlan({ ...request, products }, photoPlan, (hooks) => {
    const wanted = { ...requestOf(request, pool, lidar), ...hooks };
    return engine === 'nodeodm' && services.nodeodm
      ? processAtService({ ...wanted, service: services.nodeodm, onConsole: request.onConsole })
      : processHere({ ...wanted, engine: engine === 'colmap' ? 'colmap' : 'builtin' });
  });
}

function requestOf(
  request: PipelineRequest,
  pool: TaskPool,
  { clouds, crs }: LidarBesidePhotos,
): Omit<PhotoRequest, 'engine'> {
  const { inputs, outDir, settings, signal } = request;
  const ofRole = (role: InputRole) => inputs.filter((input) => input.role === role);
  return {
    images: ofRole('image'),
    clouds,
    control: ofRole('control')[0] ?? null,
    checkpoints: ofRole('checkpoints')[0] ?? null,
    out: outDir,
    crs,
    goal: request.until === 'end' ? 'all' : 'sparse',
    acceptTruncated: settings.accept_truncated ?? false,
    gpsWeek: settings.gps_week,
    settings: settingsOf(settings),
    pool,
    signal,
  };
}

function settingsOf(settings: PipelineSettings): PhotoSettings {
  return {
    density: densityOf(settings.density),
    orthoGsdMultiplier: settings.ortho_gsd_multiplier ?? 1,
    demGsdMultiplier: settings.dem_gsd_multiplier ?? null,
    surfaceModelScale: settings.surface_model_scale ?? null,
    runDenseUnclustered: settings.run_dense_unclustered ?? false,
    useUnreconstructedCameras: settings.use_unreconstructed_cameras ?? false,
    undistort: false,
    contourInterval: settings.contour_interval ?? null,
    cameras: (settings.cameras ?? []).map(cameraOf),
    markFrame: settings.mark_frame === undefined ? null : readMarkFrame(settings.mark_frame),
    hemisphere: settings.hemisphere ?? null,
  };
}

function cameraOf(camera: StatedCameraSetting): StatedCamera {
  return {
    make: camera.make,
    model: camera.model,
    width: camera.pixel_width,
    height: camera.pixel_height,
    sensorWidthMm: camera.sensor_width,
    focalMm: camera.focal_length,
    principalPoint: camera.principal_point && [camera.principal_point.x0, camera.principal_point.y0],
  };
}

const jsonFile: FileEntry = [reportFiles.json, 'json', 'exportable'];
const consoleEntry: FileEntry = [consoleFile, 'txt', 'exportable'];
const pdfFile: FileEntry = [reportFiles.pdf, 'pdf', 'exportable'];

async function processHere(request: PhotoRequest): Promise<PipelineEnd> {
  const report = await processImages(request);
  const { steps, failures, proofs, warnings } = report;
  if (request.goal === 'sparse') {
    return { steps, failures: [], proofs, facts: factsOf(report), pictures: photoImages, report: null };
  }
  return {
    steps,
    failures,
    proofs,
    facts: factsOf(report),
    pictures: photoImages,
    report: { files: [jsonFile, pdfFile], meta: { warnings } },
  };
}

/** The service adjusts the photos and keeps the poses: that product has figures and no files. */
async function processAtService(request: RemoteRequest): Promise<PipelineEnd> {
  const { steps, failures, proofs, warnings, images, ...report } = await processRemotely(request);
  return {
    steps,
    failures,
    proofs,
    facts: {
      bundle_adjustment: { engine: report.engine, images: images.total, registered: images.registered },
      dense_point_cloud: { points: report.densePoints },
      orthoimage: { gsd_m: report.gsdM },
    },
    elsewhere: ['bundle_adjustment'],
    pictures: photoImages,
    report: { files: [jsonFile, consoleEntry], meta: { warnings } },
  };
}

/** Facts of products for the page. */
function factsOf(report: PhotoReport): Partial<Record<ProductName, Readonly<Record<string, unknown>>>> {
  const { dense, densePoints, gsdM } = report;
  return {
    bundle_adjustment: flightFactsOf(report),
    dense_point_cloud: {
      points: densePoints,
      advanced_fields: { views_for_fusion: dense?.viewsForFusion ?? null },
      is_oblique: dense?.isOblique ?? null,
      is_data_orbital: dense?.isDataOrbital ?? null,
    } satisfies DenseFacts & { readonly points: unknown },
    orthoimage: { gsd_m: gsdM },
  };
}
