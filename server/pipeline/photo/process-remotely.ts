import { appendFile, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { type GeoTiffInfo, readGeoTiffInfo } from '#domain/formats/tiff/info.ts';
import { writeGcpList } from '#domain/photogrammetry/control-files/write-gcp-list.ts';
import { type OdmStats, readOdmStats } from '#domain/photogrammetry/exchange/odm-stats.ts';
import { odmCameras, photosWithoutOdmCamera } from '#domain/photogrammetry/exchange/opensfm-cameras.ts';
import type { PhotoInfo } from '#domain/photogrammetry/photo.ts';
import type { RejectedPhoto } from '#domain/photogrammetry/reconstruction.ts';
import { isSameCamera } from '#domain/photogrammetry/stated-cameras.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { programVersion } from '../../runtime/version.ts';
import type { Product } from '../context.ts';
import { findFinished, inOutputFolder, noteFinished } from '../finished-run.ts';
import { closeInputs, openInputs } from '../inputs.ts';
import { type ReportCrs, reportCrs } from '../report.ts';
import { createStepRunner, hashOf, type StepCost, type StepRunner, stepsVersion } from '../steps.ts';
import { fileSize, workFolderName, writeWhole } from '../work-folder.ts';
import { type WriteCogOptions, writeAsCog } from '../write-cog.ts';
import type { PhotoRequest, PhotoSettings, ProjectPhoto } from './context.ts';
import { abandonRemembered, type NodeodmProducts, processWithNodeodm } from './engines/nodeodm.ts';
import { createNodeodmClient, type NodeodmService } from './engines/nodeodm-client.ts';
import { type OpenedProject, openProject, readControlTexts } from './open-step.ts';
import { orthoFiles } from './ortho/make-orthomosaic.ts';
import { writeSmallPicture } from './ortho/ortho-pictures.ts';
import { fileKeyOf, hashInputs, refuseOwnProduct, reportFiles } from './process-images.ts';
import { makeSurfaces } from './surface-step.ts';

/** Images to be processed by a service in our place. */
export interface RemoteRequest extends Omit<PhotoRequest, 'engine'> {
  readonly service: NodeodmService;
  /** Further lines of the service's console, the first of them its line `from`, counted from 0; awaited. */
  onConsole?(lines: readonly string[], from: number): Promise<void>;
}

/** `report.json` of a project that a service processed: what it told, and what was made here of its cloud. */
export interface RemoteReport {
  readonly engine: 'nodeodm';
  /** Program and versions at the service. */
  readonly service: string;
  readonly version: string;
  readonly inputsHash: string;
  readonly images: {
    readonly total: number;
    readonly registered: number | null;
    readonly rejected: readonly RejectedPhoto[];
  };
  readonly reprojectionRmsPx: number | null;
  readonly gpsResidualM: {
    readonly e: number;
    readonly n: number;
    readonly u: number;
    readonly d3: number;
  } | null;
  /** Root mean square over all control, as the service tells it; it lists no points. */
  readonly gcpResidualM: {
    readonly e: number;
    readonly n: number;
    readonly u: number;
    readonly d3: number;
  } | null;
  readonly gcps: readonly never[];
  /** The service measures none. */
  readonly checkpoints: { readonly count: 0 };
  readonly gsdM: number | null;
  readonly points: number | null;
  readonly densePoints: number;
  readonly crs: ReportCrs;
  readonly settings: PhotoSettings;
  readonly steps: readonly StepCost[];
  readonly products: readonly Product[];
  readonly warnings: readonly ErrorRecord[];
  readonly failures: readonly ErrorRecord[];
}

const folderName = join(workFolderName, 'photo', 'service');
const memoryFile = join(workFolderName, 'photo', 'service-task.json');
const orthoFile = orthoFiles.mosaic;

/** What the service's console said. */
export const consoleFile = 'service-console.txt';

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? null;
}

/** Ground sampling distance as heights over the take-off tell it, metres; null where no photo has one. */
function expectedGsd(infos: readonly PhotoInfo[]): number | null {
  return median(
    infos.flatMap(({ relativeAltitudeM, focalPx }) =>
      relativeAltitudeM !== null && relativeAltitudeM > 1 ? [relativeAltitudeM / focalPx] : [],
    ),
  );
}

const plainName = (name: string) => name.replace(/[\\/]/g, '_');

interface RemoteFacts
  extends Pick<NodeodmProducts, 'orthophoto' | 'pointCloud' | 'stats' | 'leftOptions' | 'engine'> {
  /** Photos for whose cameras the service did not take what was stated. */
  readonly leftCameras: readonly string[];
}

