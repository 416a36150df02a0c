import type { LasFile } from '#domain/formats/las/las-file.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { type ReadRecordsOptions, readUncompressedRecords } from '#domain/formats/las/read-records.ts';
import type { PointSummary } from '#domain/formats/las/summary.ts';
import type { LazChunkEntry } from '#domain/formats/laz/chunk-table.ts';
import { findCloudChunks, readCloudChunks } from '#domain/formats/laz/cloud-chunks.ts';
import type { LazScheme } from '#domain/formats/laz/laz-vlr.ts';
import type { StoredPoints } from '../contract/cloud-tasks.ts';
import type { LazChunkInput } from '../contract/format-tasks.ts';
import type { RunOptions, TaskPool } from '../contract/pool.ts';

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

/** What a call of a pool is given to take over the bytes of points of a file. */
export function transferPoints(points: StoredPoints, signal?: AbortSignal): RunOptions {
  const bytes = 'chunk' in points ? points.chunk.compressed : points.records.bytes;
  return { transfer: [bytes.buffer as ArrayBuffer], ...(signal ? { signal } : {}) };
}

/** The statistics of all points of a file in parts, in file order, added up on a pool. Errors: those of `workOnCloud`. */
export function summariseOn(
  pool: TaskPool,
  file: LasFile,
  options: ReadCloudOptions = {},
): AsyncGenerator<PointSummary, void> {
  const summarise = (points: StoredPoints) =>
    pool.run('cloud.summarise', points, transferPoints(points, options.signal));
  return workOnCloud(file, summarise, options);
}

/** Reads one chunk of a compressed file. */
async function readChunk(
  { source }: LasFile,
  scheme: LazScheme,
  { offset, byteLength, pointCount }: LazChunkEntry,
  signal?: AbortSignal,
): Promise<LazChunkInput> {
  const compressed = await source.read(offset, byteLength, signal);
  return { scheme, compressed, pointCount, file: source.name, offset };
}

/** Reads and decodes one chunk of a compressed file. */
export async function readCloudChunk(
  file: LasFile,
  scheme: LazScheme,
  chunk: LazChunkEntry,
  decode: DecodeChunk,
  signal?: AbortSignal,
): Promise<PointRecords> {
  return await decode(await readChunk(file, scheme, chunk, signal), signal);
}

/** Starts work on items when they are read; an error of reading is the last result. */
async function* startOn<S, T>(
  items: AsyncIterable<S>,
  work: (item: S) => Promise<T>,
): AsyncGenerator<{ readonly result: Promise<T> }, void> {
  try {
    for await (const item of items) yield { result: work(item) };
  } catch (error) {
    yield { result: Promise.reject(error) };
  }
}

/** Works on `parallel` items at a time and yields the results in the items' order, up to the first failure. */
async function* inTurn<S, T>(
  items: AsyncIterable<S>,
  parallel: number,
  work: (item: S) => Promise<T>,
): AsyncGenerator<T, void> {
  const pending: Promise<T>[] = [];
  for await (const { result } of startOn(items, work)) {
    // a failure is reported when its turn comes; until then it must not count as unhandled
    result.catch(() => undefined);
    pending.push(result);
    if (pending.length > parallel) yield await pending.shift()!;
  }
  while (pending.length > 0) yield await pending.shift()!;
}

async function* compressedChunks(file: LasFile, { signal, acceptTruncated }: ReadCloudOptions) {
  const { scheme, chunks } = await readCloudChunks(file, signal, acceptTruncated);
  for (const chunk of chunks) yield { scheme, chunk };
}

/**
 * The results of `work` on the points of a LAS, LAZ or COPC file as stored, in file order. Memory is `parallel`
 * chunks or blocks. Errors: `las.truncated`, `las.no-decoder`, those of `readCloudChunks` and of the work.
 */
export function workOnCloud<T>(
  file: LasFile,
  work: (points: StoredPoints) => Promise<T>,
  options: ReadCloudOptions = {},
): AsyncGenerator<T, void> {
  const { parallel = 2, signal } = options;
  if (!file.header.isCompressed) {
    return inTurn(readUncompressedRecords(file, options), parallel, (records) => work({ records }));
  }
  return inTurn(compressedChunks(file, options), parallel, async ({ scheme, chunk }) =>
    work({ chunk: await readChunk(file, scheme, chunk, signal) }),
  );
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
  const { parallel = 2, signal } = options;
  if (!file.header.isCompressed) return readUncompressedRecords(file, options);
  return inTurn(compressedChunks(file, options), parallel, ({ scheme, chunk }) =>
    readCloudChunk(file, scheme, chunk, decode, signal),
  );
}

const samplePoints = 10_000;

/**
 * Records from the start, the middle and the end of a file: three blocks of 10,000 points, or three chunks of a
 * compressed file. A file with fewer is returned as a whole.
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
