import { describe, expect, it } from 'vitest';
import { stereoTiles } from '#domain/photogrammetry/dense/stereo-tiles.ts';
import { planStrips, sumBytesOf } from './stereo-plan.ts';

const generous = { stripBytes: 2 ** 30, volumeBytes: 2 ** 30 };

describe('strips of semi-global matching', () => {
  it('takes a plane at once where it fits', () => {
    const tiles = stereoTiles(1000, 700, null, 64);
    expect(planStrips(1000, 700, tiles, generous)).toEqual([{ y0: 0, y1: 700, batches: [tiles] }]);
  });

  it('cuts it into rows of tiles with what their census reads', () => {
    const tiles = stereoTiles(1000, 700, null, 64);
    const strips = planStrips(1000, 700, tiles, { ...generous, stripBytes: 8 * 1000 * 278 });
    expect(strips.map(({ y0, y1 }) => [y0, y1])).toEqual([
      [0, 251],
      [197, 475],
      [421, 699],
      [645, 700],
    ]);
    expect(strips.flatMap(({ batches }) => batches.flat())).toEqual(tiles);
    const fits = planStrips(1000, 700, tiles, { ...generous, stripBytes: 8 * 1000 * 480 });
    expect(fits.map(({ y0, y1 }) => [y0, y1])).toEqual([
      [0, 475],
      [421, 700],
    ]);
  });

  it('keeps the sums of a batch to their limit, but takes one tile at least', () => {
    const tiles = stereoTiles(1000, 700, null, 64);
    const volumeBytes = 2 * sumBytesOf(tiles[0]!);
    const [strip] = planStrips(1000, 700, tiles, { ...generous, volumeBytes });
    expect(strip!.batches.flat()).toEqual(tiles);
    for (const batch of strip!.batches) {
      expect(batch.reduce((sum, tile) => sum + sumBytesOf(tile), 0)).toBeLessThanOrEqual(volumeBytes);
    }
    const [alone] = planStrips(1000, 700, tiles, { ...generous, volumeBytes: 1 });
    expect(alone!.batches).toEqual(tiles.map((tile) => [tile]));
  });

  it('has nothing to do without tiles', () => {
    expect(planStrips(1000, 700, [], generous)).toEqual([]);
  });
});
