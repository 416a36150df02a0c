import { AppError } from '#domain/errors/app-error.ts';
import { type BlockCoding, BlockFault } from '../tiff/block-coding.ts';
import { createBlockTable } from '../tiff/block-table.ts';
import type { TiffDirectory } from '../tiff/directory.ts';
import { type ImageLayout, photometric, readLayout } from '../tiff/layout.ts';
import { createSamples, type RealSampleType, type SampleArray, sampleBytes } from '../tiff/sample-types.ts';
import type { TiffFile } from '../tiff/structure.ts';
import { compressionName, tiffCompression, tiffTag } from '../tiff/tags.ts';
import type { BlockCache } from './block-cache.ts';

/** Decodes one block: in this thread, or handed to the worker pool as task `raster.decodeBlock`. */
export type BlockDecoder = (
  coding: BlockCoding,
  bytes: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
) => Promise<SampleArray>;

/** Blocks that expand to more than this are refused. */
const maxBlockBytes = 1 << 28;

/** Reads the blocks of one directory: the picture, an overview or a mask. */
export interface ImageReader {
  readonly layout: ImageLayout;
  readonly sampleType: RealSampleType;
  /** Bands in one block: all, or 1 where each band has its own blocks. */
  readonly blockBands: number;
  /** Rows of the blocks in a block row; the last strip has fewer. */
  blockRows(row: number): number;
  /**
   * Samples of one block, pixel by pixel, `blockWidth × blockRows(row) × blockBands`; borrowed from the cache,
   * not to be changed. A block never written is filled with `fill`.
   */
  readBlock(column: number, row: number, plane: number, signal?: AbortSignal): Promise<SampleArray>;
}

/**
 * Errors on opening: those of `readLayout`, tiff.unsupported-sample for complex numbers. On reading:
 * tiff.tile-missing, tiff.tile-damaged, tiff.unsupported-compression, tiff.bad-size.
 */
export function createImageReader(
  file: TiffFile,
  directory: TiffDirectory,
  fill: number | bigint,
  cache: BlockCache,
  decode: BlockDecoder,
): ImageReader {
  const layout = readLayout(file, directory);
  const sampleType = realType(file, layout);
  const placeOf = createBlockTable(file, directory, layout);
  const coding = blockCoding(file, directory, layout, sampleType);
  const blockRows = (row: number) =>
    layout.tiled
      ? layout.blockHeight
      : Math.min(layout.blockHeight, layout.height - row * layout.blockHeight);

  async function loadBlock(column: number, row: number, plane: number, signal?: AbortSignal) {
    const height = blockRows(row);
    const neededRows = Math.min(height, layout.height - row * layout.blockHeight);
    const block: BlockCoding = { ...coding, height, neededRows };
    const index = (plane * layout.rows + row) * layout.columns + column;
    const place = await placeOf(index, block.height, signal);
    if (place.length === 0) return filled(block, fill);
    const { name, size } = file.source;
    if (place.offset >= size) {
      throw new AppError('tiff.tile-missing', { file: name, column, row, offset: place.offset, size });
    }
    const bytes = await file.source.read(place.offset, place.length, signal);
    try {
      if (isSubsampled(layout)) throw new BlockFault('unsupported', 'colour differences without JPEG');
      return await decode(block, bytes, signal);
    } catch (error) {
      throw describeFault(error, file, layout, column, row);
    }
  }

  async function readBlock(column: number, row: number, plane: number, signal?: AbortSignal) {
    const bytes = layout.blockWidth * blockRows(row) * coding.samples * sampleBytes(sampleType);
    if (bytes > maxBlockBytes) throw badSize(file, layout);
    const key = `${directory.offset}/${plane}/${row}/${column}`;
    for (;;) {
      let isOwnLoad = false;
      try {
        return await cache.get(key, bytes, () => {
          isOwnLoad = true;
          return loadBlock(column, row, plane, signal);
        });
      } catch (error) {
        // A load shared with another caller may end because that caller gave up; then it is ours to do.
        if (isOwnLoad || error instanceof AppError) throw error;
        signal?.throwIfAborted();
      }
    }
  }

  return { layout, sampleType, blockBands: coding.samples, blockRows, readBlock };
}

/** YCbCr outside JPEG stores pixels in groups; no survey product does. */
function isSubsampled(layout: ImageLayout): boolean {
  return layout.photometric === photometric.yCbCr && layout.compression !== tiffCompression.jpeg;
}

function badSize(file: TiffFile, layout: ImageLayout): AppError {
  const { width, height, blockWidth, blockHeight } = layout;
  return new AppError('tiff.bad-size', { file: file.source.name, width, height, blockWidth, blockHeight });
}

function realType(file: TiffFile, layout: ImageLayout): RealSampleType {
  if (!layout.sampleType.startsWith('complex-')) return layout.sampleType as RealSampleType;
  const { bits, sampleType } = layout;
  const reason = 'complex numbers';
  throw new AppError('tiff.unsupported-sample', { file: file.source.name, bits, format: sampleType, reason });
}

function blockCoding(
  file: TiffFile,
  directory: TiffDirectory,
  layout: ImageLayout,
  sampleType: RealSampleType,
): BlockCoding {
  const jpegTables = directory.raw(tiffTag.jpegTables);
  const lercParameters = directory.numbers(tiffTag.lercParameters);
  return {
    compression: layout.compression,
    predictor: layout.predictor,
    bits: layout.bits,
    sampleType,
    samples: layout.separate ? 1 : layout.samples,
    width: layout.blockWidth,
    height: layout.blockHeight,
    neededRows: layout.blockHeight,
    littleEndian: file.littleEndian,
    fillOrder: layout.fillOrder,
    photometric: layout.photometric,
    ...(jpegTables ? { jpegTables } : {}),
    ...(lercParameters ? { lercParameters } : {}),
  };
}

function filled(coding: BlockCoding, fill: number | bigint): SampleArray {
  const samples = createSamples(coding.sampleType, coding.width * coding.height * coding.samples);
  const big = samples instanceof BigInt64Array || samples instanceof BigUint64Array;
  if (fill) (samples as Float64Array).fill((big ? BigInt(fill) : Number(fill)) as number);
  return samples;
}

function describeFault(
  error: unknown,
  file: TiffFile,
  layout: ImageLayout,
  column: number,
  row: number,
): unknown {
  if (!(error instanceof BlockFault)) return error;
  const params = { file: file.source.name, reason: error.message };
  if (error.kind === 'damaged')
    return new AppError('tiff.tile-damaged', { ...params, column, row }, { cause: error });
  const compression = compressionName(layout.compression) ?? String(layout.compression);
  return new AppError('tiff.unsupported-compression', { ...params, compression }, { cause: error });
}
