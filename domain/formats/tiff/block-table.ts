import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import { decodeNumbers, type TiffDirectory, type TiffEntry } from './directory.ts';
import type { ImageLayout } from './layout.ts';
import type { TiffFile } from './structure.ts';
import { fieldSize, tiffTag } from './tags.ts';

/** The byte range of a block; `length` 0 means that the block was never written. */
export interface BlockPlace {
  readonly offset: number;
  readonly length: number;
}

/** Bytes of one uncompressed row. */
function rowBytes(layout: ImageLayout): number {
  return Math.ceil((layout.blockWidth * layout.bits * (layout.separate ? 1 : layout.samples)) / 8);
}

/**
 * Finds the bytes of a block by its index (row-major, band after band where bands are separate), reading only the
 * needed entries of the offset tables. A missing or short byte count table is replaced by the largest size a block
 * can have; blocks beyond the offset table were never written. Error: `tiff.directory-damaged` where an offset or
 * length is no whole number.
 */
export function createBlockTable(file: TiffFile, directory: TiffDirectory, layout: ImageLayout) {
  const { source, littleEndian } = file;
  const offsets = directory.entries.get(layout.tiled ? tiffTag.tileOffsets : tiffTag.stripOffsets);
  const counts = directory.entries.get(layout.tiled ? tiffTag.tileByteCounts : tiffTag.stripByteCounts);
  const trusted = counts && offsets && counts.count >= Math.min(offsets.count, blockCount(layout));
  const bytesPerRow = rowBytes(layout);

  return async function placeOf(index: number, rows: number, signal?: AbortSignal): Promise<BlockPlace> {
    const fullSize = bytesPerRow * rows;
    if (layout.chopped) {
      const plane = Math.floor(index / layout.rows);
      const offset = await valueAt(source, offsets, plane, littleEndian, signal);
      const start = (offset ?? 0) + (index % layout.rows) * bytesPerRow * layout.blockHeight;
      return { offset: start, length: isWritten(offset) ? fullSize : 0 };
    }
    const offset = await valueAt(source, offsets, index, littleEndian, signal);
    if (!isWritten(offset)) return { offset: 0, length: 0 };
    const length = await valueAt(source, trusted ? counts : undefined, index, littleEndian, signal);
    return { offset, length: Math.min(length ?? largestBlock(fullSize), largestBlock(fullSize)) };
  };
}

/** A block at offset 0, that of the header, was never written. */
const isWritten = (offset: number | undefined): offset is number => offset !== undefined && offset !== 0;

function blockCount(layout: ImageLayout): number {
  return layout.columns * layout.rows * (layout.separate ? layout.samples : 1);
}

/** No scheme makes a block longer than this, so no file can ask for more. */
function largestBlock(decoded: number): number {
  return 2 * decoded + 65_536;
}

async function valueAt(
  source: ByteSource,
  entry: TiffEntry | undefined,
  index: number,
  littleEndian: boolean,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (!entry || index >= entry.count) return undefined;
  const size = fieldSize(entry.type);
  const bytes = await source.read(entry.offset + index * size, size, signal);
  if (bytes.length < size) return undefined;
  const value = decodeNumbers(bytes, entry.type, littleEndian)[0];
  if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0)) {
    const place = { file: source.name, offset: entry.offset };
    const values = { block: index, value, tag: entry.tag };
    throw new AppError('tiff.directory-damaged', { ...place, ...values, reason: 'a-block-that-cannot-be' });
  }
  return value;
}
