import type { TileEncoder } from '#domain/formats/cog/cog-writer.ts';
import type { BlockDecoder } from '#domain/formats/cog/image-reader.ts';
import { BlockFault } from '#domain/formats/tiff/block-coding.ts';
import type { TaskPool } from './pool.ts';

/** A decoder for `openRaster` that hands each block to the pool. */
export function poolBlockDecoder(pool: TaskPool, priority = 0): BlockDecoder {
  return async (coding, bytes, signal) => {
    const options = { priority, transfer: [bytes.buffer], ...(signal ? { signal } : {}) };
    const answer = await pool.run('raster.decodeBlock', { coding, bytes }, options);
    if ('fault' in answer) throw new BlockFault(answer.fault, answer.reason);
    return answer.samples;
  };
}

/** An encoder for `createCogWriter` that hands each tile to the pool; its pixels are copied. */
export function poolTileEncoder(pool: TaskPool, signal?: AbortSignal): TileEncoder {
  return (coding, tile) => pool.run('raster.encodeTile', { coding, tile }, signal ? { signal } : {});
}
