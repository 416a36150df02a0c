import type { PointSums } from '#domain/cloud/point-sums.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { LazScheme } from '#domain/formats/laz/laz-vlr.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { sumByLazPerf } from '#workers/io/laz-perf.ts';
import { inOrder } from '../cloud/ordered.ts';
import { choosePeerChunks } from './choose-peer-chunks.ts';

/** Compressed points of a file. */
export interface ChunkPlace {
  readonly offset: number;
  readonly byteLength: number;
  readonly pointCount: number;
  /** Of the octree; 0 where the file has none. */
  readonly level?: number;
}

export interface SumOptions {
  /** Runs the decoders; without one laz-perf decodes everything, in this thread. */
  readonly pool?: TaskPool | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Number of chunks that laz-perf decodes. */
  readonly peerNodes: number;
}

/**
 * The sums of the points of each chunk: some of them (`choosePeerChunks`) decoded by laz-perf, all others by our own
 * decoder.
 */
export async function sumChunks(
  source: ByteSource,
  scheme: LazScheme,
  chunks: readonly ChunkPlace[],
  { pool, signal, peerNodes }: SumOptions,
): Promise<PointSums[]> {
  const byPeer = choosePeerChunks(chunks, peerNodes);
  const sums: PointSums[] = [];

  async function sum(index: number): Promise<PointSums> {
    signal?.throwIfAborted();
    const { offset, byteLength, pointCount } = chunks[index]!;
    const compressed = await source.read(offset, byteLength, signal);
    const chunk = { scheme, compressed, pointCount, file: source.name, offset };
    if (!pool) return sumByLazPerf(chunk);
    const by = byPeer.has(index) ? 'laz-perf' : 'own';
    const run = { transfer: [compressed.buffer], ...(signal ? { signal } : {}) };
    return pool.run('cloud.sumChunk', { chunk, by }, run);
  }

  const width = pool ? pool.size + 1 : 1;
  await inOrder(chunks.keys(), width, sum, (found) => void sums.push(found));
  return sums;
}
