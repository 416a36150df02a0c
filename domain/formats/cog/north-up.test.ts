import { describe, expect, it } from 'vitest';
import { writeCog } from '#tests/support/cog-file.ts';
import type { GeoTransform } from '../../geometry/plane/affine.ts';
import { memorySource } from '../byte-source.ts';
import { northUpElevations } from './north-up.ts';
import { openRaster } from './open-raster.ts';

const [width, height] = [300, 200];
const plane = (x: number, y: number) => 100 + 0.03 * (x - 500) - 0.02 * (y - 900);

/** A raster whose pixels have the plane's height at their centres, but for those of a hole. */
async function open(
  geotransform: GeoTransform,
  isHole: (column: number, row: number) => boolean = () => false,
) {
  const [x0, a, b, y0, c, d] = geotransform;
  const samples = Float32Array.from({ length: width * height }, (_, i) => {
    const [column, row] = [(i % width) + 0.5, Math.floor(i / width) + 0.5];
    if (isHole(column, row)) return -9999;
    return plane(x0 + a * column + b * row, y0 + c * column + d * row);
  });
  const spec = {
    width,
    height,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform,
    geoKeys: null,
    nodata: -9999,
    tileSize: 64,
  } as const;
  const { bytes } = await writeCog(spec, { samples });
  return await openRaster(memorySource('dem.tif', bytes));
}

/** All heights of a level with their places. */
async function readAll(elevations: ReturnType<typeof northUpElevations>, level = 0) {
  const { width: columns, height: rows, cellWidth, cellHeight } = elevations.levels[level]!;
  const values = await elevations.read(level, { x: 0, y: 0, width: columns, height: rows });
  const places = [...values].map((z, i) => ({
    x: elevations.west + ((i % columns) + 0.5) * cellWidth,
    y: elevations.north - (Math.floor(i / columns) + 0.5) * cellHeight,
    z,
  }));
  return { values, seen: places.filter(({ z }) => !Number.isNaN(z)), cellArea: cellWidth * cellHeight };
}

/** Cells of 2 × 1 units, turned by 30°. */
const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
const turned: GeoTransform = [500, 2 * cos, sin, 900, 2 * sin, -cos];

describe('northUpElevations', () => {
  it('takes cells that lie so as they are, and makes squares of oblong ones where asked', async () => {
    const raster = await open([500, 2, 0, 900, 0, -1]);
    const asTheyAre = northUpElevations(raster);
    expect(asTheyAre).toMatchObject({ west: 500, north: 900 });
    expect(asTheyAre.levels[0]).toMatchObject({ width, height, cellWidth: 2, cellHeight: 1 });
    const squares = await readAll(northUpElevations(raster, { isSquare: true }));
    expect(squares.cellArea).toBeCloseTo(2, 9);
    // 424.3 × 141.4 cells: of those cut by the edge the ones with centres inside count.
    expect((squares.seen.length * squares.cellArea) / (2 * width * height)).toBeCloseTo(1, 2);
    const inside = squares.seen.filter(({ x, y }) => x > 501 && x < 1099 && y < 899.5 && y > 700.5);
    expect(inside.length).toBeGreaterThan(0.98 * squares.seen.length);
    expect(inside.filter(({ x, y, z }) => Math.abs(z - plane(x, y)) >= 1e-3)).toEqual([]);
  });

  it('interpolates rotated cells at their places, on every level', async () => {
    const elevations = northUpElevations(await open(turned));
    expect(elevations.north).toBeCloseTo(900 + 600 * sin, 9);
    for (const level of elevations.levels.keys()) {
      const { seen, cellArea } = await readAll(elevations, level);
      expect(Math.abs((seen.length * cellArea) / (2 * width * height) - 1)).toBeLessThan(0.02 * 2 ** level);
      const reach = 2 * 2 ** level;
      const inside = seen.filter(({ x, y }) => {
        const [east, north] = [x - 500, y - 900];
        const [along, down] = [east * cos + north * sin, east * sin - north * cos];
        return along > reach && along < 600 - reach && down > reach && down < 200 - reach;
      });
      expect(inside.length).toBeGreaterThan(0.7 * seen.length);
      expect(inside.filter(({ x, y, z }) => Math.abs(z - plane(x, y)) >= 1e-3)).toEqual([]);
    }
  });

  it('takes rows from the south exactly, with their holes', async () => {
    const isHole = (column: number, row: number) => column < 40 && row > 150;
    const elevations = northUpElevations(await open([500, 1, 0, 700, 0, 1], isHole), { isSquare: true });
    expect(elevations).toMatchObject({ west: 500, north: 900 });
    const { seen } = await readAll(elevations);
    expect(seen).toHaveLength(width * height - 40 * 50);
    expect(seen.filter(({ x, y, z }) => z !== Math.fround(plane(x, y)))).toEqual([]);
    expect(Number.isNaN((await elevations.read(0, { x: 0, y: 0, width: 1, height: 1 }))[0]!)).toBe(true);
  });

  it('gives no heights beside the pixels, and refuses a raster that lies nowhere', async () => {
    const elevations = northUpElevations(await open(turned));
    const corner = await elevations.read(0, { x: 0, y: 0, width: 3, height: 3 });
    expect([...corner].every(Number.isNaN)).toBe(true);
    const flat = await open([500, 0, 0, 900, 0, 0]);
    expect(() => northUpElevations(flat)).toThrow(
      expect.objectContaining({ code: 'geometry.raster-unplaced' }),
    );
  });
});
