import { AppError } from '#domain/errors/app-error.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { type BlockCoding, BlockFault, type BlockPlace } from '../tiff/block-coding.ts';
import { createBlockTable } from '../tiff/block-table.ts';
import type { ColourDifferences } from '../tiff/colour-conversion.ts';
import type { TiffDirectory } from '../tiff/directory.ts';
import { type ImageLayout, readLayout } from '../tiff/layout.ts';
import {
  createSamples,
  isFloatType,
  type RealSampleType,
  type SampleArray,
  sampleBytes,
} from '../tiff/sample-types.ts';
import type { TiffFile } from '../tiff/structure.ts';
import { compressionName, tiffTag } from '../tiff/tags.ts';
import type { BlockCache } from './block-cache.ts';

/**
 * Decodes one block: in this thread, or in the worker pool as task `raster.decodeBlocks`. A decoder may write the
 * samples to a given target itself and then returns null.
 */
export type BlockDecoder = (
  coding: BlockCoding,
  bytes: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
  place?: BlockPlace,
) => Promise<SampleArray | null>;

/** Blocks that expand to more than this are refused. */
const maxBlockBytes: number = sizeLimits['tiff.blockBytes'].value;

/** Reads the blocks of one directory: the image, an overview or a mask. */
export interface ImageReader {
  readonly layout: ImageLayout;
  readonly sampleType: RealSampleType;
  /** Numbers a sample: 2 where samples are complex, real part first. */
  readonly components: 1 | 2;
  /** Numbers a pixel in one block: of all bands, or of one where each has its own blocks. */
  readonly blockBands: number;
  /** Rows of the blocks in a block row; the last strip has fewer. */
  blockRows(row: number): number;
  /**
   * Numbers of one block, `blockBands` planes of `blockWidth × blockRows(row)`; borrowed from the cache, not to be
   * changed. A block never written is filled with `fill`.
   */
  readBlock(column: number, row: number, plane: number, signal?: AbortSignal): Promise<SampleArray>;
  /** The same past the cache: a kept block is given, one that is not is not kept, and null where it was put in place. */
  placeBlock(
    column: number,
    row: number,
    plane: number,
    place: BlockPlace,
    signal?: AbortSignal,
  ): Promise<SampleArray | null>;
}

/**
 * Errors on opening: those of `readLayout`. On reading:
 * tiff.tile-missing, tiff.tile-damaged, tiff.unsupported-compression, tiff.bad-size.
 */
export function createImageReader(
  file: TiffFile,
  directory: TiffDirectory,
  fill: number | bigint,
  cache: BlockCache,
  decode: BlockDecoder,
  blockByteLimit: number = maxBlockBytes,
): ImageReader {
  const layout = readLayout(file, directory);
  const components = layout.sampleType.startsWith('complex-') ? 2 : 1;
  const sampleType = layout.sampleType.replace('complex-', '') as RealSampleType;
  const placeOf = createBlockTable(file, directory, layout);
  const coding = blockCoding(file, directory, layout, sampleType, components);
  const blockBands = layout.separate ? coding.samples : layout.bands * components;
  const blockRows = (row: number) =>
    layout.tiled
      ? layout.blockHeight
      : Math.min(layout.blockHeight, layout.height - row * layout.blockHeight);

  async function loadBlock(
    column: number,
    row: number,
    plane: number,
    signal?: AbortSignal,
    to?: BlockPlace,
  ): Promise<SampleArray | null> {
    const height = blockRows(row);
    const neededRows = Math.min(height, layout.height - row * layout.blockHeight);
    const block: BlockCoding = { ...coding, height, neededRows };
    const index = (plane * layout.rows + row) * layout.columns + column;
    const place = await placeOf(index, block.height, signal);
    if (place.length === 0) return filled(block, blockBands, fill);
    const { name, size } = file.source;
    if (place.offset >= size) {
      throw new AppError('tiff.tile-missing', { file: name, column, row, offset: place.offset, size });
    }
    const bytes = await file.source.read(place.offset, place.length, signal);
    try {
      return await decode(block, bytes, signal, to);
    } catch (error) {
      throw describeFault(error, file, layout, column, row);
    }
  }

  function keyOf(column: number, row: number, plane: number): string {
    return `${directory.offset}/${plane}/${row}/${column}`;
  }

  /** Bytes of a block. */
  function checkSize(row: number): number {
    const bytes = layout.blockWidth * blockRows(row) * blockBands * sampleBytes(sampleType);
    if (bytes > blockByteLimit) throw badSize(file, layout);
    return bytes;
  }

  async function readBlock(column: number, row: number, plane: number, signal?: AbortSignal) {
    const bytes = checkSize(row);
    const key = keyOf(column, row, plane);
    for (;;) {
      let isOwnLoad = false;
      try {
        return await cache.get(key, bytes, () => {
          isOwnLoad = true;
          return loadBlock(column, row, plane, signal) as Promise<SampleArray>;
        });
      } catch (error) {
        // A load shared with another caller may end because that caller gave up; then it is ours to do.
        if (isOwnLoad || error instanceof AppError) throw error;
        signal?.throwIfAborted();
      }
    }
  }

  async function placeBlock(
    column: number,
    row: number,
    plane: number,
    place: BlockPlace,
    signal?: AbortSignal,
  ) {
    checkSize(row);
    return cache.kept(keyOf(column, row, plane)) ?? loadBlock(column, row, plane, signal, place);
  }

  return { layout, sampleType, components, blockBands, blockRows, readBlock, placeBlock };
}

