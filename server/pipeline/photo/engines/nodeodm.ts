import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/errors/app-error.ts';
import { clamp } from '#domain/math/clamp.ts';
import { appendAll } from '#domain/math/extremes.ts';
import type { OpensfmCamera } from '#domain/photogrammetry/exchange/opensfm-cameras.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import type { NodeodmService } from '../../../config/service-settings.ts';
import { WorkerShutdown } from '../../../runtime/worker-shutdown.ts';
import type { InputFile } from '../../inputs.ts';
import type { PhotoSettings } from '../context.ts';
import { createNodeodmClient, type NodeodmClient, nodeodmStatus } from './nodeodm-client.ts';
import { forgetTask, readStoredTask, writeStoredTask } from './nodeodm-memory.ts';
import { bearsNumbers, checkOptions, wantedOptions } from './nodeodm-options.ts';
import { extractEntry, listZip } from './read-zip.ts';

export interface NodeodmRequest {
  readonly service: NodeodmService;
  /** Name of the task at the service. */
  readonly name: string;
  readonly photos: readonly InputFile[];
  /** Control as gcp_list.txt, the only form that the service reads. */
  readonly control: string | null;
  readonly settings: PhotoSettings;
  /** Estimated ground sampling distance, metres, if known. */
  readonly gsdM: number | null;
  /** Stated parameters of cameras, by ODM's names. */
  readonly cameras: Readonly<Record<string, OpensfmCamera>>;
  /** Folder for the results; it is created. */
  readonly folder: string;
  /** Key of the whole request: the task of an earlier, killed run is continued where the key is the same. */
  readonly key: string;
  /** File, outside of `folder`, that stores the task while it runs; its folder must exist. */
  readonly memory: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with further lines of the service's console, the first being its line `from`, counted from 0; awaited. */
  onConsole?(lines: readonly string[], from: number): Promise<void>;
  /** Share done, 0 to 1. */
  onProgress?(fraction: number): void;
}

/** The results of a service; paths of files in the request's folder, null for missing ones. */
export interface NodeodmProducts {
  readonly orthophoto: string | null;
  readonly pointCloud: string | null;
  readonly surface: string | null;
  readonly elevation: string | null;
  readonly report: string | null;
  readonly cameras: string | null;
  readonly stats: string | null;
  /** Names of options that the service does not accept. */
  readonly leftOptions: readonly string[];
  readonly engine: string;
}

/** Files of an ODM archive, by the end of their names, and their names here. */
const assets = {
  orthophoto: { pattern: /(?:^|\/)odm_orthophoto\/odm_orthophoto\.tif$/, file: 'orthophoto.tif' },
  pointCloud: {
    pattern: /(?:^|\/)odm_georeferencing\/odm_georeferenced_model\.laz$/,
    file: 'point-cloud.laz',
  },
  surface: { pattern: /(?:^|\/)odm_dem\/dsm\.tif$/, file: 'surface.tif' },
  elevation: { pattern: /(?:^|\/)odm_dem\/dtm\.tif$/, file: 'elevation.tif' },
  report: { pattern: /(?:^|\/)odm_report\/report\.pdf$/, file: 'report.pdf' },
  cameras: { pattern: /(?:^|\/)cameras\.json$/, file: 'cameras.json' },
  stats: { pattern: /(?:^|\/)odm_report\/stats\.json$/, file: 'stats.json' },
} as const;

/** Shares of the whole: sending, computing, fetching. */
const uploadShare = 0.15;
const computeShare = 0.8;
const lastLines = 3;
/** Lines stored with a failure for those who may read its stack. */
const keptLines = 200;
/** Failed polls in a row before giving up; with their retries and delays about ten minutes. */
const maxUnanswered = 40;

async function send(client: NodeodmClient, task: string, request: NodeodmRequest): Promise<void> {
  const { photos, control, onProgress } = request;
  const names = new Set<string>();
  for (const [index, photo] of photos.entries()) {
    const plain = photo.name.replace(/[\\/]/g, '_');
    if (names.has(plain.toLowerCase()))
      throw new AppError('engine.refused', { url: client.url, reason: 'a-photo-occurs-twice', photo: plain });
    names.add(plain.toLowerCase());
    await client.upload(task, plain, new Uint8Array(await readFile(photo.path)));
    onProgress?.((uploadShare * (index + 1)) / photos.length);
  }
  if (control !== null) await client.upload(task, 'gcp_list.txt', new TextEncoder().encode(control));
  await client.commit(task);
}

/** Polls again where a service is unavailable for a while, as during a restart. */
async function askPatiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let unanswered = 1; ; unanswered++) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnreachable(error) || unanswered >= maxUnanswered) throw error;
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'engine.unreachable';
}

