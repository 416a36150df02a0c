import { AppError } from '#domain/errors/app-error.ts';
import { openRaster, type Raster } from '#domain/formats/cog/open-raster.ts';
import { isSameBand } from '#domain/formats/cog/pixel-sums.ts';
import type { LevelSums, RasterSums } from '#domain/formats/cog/raster-sums.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { isSamePair } from '#domain/math/sum-pair.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { bulkBlockDecoder } from '#workers/contract/raster-pool.ts';
import { readingFile } from './failures.ts';
import { openRasterByPeer, type PeerRaster } from './peer-rasters.ts';
import { sumLevels } from './sum-levels.ts';

export interface RasterProofOptions {
  /** Decodes blocks; this thread where left out. */
  readonly pool?: TaskPool | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Blocks of a level, spread over it, that `geotiff` decodes; our own decoder reads the others. */
  readonly peerTiles?: number;
}

/** Blocks queued for the pool, per worker. */
const blocksAhead = 3;

const sizeOf = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`;

/** Error: `product.levels-differ` where the resolutions of the file differ from the written ones. */
function checkLevels(file: string, { levels }: RasterSums, readers: readonly (Raster | PeerRaster)[]): void {
  const expected = levels.map(sizeOf).join(', ');
  for (const reader of readers) {
    const found = reader.levels.map(sizeOf).join(', ');
    if (found !== expected) throw new AppError('product.levels-differ', { file, expected, found });
  }
}

/** Error: `product.pixels-differ`. */
function compareLevel(file: string, level: number, expected: LevelSums, found: LevelSums): void {
  const refuse = (band: number, what: string, was: number, is: number) =>
    new AppError('product.pixels-differ', { file, level, band, what, expected: was, found: is });
  expected.bands.forEach((sums, band) => {
    const own = found.bands[band];
    if (own && isSameBand(sums, own)) return;
    const what = sums.valid === own?.valid ? 'values' : 'number';
    throw refuse(band + 1, what, sums.valid, own?.valid ?? 0);
  });
  const [was, is] = [expected.tiles, found.tiles];
  if (was && is && isSamePair(was, is)) return;
  if (was || is)
    throw refuse(1, 'stored-bytes', expected.width * expected.height, found.width * found.height);
}

/**
 * Reads a GeoTIFF back and compares each of its levels with the sums of its pixels before they were written. Some
 * blocks of each level (all of a small one) are read by the `geotiff` package, the others by our own reader; lossy
 * blocks are compared by their stored bytes, and decoded.
 * @param name the file's name in errors Errors: `product.levels-differ`, `product.pixels-differ`,
 * `product.unreadable`; `AbortError`.
 */
export async function proveRaster(
  path: string,
  name: string,
  expected: RasterSums,
  { pool, signal, peerTiles = sizeLimits['proof.peerTiles'].value }: RasterProofOptions,
): Promise<void> {
  await readingFile(path, name, async (source) => {
    const raster = await openRaster(source, {
      ...(pool ? { decode: bulkBlockDecoder(pool) } : {}),
      cacheBytes: 1,
    });
    const peer = await openRasterByPeer(path, source);
    try {
      checkLevels(name, expected, [raster, peer]);
      const found = await sumLevels(raster, peer, expected, {
        width: blocksAhead * (pool?.size ?? 1),
        signal,
        peerTiles,
      });
      expected.levels.forEach((sums, level) => void compareLevel(name, level, sums, found.levels[level]!));
    } finally {
      await peer.close();
    }
  });
}
