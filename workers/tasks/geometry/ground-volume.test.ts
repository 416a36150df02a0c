import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import type { SurfacePart } from '../../contract/geometry-tasks.ts';
import { lendSource } from '../../contract/lent-source.ts';

const { signal } = new AbortController();
const [width, height] = [200, 150];
const ring = [1010, 1960, 0, 1090, 1965, 0, 1080, 1995, 0, 1015, 1990, 0];

/** A heap on sloping ground, in cells of half a unit from (1000, 2000), as a file of tiles. */
async function heapFile() {
  const samples = Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) / 2, Math.floor(i / width) / 2];
    return 100 + 0.03 * x + Math.max(0, 8 - Math.hypot(x - 50, y - 22) / 3);
  });
  const spec = {
    width,
    height,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [1000, 0.5, 0, 2000, 0, -0.5],
    geoKeys: null,
    nodata: null,
    tileSize: 64,
  } as const;
  const { bytes } = await writeCog(spec, { samples });
  return memorySource('heap.tif', bytes);
}

describe('a volume on a raster that was lent', () => {
  const pool = createLocalPool();
  const scale = { eastX: 1.0002, northX: 0, eastY: 0, northY: 1.0002, area: 1.0002 ** 2, combined: 0.9998 };
  const request = {
    at: { place: [1050, 1980] as const, scale },
    ring,
    choice: { kind: 'triangulated' as const },
    accuracy: { statedSigma: 0.02 },
  };
  const rect = { minX: 1010, maxX: 1090, minY: 1960, maxY: 1995 };

  async function onLent<T>(work: (part: SurfacePart) => Promise<T>, zFactor = 1): Promise<T> {
    const { lent, end } = lendSource(`heap ${zFactor}`, await heapFile(), signal);
    const part = { source: lent, request: { rect, limit: 1e6, zFactor, name: 'Heap' } };
    return work(part).finally(end);
  }

  it('is that of the cells that are read of it, bit for bit, however often', async () => {
    const window = await onLent((part) => pool.run('geometry.readSurface', part));
    const expected = await pool.run('geometry.groundVolume', { ...request, part: { window } });
    expect(expected.cut).toBeGreaterThan(100);
    expect(expected.nativeCellSize).toBe(0.5);
    for (let time = 0; time < 2; time++) {
      const found = await onLent((part) => pool.run('geometry.groundVolume', { ...request, part }));
      expect(found).toEqual(expected);
    }
  });

  it('has heights in the horizontal unit', async () => {
    const metres = await onLent((part) => pool.run('geometry.groundVolume', { ...request, part }));
    const raised = await onLent((part) => pool.run('geometry.groundVolume', { ...request, part }), 2);
    expect(raised.cut / metres.cut).toBeCloseTo(2, 5);
  });

  it('names corners off the surface in the coordinates of the system', async () => {
    const off = [1010, 1960, 0, 1120, 1965, 0, 1080, 1995, 0];
    const part = onLent((lent) => pool.run('geometry.groundVolume', { ...request, ring: off, part: lent }));
    await expect(part).rejects.toMatchObject({
      code: 'geometry.base-off-surface',
      params: { x: 1120, y: 1965 },
    });
  });
});
