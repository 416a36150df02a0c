import { clamp } from '#domain/math/clamp.ts';
import { densityOf } from './density.ts';

/** The inputs of the estimate for processing files. */
export interface EstimateInput {
  /** Each photo's pixels, millions. */
  readonly photos: readonly number[];
  /** Points of all clouds that come along. */
  readonly points: number;
  /** Bytes of all files. */
  readonly bytes: number;
  /** Code of the dense cloud's density: 4 low, 3 medium, otherwise high. */
  readonly density: number | null;
  /** Threads that work at the same time. */
  readonly threads: number;
}

/** The estimated peak needs of processing. */
export interface Estimate {
  readonly memoryMib: number;
  /** The files themselves, their products, and temporary files. */
  readonly diskMib: number;
}

const mebibyte = 2 ** 20;
const million = 1e6;

/** Longest side of a photo's depth map as a share of its own, and no less than so many pixels; see `depth-step.ts`. */
const mapSizes = {
  low: { share: 1 / 8, min: 640 },
  medium: { share: 1 / 4, min: 1000 },
  high: { share: 1 / 2, min: 1600 },
} as const;

/**
 * MiB, fitted to the peaks of resident memory and of the folder that runs of `plumbline process` on two threads
 * reported, those of photos up to the orthomosaic: 20 simulated photos of 0.48 megapixels at high density (fusion 916,
 * features 330, depth 551; disk 296), 3 photos of a drone of 9 megapixels at medium density (features 833, depth 957,
 * fusion 696; disk 44), 4 simulated photos of 22.5 megapixels at high density (features 1082, depth 2215, fusion 3097,
 * which more neighbours would raise), and simulated lidar of 0.31, 2.46 and 6.96 million points (337, 585, 1022; disk 16,
 * 116, 321) with cells of two spacings; with cells of one, 1.99 million took 666, and 6.5 more of disk a million.
 */
const measured = {
  /** Decoding, features and depth: each thread holds a photo with its pyramid. */
  photos: { base: 250, threadMegapixel: 40 },
  /** Fusion of depth maps, which limits itself. */
  fusion: { base: 290, threadMegapixel: 650, max: 4096 },
  /** Terrain, with at most so many million points in work (`tile-blocks.ts`), and what lists the whole cloud. */
  cloud: { base: 360, millionPoints: 110, max: 6, indexMillion: 5 },
  /** The last also for the copy of the products in the store. */
  disk: { mapMegapixel: 32, megapixel: 2.5, millionPoints: 70 },
} as const;

/** An estimate says this much more than was measured: surveys differ. */
const margin = 1.3;
/** Points that a megapixel of depth maps becomes, millions, where nearly all of it is seen in several photos. */
const densePoints = 0.25;

/** Megapixels of a photo's depth map; the photo is assumed to be 4 to 3. */
function mapMegapixels(megapixels: number, density: number | null): number {
  const { share, min } = mapSizes[densityOf(density)];
  const side = Math.sqrt((megapixels * million * 4) / 3);
  const reduced = clamp(side * share, min, side);
  return megapixels * (reduced / side) ** 2;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Estimated peak memory and disk of the built-in engine, with a margin of 30 %. Steps run one after the other, so
 * memory is that of the largest.
 */
export function estimateProcessing({ photos, points, bytes, density, threads }: EstimateInput): Estimate {
  const { photos: ofPhotos, fusion, cloud, disk } = measured;
  const maps = photos.map((megapixels) => mapMegapixels(megapixels, density));
  const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);
  const millions = points / million + densePoints * sum(maps);
  const fused = Math.min(fusion.max, threads * fusion.threadMegapixel * largest(maps));
  const peak = Math.max(
    ofPhotos.base + threads * ofPhotos.threadMegapixel * largest(photos),
    fusion.base + fused,
    cloud.base + Math.min(millions, cloud.max) * cloud.millionPoints + millions * cloud.indexMillion,
  );
  const made =
    disk.mapMegapixel * sum(maps) + disk.megapixel * sum(photos) + (disk.millionPoints * points) / million;
  return { memoryMib: Math.ceil(margin * peak), diskMib: Math.ceil(bytes / mebibyte + margin * made) };
}

/** A JPEG of a survey takes about half a byte per pixel; used where the pixels are unknown. */
export const megapixelsOf = (jpegBytes: number): number => (2 * jpegBytes) / million;

/** Points of a file by its size: a record of LAS takes some 34 bytes, one of LAZ about 6. */
export const pointsOf = (name: string, bytes: number): number => bytes / (/\.las$/i.test(name) ? 34 : 6);
