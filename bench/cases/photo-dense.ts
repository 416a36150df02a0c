import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { extractLayers } from '#domain/formats/las/extract-layers.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import type { Vec3 } from '#domain/photogrammetry/pose.ts';
import { applySimilarity, fitSimilarity, type Similarity } from '#domain/photogrammetry/sfm/similarity.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { readCloud } from '#workers/io/read-cloud.ts';
import type { BenchContext, OnceCase } from '../case.ts';
import { createNearestPoints } from '../data/nearest-points.ts';
import { runProgram } from '../whole-program.ts';

const folderOfPhotos = resolve('..', 'shared', 'data', 'brighton-beach');
const images = join(folderOfPhotos, 'images');
const published = join(folderOfPhotos, 'model.laz');
const limitM = 0.15;
const longSide = 1600;
/** Points that the clouds are compared with. */
const sampled = 20_000;
/** Fitting from coarse to fine: farthest pairs in metres, points and rounds. */
const stages = [
  { reachM: 3, points: 2_000, rounds: 15 },
  { reachM: 1, points: sampled, rounds: 25 },
] as const;
/** Share of pairs, the nearest, that a round goes by. */
const keptShare = 0.8;
/** Edge of the cells that tell where both clouds have points, metres. */
const coverM = 2;

/** Copies of the photos at 1600 px with all that they say of themselves. */
async function shrinkPhotos(folder: string): Promise<void> {
  mkdirSync(folder);
  for (const name of readdirSync(images).filter((one) => /\.jpe?g$/i.test(one))) {
    await sharp(join(images, name))
      .resize({ width: longSide, height: longSide, fit: 'inside' })
      .keepExif()
      .keepXmp()
      .jpeg({ quality: 95 })
      .toFile(join(folder, name));
  }
}

/** Points of a LAS file relative to an origin in its system, metres. */
async function readPoints(path: string, { kernel }: BenchContext, origin: Vec3 | null) {
  const source = await openFileSource(path);
  try {
    const file = await openLas(source);
    const { scale, offset } = file.header;
    const codec = createLazCodec(kernel('laz'));
    const zero = origin ?? offset;
    const parts: Float64Array[] = [];
    for await (const records of readCloud(file, async (chunk) => codec.decodeChunk(chunk))) {
      const { xyz } = extractLayers(records, ['xyz']);
      parts.push(
        Float64Array.from(xyz!, (value, k) => value * scale[k % 3]! + offset[k % 3]! - zero[k % 3]!),
      );
    }
    const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return { points: all, origin: zero };
  } finally {
    await source.close();
  }
}

/** Every so many points, about `wanted` of them. */
function sample(points: Float64Array, wanted: number): Vec3[] {
  const step = Math.max(1, Math.floor(points.length / 3 / wanted));
  const chosen: Vec3[] = [];
  for (let at = 0; at < points.length; at += 3 * step)
    chosen.push([points[at]!, points[at + 1]!, points[at + 2]!]);
  return chosen;
}

function middle(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

const cellOf = (x: number, y: number) => `${Math.floor(x / coverM)} ${Math.floor(y / coverM)}`;

/** Lowest height of each cell of the plan that has points. */
function floorOf(points: readonly Vec3[]): Map<string, number> {
  const floor = new Map<string, number>();
  for (const [x, y, z] of points) floor.set(cellOf(x, y), Math.min(z, floor.get(cellOf(x, y)) ?? Infinity));
  return floor;
}

/** Puts points onto others by a similarity: pairs of nearest points, the far ones left out, over and over. */
function fitOnto(points: Float64Array, target: Float64Array): Similarity {
  const [own, other] = [points, target].map((cloud) => floorOf(sample(cloud, 10 * sampled)));
  const steps = [...own!].flatMap(([cell, z]) => (other!.has(cell) ? [other!.get(cell)! - z] : []));
  let fit: Similarity = { scale: 1, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, middle(steps)] };
  for (const { reachM, points: wanted, rounds } of stages) {
    const search = createNearestPoints(target, reachM);
    const chosen = sample(points, wanted);
    for (let round = 0; round < rounds; round++) {
      const pairs = chosen
        .map((place) => ({ place, ...search.find(...applySimilarity(fit, place)) }))
        .filter(({ index }) => index >= 0)
        .sort((a, b) => a.distance - b.distance);
      const kept = pairs.slice(0, Math.ceil(keptShare * pairs.length));
      const found = fitSimilarity(
        kept.map(({ place }) => place),
        kept.map(({ index }): Vec3 => [target[3 * index]!, target[3 * index + 1]!, target[3 * index + 2]!]),
      );
      fit = found ?? fit;
    }
  }
  return fit;
}

/** Distances to the nearest point of the target where it has any about, Infinity beyond a metre. */
function distancesTo(target: Float64Array, points: Float64Array, fit: Similarity): number[] {
  const cover = floorOf(sample(target, 10 * sampled));
  const search = createNearestPoints(target, 1);
  return sample(points, sampled).flatMap((place) => {
    const moved = applySimilarity(fit, place);
    return cover.has(cellOf(moved[0], moved[1])) ? [search.find(...moved).distance] : [];
  });
}

/** The dense cloud of fifteen real photos against the cloud that was published with them. */
export const photoDenseCase: OnceCase = {
  name: 'photo-dense',
  group: 'photogrammetry',
  workload: `Brighton Beach, 15 photos at ${longSide} px, medium density, all products, processor time of all threads; cloud within ${limitM} m (median) of the published one`,
  goal: 1,
  async measure(context) {
    if (!existsSync(published)) throw new Error('the public photos are not beside the project');
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
    try {
      const photos = join(folder, 'photos');
      await shrinkPhotos(photos);
      const out = join(folder, 'out');
      const crs = ['--crs', 'EPSG:32615'];
      const args = ['bin/plumbline.mjs', 'process', photos, ...crs, '--density', 'medium', '--out', out];
      const { cpuMs } = runProgram(process.execPath, args);
      const theirs = await readPoints(published, context, null);
      const ours = await readPoints(join(out, 'dense-point-cloud.copc.laz'), context, theirs.origin);
      const fit = fitOnto(ours.points, theirs.points);
      const distances = distancesTo(theirs.points, ours.points, fit);
      const median = middle(distances);
      const far = distances.filter((distance) => distance === Infinity).length / distances.length;
      const told = `${ours.points.length / 3} points, median ${median.toFixed(3)} m from ${theirs.points.length / 3} published ones, ${(100 * far).toFixed(1)} % without one within a metre, scale ${fit.scale.toFixed(4)}`;
      if (!(median < limitM)) throw new Error(told);
      return { oursMs: cpuMs, note: told };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
