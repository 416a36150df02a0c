import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/errors/app-error.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import type { InputFile } from '../../inputs.ts';
import type { PhotoSettings } from '../context.ts';
import {
  createNodeodmClient,
  type NodeodmClient,
  type NodeodmService,
  nodeodmStatus,
} from './nodeodm-client.ts';
import { bearsNumbers, checkOptions, wantedOptions } from './nodeodm-options.ts';
import { extractEntry, listZip, type ZipEntry } from './read-zip.ts';

export interface NodeodmRequest {
  readonly service: NodeodmService;
  /** Name of the task at the service. */
  readonly name: string;
  readonly photos: readonly InputFile[];
  /** Control in the form of gcp_list.txt; the service reads no other. */
  readonly control: string | null;
  readonly settings: PhotoSettings;
  /** Ground sampling distance as far as it is known before, metres. */
  readonly gsdM: number | null;
  /** Folder for what comes back; it is made. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  /** Share done, 0 to 1. */
  onProgress?(fraction: number): void;
}

/** What a service made; paths of files in the request's folder, null where it made none. */
export interface NodeodmProducts {
  readonly orthophoto: string | null;
  readonly pointCloud: string | null;
  readonly surface: string | null;
  readonly elevation: string | null;
  readonly report: string | null;
  readonly cameras: string | null;
  readonly stats: string | null;
  /** Names of options that the service does not take. */
  readonly leftOptions: readonly string[];
  readonly engine: string;
}

/** Files of an archive of ODM, by the end of their names, and what they are called here. */
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

async function send(client: NodeodmClient, task: string, request: NodeodmRequest): Promise<void> {
  const { photos, control, onProgress } = request;
  const names = new Set<string>();
  for (const [index, photo] of photos.entries()) {
    const plain = photo.name.replace(/[\\/]/g, '_');
    if (names.has(plain.toLowerCase()))
      throw new AppError('engine.refused', { url: client.url, reason: `${plain} occurs twice` });
    names.add(plain.toLowerCase());
    await client.upload(task, plain, new Uint8Array(await readFile(photo.path)));
    onProgress?.((uploadShare * (index + 1)) / photos.length);
  }
  if (control !== null) await client.upload(task, 'gcp_list.txt', new TextEncoder().encode(control));
  await client.commit(task);
}

async function follow(client: NodeodmClient, task: string, request: NodeodmRequest): Promise<void> {
  const { service, onProgress, signal } = request;
  for (;;) {
    const { status, progress, errorMessage } = await client.task(task);
    if (status === nodeodmStatus.completed) return;
    if (status === nodeodmStatus.cancelled) throw new AppError('engine.cancelled', { url: client.url, task });
    if (status === nodeodmStatus.failed) {
      const lines = await client.output(task, -lastLines).catch(() => []);
      const output = lines
        .filter((line) => line.trim())
        .slice(-lastLines)
        .join(' | ');
      throw new AppError('engine.failed', {
        url: client.url,
        reason: errorMessage ?? 'no reason given',
        output,
      });
    }
    onProgress?.(uploadShare + (computeShare * Math.min(100, Math.max(0, progress))) / 100);
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
    const entries = await listZip(source, signal);
    const take = async (name: AssetName): Promise<string | null> => {
      const entry: ZipEntry | undefined = entries.find((one) => assets[name].pattern.test(one.name));
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

/** Tells the service to stop and forget a task of ours; it must not hide why. */
async function abandon(service: NodeodmService, task: string): Promise<void> {
  const client = createNodeodmClient({ ...service, pollMs: 0 });
  await client.cancel(task).catch(() => undefined);
  await client.remove(task).catch(() => undefined);
}

/**
 * Has a NodeODM service (NodeODM, ClusterODM) make the products of photos: sends them one by one, follows the task,
 * fetches its archive, and removes the task there, also when it failed or was aborted. Files come back under names of
 * our own, whatever the archive calls them. Errors: those of the client, `engine.failed`, `engine.cancelled`,
 * `engine.bad-archive`, `engine.no-products`.
 */
export async function processWithNodeodm(request: NodeodmRequest): Promise<NodeodmProducts> {
  const { service, name, photos, settings, gsdM, folder, signal, onProgress } = request;
  const client = createNodeodmClient(service, signal);
  const info = await client.info();
  if (info.maxImages !== null && photos.length > info.maxImages) {
    const reason = `it takes at most ${info.maxImages} images, these are ${photos.length}`;
    throw new AppError('engine.refused', { url: client.url, reason });
  }
  const { options, left } = checkOptions(
    wantedOptions(settings, gsdM),
    await client.options(),
    bearsNumbers(info.version),
  );
  await mkdir(folder, { recursive: true });
  const task = await client.init(name, options);
  const archive = join(folder, 'all.zip');
  try {
    await send(client, task, request);
    await follow(client, task, request);
    await client.download(task, 'all.zip', archive);
    const products = await unpack(archive, folder, signal);
    if (!products.orthophoto && !products.pointCloud)
      throw new AppError('engine.no-products', { url: client.url });
    onProgress?.(1);
    return { ...products, leftOptions: left, engine: `ODM ${info.engineVersion} (NodeODM ${info.version})` };
  } finally {
    await rm(archive, { force: true });
    await abandon(service, task);
  }
}
