import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { readCrs } from '#domain/crs/read-crs.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { readColmapText } from '#domain/photogrammetry/exchange/colmap-text.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { applySimilarity, fitSimilarity } from '#domain/photogrammetry/model/similarity.ts';
import { readPhotoInfo } from '#domain/photogrammetry/photos/read-photo-info.ts';
import { blockStatistics } from '#domain/photogrammetry/summary/block-statistics.ts';
import type { OnceCase } from '../case.ts';
import { hasProgram, runProgram } from '../whole-program.ts';

const images = resolve('..', 'shared', 'data', 'brighton-beach', 'images');
const longSide = 1600;
const features = 4096;
const offscreen = { QT_QPA_PLATFORM: 'offscreen' };

/** Copies of the photos at 1600 px that still name their camera but no place: both sides know the same. */
async function shrinkPhotos(folder: string): Promise<string[]> {
  mkdirSync(folder);
  const names = readdirSync(images).filter((name) => /\.jpe?g$/i.test(name));
  for (const name of names) {
    const { info } = await readPhotoInfo(memorySource(name, readFileSync(join(images, name))), name);
    const exif = {
      IFD0: { Make: info.make ?? '', Model: info.model ?? '' },
      IFD2: { FocalLength: String(info.focalMm ?? '') },
    };
    await sharp(join(images, name))
      .resize({ width: longSide, height: longSide, fit: 'inside' })
      .withExif(exif)
      .jpeg({ quality: 95 })
      .toFile(join(folder, name));
  }
  return names;
}

/** Positions of the original photos, metres in a frame of their own. */
async function positionsOf(names: readonly string[]): Promise<ReadonlyMap<string, Vec3>> {
  const places = new Map<string, Vec3>();
  const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:4326' }]);
  let frame: ReturnType<typeof createLocalFrame> | null = null;
  for (const name of names) {
    const { info } = await readPhotoInfo(memorySource(name, readFileSync(join(images, name))), name);
    const { position } = info;
    if (!position) continue;
    const world = [position.longitude, position.latitude, position.altitude ?? 0] as const;
    frame ??= createLocalFrame(definition, world);
    places.set(name, frame.toLocal(world));
  }
  return places;
}

interface Model {
  readonly photos: number;
  readonly observations: number;
  readonly meanPx: number;
  /** Root mean square distance of the centres to the satellite positions after a similarity, metres. */
  readonly positionM: number;
}

function readModel(folder: string, positions: ReadonlyMap<string, Vec3>): Model {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const { reconstruction, names } = readColmapText({
    cameras: text('cameras.txt'),
    images: text('images.txt'),
    points: text('points3D.txt'),
  });
  const pairs = reconstruction.photos.flatMap(({ photo, pose }) => {
    const place = positions.get(names[photo] ?? '');
    return place ? [{ centre: pose.centre, place }] : [];
  });
  const fit = fitSimilarity(
    pairs.map(({ centre }) => centre),
    pairs.map(({ place }) => place),
  );
  const squares = pairs.map(({ centre, place }) => {
    const moved = fit ? applySimilarity(fit, centre) : centre;
    return moved.reduce((sum, value, axis) => sum + (value - place[axis]!) ** 2, 0);
  });
  return {
    photos: reconstruction.photos.length,
    observations: reconstruction.observations.count,
    meanPx: blockStatistics(reconstruction).meanPx,
    positionM: Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / Math.max(1, squares.length)),
  };
}

function runColmap(photos: string, folder: string): { cpuMs: number; model: string } | null {
  if (!hasProgram('colmap', ['help'])) return null;
  mkdirSync(join(folder, 'sparse'), { recursive: true });
  mkdirSync(join(folder, 'text'));
  const database = ['--database_path', join(folder, 'database.db')];
  const steps = [
    ['feature_extractor', ...database, '--image_path', photos, '--ImageReader.single_camera', '1'].concat(
      ['--ImageReader.camera_model', 'OPENCV', '--SiftExtraction.use_gpu', '0'],
      ['--SiftExtraction.max_num_features', `${features}`],
    ),
    ['exhaustive_matcher', ...database, '--SiftMatching.use_gpu', '0'],
    ['mapper', ...database, '--image_path', photos, '--output_path', join(folder, 'sparse')],
  ];
  const cpuMs = steps.reduce((sum, args) => sum + runProgram('colmap', args, offscreen).cpuMs, 0);
  const paths = ['--input_path', join(folder, 'sparse', '0'), '--output_path', join(folder, 'text')];
  runProgram('colmap', ['model_converter', ...paths, '--output_type', 'TXT'], offscreen);
  return { cpuMs, model: join(folder, 'text') };
}

const describe = ({ photos, observations, meanPx, positionM }: Model): string =>
  `${photos} photos, ${observations} observations, ${meanPx.toFixed(3)} px mean, centres ${positionM.toFixed(2)} m from GPS`;

/** The sparse stage of fifteen real photos against COLMAP, both without positions. */
export const photoSparseCase: OnceCase = {
  name: 'photo-sparse',
  group: 'photogrammetry',
  workload: `Brighton Beach, 15 photos at ${longSide} px without positions: features to adjusted block, processor time of all threads`,
  goal: 3,
  async measure() {
    if (!existsSync(images)) throw new Error('the public photos are not beside the project');
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
    try {
      const photos = join(folder, 'photos');
      const names = await shrinkPhotos(photos);
      const positions = await positionsOf(names);
      const out = join(folder, 'ours');
      const args = ['bin/plumbline.mjs', 'process', photos, '--until', 'sparse', '--out', out];
      const ours = runProgram(process.execPath, args);
      const model = readModel(join(out, 'colmap'), positions);
      const peer = runColmap(photos, folder);
      const note = `ours ${describe(model)}`;
      if (!peer) return { oursMs: ours.cpuMs, note };
      const other = readModel(peer.model, positions);
      return {
        oursMs: ours.cpuMs,
        peer: { name: 'COLMAP', ms: peer.cpuMs },
        note: `${note}; COLMAP ${describe(other)}`,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