/** Waits for the end of a task and passes its console on. */
async function follow(client: NodeodmClient, task: string, request: NodeodmRequest): Promise<void> {
  const { service, onConsole, onProgress, signal } = request;
  const tail: string[] = [];
  let seen = 0;
  const mirror = async () => {
    const lines = await client.output(task, seen).catch((): string[] => []);
    if (lines.length === 0) return;
    appendAll(tail, lines);
    tail.splice(0, tail.length - keptLines);
    await onConsole?.(lines, seen);
    seen += lines.length;
  };
  for (;;) {
    const { status, progress, errorMessage } = await askPatiently(() => client.task(task));
    await mirror();
    if (status === nodeodmStatus.completed) return;
    if (status === nodeodmStatus.cancelled) throw new AppError('engine.cancelled', { url: client.url, task });
    if (status === nodeodmStatus.failed) {
      const output = tail
        .filter((line) => line.trim())
        .slice(-lastLines)
        .join(' | ');
      const reason = errorMessage ?? 'no-reason-given';
      const cause = new Error(`the console of the service ended with\n${tail.join('\n')}`);
      throw new AppError('engine.failed', { url: client.url, reason, output }, { cause });
    }
    onProgress?.(uploadShare + (computeShare * clamp(progress, 0, 100)) / 100);
    await wait(service.pollMs ?? 2000, undefined, signal ? { signal } : {});
  }
}

type AssetName = keyof typeof assets;

async function unpack(
  archive: string,
  folder: string,
  signal?: AbortSignal,
): Promise<Record<AssetName, string | null>> {
  const source = await openFileSource(archive);
  try {
    const entries = await listZip(source);
    const take = async (name: AssetName): Promise<string | null> => {
      const entry = entries.find((one) => assets[name].pattern.test(one.name));
      if (!entry) return null;
      const path = join(folder, assets[name].file);
      await extractEntry(source, entry, path, signal);
      return path;
    };
    return {
      orthophoto: await take('orthophoto'),
      pointCloud: await take('pointCloud'),
      surface: await take('surface'),
      elevation: await take('elevation'),
      report: await take('report'),
      cameras: await take('cameras'),
      stats: await take('stats'),
    };
  } finally {
    await source.close();
  }
}

/** Cancels and removes our task at a service; a failure here must not hide the original error. */
async function abandon(service: NodeodmService, task: string): Promise<void> {
  const client = createNodeodmClient({ ...service, pollMs: 0 });
  await client.cancel(task).catch(() => undefined);
  await client.remove(task).catch(() => undefined);
}

/** Cancels the task that a file stores, if there is one at this service. */
export async function abandonRemembered(service: NodeodmService, memory: string): Promise<void> {
  const earlier = await readStoredTask(memory);
  if (earlier?.url === createNodeodmClient(service).url) await abandon(service, earlier.task);
  await forgetTask(memory);
}

/** The task of an earlier run, where it can be continued; others are cancelled. */
async function recall(
  client: NodeodmClient,
  { key, memory, service }: NodeodmRequest,
): Promise<string | null> {
  const earlier = await readStoredTask(memory);
  if (earlier?.url === client.url && earlier.key === key && earlier.isCommitted) {
    const { failed, cancelled } = nodeodmStatus;
    const status = await client.task(earlier.task).then(
      (task): number => task.status,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'engine.refused') return failed;
        throw error;
      },
    );
    if (status !== failed && status !== cancelled) return earlier.task;
  }
  await abandonRemembered(service, memory);
  return null;
}

/** Starts a task with all its files. */
async function begin(
  client: NodeodmClient,
  options: Readonly<Record<string, string>>,
  request: NodeodmRequest,
): Promise<string> {
  const { key, memory, name } = request;
  const task = await client.init(name, options);
  await writeStoredTask(memory, { url: client.url, key, task, isCommitted: false });
  await send(client, task, request);
  await writeStoredTask(memory, { url: client.url, key, task, isCommitted: true });
  return task;
}

/**
 * Makes the products of photos with a NodeODM service (NodeODM, ClusterODM): sends them one by one, follows the task
 * and its console, downloads its archive, and removes the task there, also after a failure or abort. A run that was
 * killed, stopped with its worker (`WorkerShutdown`) or lost its service continues its task when it is requested
 * again. Files are stored under our own names. Errors: those of the client, `engine.failed` with the end of the
 * console as its cause, `engine.cancelled`, `engine.bad-archive`, `engine.no-products`.
 */
export async function processWithNodeodm(request: NodeodmRequest): Promise<NodeodmProducts> {
  const { service, photos, settings, gsdM, cameras, folder, memory, signal, onProgress } = request;
  const client = createNodeodmClient(service, signal);
  const info = await client.info();
  if (info.maxImages !== null && photos.length > info.maxImages) {
    const values = { most: info.maxImages, images: photos.length };
    throw new AppError('engine.refused', { ...values, url: client.url, reason: 'it-takes-fewer-images' });
  }
  const { options, left } = checkOptions(
    wantedOptions(settings, gsdM, cameras),
    await client.options(),
    bearsNumbers(info.version),
  );
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'all.zip');
  try {
    const task = (await recall(client, request)) ?? (await begin(client, options, request));
    await follow(client, task, request);
    await client.download(task, 'all.zip', archive);
    const products = await unpack(archive, folder, signal);
    if (!products.orthophoto && !products.pointCloud)
      throw new AppError('engine.no-products', { url: client.url });
    await abandonRemembered(service, memory);
    onProgress?.(1);
    return { ...products, leftOptions: left, engine: `ODM ${info.engineVersion} (NodeODM ${info.version})` };
  } catch (error) {
    const goesOn = signal?.reason instanceof WorkerShutdown || isUnreachable(error);
    if (!goesOn) await abandonRemembered(service, memory);
    throw error;
  } finally {
    await rm(archive, { force: true });
  }
}