function badSize(file: TiffFile, layout: ImageLayout): AppError {
  const { width, height, blockWidth, blockHeight } = layout;
  return new AppError('tiff.bad-size', { file: file.source.name, width, height, blockWidth, blockHeight });
}

function blockCoding(
  file: TiffFile,
  directory: TiffDirectory,
  layout: ImageLayout,
  sampleType: RealSampleType,
  components: 1 | 2,
): BlockCoding {
  const jpegTables = directory.raw(tiffTag.jpegTables);
  const faxOptions = directory.number(tiffTag.faxOptions, 0);
  const lercParameters = directory.numbers(tiffTag.lercParameters);
  return {
    compression: layout.compression,
    predictor: layout.predictor,
    bits: layout.bits / components,
    sampleType,
    samples: (layout.separate ? 1 : layout.samples) * components,
    width: layout.blockWidth,
    height: layout.blockHeight,
    neededRows: layout.blockHeight,
    littleEndian: file.littleEndian,
    fillOrder: layout.fillOrder,
    photometric: layout.photometric,
    conversion: layout.conversion,
    ...(layout.conversion === 'grouped' ? { colours: colourDifferences(directory) } : {}),
    ...(faxOptions === 0 ? {} : { faxOptions }),
    ...(jpegTables ? { jpegTables } : {}),
    ...(lercParameters ? { lercParameters } : {}),
  };
}

/** Tags 529, 530 and 532 with their defaults. Subsampling that no writer makes is taken as none. */
function colourDifferences(directory: TiffDirectory): ColourDifferences {
  const [across = 2, down = 2] = directory.numbers(tiffTag.yCbCrSubsampling) ?? [];
  const of = (tag: number, standard: readonly number[]) => {
    const values = directory.numbers(tag) ?? [];
    return values.length >= standard.length ? values : standard;
  };
  return {
    subsampling: [across, down].every((count) => [1, 2, 4].includes(count)) ? [across, down] : [1, 1],
    luma: of(tiffTag.yCbCrCoefficients, [0.299, 0.587, 0.114]),
    reference: of(tiffTag.referenceBlackWhite, [0, 255, 128, 255, 128, 255]),
  };
}

/** A block that no writer wrote: missing everywhere. A value that the type cannot hold is taken as 0. */
function filled(coding: BlockCoding, blockBands: number, fill: number | bigint): SampleArray {
  const samples = createSamples(coding.sampleType, coding.width * coding.height * blockBands);
  if (samples instanceof BigInt64Array || samples instanceof BigUint64Array) {
    return samples.fill(typeof fill === 'bigint' ? fill : Number.isSafeInteger(fill) ? BigInt(fill) : 0n);
  }
  const value = Number(fill);
  const isHeld =
    isFloatType(coding.sampleType) || createSamples(coding.sampleType, 1).fill(value as never)[0] === value;
  return (samples as Float64Array<ArrayBuffer>).fill(isHeld ? value : 0);
}

function describeFault(
  error: unknown,
  file: TiffFile,
  layout: ImageLayout,
  column: number,
  row: number,
): unknown {
  if (!(error instanceof BlockFault)) return error;
  const params = { ...error.reason, file: file.source.name };
  if (error.kind === 'damaged')
    return new AppError('tiff.tile-damaged', { ...params, column, row }, { cause: error });
  const compression = compressionName(layout.compression) ?? String(layout.compression);
  return new AppError('tiff.unsupported-compression', { ...params, compression }, { cause: error });
}
