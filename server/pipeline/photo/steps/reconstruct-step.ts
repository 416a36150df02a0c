import { join } from 'node:path';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { rotationFromAttitude } from '#domain/photogrammetry/model/pose.ts';
import type { Reconstruction, RejectedPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import { decodeBlocks, encodeBlocks } from '#domain/photogrammetry/model/reconstruction-file.ts';
import type { PhotoCameras } from '#domain/photogrammetry/photos/photo-cameras.ts';
import type { SfmBlock, SfmPhoto } from '#domain/photogrammetry/sfm/problem.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import { workFolderName, writeWhole } from '../../work-folder.ts';
import type { RawBlock } from '../positions/place-blocks.ts';
import type { LocalPosition } from '../project-system.ts';
import type { FeatureRequest, FeatureStore } from './feature-step.ts';
import type { Matching } from './match-step.ts';

/** Version of the reconstruction; increased when the code changes it. */
const reconstructVersion = 2;
const fileName = 'blocks.bin';

export interface ReconstructRequest extends FeatureRequest {
  readonly features: FeatureStore;
  readonly cameras: PhotoCameras;
  readonly positions: readonly (LocalPosition | null)[];
  readonly matching: Matching;
}

/** Blocks of connected photos, and photos in none. */
export interface Reconstructed {
  readonly blocks: readonly RawBlock[];
  readonly unregistered: readonly RejectedPhoto[];
  /** Photos whose positions contradict those of the others. */
  readonly wrongPositions: ReadonlySet<number>;
  readonly warnings: readonly ErrorRecord[];
}

interface BlockFacts {
  readonly blocks: readonly Omit<SfmBlock, 'reconstruction'>[];
  readonly unregistered: readonly RejectedPhoto[];
}

/** The block with the project's list of cameras; those of its photos come from the block. */
function withAllCameras(block: Reconstruction, { cameras, cameraOf }: PhotoCameras): Reconstruction {
  const all = [...cameras];
  for (const { photo, camera } of block.photos) all[cameraOf[photo]!] = block.cameras[camera]!;
  return {
    ...block,
    cameras: all,
    photos: block.photos.map((photo) => ({ ...photo, camera: cameraOf[photo.photo]! })),
  };
}

async function photoInputs({ photos, features, positions }: ReconstructRequest): Promise<SfmPhoto[]> {
  const inputs: SfmPhoto[] = [];
  for (const [index, { info }] of photos.entries()) {
    const { count, xy, scale, rgb } = await features.load(index);
    const { attitude } = info;
    const position = positions[index] ?? null;
    inputs.push({
      info,
      features: { count, xy, scale, rgb },
      prior: {
        position: position?.xyz ?? null,
        sigma: position?.sigma ?? null,
        rotation: attitude && rotationFromAttitude(attitude.yaw, attitude.pitch, attitude.roll),
      },
    });
  }
  return inputs;
}

async function reconstruct(
  request: ReconstructRequest,
  report: (fraction: number) => void,
): Promise<Uint8Array> {
  const { photos, cameras, matching, pool, signal } = request;
  const { blocks, unregistered } = await pool.run(
    'photo.reconstruct',
    {
      photos: await photoInputs(request),
      cameras: cameras.cameras,
      cameraOf: cameras.cameraOf,
      pairs: matching.pairs,
    },
    { onProgress: ({ fraction }) => report(fraction), ...(signal ? { signal } : {}) },
  );
  const facts: BlockFacts = {
    blocks: blocks.map(({ reconstruction: _, ...rest }) => rest),
    unregistered: unregistered.map(({ photo, reason, value, limit }) => ({
      name: photos[photo]!.info.name,
      reason,
      params: { value, limit },
    })),
  };
  const all = blocks.map(({ reconstruction }) => withAllCameras(reconstruction, cameras));
  return encodeBlocks(all, facts);
}

/**
 * Poses and points of all connected photos, in blocks, largest first. Error: `photo.no-overlap` where no two photos
 * are connected.
 */
export async function reconstructPhotos(request: ReconstructRequest): Promise<Reconstructed> {
  const { photos, cameras, positions, matching, steps, workFolder } = request;
  const path = join(workFolder, fileName);
  const key = [reconstructVersion, steps.keyOf('matching'), cameras, positions];
  await steps.run('reconstruction', key, async (report) => {
    if (matching.pairs.length === 0) throw new AppError('photo.no-overlap', { count: photos.length });
    await writeWhole(path, await reconstruct(request, report));
    return { facts: null, files: [join(workFolderName, 'photo', fileName)] };
  });
  const { blocks, extra } = decodeBlocks<BlockFacts>(await readOwn(path), path);
  if (blocks.length === 0) throw new AppError('photo.no-overlap', { count: photos.length });
  return {
    blocks: blocks.map((block, index) => {
      const { frame, doubt } = extra.blocks[index]!;
      return { block, hasPriors: frame === 'priors', doubt };
    }),
    unregistered: extra.unregistered,
    wrongPositions: new Set(extra.blocks.flatMap(({ wrongPositions }) => wrongPositions)),
    warnings: [],
  };
}
