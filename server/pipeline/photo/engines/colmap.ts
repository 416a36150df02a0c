import { copyFile, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import {
  colmapFileNames,
  type ImportedModel,
  readColmapText,
} from '#domain/photogrammetry/exchange/colmap-text.ts';
import { decodePieces } from '#domain/photogrammetry/exchange/text-lines.ts';
import type { Camera } from '#domain/photogrammetry/model/camera.ts';
import type { PhotoCameras } from '#domain/photogrammetry/photos/photo-cameras.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import type { ProjectPhoto } from '../context.ts';
import { findProgram, runProgram } from './run-program.ts';

export interface ColmapRequest {
  readonly photos: readonly ProjectPhoto[];
  readonly cameras: PhotoCameras;
  /** Longest side of the images for feature extraction, pixels. */
  readonly maxSide: number;
  readonly maxFeatures: number;
  /** Folder for its files; created empty, removed at the end. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  /** Share done, 0 to 1. */
  onProgress?(fraction: number): void;
}

/** A model of COLMAP; `photoOf` gives the project's photo of each of its photos. */
export interface ColmapModel extends ImportedModel {
  readonly photoOf: readonly number[];
}

const program = 'colmap';
/** Every pair is matched up to this number of photos; beyond it, neighbours by satellite positions. */
const exhaustiveUpTo = 120;
const neighbours = 40;
/** Shares of the work: features, matches, poses. */
const shares = { features: 0.35, matches: 0.4, poses: 0.25 } as const;

const imageName = (index: number, path: string) =>
  `${String(index).padStart(6, '0')}${extname(path).toLowerCase()}`;

/** The images under unique names in one folder, linked instead of copied where the disk supports it. */
async function gatherImages(photos: readonly ProjectPhoto[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names: string[] = [];
  for (const [index, { path }] of photos.entries()) {
    const name = imageName(index, path);
    await link(path, join(folder, name)).catch(() => copyFile(path, join(folder, name)));
    names.push(name);
  }
  return names;
}

/** COLMAP's parameters of a camera: one focal length, the principal point, two radial terms. */
function cameraArgs({ model, focal, cx, cy }: Camera): string[] {
  return [
    '--ImageReader.camera_model',
    model === 'fisheye' ? 'RADIAL_FISHEYE' : 'RADIAL',
    '--ImageReader.camera_params',
    [focal, cx, cy, 0, 0].join(','),
    '--ImageReader.single_camera',
    '1',
  ];
}

interface Session {
  readonly file: string;
  readonly request: ColmapRequest;
  run(step: string, args: readonly string[], onLine?: (line: string) => void): Promise<void>;
  /** The name of an option in this version: its groups were renamed. */
  option(step: string, names: readonly string[]): Promise<string>;
}

async function openSession(request: ColmapRequest): Promise<Session> {
  const file = await findProgram(program);
  const helps = new Map<string, string>();
  const run: Session['run'] = (step, args, onLine) =>
    runProgram(file, {
      name: program,
      step,
      args: [step, ...args],
      signal: request.signal,
      ...(onLine ? { onLine } : {}),
    });
  return {
    file,
    request,
    run,
    async option(step, names) {
      let help = helps.get(step);
      if (help === undefined) {
        const lines: string[] = [];
        await run(step, ['-h'], (line) => lines.push(line));
        help = lines.join('\n');
        helps.set(step, help);
      }
      const found = names.find((name) => help.includes(`--${name} `));
      if (!found)
        throw new AppError('engine.program-failed', {
          program,
          step,
          reason: 'it-has-no-such-option',
          option: names[0] ?? '?',
          output: '',
        });
      return `--${found}`;
    },
  };
}

/** Progress counts `[3/15]` in lines. */
function counter(report: (share: number) => void): (line: string) => void {
  return (line) => {
    const match = /\[(\d+)\/(\d+)/.exec(line);
    if (match && Number(match[2]) > 0) report(Number(match[1]) / Number(match[2]));
  };
}

async function findFeatures(
  session: Session,
  names: readonly string[],
  database: string,
  images: string,
): Promise<void> {
  const { request, run, option } = session;
  const step = 'feature_extractor';
  const gpu = await option(step, ['SiftExtraction.use_gpu', 'FeatureExtraction.use_gpu']);
  const side = await option(step, ['SiftExtraction.max_image_size', 'FeatureExtraction.max_image_size']);
  const { cameras, cameraOf } = request.cameras;
  let done = 0;
  for (const [camera, known] of cameras.entries()) {
    const own = names.filter((_, photo) => cameraOf[photo] === camera);
    if (own.length === 0) continue;
    const list = join(request.folder, `camera-${camera}.txt`);
    await writeFile(list, `${own.join('\n')}\n`);
    const before = done;
    const report = counter((share) =>
      request.onProgress?.((shares.features * (before + share * own.length)) / names.length),
    );
    await run(
      step,
      [
        ...['--database_path', database, '--image_path', images, '--image_list_path', list],
        ...cameraArgs(known),
        ...[gpu, '0', side, String(request.maxSide)],
        ...['--SiftExtraction.max_num_features', String(request.maxFeatures)],
      ],
      report,
    );
    done += own.length;
  }
}

async function matchImages(session: Session, database: string): Promise<void> {
  const { request, run, option } = session;
  const isSpatial =
    request.photos.length > exhaustiveUpTo && request.photos.every(({ info }) => info.position);
  const step = isSpatial ? 'spatial_matcher' : 'exhaustive_matcher';
  const gpu = await option(step, ['SiftMatching.use_gpu', 'FeatureMatching.use_gpu']);
  const spatial = isSpatial ? ['--SpatialMatching.max_num_neighbors', String(neighbours)] : [];
  const report = counter((share) => request.onProgress?.(shares.features + shares.matches * share));
  await run(step, ['--database_path', database, gpu, '0', ...spatial], report);
}

async function findPoses(
  session: Session,
  database: string,
  images: string,
  target: string,
): Promise<string[]> {
  const { request, run } = session;
  await mkdir(target, { recursive: true });
  let registered = 0;
  const onLine = (line: string) => {
    if (!/Registering image #/.test(line)) return;
    const share = Math.min(1, ++registered / request.photos.length);
    request.onProgress?.(shares.features + shares.matches + shares.poses * share);
  };
  try {
    await run(
      'mapper',
      ['--database_path', database, '--image_path', images, '--output_path', target],
      onLine,
    );
  } catch (error) {
    const hasNone = error instanceof AppError && (await readdir(target)).length === 0;
    if (hasNone && /initial image pair|create sparse model/i.test(String(error.params.output))) return [];
    throw error;
  }
  return (await readdir(target)).filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b));
}

async function readModel(session: Session, folder: string): Promise<ColmapModel> {
  await session.run('model_converter', [
    '--input_path',
    folder,
    '--output_path',
    folder,
    '--output_type',
    'TXT',
  ]);
  const text = async (name: string) => decodePieces(await readOwn(join(folder, name)));
  const model = readColmapText({
    cameras: await text(colmapFileNames.cameras),
    images: await text(colmapFileNames.images),
    points: await text(colmapFileNames.points),
  });
  return { ...model, photoOf: model.names.map((name) => Number(/^(\d+)\./.exec(name)?.[1] ?? -1)) };
}

/**
 * Estimates the poses of photos with COLMAP, if it is on the PATH: features and matches on the CPU, then its
 * incremental mapper without a window. Models are returned largest first, in COLMAP's own frames. Errors:
 * `engine.program-missing`, `engine.program-failed`, `engine.no-model`, those of reading a text model, `AbortError`.
 */
export async function runColmap(request: ColmapRequest): Promise<ColmapModel[]> {
  const { folder, photos } = request;
  const session = await openSession(request);
  await rm(folder, { recursive: true, force: true });
  const images = join(folder, 'images');
  const database = join(folder, 'database.db');
  try {
    const names = await gatherImages(photos, images);
    await findFeatures(session, names, database, images);
    await matchImages(session, database);
    const sparse = join(folder, 'sparse');
    const found = await findPoses(session, database, images, sparse);
    if (found.length === 0) throw new AppError('engine.no-model', { program: 'COLMAP' });
    const models: ColmapModel[] = [];
    for (const name of found) models.push(await readModel(session, join(sparse, name)));
    request.onProgress?.(1);
    return models.sort((a, b) => b.names.length - a.names.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
