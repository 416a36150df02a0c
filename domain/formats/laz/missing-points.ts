import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { type LasFile, truncatedError } from '../las/las-file.ts';
import { chunksEnd, findCloudChunks } from './cloud-chunks.ts';

/** How many of the points that a file announces are there. */
export interface PointsThere {
  readonly available: number;
  /** Byte where the last of them ends. */
  readonly offset: number;
  /** Points that are missing, or that were found although the chunk table is wrong; none for whole files. */
  readonly warnings: readonly ErrorRecord[];
}

/**
 * Counts the points of a file that can be read, without decoding any: by the length of an uncompressed file, by the
 * chunks of a compressed one. Errors: those of `findCloudChunks`.
 */
export async function countPoints(file: LasFile, signal?: AbortSignal): Promise<PointsThere> {
  const { header, source, availablePoints } = file;
  const name = source.name;
  if (!header.isCompressed) {
    const offset = header.pointDataOffset + availablePoints * header.recordLength;
    return { available: availablePoints, offset, warnings: missing(file, availablePoints) };
  }
  if (header.pointCount === 0) return { available: 0, offset: header.pointDataOffset, warnings: [] };
  const { chunks, tableFault } = await findCloudChunks(file, signal);
  const { points: available, offset } = chunksEnd(chunks);
  const isRebuilt = tableFault !== null && available === header.pointCount;
  const warnings: ErrorRecord[] = isRebuilt
    ? [
        {
          code: 'laz.table-rebuilt',
          params: { ...tableFault.params, file: name, count: available },
        },
      ]
    : missing(file, available);
  return { available, offset, warnings };
}

/**
 * Requires consent where points of a file are missing; returns the warning. All readers of clouds use it. Errors:
 * `las.truncated` unless `acceptTruncated`, those of `countPoints`.
 */
export async function consentToMissing(
  file: LasFile,
  acceptTruncated: boolean,
  signal?: AbortSignal,
): Promise<readonly ErrorRecord[]> {
  const { available, offset, warnings } = await countPoints(file, signal);
  if (available < file.header.pointCount && !acceptTruncated) throw truncatedError(file, available, offset);
  return warnings;
}

/** The result of checking a file for missing points; for an unreadable file the reason. */
export async function missingNote(file: LasFile, signal?: AbortSignal): Promise<readonly ErrorRecord[]> {
  try {
    return (await countPoints(file, signal)).warnings;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.toRecord()];
  }
}

function missing({ header, source }: LasFile, available: number): ErrorRecord[] {
  const declared = header.pointCount;
  return available < declared
    ? [{ code: 'las.fewer-points', params: { file: source.name, declared, available } }]
    : [];
}
