import type { PointSums } from '#domain/cloud/point-sums.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { LazScheme } from '#domain/formats/laz/laz-vlr.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { inOrder } from '../cloud/ordered.ts';
import { createPeerSummer } from './peer-clouds.ts';
import { spread } from './spread.ts';

/** Compressed points of a file. */
export interface ChunkPlace {
  readonly offset: number;
  readonly byteLength: number;
  readonly pointCount: number;
}

export interface SumOptions {
  /** Runs our own decoder; without one laz-perf decodes everything. */
  readonly pool?: TaskPool | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How many chunks are decoded by laz-perf. */
  readonly peerNodes: number;
}

/** Chunks on their way to the pool, for each of its workers: enough while this thread is at work on a chunk of its own. */
const chunksAhead = 4;

/**
 * What the points of each chunk add up to: of chunks spread over the file by laz-perf in this thread, of all others by
 * our own decoder on the pool meanwhile. The sums come in no particular order.
 */
export async function sumChunks(
  source: ByteSource,
  scheme: LazScheme,
  chunks: readonly ChunkPlace[],
  { pool, signal, peerNodes }: SumOptions,
): Promise<PointSums[]> {
  const sums: PointSums[] = [];
  const byPeer = spread(chunks.length, pool ? peerNodes : chunks.length);
  const run = signal ? { signal } : {};

  async function sumOwn(): Promise<void> {
    if (!pool) return;
    await inOrder(
      chunks.filter((_, index) => !byPeer.has(index)),
      pool.size * chunksAhead,
      async ({ offset, byteLength, pointCount }) => {
        const compressed = await source.read(offset, byteLength, signal);
        const input = { scheme, compressed, pointCount, file: source.name, offset };
        return await pool.run('cloud.sumChunk', input, { ...run, transfer: [compressed.buffer] });
      },
      (found) => void sums.push(found),
    );
  }

  async function sumByPeer(): Promise<void> {
    const sum = await createPeerSummer(scheme.format, scheme.recordLength);
    for (const index of byPeer) {
      signal?.throwIfAborted();
      const { offset, byteLength, pointCount } = chunks[index]!;
      sums.push(sum(await source.read(offset, byteLength, signal), pointCount));
    }
  }

  const [own, peer] = await Promise.allSettled([sumOwn(), sumByPeer()]);
  for (const result of [own, peer]) if (result.status === 'rejected') throw result.reason;
  return sums;
}