async function askService(
  request: RemoteRequest,
  opened: OpenedProject,
  steps: StepRunner,
): Promise<RemoteFacts> {
  const { service, out, settings, signal, onConsole } = request;
  const { photos, control } = opened;
  const gcpList = control.control && writeGcpList(control.control, plainName);
  const folder = resolve(out, folderName);
  const { url } = createNodeodmClient(service);
  const identities = photos.map(({ identity }) => identity);
  const infos = photos.map(({ info }) => info);
  const stated = infos.filter((info) => settings.cameras.some((camera) => isSameCamera(camera, info)));
  const facts = await steps.run('service', [url, identities, gcpList, settings], async (report) => {
    await rm(folder, { recursive: true, force: true });
    await writeFile(join(out, consoleFile), '');
    const products = await processWithNodeodm({
      service,
      name: `Plumbline ${photos[0]?.info.name ?? ''}`.trim(),
      photos: photos.map(({ info, path }: ProjectPhoto) => ({ path, name: plainName(info.name) })),
      control: gcpList,
      settings,
      gsdM: expectedGsd(infos),
      cameras: odmCameras(stated),
      folder,
      key: hashOf([identities, gcpList, settings]),
      memory: resolve(out, memoryFile),
      signal,
      onProgress: report,
      onConsole: async (lines, from) => {
        await appendFile(join(out, consoleFile), lines.map((line) => `${line}\n`).join(''));
        await onConsole?.(lines, from);
      },
    });
    const { orthophoto, pointCloud, stats, cameras, leftOptions, engine } = products;
    const used = cameras === null ? '' : await readFile(cameras, 'utf8');
    const leftCameras = photosWithoutOdmCamera(stated, used).map(({ name }) => name);
    const here = (path: string | null) => (path === null ? null : join(folderName, basename(path)));
    const kept = { orthophoto: here(orthophoto), pointCloud: here(pointCloud), stats: here(stats) };
    const files = Object.values(kept).filter((path) => path !== null);
    return { facts: { ...kept, leftOptions, leftCameras, engine }, files: [...files, consoleFile] };
  });
  const there = (path: string | null) => (path === null ? null : resolve(out, path));
  return {
    ...facts,
    orthophoto: there(facts.orthophoto),
    pointCloud: there(facts.pointCloud),
    stats: there(facts.stats),
  };
}

/** A longer side than this wants overviews, pixels. */
const plainSide = 1024;

/** Puts the service's raster among the products: as it is, or with overviews where it lacks them and they can be made. */
async function placeRaster(
  source: ByteSource,
  { overviews, width, height }: GeoTiffInfo,
  path: string,
  target: string,
  options: WriteCogOptions,
): Promise<void> {
  if (overviews.length === 0 && Math.max(width, height) > plainSide) {
    try {
      return await writeAsCog(source, target, options);
    } catch (error) {
      // Of kinds that have no average the file is shown as it came.
      if (!(error instanceof AppError) || error.code !== 'cog.bad-spec') throw error;
    }
  }
  await copyFile(path, `${target}.part`);
  await rename(`${target}.part`, target);
}

/** The orthophoto as a product; its own georeference is read, and a file without any is refused. */
async function takeOrthophoto(
  path: string,
  out: string,
  steps: StepRunner,
  { pool, signal }: Pick<RemoteRequest, 'pool' | 'signal'>,
): Promise<{ product: Product; crs: CrsReport }> {
  const source = await openFileSource(path);
  try {
    const info = await readGeoTiffInfo(source);
    const crs = await readCrs(info.crsDeclarations);
    if (!info.geotransform || crs.kind === 'unknown')
      throw new AppError('process.no-crs', { file: orthoFile });
    await steps.run('orthomosaic', [steps.keyOf('service')], async (report) => {
      const options = { pool, report, ...(signal ? { signal } : {}) };
      await placeRaster(source, info, path, join(out, orthoFile), options);
      const hasPicture = await writeSmallPicture(path, join(out, orthoFiles.preview));
      return { facts: null, files: [orthoFile, ...(hasPicture ? [orthoFiles.preview] : [])] };
    });
    const product: Product = {
      name: 'orthoimage',
      kind: 'raster',
      path: orthoFile,
      bytes: (await fileSize(join(out, orthoFile))) ?? 0,
      resolution: Math.abs(info.geotransform[1]),
      width: info.width,
      height: info.height,
    };
    return { product, crs };
  } finally {
    await source.close();
  }
}

interface RemoteState {
  readonly request: RemoteRequest;
  readonly opened: OpenedProject;
  readonly steps: StepRunner;
  readonly stats: OdmStats;
  readonly failures: ErrorRecord[];
  finish(product: Product): Promise<void>;
}

/** Takes the service's cloud through our own steps: COPC, ground, elevation and surface model, contours. */
async function takeCloud(path: string, state: RemoteState): Promise<{ points: number; crs: CrsReport }> {
  const { request, opened, steps, stats, failures, finish } = state;
  const parts = [{ path, name: 'point-cloud.laz' }];
  const inputs = await openInputs(parts, null, request.signal);
  const [first] = inputs;
  await closeInputs(inputs);
  const { crs, file } = first!;
  request.onSystem?.(crs);
  const gsdM = stats.gsdM ?? expectedGsd(opened.photos.map(({ info }) => info)) ?? 0.05;
  const { photos } = opened;
  await makeSurfaces(
    { request, crs, gsdM, photos, signal: request.signal, steps, failures, finish },
    { parts },
  );
  return { points: file.availablePoints, crs };
}

