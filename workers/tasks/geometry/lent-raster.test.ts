import { afterEach, describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { createGrid } from '#domain/geometry/grid/grid.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { createTaskContext } from '#tests/support/task-context.ts';
import type { LentRaster } from '../../contract/geometry-tasks.ts';
import { lendSource } from '../../contract/lent-source.ts';
import { readSurface } from './lent-raster.ts';

const frame = { width: 70, height: 90, originX: 1000.25, originY: 1999.75, cellSize: 0.5 };
const heights = Float32Array.from({ length: 70 * 90 }, (_, i) => 100 + (i % 70) / 7 + Math.floor(i / 70) / 9);
const { signal } = new AbortController();

const loans: (() => void)[] = [];
afterEach(() => {
  for (const end of loans.splice(0)) end();
});

async function lend(
  samples: Float32Array<ArrayBuffer>,
  facts: Partial<LentRaster> = {},
): Promise<LentRaster> {
  const { width, height } = frame;
  const spec = {
    width,
    height,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [1000, 0.5, 0, 2000, 0, -0.5],
    geoKeys: null,
    nodata: null,
    tileSize: 16,
  } as const;
  const { bytes } = await writeCog(spec, { samples });
  const { lent, end } = lendSource('dem', memorySource('dem.tif', bytes), signal);
  loans.push(end);
  return { kind: 'raster', source: lent, frame, isTurned: false, heightFactor: 1, ...facts };
}

async function read(lent: LentRaster): Promise<Float32Array> {
  const surface = await readSurface(lent, createTaskContext());
  return surface.kind === 'grid' ? surface.grid.values : new Float32Array(0);
}

describe('an elevation model that was lent', () => {
  const pool = createLocalPool();

  it('gives the heights of the file', async () => {
    expect(await read(await lend(heights))).toEqual(heights);
  });

  it('gives them from the north of its frame, in the unit of the plan', async () => {
    const found = await read(await lend(heights, { isTurned: true, heightFactor: 2 }));
    for (const [row, column] of [
      [0, 0],
      [44, 69],
      [89, 3],
    ] as const) {
      expect(found[row * 70 + column]).toBe(2 * heights[(89 - row) * 70 + column]!);
    }
  });

  it('takes a mark of missing heights as it is told to, and asks where it is not', async () => {
    const marked = heights.map((z, i) => (i % 9 === 0 ? -9999 : z));
    await expect(read(await lend(marked))).rejects.toMatchObject({
      code: 'raster.nodata-unclear',
      params: { file: 'dem.tif', value: -9999, count: 700 },
    });
    expect((await read(await lend(marked, { nodata: -9999 }))).filter(Number.isNaN)).toHaveLength(700);
    expect(await read(await lend(marked, { nodata: null }))).toEqual(marked);
  });

  it('refuses more cells than a kernel holds before it asks for their memory', async () => {
    const vast = { ...frame, width: 100_000, height: 100_000 };
    await expect(read(await lend(heights, { frame: vast }))).rejects.toMatchObject({
      code: 'geometry.grid-too-large',
      params: { width: 100_000, height: 100_000 },
    });
  });

  it('has the volume, the contours and the triangles of its heights, to the last bit', async () => {
    const grid = { kind: 'grid', grid: createGrid(frame, heights) } as const;
    const on = { toWorld: null };
    const facts = { accuracy: {}, pointSpacing: null, system: null, metres: 1 };
    const base = { kind: 'plane', elevation: 105 } as const;
    const volumeOf = async (surface: typeof grid | LentRaster) =>
      pool.run('geometry.volume', { surface: { surface, ...on }, base, ...facts });
    const volume = await volumeOf(await lend(heights));
    expect(volume).toEqual(await volumeOf(grid));
    expect(volume.samples).toBe(6300);
    expect(volume.at.place).toEqual([1017.5, 1977.5]);
    expect(volume.report.cut).toBeGreaterThan(volume.report.fill);
    const choice = { interval: 1 };
    const lines = await pool.run('geometry.contour', { surface: await lend(heights), choice });
    expect(lines).toEqual(await pool.run('geometry.contour', { surface: grid, choice }));
    const tin = await pool.run('geometry.surfaceTin', { surface: await lend(heights), ...on });
    expect(tin).toEqual(await pool.run('geometry.surfaceTin', { surface: grid, ...on }));
    expect(tin.triangles).toHaveLength(69 * 89 * 6);
  });

  it('is compared with another one in the cells of the first', async () => {
    const facts = { accuracy: {}, pointSpacing: null, system: null, metres: 1 };
    const above = { surface: await lend(heights.map((z) => z + 2)), toWorld: null };
    const base = { kind: 'surface', surface: { surface: await lend(heights), toWorld: null } } as const;
    const { report } = await pool.run('geometry.volume', { surface: above, base, ...facts });
    expect(report.planArea).toBeCloseTo(70 * 90 * 0.25, 6);
    expect(report.cut / (70 * 90 * 0.25 * 2)).toBeCloseTo(1, 5);
    expect(report.fill).toBe(0);
  });
});
