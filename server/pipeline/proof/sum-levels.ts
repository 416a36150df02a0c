import type { PixelWindow, Raster } from '#domain/formats/cog/open-raster.ts';
import {
  addBands,
  type BandSums,
  noPixels,
  sumBand,
  sumMask,
  sumTile,
} from '#domain/formats/cog/pixel-sums.ts';
import type { LevelSums, RasterSums } from '#domain/formats/cog/raster-sums.ts';
import { addPairs, type SumPair, zeroSum } from '#domain/math/sum-pair.ts';
import { inOrder } from '../cloud/ordered.ts';
import type { PeerRaster } from './peer-rasters.ts';
import { spread } from './spread.ts';

export interface SumLevelsOptions {
  /** Blocks of our own reader processed concurrently. */
  readonly width: number;
  readonly signal?: AbortSignal | undefined;
  /** Number of blocks of a level that the peer reads. */
  readonly peerTiles: number;
}

/** A block of a level. */
interface Block {
  readonly level: number;
  readonly column: number;
  readonly row: number;
  readonly index: number;
}

function* blocksOf({ levels }: Raster, level: number): Generator<Block, void> {
  const { columns, rows } = levels[level]!;
  for (let index = 0; index < columns * rows; index++) {
    yield { level, column: index % columns, row: Math.floor(index / columns), index };
  }
}

/** How the pixels of a raster are summed, as given by the sums of the write. */
function createBlockSums(raster: Raster, peer: PeerRaster, expected: RasterSums, signal?: AbortSignal) {
  const { nodata } = raster.info;
  const missing = nodata === null ? null : Number(nodata);
  const isLossy = (level: number) => expected.levels[level]!.tiles !== null;
  const bandCount = (level: number) => expected.levels[level]!.bands.length;
  const ofMask = (mask: Uint8Array<ArrayBuffer> | null, window: PixelWindow) =>
    mask ? [sumMask(mask, window)] : [];

  return {
    async own({ level, column, row }: Block): Promise<BandSums[]> {
      const window = raster.blockWindow(level, column, row);
      const lossy = isLossy(level);
      const read = await raster.readWindow(level, window, {
        ...(lossy ? { bands: [] } : {}),
        ...(signal ? { signal } : {}),
      });
      if (lossy) return ofMask(read.mask, window);
      return read.bands.map((band) => sumBand(band, { first: 0, stride: 1 }, window, missing, read.mask));
    },
    async byPeer({ level, column, row }: Block): Promise<BandSums[]> {
      const window = raster.blockWindow(level, column, row);
      const { samples, mask } = await peer.read(level, window);
      if (isLossy(level)) return ofMask(mask, window);
      const stride = samples.length / (window.width * window.height);
      return Array.from({ length: bandCount(level) }, (_, first) =>
        sumBand(samples, { first, stride }, window, missing, mask),
      );
    },
    async stored({ level, column, row, index }: Block): Promise<SumPair> {
      return sumTile(await peer.tile(level, index), column, row);
    },
  };
}

/** The sums of the pixels of each level of an opened file, in the form of the sums of the write. */
export async function sumLevels(
  raster: Raster,
  peer: PeerRaster,
  expected: RasterSums,
  { width, signal, peerTiles }: SumLevelsOptions,
): Promise<RasterSums> {
  const bands = expected.levels.map((level): BandSums[] => level.bands.map(() => noPixels));
  const tiles = expected.levels.map((level): SumPair | null => level.tiles && zeroSum);
  const sums = createBlockSums(raster, peer, expected, signal);
  const all = expected.levels.map((_, level) => [...blocksOf(raster, level)]);
  const chosen = all.map(({ length }) => spread(length, peerTiles));

  function add(found: readonly BandSums[], { level }: Block): void {
    const own = bands[level]!;
    own.forEach((sum, band) => {
      own[band] = addBands(sum, found[band] ?? noPixels);
    });
  }

  async function sumOwn(): Promise<void> {
    const rest = all.flatMap((blocks, level) => blocks.filter(({ index }) => !chosen[level]!.has(index)));
    await inOrder(rest, width, sums.own, add);
  }

  async function sumByPeer(): Promise<void> {
    for (const [level, blocks] of all.entries()) {
      for (const block of blocks) {
        signal?.throwIfAborted();
        if (chosen[level]!.has(block.index)) add(await sums.byPeer(block), block);
        if (tiles[level]) tiles[level] = addPairs(tiles[level], await sums.stored(block));
      }
    }
  }

  for (const result of await Promise.allSettled([sumOwn(), sumByPeer()])) {
    if (result.status === 'rejected') throw result.reason;
  }
  return {
    levels: expected.levels.map(
      (level, index): LevelSums => ({ ...level, bands: bands[index]!, tiles: tiles[index]! }),
    ),
  };
}
