import { AppError, type ErrorParams } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import type { LasHeader } from '../las/header.ts';
import { type LazVlr, variableChunkSize } from './laz-vlr.ts';
import { RangeDecoder, RangeEncoder } from './range-coder.ts';
import { createIntegerModels } from './range-models.ts';

/** One compressed chunk of a file. */
export interface LazChunkEntry {
  /** Where the chunk begins in the file. */
  readonly offset: number;
  readonly byteLength: number;
  readonly pointCount: number;
  /** Number of its first point in the file. */
  readonly firstPoint: number;
}

/** Longest table that is read: 64 MB of compressed entries. */
const maxTableBytes = 64 * 1024 * 1024;

function fail(file: string, offset: number, reason: string, values: ErrorParams = {}): AppError {
  return new AppError('laz.chunk-table', { ...values, file, offset, reason });
}

/** Offset of the table, from the eight bytes before the first chunk or (streamed files) the file's last eight. */
async function findTable(source: ByteSource, start: number, signal?: AbortSignal): Promise<number> {
  const at = async (offset: number): Promise<number> => {
    const bytes = await source.read(offset, 8, signal);
    if (bytes.byteLength < 8) throw fail(source.name, offset, 'the-file-ends-here');
    return Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0, true));
  };
  let offset = await at(start);
  if (offset === -1) offset = await at(source.size - 8);
  if (offset < start + 8 || offset + 8 > source.size) {
    throw fail(source.name, start, 'it-should-begin-at-byte', { at: offset, size: source.size });
  }
  return offset;
}

function decodeEntries(
  bytes: Uint8Array,
  chunkCount: number,
  isVariable: boolean,
): { counts: number[]; sizes: number[]; overrun: number } {
  const decoder = new RangeDecoder(bytes, 0);
  const models = createIntegerModels(2);
  const counts: number[] = [];
  const sizes: number[] = [];
  let count = 0;
  let size = 0;
  for (let i = 0; i < chunkCount && decoder.overrun === 0; i++) {
    if (isVariable) {
      count = decoder.integer(models, 0, count);
      counts.push(count >>> 0);
    }
    size = decoder.integer(models, 1, size);
    sizes.push(size >>> 0);
  }
  return { counts, sizes, overrun: decoder.overrun };
}

/** Checks the sizes against the file and the counts against the header and turns them into places. */
function placeChunks(
  file: string,
  start: number,
  end: number,
  pointCount: number,
  chunkSize: number,
  table: { counts: number[]; sizes: number[] },
): LazChunkEntry[] {
  let offset = start;
  let firstPoint = 0;
  const chunks = table.sizes.map((byteLength, index) => {
    const left = pointCount - firstPoint;
    const count = chunkSize === variableChunkSize ? table.counts[index]! : Math.min(chunkSize, left);
    if (byteLength === 0 || offset + byteLength > end) {
      throw fail(file, offset, 'a-chunk-of-too-many-bytes', {
        chunk: index,
        bytes: byteLength,
        left: end - offset,
      });
    }
    if (count === 0 || count > left) {
      throw fail(file, offset, 'a-chunk-of-too-many-points', { chunk: index, points: count, left });
    }
    const entry = { offset, byteLength, pointCount: count, firstPoint };
    offset += byteLength;
    firstPoint += count;
    return entry;
  });
  if (firstPoint !== pointCount) {
    throw fail(file, start, 'chunks-hold-other-points', { points: firstPoint, announced: pointCount });
  }
  return chunks;
}

/**
 * Reads the locations of the chunks of a LAZ file. The header has been parsed; `vlr` is its LAZ record. Error:
 * `laz.chunk-table` when the table is absent, cut, or does not fit the file or the header's point count.
 */
export async function readChunkTable(
  source: ByteSource,
  header: LasHeader,
  vlr: LazVlr,
  signal?: AbortSignal,
): Promise<LazChunkEntry[]> {
  const { pointDataOffset: start, pointCount } = header;
  if (pointCount === 0) return [];
  const tableOffset = await findTable(source, start, signal);
  const head = await source.read(tableOffset, 8, signal);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint32(0, true) !== 0)
    throw fail(source.name, tableOffset, 'version-is-not-known', { version: view.getUint32(0, true) });
  const chunkCount = view.getUint32(4, true);
  const isVariable = vlr.chunkSize === variableChunkSize;
  if (chunkCount > pointCount)
    throw fail(source.name, tableOffset, 'more-chunks-than-points', {
      chunks: chunkCount,
      points: pointCount,
    });
  const dataBytes = tableOffset - start - 8;
  if (chunkCount > dataBytes)
    throw fail(source.name, tableOffset, 'more-chunks-than-bytes', { chunks: chunkCount, bytes: dataBytes });
  const length = Math.min(source.size - tableOffset - 8, chunkCount * 16 + 64, maxTableBytes);
  const table = decodeEntries(await source.read(tableOffset + 8, length, signal), chunkCount, isVariable);
  if (table.overrun > 0)
    throw fail(source.name, tableOffset, 'it-ends-before-its-chunks', { chunks: chunkCount });
  return placeChunks(source.name, start + 8, tableOffset, pointCount, vlr.chunkSize, table);
}

/** The bytes of a chunk table; point counts are written for files with chunks of different sizes. */
export function encodeChunkTable(
  chunks: readonly { byteLength: number; pointCount: number }[],
  isVariable: boolean,
): Uint8Array<ArrayBuffer> {
  const encoder = new RangeEncoder();
  const models = createIntegerModels(2);
  let count = 0;
  let size = 0;
  for (const chunk of chunks) {
    if (isVariable) encoder.integer(models, 0, count, chunk.pointCount);
    encoder.integer(models, 1, size, chunk.byteLength);
    count = chunk.pointCount;
    size = chunk.byteLength;
  }
  const body = chunks.length === 0 ? new Uint8Array(0) : encoder.finish();
  const table = new Uint8Array(8 + body.byteLength);
  new DataView(table.buffer).setUint32(4, chunks.length, true);
  table.set(body, 8);
  return table;
}
