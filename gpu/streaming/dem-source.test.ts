import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { decodeBlock } from '#domain/formats/tiff/decode-block.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { openDem } from './dem-source.ts';

const { signal } = new AbortController();

describe('openDem', () => {
  it('draws rotated rasters at their place', async () => {
    const [width, height] = [600, 600];
    const samples = Float32Array.from({ length: width * height }, (_, i) => Math.floor(i / width));
    const spec = {
      width,
      height,
      bands: 1,
      sampleType: 'float32',
      colour: 'gray',
      // A quarter turn: rows go to the east.
      geotransform: [500, 0, 2, 900, 2, 0],
      geoKeys: null,
      nodata: null,
      tileSize: 256,
    } as const;
    const { bytes } = await writeCog(spec, { samples });
    const dem = await openDem(memorySource('dem.tif', bytes), decodeBlock, signal);
    expect(dem).toMatchObject({ west: 500, north: 2100 });
    const values = await dem.read(0, { x: 100, y: 300, width: 4, height: 1 }, signal);
    expect([...values]).toEqual([100, 101, 102, 103]);
  });

  it('places the cells of each level where their elevations were taken, whatever the size', async () => {
    const [width, height] = [1301, 877];
    const samples = Float32Array.from({ length: width * height }, (_, i) => (i % width) + 0.5);
    const spec = {
      width,
      height,
      bands: 1,
      sampleType: 'float32',
      colour: 'gray',
      geotransform: [500, 2, 0, 900, 0, -2],
      geoKeys: null,
      nodata: -9999,
      tileSize: 256,
    } as const;
    const { bytes } = await writeCog(spec, { samples });
    const dem = await openDem(memorySource('dem.tif', bytes), decodeBlock, signal);
    expect(dem.levels.map(({ cellWidth }) => cellWidth)).toEqual([2, 4, 8, 16]);
    for (const [level, { cellWidth, width: columns }] of dem.levels.entries()) {
      const values = await dem.read(level, { x: 0, y: 2, width: columns, height: 1 }, signal);
      // The elevation is the distance from the western edge in full-resolution cells; the last column is cut short.
      const wrong = [...values.slice(0, -1)].filter(
        (z, i) => Math.abs(z - ((i + 0.5) * cellWidth) / 2) > 1e-3,
      );
      expect(wrong).toEqual([]);
    }
  });
});