const residual = (error: OdmStats['gpsErrorM']) =>
  error && { e: error[0], n: error[1], u: error[2], d3: Math.hypot(...error) };

/** Settings that only the built-in steps know. */
function ownSettings({ crs, goal, settings }: RemoteRequest): string[] {
  return [
    ...(crs ? ['crs'] : []),
    ...(goal === 'sparse' ? ['until sparse'] : []),
    ...(settings.undistort ? ['undistort'] : []),
  ];
}

function serviceWarnings(
  request: RemoteRequest,
  { leftOptions, leftCameras, engine }: RemoteFacts,
  { control, checkpoints }: OpenedProject['control'],
): ErrorRecord[] {
  const warnings: ErrorRecord[] = [];
  const left = [...leftOptions, ...ownSettings(request)];
  if (left.length > 0)
    warnings.push({ code: 'engine.options-left', params: { engine, options: left.join(', ') } });
  const [photo] = leftCameras;
  if (photo !== undefined && !leftOptions.includes('cameras'))
    warnings.push({ code: 'engine.cameras-left', params: { engine, count: leftCameras.length, photo } });
  if (checkpoints || (control && writeGcpList(control, plainName) === null)) {
    warnings.push({ code: 'engine.control-left', params: { engine } });
  }
  return warnings;
}

async function run(request: RemoteRequest): Promise<RemoteReport> {
  const { out, settings, signal, onProgress, onProduct, images } = request;
  const fileKey = await fileKeyOf(request);
  const texts = await readControlTexts(request);
  const { url } = createNodeodmClient(request.service);
  const key = hashOf([stepsVersion, 'nodeodm', url, fileKey, texts, request.crs, settings]);
  const finished = await findFinished<RemoteReport>(out, key);
  if (finished) {
    const { wkt } = finished.crs;
    request.onSystem?.(await readCrs(wkt === null ? [] : [{ source: 'user', payload: wkt }]));
    for (const product of finished.products) await onProduct?.(product);
    return finished;
  }
  await mkdir(resolve(out, workFolderName, 'photo'), { recursive: true });
  const steps = await createStepRunner(out, (progress) => onProgress?.(progress), signal);
  const products: Product[] = [];
  const failures: ErrorRecord[] = [];
  const finish = async (product: Product) => {
    products.push(product);
    await onProduct?.(product);
  };
  const opened = await openProject(request, texts, fileKey, steps);
  const facts = await askService(request, opened, steps);
  const stats = readOdmStats(facts.stats ? await readFile(facts.stats, 'utf8') : '');
  const state: RemoteState = { request, opened, steps, stats, failures, finish };
  const cloud = facts.pointCloud ? await takeCloud(facts.pointCloud, state) : null;
  const ortho = facts.orthophoto ? await takeOrthophoto(facts.orthophoto, out, steps, request) : null;
  if (ortho && !cloud) request.onSystem?.(ortho.crs);
  if (ortho) await finish(ortho.product);
  const crs = cloud?.crs ?? ortho!.crs;
  const report: RemoteReport = {
    engine: 'nodeodm',
    service: facts.engine,
    version: programVersion(),
    inputsHash: await hashInputs(request, fileKey, texts, steps),
    images: { total: images.length, registered: stats.registered, rejected: opened.rejected },
    reprojectionRmsPx: stats.reprojectionPx,
    gpsResidualM: residual(stats.gpsErrorM),
    gcpResidualM: residual(stats.gcpErrorM),
    gcps: [],
    checkpoints: { count: 0 },
    gsdM: stats.gsdM,
    points: stats.points,
    densePoints: cloud?.points ?? 0,
    crs: reportCrs(crs),
    settings,
    steps: steps.costs(),
    products,
    warnings: [...opened.warnings, ...serviceWarnings(request, facts, opened.control)],
    failures,
  };
  await writeWhole(join(out, reportFiles.json), `${JSON.stringify(report, null, 2)}\n`);
  await noteFinished(out, key, report, steps.files());
  return report;
}

/**
 * Makes the products of photos by a NodeODM service: its orthophoto as it is, its cloud through our own steps (COPC,
 * ground, elevation and surface model, contours), so that they are the same kinds of files as ours. A killed run goes
 * on where it was. Errors: those of `processWithNodeodm`, of opening photos and of the cloud's steps; `AbortError`.
 */
export async function processRemotely(request: RemoteRequest): Promise<RemoteReport> {
  refuseOwnProduct(request);
  return inOutputFolder(request.out, () => run(request));
}

/** Gives up the task that a run in the folder `out` left at a service. */
export async function abandonRemotely(service: NodeodmService, out: string): Promise<void> {
  await abandonRemembered(service, resolve(out, memoryFile));
}
