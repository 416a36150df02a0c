import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { colourOf } from '#domain/formats/cog/band-colours.ts';
import {
  openRaster,
  type PixelWindow,
  type Raster,
  type RasterWindow,
} from '#domain/formats/cog/open-raster.ts';
import type { CogSampleType, CogSpec, TilePixels } from '#domain/formats/cog/spec.ts';
import { createSamples } from '#domain/formats/tiff/sample-types.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { bulkBlockDecoder } from '#workers/contract/raster-pool.ts';
import { createRasterFile } from './terrain/raster-file.ts';

export interface WriteCogOptions {
  readonly pool: TaskPool;
  readonly signal?: AbortSignal;
  /** JPEG quality of images of bytes, 1 to 100; lossless where left out. */
  readonly jpegQuality?: number;
  /** Share done, 0 to 1. */
  report?(fraction: number): void;
}

async function specOf(raster: Raster, jpegQuality?: number): Promise<CogSpec> {
  const { info, sampleType } = raster;
  const { width, height, bands, geotransform, mask } = info;
  if (!geotransform) throw new AppError('cog.bad-spec', { reason: 'no-georeference' });
  if (sampleType === 'uint64' || sampleType === 'int64') {
    throw new AppError('cog.bad-spec', { reason: 'values-have-64-bits' });
  }
  const { definition } = await readCrs(info.crsDeclarations);
  const unit = bands[0]?.unit;
  const colour = colourOf(info);
  const exact: CogSpec = {
    width,
    height,
    bands: bands.length,
    sampleType: sampleType satisfies CogSampleType,
    colour,
    geotransform,
    geoKeys: definition ? geoKeysFor(definition, { rasterType: 1 }) : null,
    nodata: mask || info.nodata === null ? null : Number(info.nodata),
    mask,
    ...(unit ? { unit } : {}),
    ...(info.pointSpacing === null ? {} : { pointSpacing: info.pointSpacing }),
  };
  if (jpegQuality === undefined) return exact;
  const isOpen = colour === 'rgba';
  return {
    ...exact,
    ...(isOpen ? { colour: 'rgb', bands: 3 } : {}),
    nodata: null,
    mask: mask || isOpen || exact.nodata !== null,
    jpegQuality,
  };
}

/** The valid pixels by a mask, opacity from one half on, or the missing value in every band. */
function validOf({ info }: Raster, { bands, mask }: RasterWindow): Uint8Array<ArrayBuffer> {
  if (mask) return mask;
  const opacity = bands[3];
  if (opacity) return Uint8Array.from(opacity as Uint8Array, (value) => (value < 128 ? 0 : 255));
  const missing = Number(info.nodata);
  const first = bands[0] as Uint8Array;
  return Uint8Array.from(first, (_, at) => (bands.every((band) => Number(band[at]) === missing) ? 0 : 255));
}

/** Pixels of a window, bands interleaved per pixel. */
async function readTile(raster: Raster, spec: CogSpec, window: PixelWindow): Promise<TilePixels> {
  const { width, height } = window;
  const read = await raster.readWindow(0, window);
  const count = spec.bands;
  const samples = createSamples(raster.sampleType, width * height * count) as Float64Array<ArrayBuffer>;
  read.bands.slice(0, count).forEach((band, index) => {
    for (let at = 0; at < band.length; at++) samples[at * count + index] = Number(band[at]);
  });
  return { width, height, samples, ...(spec.mask ? { mask: validOf(raster, read) } : {}) };
}

/**
 * Writes a GeoTIFF again as a cloud-optimised one: the same pixels, missing values, mask, georeference and system,
 * with overviews. JPEG is lossy, and opacity becomes a mask. The file appears when it is complete and was read back.
 * Errors: those of `openRaster` and of writing files; `cog.bad-spec` for palettes, other colours than RGB, 64-bit
 * values, and files without a georeference.
 */
export async function writeAsCog(
  source: ByteSource,
  path: string,
  options: WriteCogOptions,
): Promise<FileProof> {
  const { pool, signal } = options;
  const raster = await openRaster(source, { decode: bulkBlockDecoder(pool), ...(signal ? { signal } : {}) });
  const spec = await specOf(raster, options.jpegQuality);
  const file = await createRasterFile(path, spec, pool, signal);
  try {
    const { columns, rows } = file.levels[0]!;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        signal?.throwIfAborted();
        const tile = await readTile(raster, spec, file.tileWindow(column, row));
        await file.writeTile(column, row, tile);
      }
      options.report?.((row + 1) / rows);
    }
    return await file.commit();
  } finally {
    await file.discard();
  }
}
