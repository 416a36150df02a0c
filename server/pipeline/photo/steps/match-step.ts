import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { appendAll } from '#domain/math/extremes.ts';
import type { Camera } from '#domain/photogrammetry/model/camera.ts';
import type { VerifiedPair } from '#domain/photogrammetry/model/features.ts';
import { decodePairs, encodePairs } from '#domain/photogrammetry/model/reconstruction-file.ts';
import {
  imageSignature,
  sampleDescriptors,
  selectPairsByAppearance,
  trainCodebook,
} from '#domain/photogrammetry/pairs/appearance.ts';
import { selectPairs, wantsAppearance } from '#domain/photogrammetry/pairs/select-pairs.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import { inOrder } from '../../cloud/ordered.ts';
import { hashOf } from '../../steps.ts';
import { fileSize, writeWhole } from '../../work-folder.ts';
import type { LocalPosition } from '../project-system.ts';
import type { FeatureRequest, FeatureStore } from './feature-step.ts';

/** Version of the matches; increased when the code changes them. */
const matchVersion = 2;
const folderName = 'matches';

export interface MatchRequest extends FeatureRequest {
  readonly features: FeatureStore;
  /** Initial camera of each photo. */
  readonly cameras: readonly Camera[];
  readonly positions: readonly (LocalPosition | null)[];
}

/** The result of matching. */
export interface Matching {
  readonly pairs: readonly VerifiedPair[];
  /** Pairs that were matched. */
  readonly tried: number;
}

/** The pairs of one photo with later ones. */
interface Batch {
  readonly photo: number;
  readonly others: readonly number[];
}

function batchesOf(pairs: readonly (readonly [number, number])[]): Batch[] {
  const byFirst = new Map<number, number[]>();
  for (const [one, other] of pairs) {
    const [a, b] = [Math.min(one, other), Math.max(one, other)];
    byFirst.set(a, [...(byFirst.get(a) ?? []), b]);
  }
  return [...byFirst]
    .sort(([a], [b]) => a - b)
    .map(([photo, others]) => ({ photo, others: others.sort((a, b) => a - b) }));
}

function fileOf({ photos, cameras }: MatchRequest, { photo, others }: Batch): string {
  const sides = [photo, ...others].map((index) => [photos[index]!.identity, cameras[index]]);
  return join(folderName, `${hashOf([matchVersion, photo, others, sides])}.bin`);
}

async function matchPair(request: MatchRequest, a: number, b: number): Promise<VerifiedPair | null> {
  const { features, cameras, pool, signal } = request;
  signal?.throwIfAborted();
  const side = async (index: number) => {
    const { count, xy, scale, angle, descriptors } = await features.load(index);
    return { features: { count, xy, scale, angle, descriptors }, camera: cameras[index]! };
  };
  const sides = [await side(a), await side(b)] as const;
  const { pair } = await pool.run('photo.matchPair', { a, b, sides }, signal ? { signal } : {});
  return pair;
}

/** Similar pairs, by the features of all photos. */
async function pairsByAppearance({ photos, features, signal }: MatchRequest): Promise<[number, number][]> {
  const samples: Uint8Array[] = [];
  for (const index of photos.keys()) samples.push(sampleDescriptors(await features.load(index)));
  const codebook = trainCodebook(samples);
  const signatures: Float32Array[] = [];
  for (const index of photos.keys()) {
    signal?.throwIfAborted();
    signatures.push(imageSignature(await features.load(index), codebook));
  }
  return selectPairsByAppearance(signatures);
}

/**
 * Pairs to match: by position and view, and by similarity where positions are missing; each once, in ascending order.
 */
async function choosePairs(request: MatchRequest): Promise<[number, number][]> {
  const { photos, positions } = request;
  const places = positions.map((position) => position?.xyz ?? null);
  const near = selectPairs(
    photos.map(({ info }) => info),
    places,
  );
  if (!wantsAppearance(places)) return near;
  const keys = new Set(near.map(([a, b]) => a * photos.length + b));
  for (const [a, b] of await pairsByAppearance(request)) keys.add(a * photos.length + b);
  return [...keys].sort((p, q) => p - q).map((key) => [Math.floor(key / photos.length), key % photos.length]);
}

/**
 * Matches every pair of photos that may show the same place, and keeps those that fit one rigid scene, ordered by
 * photo. One file per photo, so that a killed run continues. Errors: those of the tasks; `AbortError`.
 */
export async function matchPhotos(request: MatchRequest): Promise<Matching> {
  const { steps, pool, workFolder, cameras } = request;
  const chosen = await choosePairs(request);
  const batches = batchesOf(chosen);
  const key = [matchVersion, steps.keyOf('features'), cameras, chosen];
  await steps.run('matching', key, async (report) => {
    await mkdir(join(workFolder, folderName), { recursive: true });
    let done = 0;
    for (const batch of batches) {
      const path = join(workFolder, fileOf(request, batch));
      if ((await fileSize(path)) === null) {
        const found: VerifiedPair[] = [];
        await inOrder(
          batch.others,
          pool.size + 1,
          (other) => matchPair(request, batch.photo, other),
          (pair) => {
            if (pair) found.push(pair);
            report(++done / chosen.length);
          },
        );
        await writeWhole(path, encodePairs(found));
      } else {
        done += batch.others.length;
        report(done / chosen.length);
      }
    }
    return { facts: null, files: [] };
  });
  const pairs: VerifiedPair[] = [];
  for (const batch of batches) {
    const path = join(workFolder, fileOf(request, batch));
    appendAll(pairs, decodePairs(await readOwn(path), path));
  }
  return { pairs, tried: chosen.length };
}
