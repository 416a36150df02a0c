import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureSet } from '#domain/photogrammetry/model/features.ts';
import { decodeFeatures, encodeFeatures } from '#domain/photogrammetry/model/reconstruction-file.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import { inOrder } from '../../cloud/ordered.ts';
import { hashOf, type StepRunner } from '../../steps.ts';
import { fileSize, writeWhole } from '../../work-folder.ts';
import type { ProjectPhoto } from '../context.ts';
import { decodeColour } from './decode.ts';

/** Longest side of the image for feature extraction, pixels. */
const featureSide = 2000;
const maxFeatures = 8000;
/** Version of the features; increased when the code changes them. */
const featureVersion = 1;

const folderName = 'features';
const cacheBytes = 384 * 2 ** 20;

export interface FeatureRequest {
  readonly photos: readonly ProjectPhoto[];
  readonly steps: StepRunner;
  readonly pool: TaskPool;
  readonly signal: AbortSignal | undefined;
  /** `OUT/.plumbline/photo`, absolute. */
  readonly workFolder: string;
}

/** The features of all photos, on disk. */
export interface FeatureStore {
  /** Features of each photo. */
  readonly counts: readonly number[];
  /** Features of one photo, with a cache of the latest used. Borrowed. */
  load(photo: number): Promise<FeatureSet>;
}

const fileOf = (photo: ProjectPhoto) =>
  join(folderName, `${hashOf([featureVersion, featureSide, maxFeatures, photo.identity])}.bin`);

async function extract(request: FeatureRequest, photo: ProjectPhoto): Promise<number> {
  const { pool, signal, workFolder } = request;
  const path = join(workFolder, fileOf(photo));
  if ((await fileSize(path)) !== null) {
    return decodeFeatures(await readOwn(path), path).count;
  }
  signal?.throwIfAborted();
  const image = await decodeColour(photo.path, featureSide);
  const { width, height } = photo.info;
  const features = await pool.run(
    'photo.extract',
    { image, fullWidth: width, fullHeight: height, maxFeatures },
    { transfer: [image.pixels.buffer], ...(signal ? { signal } : {}) },
  );
  await writeWhole(path, encodeFeatures(features));
  return features.count;
}

function createStore({ photos, workFolder }: FeatureRequest, counts: readonly number[]): FeatureStore {
  const held = new Map<number, FeatureSet>();
  let bytes = 0;
  const sizeOf = ({ descriptors }: FeatureSet) => descriptors.length * 1.15;
  return {
    counts,
    async load(photo) {
      const known = held.get(photo);
      if (known) {
        held.delete(photo);
        held.set(photo, known);
        return known;
      }
      const path = join(workFolder, fileOf(photos[photo]!));
      const features = decodeFeatures(await readOwn(path), path);
      held.set(photo, features);
      bytes += sizeOf(features);
      for (const [oldest, set] of held) {
        if (bytes <= cacheBytes || oldest === photo) break;
        held.delete(oldest);
        bytes -= sizeOf(set);
      }
      return features;
    },
  };
}

/**
 * Finds the features of every photo, one file each, so that a killed run continues with the next photo. Errors: those
 * of reading images and of writing; `AbortError`.
 */
export async function findFeatures(request: FeatureRequest): Promise<FeatureStore> {
  const { photos, steps, pool, workFolder } = request;
  const identities = photos.map(({ identity }) => identity);
  const { counts } = await steps.run(
    'features',
    [featureVersion, featureSide, maxFeatures, identities],
    async (report) => {
      await mkdir(join(workFolder, folderName), { recursive: true });
      const found: number[] = [];
      await inOrder(
        photos,
        pool.size + 1,
        (photo) => extract(request, photo),
        (count) => {
          found.push(count);
          report(found.length / photos.length);
        },
      );
      return { facts: { counts: found }, files: [] };
    },
  );
  return createStore(request, counts);
}
