import type { LasFile } from '#domain/formats/las/las-file.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { type ReadRecordsOptions, readUncompressedRecords } from '#domain/formats/las/read-records.ts';
import type { LazChunkEntry } from '#domain/formats/laz/chunk-table.ts';
import { findCloudChunks, readCloudChunks } from '#domain/formats/laz/cloud-chunks.ts';
import type { LazScheme } from '#domain/formats/laz/laz-vlr.ts';
import type { LazChunkInput } from '../contract/format-tasks.ts';
import type { TaskPool } from '../contract/pool.ts';

/** Decodes one compressed chunk; a pool's task or a codec of this thread. */
export type DecodeChunk = (chunk: LazChunkInput, signal: AbortSignal | undefined) => Promise<PointRecords>;

export interface ReadCloudOptions
  extends Pick<ReadRecordsOptions, 'acceptTruncated' | 'blockPoints' | 'signal'> {
  /** Compressed chunks in work at the same time; each is held in memory, packed and unpacked. Default 2. */
  readonly parallel?: number;
}

/** Decodes chunks on a pool. */
export function decodeOn(pool: TaskPool): DecodeChunk {
  return (chunk, signal) =>
    pool.run('laz.decodeChunk', chunk, {
      transfer: [chunk.compressed.buffer as ArrayBuffer],
      ...(signal ? { signal } : {}),
    });
}

/** Reads and decodes one chunk of a compressed file. */
export async function readCloudChunk(
  file: LasFile,
  scheme: LazScheme,
  chunk: LazChunkEntry,
  decode: DecodeChunk,
  signal?: AbortSignal,
): Promise<PointRecords> {
  const { offset, byteLength, pointCount } = chunk;
  const compressed = await file.source.read(offset, byteLength, signal);
  return await decode({ scheme, compressed, pointCount, file: file.source.name, offset }, signal);
}

async function* readCompressed(
  file: LasFile,
  decode: DecodeChunk,
  { parallel = 2, signal, acceptTruncated }: ReadCloudOptions,
): AsyncGenerator<PointRecords, void> {
  const { scheme, chunks } = await readCloudChunks(file, signal, acceptTruncated);
  const pending: Promise<PointRecords>[] = [];
  let next = 0;
  const startOne = () => {
    const chunk = chunks[next++];
    if (!chunk) return;
    const records = readCloudChunk(file, scheme, chunk, decode, signal);
    // a failure is reported when its turn comes; until then it must not count as unhandled
    records.catch(() => undefined);
    pending.push(records);
  };
  for (let index = 0; index < Math.max(1, parallel); index++) startOne();
  while (pending.length > 0) {
    const records = await (pending.shift() as Promise<PointRecords>);
    startOne();
    yield records;
  }
}

/**
 * The records of a LAS, LAZ or COPC file in file order, a block or chunk at a time, each owned by the receiver.
 * Memory is `parallel` chunks. Errors: `las.truncated`, `las.no-decoder`, those of `readCloudChunks` and of the
 * decoder.
 */
export function readCloud(
  file: LasFile,
  decode: DecodeChunk,
  options: ReadCloudOptions = {},
): AsyncGenerator<PointRecords, void> {
  return file.header.isCompressed
    ? readCompressed(file, decode, options)
    : readUncompressedRecords(file, options);
}

const samplePoints = 10_000;

/**
 * Records from the start, the middle and the end of a file: three blocks of 10,000 points, or three chunks of a
 * compressed file. A file with fewer is answered whole.
 */
export async function* sampleCloud(
  file: LasFile,
  decode: DecodeChunk,
  signal?: AbortSignal,
): AsyncGenerator<PointRecords, void> {
  if (file.header.isCompressed) {
    const { scheme, chunks } = await findCloudChunks(file, signal);
    const places = new Set([0, Math.floor(chunks.length / 2), chunks.length - 1]);
    for (const place of places) {
      const chunk = chunks[place];
      if (chunk) yield await readCloudChunk(file, scheme, chunk, decode, signal);
    }
    return;
  }
  const count = file.availablePoints;
  const isSmall = count <= 3 * samplePoints;
  const starts = isSmall ? [0] : [0, Math.floor((count - samplePoints) / 2), count - samplePoints];
  const length = isSmall ? count : samplePoints;
  for (const start of starts) {
    yield* readUncompressedRecords(file, { start, count: length, ...(signal ? { signal } : {}) });
  }
}
