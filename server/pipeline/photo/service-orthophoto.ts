import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { conflictNotes } from '#domain/crs/conflicts.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { measureSystemOffsets } from '#domain/crs/system-offsets.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { type GeoTiffInfo, readGeoTiffInfo } from '#domain/formats/tiff/info.ts';
import { applyGeoTransform, determinantOf } from '#domain/geometry/plane/affine.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import type { Product } from '../context.ts';
import type { StepRunner } from '../steps.ts';
import { fileSize } from '../work-folder.ts';
import { type WriteCogOptions, writeAsCog } from '../write-cog.ts';
import type { PhotoRequest } from './context.ts';
import { orthoFiles } from './ortho/make-orthomosaic.ts';
import { writeThumbnail } from './ortho/ortho-images.ts';

const orthoFile = orthoFiles.mosaic;

/** Side above which overviews are made, pixels. */
const plainSide = 1024;

/**
 * Adds the service's raster to the products: with overviews where it has none and they can be made, else unchanged,
 * then null.
 */
async function placeRaster(
  source: ByteSource,
  { overviews, width, height }: GeoTiffInfo,
  path: string,
  target: string,
  options: WriteCogOptions,
): Promise<FileProof | null> {
  if (overviews.length === 0 && Math.max(width, height) > plainSide) {
    try {
      return await writeAsCog(source, target, options);
    } catch (error) {
      // Kinds without an average are drawn from the file as it is.
      if (!(error instanceof AppError) || error.code !== 'cog.bad-spec') throw error;
    }
  }
  await copyFile(path, `${target}.part`);
  await rename(`${target}.part`, target);
  return null;
}

/**
 * The orthophoto of a service as a product, with its own georeference; `warnings`: contradictions in its system.
 * Errors: `process.no-crs` for a file without any, those of reading it and of `writeAsCog`.
 */
export async function takeOrthophoto(
  path: string,
  out: string,
  steps: StepRunner,
  { pool, signal }: Pick<PhotoRequest, 'pool' | 'signal'>,
): Promise<{ product: Product; crs: CrsReport; warnings: ErrorRecord[] }> {
  const source = await openFileSource(path);
  try {
    const info = await readGeoTiffInfo(source);
    const { geotransform } = info;
    const place = geotransform ? applyGeoTransform(geotransform, 0, 0) : undefined;
    const read = await readCrs(info.crsDeclarations, place ? { place } : {});
    if (!geotransform || read.kind === 'unknown') throw new AppError('process.no-crs', { file: orthoFile });
    const crs = await measureSystemOffsets(read, place);
    await steps.run('orthomosaic', [steps.keyOf('service')], async (report) => {
      const options = { pool, report, ...(signal ? { signal } : {}) };
      const raster = await placeRaster(source, info, path, join(out, orthoFile), options);
      const picture = await writeThumbnail(path, join(out, orthoFiles.preview));
      return {
        facts: null,
        files: [orthoFile, ...(picture ? [orthoFiles.preview] : [])],
        proofs: {
          ...(raster && { [orthoFile]: raster }),
          ...(picture && { [orthoFiles.preview]: picture }),
        },
      };
    });
    const product: Product = {
      name: 'orthoimage',
      kind: 'raster',
      path: orthoFile,
      bytes: (await fileSize(join(out, orthoFile))) ?? 0,
      resolution: Math.sqrt(Math.abs(determinantOf(geotransform))),
      width: info.width,
      height: info.height,
    };
    return { product, crs, warnings: conflictNotes(orthoFile, crs.conflicts) };
  } finally {
    await source.close();
  }
}
