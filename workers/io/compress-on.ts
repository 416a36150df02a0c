import type { PointCompression } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { encodeChunkTable } from '#domain/formats/laz/chunk-table.ts';
import {
  createLazVlr,
  defaultChunkSize,
  encodeLazVlr,
  lazVlrRecordId,
  lazVlrUserId,
} from '#domain/formats/laz/laz-vlr.ts';
import type { TaskPool } from '#workers/contract/pool.ts';

/** Compresses the chunks of a LAZ file, 50,000 points each, on a pool. */
export function compressOn(
  pool: TaskPool,
  target: { readonly format: number; readonly recordLength: number },
  signal?: AbortSignal,
): PointCompression {
  const extraBytes = target.recordLength - pointFormat(target.format).length;
  return {
    vlr: {
      userId: lazVlrUserId,
      recordId: lazVlrRecordId,
      description: 'Plumbline',
      data: encodeLazVlr(createLazVlr(target.format, extraBytes, defaultChunkSize)),
    },
    chunkPoints: defaultChunkSize,
    encode: (records) =>
      pool.run('laz.encodeChunk', records, {
        transfer: [records.bytes.buffer as ArrayBuffer],
        ...(signal ? { signal } : {}),
      }),
    encodeTable: (chunks) =>
      encodeChunkTable(
        chunks.map(({ bytes, points }) => ({ byteLength: bytes, pointCount: points })),
        false,
      ),
    parallel: pool.size + 1,
  };
}
