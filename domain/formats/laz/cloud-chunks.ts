import { AppError } from '../../errors/app-error.ts';
import { type LasFile, truncatedError } from '../las/las-file.ts';
import { findVlr, readVlrData } from '../las/vlr.ts';
import { type LazChunkEntry, readChunkTable } from './chunk-table.ts';
import { type LazScheme, lazScheme, lazVlrRecordId, lazVlrUserId, parseLazVlr } from './laz-vlr.ts';
import { walkChunks } from './walk-chunks.ts';

/** How a compressed file is coded and the locations of its chunks. */
export interface CloudChunks {
  readonly scheme: LazScheme;
  readonly chunks: readonly LazChunkEntry[];
  /** Why the chunk table is wrong, where the chunks were found without it; they may be fewer than the file announces. */
  readonly tableFault: AppError | null;
}

/**
 * Reads the LAZ record and the chunk table of a compressed file. Where the table is missing or wrong, the whole chunks
 * of a layered file are found without it. Errors: `laz.vlr`, `las.no-decoder` where the LAZ record is missing,
 * `laz.unsupported`, `laz.chunk-table` where no chunk is found.
 */
export async function findCloudChunks(file: LasFile, signal?: AbortSignal): Promise<CloudChunks> {
  const { source, header, vlrs } = file;
  const record = findVlr(vlrs, lazVlrUserId, lazVlrRecordId);
  if (!record) {
    const reason = `${lazVlrUserId} ${lazVlrRecordId}`;
    throw new AppError('las.no-decoder', { file: source.name, format: header.pointFormat, reason });
  }
  const vlr = parseLazVlr(await readVlrData(source, record, signal), source.name);
  const scheme = lazScheme(vlr, header.pointFormat, header.recordLength, source.name);
  try {
    return { scheme, chunks: await readChunkTable(source, header, vlr, signal), tableFault: null };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'laz.chunk-table')) throw error;
    const fault = vlr.statesChunkSize ? error : withoutChunkSize(error);
    const chunks = await walkChunks(source, header, scheme, signal);
    if (chunks.length === 0) throw fault;
    return { scheme, chunks, tableFault: fault };
  }
}

/** Names the cause of a table that does not fit: a record that leaves the size of chunks open. */
function withoutChunkSize({ params, code }: AppError): AppError {
  return new AppError(code, { ...params, reason: 'chunks-of-0-points', why: params['reason'] ?? '' });
}

/** Points in chunks, and the byte where the last of these ends. */
export function chunksEnd(chunks: readonly LazChunkEntry[]): { points: number; offset: number } {
  const last = chunks.at(-1);
  return last
    ? { points: last.firstPoint + last.pointCount, offset: last.offset + last.byteLength }
    : { points: 0, offset: 0 };
}

/**
 * The chunks of a compressed file, all that it announces unless `acceptTruncated`. Errors: those of
 * `findCloudChunks`, `las.truncated`.
 */
export async function readCloudChunks(
  file: LasFile,
  signal?: AbortSignal,
  acceptTruncated = false,
): Promise<CloudChunks> {
  const found = await findCloudChunks(file, signal);
  const { points, offset } = chunksEnd(found.chunks);
  if (points < file.header.pointCount && !acceptTruncated) throw truncatedError(file, points, offset);
  return found;
}
