import { join, relative } from 'node:path';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { GridFrame } from '#domain/geometry/grid/grid.ts';
import type { RegisteredPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import { beyond } from '#domain/photogrammetry/ortho/seam-energy.ts';
import { metresPerUnit } from '../../units.ts';
import { fileSize } from '../../work-folder.ts';
import type { PhotoContext } from '../context.ts';
import { decodeColour } from '../steps/decode.ts';
import { choosePhotos } from './choose-photos.ts';
import { longestJpegSide, writePreview, writeSingleJpeg } from './ortho-images.ts';
import { type OrthoPlan, orthoCell, planOrtho } from './ortho-plan.ts';
import { createPhotoStore, type DecodePhoto } from './photo-store.ts';
import { sharpnessOf } from './sharpness.ts';
import { openSurface, type SurfaceSource } from './surface-source.ts';
import { type MosaicFacts, writeOrthomosaic } from './write-orthomosaic.ts';

export const orthoFiles = {
  mosaic: 'orthomosaic.tif',
  preview: 'orthomosaic.png',
  /** With `.jpg`, `.jgw` and `.prj`. */
  single: 'orthomosaic',
} as const;

export interface OrthoOptions {
  /** Surface or elevation model in the context's system, north up. */
  readonly heightsPath: string;
  /** The kind of heights: a `surface` occludes, `ground` does not. */
  readonly heights: 'surface' | 'ground';
  /** Changes when the heights do. */
  readonly heightsKey: string;
  /** Photos outside the adjusted block whose pose is accurate enough to fill gaps. */
  readonly extraPhotos?: readonly RegisteredPhoto[];
}

/** An orthomosaic and the agreement of its photos. */
export interface OrthoFacts extends MosaicFacts {
  readonly frame: GridFrame;
  /** Edge of a cell, metres. */
  readonly cellM: number;
  readonly photos: number;
  /** Spread of colour between photos, natural logarithm, before and after the exposure was balanced. */
  readonly spreadBefore: number;
  readonly spreadAfter: number;
  /** False where the image is too large for one JPEG. */
  readonly hasSingleJpeg: boolean;
}

const cacheBytes = 768 * 2 ** 20;
const previewSide = 1600;
const choosingShare = 0.35;

function decoder({ photos }: PhotoContext): DecodePhoto {
  return (photo, maxSide) => {
    const { path, info } = photos[photo]!;
    return decodeColour(path, maxSide, info.name);
  };
}

function plan(context: PhotoContext, options: OrthoOptions, surface: SurfaceSource): OrthoPlan {
  const { adjusted, frame, crs, gsdM, groundHeightM, request } = context;
  const { extraPhotos = [] } = options;
  const planned = planOrtho({
    adjusted: { ...adjusted, photos: [...adjusted.photos, ...extraPhotos] },
    frame,
    surface,
    unit: metresPerUnit(crs, context.photos[0]?.info.name ?? '?'),
    cellM: orthoCell(gsdM, request.settings.orthoGsdMultiplier),
    groundHeightM,
    sharpness: sharpnessOf(context),
  });
  if (!planned)
    throw new AppError('photo.ortho-no-ground', { file: relative(request.out, options.heightsPath) });
  return planned;
}

async function writeMosaic(
  context: PhotoContext,
  options: OrthoOptions,
  report: (fraction: number) => void,
): Promise<{ facts: OrthoFacts; proof: FileProof }> {
  const { pool, signal, request, crs } = context;
  const surface = await openSurface(options.heightsPath, pool);
  try {
    const planned = plan(context, options, surface);
    const decode = decoder(context);
    const hides = options.heights === 'surface';
    const shared = { plan: planned, surface, hides, pool, signal };
    const seams = await choosePhotos({
      ...shared,
      decode,
      report: (fraction) => report(choosingShare * fraction),
    });
    const { facts: covered, proof } = await writeOrthomosaic(
      {
        ...shared,
        seams,
        photos: createPhotoStore(decode, cacheBytes),
        definition: crs.definition,
        report: (fraction) => report(choosingShare + (1 - choosingShare) * fraction),
      },
      join(request.out, orthoFiles.mosaic),
    );
    const { frame, unit } = planned;
    const facts: OrthoFacts = {
      ...covered,
      frame,
      cellM: frame.cellSize * unit.horizontal,
      photos: [...new Set(seams.labels)].filter((label) => label < beyond).length,
      spreadBefore: seams.exposure.spreadBefore,
      spreadAfter: seams.exposure.spreadAfter,
      hasSingleJpeg: Math.max(frame.width, frame.height) <= longestJpegSide,
    };
    return { facts, proof };
  } finally {
    await surface.close();
  }
}

async function writeImages(context: PhotoContext, facts: OrthoFacts): Promise<void> {
  const { request, pool, crs, steps } = context;
  const { out } = request;
  const mosaic = join(out, orthoFiles.mosaic);
  await steps.run('ortho-pictures', steps.keyOf('orthomosaic'), async (report) => {
    const preview = await writePreview(mosaic, join(out, orthoFiles.preview), previewSide, pool);
    report(0.2);
    const single = facts.hasSingleJpeg
      ? await writeSingleJpeg(mosaic, facts.frame, crs, join(out, orthoFiles.single))
      : [];
    const further = single.map(({ path, proof }) => [relative(out, path), proof] as const);
    const proofs = { [orthoFiles.preview]: preview, ...Object.fromEntries(further) };
    return { facts: null, files: Object.keys(proofs), proofs };
  });
}

/**
 * Makes the orthomosaic of the adjusted photos over a height model: a cloud-optimised GeoTIFF with opacity, a
 * preview, and one JPEG with world file (a warning `photo.ortho-too-large` where that cannot be). Steps
 * `orthomosaic` and `ortho-pictures`. Errors: `process.not-projected`, `photo.ortho-no-ground`, those of decoding
 * photos, of reading rasters and writing files; `AbortError`.
 */
export async function makeOrthomosaic(context: PhotoContext, options: OrthoOptions): Promise<OrthoFacts> {
  const { steps, request, adjustedKey, warnings } = context;
  const key = [
    adjustedKey,
    options.heightsKey,
    options.heights,
    request.settings.orthoGsdMultiplier,
    options.extraPhotos ?? [],
  ];
  const facts = await steps.run('orthomosaic', key, async (report) => {
    const { facts, proof } = await writeMosaic(context, options, report);
    return { facts, files: [orthoFiles.mosaic], proofs: { [orthoFiles.mosaic]: proof } };
  });
  await writeImages(context, facts);
  const { width, height, cellSize } = facts.frame;
  if (!facts.hasSingleJpeg) {
    warnings.push({ code: 'photo.ortho-too-large', params: { width, height, limit: longestJpegSide } });
  }
  await context.finish({
    name: 'orthoimage',
    kind: 'raster',
    path: orthoFiles.mosaic,
    bytes: (await fileSize(join(request.out, orthoFiles.mosaic))) ?? 0,
    resolution: cellSize,
    width,
    height,
  });
  return facts;
}
