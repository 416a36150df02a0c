import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { upperMedian } from '#domain/math/median.ts';
import { writeGcpList } from '#domain/photogrammetry/control/write-gcp-list.ts';
import { type OdmStats, readOdmStats } from '#domain/photogrammetry/exchange/odm-stats.ts';
import { odmCameras, photosWithoutOdmCamera } from '#domain/photogrammetry/exchange/opensfm-cameras.ts';
import type { PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import { isSameCamera } from '#domain/photogrammetry/photos/stated-cameras.ts';
import type { NodeodmService } from '../../config/service-settings.ts';
import { programVersion } from '../../runtime/version.ts';
import type { Product } from '../context.ts';
import { findFinished, inOutputFolder, noteFinished } from '../finished-run.ts';
import { closeInputs, openInputs } from '../inputs.ts';
import { reportCrs } from '../report.ts';
import { createStepRunner, hashOf, type StepRunner, stepsVersion } from '../steps.ts';
import { workFolderName, writeWhole } from '../work-folder.ts';
import type { PhotoRequest, ProjectPhoto } from './context.ts';
import { abandonRemembered, type NodeodmProducts, processWithNodeodm } from './engines/nodeodm.ts';
import { createNodeodmClient } from './engines/nodeodm-client.ts';
import { fileKeyOf, hashInputs, refuseOwnProduct, reportFiles } from './process-images.ts';
import { type RemoteReport, residual } from './report/service-report.ts';
import { takeOrthophoto } from './service-orthophoto.ts';
import { type OpenedProject, openProject, readControlTexts } from './steps/open-step.ts';
import { makeSurfaces } from './steps/surface-step.ts';

/** The request of images to be processed by a service. */
export interface RemoteRequest extends Omit<PhotoRequest, 'engine'> {
  readonly service: NodeodmService;
  /** Called with further lines of the service's console, the first being its line `from`, counted from 0; awaited. */
  onConsole?(lines: readonly string[], from: number): Promise<void>;
}

const folderName = join(workFolderName, 'photo', 'service');
const memoryFile = join(workFolderName, 'photo', 'service-task.json');

/** The console of the service. */
export const consoleFile = 'service-console.txt';

const median = (values: readonly number[]): number | null => upperMedian(values) ?? null;

/** Ground sampling distance from heights above take-off, metres; null where no photo has one. */
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
  /** Photos whose stated camera parameters the service did not accept. */
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

interface RemoteState {
  readonly request: RemoteRequest;
  readonly opened: OpenedProject;
  readonly steps: StepRunner;
  readonly stats: OdmStats;
  readonly failures: ErrorRecord[];
  readonly warnings: ErrorRecord[];
  finish(product: Product): Promise<void>;
}

/** Takes the service's cloud through our own steps: COPC, ground, elevation and surface model, contours. */
async function takeCloud(path: string, state: RemoteState): Promise<{ points: number; crs: CrsReport }> {
  const { request, opened, steps, stats, failures, warnings, finish } = state;
  const parts = [{ path, name: 'point-cloud.laz' }];
  const inputs = await openInputs(parts, { stated: null, signal: request.signal });
  const [first] = inputs;
  await closeInputs(inputs);
  const { crs, file } = first!;
  request.onSystem?.(crs);
  const gsdM = stats.gsdM ?? expectedGsd(opened.photos.map(({ info }) => info)) ?? 0.05;
  const { photos } = opened;
  await makeSurfaces(
    { request, crs, gsdM, photos, signal: request.signal, steps, failures, warnings, finish },
    { parts },
  );
  return { points: file.availablePoints, crs };
}

/** Settings that only the built-in steps use. */
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
  const key = hashOf([stepsVersion, 'service', url, fileKey, texts, request.crs, settings]);
  const finished = await findFinished<RemoteReport>(out, key);
  if (finished) {
    const { wkt } = finished.crs;
    request.onSystem?.(await readCrs(wkt === null ? [] : [{ source: 'user', payload: wkt }]));
    for (const product of finished.products) await onProduct?.(product, finished.proofs);
    return finished;
  }
  await mkdir(resolve(out, workFolderName, 'photo'), { recursive: true });
  const steps = await createStepRunner(out, (progress) => onProgress?.(progress), signal);
  const products: Product[] = [];
  const failures: ErrorRecord[] = [];
  const warnings: ErrorRecord[] = [];
  const finish = async (product: Product) => {
    products.push(product);
    await onProduct?.(product, steps.proofs());
  };
  const opened = await openProject(request, texts, fileKey, steps);
  request.onDoubts?.(opened.warnings);
  const facts = await askService(request, opened, steps);
  const stats = readOdmStats(facts.stats ? await readFile(facts.stats, 'utf8') : '');
  const state: RemoteState = { request, opened, steps, stats, failures, warnings, finish };
  const cloud = facts.pointCloud ? await takeCloud(facts.pointCloud, state) : null;
  const ortho = facts.orthophoto ? await takeOrthophoto(facts.orthophoto, out, steps, request) : null;
  if (ortho && !cloud) request.onSystem?.(ortho.crs);
  if (ortho) {
    appendAll(warnings, ortho.warnings);
    await finish(ortho.product);
  }
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
    proofs: steps.proofs(),
    warnings: [...opened.warnings, ...serviceWarnings(request, facts, opened.control), ...warnings],
    failures,
  };
  await writeWhole(join(out, reportFiles.json), `${JSON.stringify(report, null, 2)}\n`);
  await noteFinished(out, key, report, steps.files());
  return report;
}

/**
 * Makes the products of photos by a NodeODM service: its orthophoto unchanged, its cloud through our own steps (COPC,
 * ground, elevation and surface model, contours), for the same kinds of files. A killed run continues. Errors: those
 * of `processWithNodeodm`, of opening photos and of the cloud's steps; `AbortError`.
 */
export async function processRemotely(request: RemoteRequest): Promise<RemoteReport> {
  refuseOwnProduct(request);
  return inOutputFolder(request.out, () => run(request));
}

/** Cancels the task that a run in the folder `out` left at a service. */
export async function abandonRemotely(service: NodeodmService, out: string): Promise<void> {
  await abandonRemembered(service, resolve(out, memoryFile));
}
