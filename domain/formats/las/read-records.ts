import { AppError } from '../../errors/app-error.ts';
import type { LasFile } from './las-file.ts';
import { truncatedError } from './las-file.ts';
import type { PointRecords } from './points.ts';

export interface ReadRecordsOptions {
  /** Points a block of an uncompressed file. Default 65,536. */
  readonly blockPoints?: number;
  /** First point and number of points; the whole file by default. */
  readonly start?: number;
  readonly count?: number;
  /** Answer the points that are there instead of failing with `las.truncated`. */
  readonly acceptTruncated?: boolean;
  readonly signal?: AbortSignal;
}

const defaultBlockPoints = 65_536;

/**
 * The raw records of an uncompressed file in file order, a block at a time; each block belongs to the receiver.
 * Memory is one block. Errors: `las.truncated` after the last whole record where the file ends too early.
 */
export async function* readUncompressedRecords(
  file: LasFile,
  options: ReadRecordsOptions = {},
): AsyncGenerator<PointRecords, void> {
  const { header, source, availablePoints } = file;
  const { recordLength, pointFormat: format, pointDataOffset } = header;
  if (header.isCompressed) {
    throw new AppError('las.no-decoder', { file: source.name, format, reason: 'LAZ' });
  }
  const blockPoints = options.blockPoints ?? defaultBlockPoints;
  const start = options.start ?? 0;
  const wantedEnd = Math.min(header.pointCount, start + (options.count ?? header.pointCount));
  const end = Math.min(wantedEnd, availablePoints);
  for (let point = start; point < end; point += blockPoints) {
    const count = Math.min(blockPoints, end - point);
    const at = pointDataOffset + point * recordLength;
    const bytes = await source.read(at, count * recordLength, options.signal);
    yield { format, recordLength, count, bytes };
  }
  if (end < wantedEnd && !options.acceptTruncated) {
    throw truncatedError(file, availablePoints, pointDataOffset + availablePoints * recordLength);
  }
}
