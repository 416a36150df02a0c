import type { TileEncoder } from '#domain/formats/cog/cog-writer.ts';
import type { BlockDecoder } from '#domain/formats/cog/image-reader.ts';
import { BlockFault } from '#domain/formats/tiff/block-coding.ts';
import type { SampleArray } from '#domain/formats/tiff/sample-types.ts';
import type { TaskPool } from './pool.ts';
import type { DecodedBlock, StoredBlock } from './raster-tasks.ts';

/** A decoder for `openRaster` that passes each block to the pool at once: for images that a person waits for. */
export function poolBlockDecoder(pool: TaskPool, priority = 0): BlockDecoder {
  return async (coding, bytes, signal) => {
    const results = await runDecode(pool, [{ coding, bytes }], priority, signal);
    return samplesOf(results[0]!);
  };
}

interface WaitingBlock extends StoredBlock {
  readonly signal: AbortSignal | undefined;
  resolve(result: Promise<DecodedBlock>): void;
}

/**
 * The same for work on whole rasters: blocks wait for a free worker of the pool, and are sent in pairs, which takes
 * less time than one after the other.
 */
export function bulkBlockDecoder(pool: TaskPool): BlockDecoder {
  const waiting: WaitingBlock[] = [];
  let running = 0;

  function goOn(): void {
    while (running < pool.size && waiting.length > 0) {
      const { signal } = waiting[0]!;
      const blocks = waiting.splice(0, waiting[1]?.signal === signal ? 2 : 1);
      running++;
      const stored = blocks.map(({ coding, bytes }) => ({ coding, bytes }));
      const results = runDecode(pool, stored, 0, signal).finally(() => {
        running--;
        goOn();
      });
      for (const [index, { resolve }] of blocks.entries()) resolve(results.then((all) => all[index]!));
    }
  }

  return async (coding, bytes, signal) => {
    const result = await new Promise<DecodedBlock>((resolve) => {
      waiting.push({ coding, bytes, signal, resolve });
      goOn();
    });
    return samplesOf(result);
  };
}

async function runDecode(
  pool: TaskPool,
  blocks: readonly StoredBlock[],
  priority: number,
  signal: AbortSignal | undefined,
): Promise<readonly DecodedBlock[]> {
  const transfer = blocks.map(({ bytes }) => bytes.buffer);
  const options = { priority, transfer, ...(signal ? { signal } : {}) };
  return (await pool.run('raster.decodeBlocks', { blocks }, options)).results;
}

function samplesOf(result: DecodedBlock): SampleArray {
  if ('fault' in result) throw new BlockFault(result.fault, result.reason.reason, result.reason);
  return result.samples;
}

/** An encoder for `createCogWriter` that hands each tile to the pool; its pixels are copied. */
export function poolTileEncoder(pool: TaskPool, signal?: AbortSignal): TileEncoder {
  return (coding, tile) => pool.run('raster.encodeTile', { coding, tile }, signal ? { signal } : {});
}
