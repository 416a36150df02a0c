import { join } from 'node:path';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { adoptModel, type PlacedModel, placeModel } from '#domain/photogrammetry/exchange/place-model.ts';
import type { RejectedPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import { decodeBlocks, encodeBlocks } from '#domain/photogrammetry/model/reconstruction-file.ts';
import type { PhotoCameras } from '#domain/photogrammetry/photos/photo-cameras.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import type { StepRunner } from '../../steps.ts';
import { workFolderName, writeWhole } from '../../work-folder.ts';
import type { ProjectPhoto } from '../context.ts';
import { type ColmapModel, runColmap } from '../engines/colmap.ts';
import type { RawBlock } from '../positions/place-blocks.ts';
import type { LocalPosition } from '../project-system.ts';
import type { Reconstructed } from './reconstruct-step.ts';

/** Version of COLMAP's use; increased when its options or the use of its results change. */
const colmapVersion = 2;
const fileName = 'blocks-colmap.bin';
const maxSide = 2000;
const maxFeatures = 8000;
/** Minimum photos of a block. */
const minPhotos = 2;

export interface ColmapRequest {
  readonly photos: readonly ProjectPhoto[];
  readonly cameras: PhotoCameras;
  readonly positions: readonly (LocalPosition | null)[];
  readonly steps: StepRunner;
  readonly signal: AbortSignal | undefined;
  /** `OUT/.plumbline/photo`, absolute. */
  readonly workFolder: string;
}

interface ModelFacts {
  readonly hasPriors: readonly boolean[];
  readonly doubts: readonly RawBlock['doubt'][];
  readonly wrongPositions: readonly number[];
  readonly warnings: readonly ErrorRecord[];
}

/** Models as blocks of the project; a photo that is in several stays in the largest. */
function placeModels(models: readonly ColmapModel[], { cameras, positions }: ColmapRequest): PlacedModel[] {
  const taken = new Set<number>();
  return models.flatMap(({ reconstruction, photoOf }) => {
    const block = adoptModel(reconstruction, photoOf, cameras, (photo) => !taken.has(photo));
    if (block.photos.length < minPhotos || block.points.length === 0) return [];
    for (const { photo } of block.photos) taken.add(photo);
    return [placeModel(block, positions)];
  });
}

function withoutPose(photos: readonly ProjectPhoto[], registered: ReadonlySet<number>): RejectedPhoto[] {
  return photos.flatMap(({ info }, photo): RejectedPhoto[] =>
    registered.has(photo)
      ? []
      : [{ name: info.name, reason: 'no-pose', params: { code: 'photo.not-in-model', program: 'COLMAP' } }],
  );
}

/**
 * Poses and points of photos by COLMAP, instead of our own features, matches and reconstruction; input of our own
 * adjustment. Errors: those of `runColmap`, `photo.no-overlap`.
 */
export async function reconstructByColmap(request: ColmapRequest): Promise<Reconstructed> {
  const { photos, cameras, positions, steps, signal, workFolder } = request;
  const path = join(workFolder, fileName);
  const identities = photos.map(({ identity }) => identity);
  await steps.run('reconstruction', [colmapVersion, identities, cameras, positions], async (report) => {
    const folder = join(workFolder, 'colmap');
    const models = await runColmap({
      photos,
      cameras,
      maxSide,
      maxFeatures,
      folder,
      signal,
      onProgress: report,
    });
    const placed = placeModels(models, request);
    const facts: ModelFacts = {
      hasPriors: placed.map(({ hasPriors }) => hasPriors),
      doubts: placed.map(({ doubt }) => doubt),
      wrongPositions: placed.flatMap(({ wrongPositions }) => wrongPositions),
      warnings: models.flatMap(({ warnings }) => warnings),
    };
    await writeWhole(
      path,
      encodeBlocks(
        placed.map(({ block }) => block),
        facts,
      ),
    );
    return { facts: null, files: [join(workFolderName, 'photo', fileName)] };
  });
  const { blocks, extra } = decodeBlocks<ModelFacts>(await readOwn(path), path);
  if (blocks.length === 0) throw new AppError('photo.no-overlap', { count: photos.length });
  const registered = new Set(blocks.flatMap((block) => block.photos.map(({ photo }) => photo)));
  return {
    blocks: blocks.map((block, index) => ({
      block,
      hasPriors: extra.hasPriors[index] ?? false,
      doubt: extra.doubts[index] ?? null,
    })),
    unregistered: withoutPose(photos, registered),
    wrongPositions: new Set(extra.wrongPositions),
    warnings: extra.warnings,
  };
}
